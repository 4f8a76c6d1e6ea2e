//! Telling words, by which reductions choose: the words of a message, and the pieces of text that hold them.

mod act;
mod arguments;
mod command;
mod failure;
mod heads;
mod index;
mod lists;
mod patterns;
mod pieces;
mod sentences;
mod statement;
mod tokens;
mod words;

pub use act::{Act, PathUse};
pub(crate) use heads::head_of;
pub use index::{Piece, ReadOnce, Telling};
pub(crate) use statement::{Statement, ValueKind, stems_of};
