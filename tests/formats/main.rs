//! Formats, converted to each other.

#![cfg(test)]

mod desk;
mod own_tools;
