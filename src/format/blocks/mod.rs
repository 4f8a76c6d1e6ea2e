//! Messages that are lists of blocks, including calls and results: readers, writers, and the passes that such formats
//! share.

mod breakpoint_fields;
mod cache_breakpoints;
mod form;
mod join;
mod piece;
mod provider_tools;
mod read;
mod result_reply;
mod write;

pub(super) use cache_breakpoints::CacheBreakpoints;
pub(super) use form::Blockwise;
pub(super) use join::{append, join_answer};
pub(super) use piece::{Block, Fault, Grammar, Mark, ResultBlock, read_call};
pub(super) use provider_tools::PAIR_PROVIDER_TOOLS;
pub(super) use read::read_answer;
pub(super) use result_reply::{reply_between_units, reply_in_unit};
pub(super) use write::{Blocks, write_input, write_said};
