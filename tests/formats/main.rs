//! Formats in which programs keep conversations: read, written, and converted to those of providers and back.

#![cfg(test)]

mod ai_sdk;
mod call_ids;
mod desk;
mod langchain;
mod own_tools;
mod random;
mod strands;
