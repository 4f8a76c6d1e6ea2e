//! The hot loops of backscroll: what reads or writes every byte of a transcript.
//!
//! All other code is compiled for size. This crate is compiled for speed, so it holds loops over bytes and tables alone,
//! and knows nothing of messages.

mod hasher;
mod scan;
pub mod script;
mod search;
mod slots;
mod string;

pub use hasher::{WordHasher, mixed};
pub use scan::{Scanner, length, text};
pub use search::{byte_of, eight, find_byte, find_bytes, find_either};
pub use slots::Slots;
pub use string::{next_sign, push_string, string_rest};
