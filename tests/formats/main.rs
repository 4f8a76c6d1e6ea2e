//! Formats, converted to each other.

#![cfg(test)]

mod builtins;
mod desk;
