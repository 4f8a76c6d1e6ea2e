//! Messages of the Vercel AI SDK.

mod any;
#[path = "../../invariants/config.rs"]
mod config;
mod conversions;
mod desk;
mod refusals;
mod round_trips;
#[expect(dead_code, reason = "the invariants need more of it")]
#[path = "../../invariants/said.rs"]
mod said;
mod ui;
#[path = "../../invariants/words.rs"]
mod words;
