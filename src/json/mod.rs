//! JSON text: looked at without a tree, and written without one.
//!
//! Tool arguments and foreign fields stay the text that they were, so that spelling, key order and big numbers
//! survive. A [`Node`] is a view of such text; nothing here recurses, so depth costs a counter and not the stack.

mod limits;
mod node;
mod number;
mod scan;
mod strict;
mod write;

pub use limits::Limits;
pub use node::{Fields, Kind, Node};
pub use strict::{Strict, strict};
pub(crate) use write::{ListWriter, ObjectWriter};
pub use write::{push_string, quoted};
