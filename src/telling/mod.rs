//! Telling words, by which reductions choose: which of them a message holds, and in which piece of its text.

mod arguments;
mod index;
mod pieces;
mod words;

pub use index::{Piece, ReadOnce, Telling};
