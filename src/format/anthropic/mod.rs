//! Anthropic Messages: `POST /v1/messages`.

mod block;
mod breakpoints;
mod clues;
mod compaction;
mod continuation;
mod dialect;
mod endpoints;
mod models;
mod preserved;
mod read;
mod reasoning;
mod response;
mod rules;
mod sizes;
mod text_block;
mod tool_changes;
mod unrepaired;
mod write;

use super::blocks::Blockwise;

pub(super) use clues::CLUES;
pub(super) use models::MODELS;
pub(super) use preserved::checks_prefix;
pub(super) use sizes::{NEW_CLAUDE, SIZES};
pub(super) use text_block::WORDS;
pub use unrepaired::unrepaired_anthropic;
use write::write_blocks;

/// Anthropic Messages.
pub static ANTHROPIC: Blockwise = Blockwise {
    dialect: &dialect::DIALECT,
    grammar: &read::GRAMMAR,
    write_blocks,
    write_system: write::write_system,
    read_response: response::read,
};
