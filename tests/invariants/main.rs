//! The numbered invariants I1 to I11, each a property of the same name over random histories and operations.
//!
//! All runs are equal. `PROPTEST_RNG_SEED=7 PROPTEST_CASES=2000 cargo test --test invariants` looks further.

#![cfg(test)]

mod accepted;
mod accepted_responses;
mod action;
mod bodies;
mod bodies_responses;
mod config;
#[path = "../common/digest.rs"]
mod digest;
mod held;
mod i10_no_harm;
mod i11_determinism;
mod i12_transcript;
mod i1_order;
mod i2_pairing;
mod i3_open_tail;
mod i4_conservation;
mod i5_progress;
mod i6_readable;
mod i7_idempotence;
mod i8_atomicity;
mod i9_stable_prefix;
#[path = "../common/judge.rs"]
mod judge;
mod messages;
mod promises;
mod reload;
mod waiting;
mod wish;
mod words;
mod world;
