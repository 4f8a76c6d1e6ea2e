//! The contract between formats and the rest: what a target or a format of programs offers, the messages that it reads,
//! and what formats share.

pub(super) mod clues;
pub(super) mod interchange;
pub(super) mod notices;
pub(super) mod parsed;
pub(super) mod reading;
pub(super) mod shared_fields;
mod stray_results;
pub(super) mod target;
pub(super) mod text_block;
