//! Conversation history for programs that talk to language models. It repairs a history for each provider, reduces it
//! to a context window, and reports every change.
//!
//! The core is sans-IO: it has no clock and no randomness, and knows nothing of JavaScript. Ids and times are
//! arguments, so the same input gives the same bytes (I11).

pub mod engine;
pub mod error;
pub mod format;
mod hash;
pub mod history;
pub mod json;
mod list;
pub mod message;
pub mod reduce;
pub mod repair;
pub mod rules;
pub mod sanitize;
pub mod telling;
mod text;
pub mod tokens;

#[cfg(target_family = "wasm")]
mod wasm;
