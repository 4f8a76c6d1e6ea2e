//! The boundary to JavaScript. No other folder depends on JavaScript.
//!
//! **One door.** JavaScript calls [`core::Core::call`] with a method. The inbox holds its texts, and a header
//! of numbers has its numbers and the lengths of its texts. The answer is a number, and what is in the outbox.
//!
//! **Three modules.** Without the feature `conversations`, the wasm is smaller, and its door has the methods of `request.rs`
//! alone; without the feature `requests`, those of `estimate.rs` alone.
//!
//! To add a method, name it in `method.rs`, run it in `run.rs`, and call it from TypeScript by `engine.call`, `json`,
//! `text` or `bytes`, with its inputs in the order in which `run.rs` reads them.
//!
//! INVARIANT (no borrow across JS): no method calls the host's code, so the host's callback may call into the same
//! object.
//!
//! Only text crosses the boundary, because a cyclic or deep object would overflow the wasm stack. Errors are the
//! exception: `serde-wasm-bindgen` converts them to plain objects.
//!
//! The crates for wasm are dependencies of wasm targets only, so `cargo test` on the host proves that the core needs
//! no JavaScript.

// The smaller modules use a part of these files.
#![cfg_attr(not(feature = "conversations"), allow(dead_code, reason = "the engine uses it"))]

mod answer;
mod boxes;
mod core;
#[cfg(feature = "conversations")]
mod drafts;
mod error;
mod estimate;
#[cfg(feature = "conversations")]
mod ids;
mod inputs;
mod memory;
#[cfg(feature = "conversations")]
mod messages;
mod method;
#[cfg(feature = "requests")]
mod request;
#[cfg(feature = "conversations")]
mod run;
#[cfg(feature = "conversations")]
mod snapshot;
