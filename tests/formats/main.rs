//! Formats in which programs keep conversations: read, written, and converted to those of providers and back.

#![cfg(test)]

mod desk;
mod own_tools;
mod strands;
