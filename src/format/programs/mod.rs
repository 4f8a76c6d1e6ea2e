//! Formats in which programs keep conversations, and conversations in any format.

mod any_format;
mod foreign;
mod interchange;
mod program;

pub use any_format::read_any;
pub(crate) use foreign::refuse_foreign;
pub use interchange::interchange;
pub use program::{Program, read as read_program};
