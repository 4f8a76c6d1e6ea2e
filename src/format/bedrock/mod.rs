//! Amazon Bedrock Converse: `POST /model/{modelId}/converse`.

mod block;
mod block_kinds;
mod breakpoints;
mod cache_points;
mod claude;
mod clues;
mod dialect;
mod documents;
mod makers;
mod media;
mod model_id;
mod models;
mod reasoning;
mod response;
mod result_reply;
mod rules;
mod sizes;
mod text_block;
mod words_first;
mod write;

use super::blocks::Blockwise;

pub(super) use clues::CLUES;
pub(super) use model_id::{bare, is_opaque};
pub(super) use models::MODELS;
pub(super) use sizes::SIZES;
pub(super) use text_block::{WORDS, write_text_block};

/// Amazon Bedrock Converse.
pub static BEDROCK: Blockwise = Blockwise {
    dialect: &dialect::DIALECT,
    grammar: &block::GRAMMAR,
    write_blocks: write::write_blocks,
    write_system: write::write_system,
    read_response: response::read,
};
