//! Messages that are lists of blocks, calls and results among them: reading them, writing them, and the passes that
//! formats of such messages share.

mod breakpoint_fields;
mod cache_breakpoints;
mod form;
mod join;
mod piece;
mod provider_tools;
mod read;
mod write;

pub(super) use cache_breakpoints::CacheBreakpoints;
pub(super) use form::Blockwise;
pub(super) use join::{append, join_answer};
pub(super) use piece::{Block, Fault, Grammar, Mark, ResultBlock, read_call};
pub(super) use provider_tools::PAIR_PROVIDER_TOOLS;
pub(super) use read::read_answer;
pub(super) use write::{Blocks, write_input, write_said};
