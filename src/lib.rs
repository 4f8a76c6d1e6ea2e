//! Conversation history for programs that talk to language models: keeps it sound, makes it fit, says what it did.
//!
//! The core is sans-IO: it has no clock, draws no randomness and knows nothing of JavaScript. Ids and times come in
//! as arguments, so that the same input gives the same bytes (I11).

pub mod engine;
pub mod error;
pub mod format;
pub mod history;
pub mod json;
pub mod message;
pub mod reduce;
pub mod repair;
pub mod rules;
pub mod sanitize;
mod text;
pub mod tokens;

#[cfg(target_family = "wasm")]
mod wasm;
