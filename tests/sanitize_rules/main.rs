//! The rules of the providers, one by one: what a conversation becomes in a request, and what is reported.
//!
//! Bodies that are mended have their own tables in `corpus`.

#![cfg(test)]

mod anthropic;
mod anthropic_calls;
mod bedrock;
mod call_ids;
mod case;
mod gemini;
mod mended;
mod mistral;
mod openai;
mod responses;
mod unanswered;
