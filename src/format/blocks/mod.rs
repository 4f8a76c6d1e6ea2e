//! Reading and writing messages that are lists of blocks, calls and results among them.

mod form;
mod join;
mod piece;
mod read;
mod write;

pub(super) use form::Blockwise;
pub(super) use join::append;
pub(super) use piece::{Block, Fault, Grammar, Mark, ResultBlock, read_call};
pub(super) use read::read_answer;
pub(super) use write::{Blocks, write_said};
