//! The token counts of messages: the three estimators, media, and usage reports of providers.

#![cfg(test)]

mod estimators;
mod learnt;
mod media;
mod models;
mod reports;
#[path = "../common/talk.rs"]
mod talk;
