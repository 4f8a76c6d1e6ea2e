//! Formats in which programs keep conversations: read, written, and converted to those of providers and back.

#![cfg(test)]

mod call_ids;
mod desk;
mod foreign;
mod langchain;
mod own_tools;
mod picture_arrives;
mod random;
mod strands;
mod text_arrives;
