//! What formats share whose messages are lists of blocks, calls and results among them.

mod join;
mod lanes;
mod piece;
mod read;
mod write;

pub(super) use join::append;
pub(super) use lanes::{close, fragment, joint, lane};
pub(super) use piece::{Block, Fault, Grammar, Mark, Piece, ResultBlock, put, read_call};
pub(super) use read::{read, read_answer};
pub(super) use write::{Blocks, write_said};
