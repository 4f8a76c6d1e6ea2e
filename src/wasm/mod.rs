//! The boundary to JavaScript. No other folder knows of JavaScript.
//!
//! INVARIANT (no borrow across JS): no method calls code of the host while it borrows anything, so a callback of the
//! host may call into the same object.
//!
//! Payload goes in by the inbox: `reserve`, then `TextEncoder.encodeInto`, then a method that takes the length
//! written. Payload comes out by the outbox: the method returns its length.
//!
//! Only text crosses, and no object: a cyclic or deep object would overflow the wasm stack. Errors are the exception:
//! `serde-wasm-bindgen` makes plain objects of them.
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
