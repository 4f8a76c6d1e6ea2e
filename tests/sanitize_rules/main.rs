//! The rules of the providers, one by one: what a conversation becomes in a request, and what is reported.
//!
//! The rules for bodies that are repaired stand in `tests/corpus`.

#![cfg(test)]

mod anthropic;
mod anthropic_calls;
mod bedrock;
mod bodies;
mod call_ids;
mod case;
mod drop_unpaired;
mod gemini;
mod mistral;
mod openai;
mod responses;
