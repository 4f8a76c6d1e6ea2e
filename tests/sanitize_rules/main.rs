//! The rules of the providers, one by one: the request of a conversation, and its repairs.
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
