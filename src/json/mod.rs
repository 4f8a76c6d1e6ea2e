//! JSON text, read and written without a tree of values.
//!
//! Tool arguments and unmodelled fields stay JSON text, so that spelling, key order and big numbers survive. A [`Node`]
//! is a view of JSON text. No function recurses, so deep JSON cannot overflow the stack.

mod limits;
mod node;
mod number;
mod stretches;
mod strict;
mod without_member;
mod write;

pub use limits::Limits;
pub use node::{Fields, Kind, Node};
pub(crate) use stretches::each_stretch;
pub use strict::{Strict, strict};
pub(crate) use without_member::without_member;
pub(crate) use write::{ListWriter, ObjectWriter};
pub use write::{push_string, quoted};
