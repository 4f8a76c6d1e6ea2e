//! Facts of histories, in tables.

#![cfg(test)]

mod drafts;
mod pairs;
mod policies;
mod replace;
mod results;
#[path = "../common/talk.rs"]
mod talk;
mod tell;
mod transactions;
mod truncate;
mod turns;
