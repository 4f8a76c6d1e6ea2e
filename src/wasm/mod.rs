//! The boundary to JavaScript. No other folder depends on JavaScript.
//!
//! INVARIANT (no borrow across JS): no method calls the host's code while it borrows anything, so the host's callback
//! may call into the same object.
//!
//! Payload enters through the inbox: `reserve`, then `TextEncoder.encodeInto`, then a method that takes the length
//! written. Payload leaves through the outbox: the method returns its length.
//!
//! Only text crosses the boundary, because a cyclic or deep object would overflow the wasm stack. Errors are the
//! exception: `serde-wasm-bindgen` converts them to plain objects.
//!
//! The crates for wasm are dependencies of wasm targets only, so `cargo test` on the host proves that the core needs
//! no JavaScript.

mod append;
mod buffers;
mod core;
mod drafts;
mod error;
mod fit;
mod paths;
mod pending_queue;
mod snapshot;
mod stateless;
