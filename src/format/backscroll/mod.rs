//! This library's own neutral messages as JSON: what the JavaScript face hands out and takes in.

mod part;
mod read;
mod write;

pub use read::{read_list, read_message};
pub use write::{write_message, write_reduction};
