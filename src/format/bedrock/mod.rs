//! Amazon Bedrock Converse: `POST /model/{modelId}/converse`.

mod block;
mod breakpoints;
mod cache_points;
mod dialect;
mod documents;
mod media;
mod model_id;
mod reasoning;
mod response;
mod rules;
mod text_block;
mod words_first;
mod write;

use super::blocks::Blockwise;

pub(super) use model_id::{bare, is_opaque};
pub(super) use text_block::{read_text_block, write_text_block};

/// The field that keeps a `cachePoint`, a block of its own, at the part, call or result before it.
const CACHE_POINT: &str = "cachePoint";

/// The field that keeps the other fields of a `citationsContent` with its text.
const CITATIONS: &str = "citationsContent";

/// Amazon Bedrock Converse.
pub static BEDROCK: Blockwise = Blockwise {
    dialect: &dialect::DIALECT,
    grammar: &block::GRAMMAR,
    write_blocks: write::write_blocks,
    write_system: write::write_system,
    read_response: response::read,
};
