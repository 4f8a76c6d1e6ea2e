//! What messages cost: the three estimators, media, and what providers report.

#![cfg(test)]

mod estimators;
mod reports;
#[path = "../common/talk.rs"]
mod talk;
