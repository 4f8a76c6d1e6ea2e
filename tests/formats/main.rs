//! Formats in which programs keep conversations, read and written.

#![cfg(test)]

mod ai_sdk;
