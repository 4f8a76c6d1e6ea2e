//! Rules of the providers that only a written request shows: messages of other formats, turn after turn.
//!
//! A body that is repaired is a case in the file of its rule (`tests/corpus.rs`).

#![cfg(test)]

mod anthropic;
mod bedrock;
mod call_ids;
mod case;
mod drop_unpaired;
mod gemini;
mod mistral;
mod openai;
mod responses;
