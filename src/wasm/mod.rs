//! The boundary to JavaScript. No other folder depends on JavaScript.
//!
//! **One door.** JavaScript calls [`core::Core::call`] with a method. The inbox holds its texts, and a header
//! of numbers has its numbers and the lengths of its texts. The answer is a number, and what is in the outbox.
//!
//! **Two modules.** The feature `estimate` makes a smaller wasm, whose door has the methods of `estimate.rs` alone.
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

// The estimate alone uses a part of these files.
#![cfg_attr(feature = "estimate", allow(dead_code, reason = "the engine uses it"))]

mod answer;
mod boxes;
mod core;
#[cfg(not(feature = "estimate"))]
mod drafts;
mod error;
mod estimate;
#[cfg(not(feature = "estimate"))]
mod ids;
mod inputs;
mod memory;
#[cfg(not(feature = "estimate"))]
mod messages;
mod method;
#[cfg(not(feature = "estimate"))]
mod run;
#[cfg(not(feature = "estimate"))]
mod snapshot;
