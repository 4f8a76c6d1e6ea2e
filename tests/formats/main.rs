//! Conversions between formats.

#![cfg(test)]

mod builtins;
mod desk;
