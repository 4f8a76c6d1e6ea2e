//! The boundary to JavaScript, the only place that knows of it.
//!
//! INVARIANT (no borrow across JS): every method borrows what it needs for itself alone and calls nothing of the
//! host's, so a host's callback may call straight back into the same object.
//!
//! Payload goes in by the inbox: `reserve`, then `TextEncoder.encodeInto`, then a method that takes the length
//! written. Payload comes out by the outbox: the method returns its length.

mod buffers;
mod core;
mod drafts;
mod error;
mod fit;
mod paths;
mod pending_queue;
mod snapshot;
mod stateless;
