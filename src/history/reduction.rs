//! What a rewrite did.

use super::sorted::in_order;
use super::unit::{Entry, Unit};
use crate::message::{Message, MessageId};
use crate::repair::Repair;

/// What a rewrite did, with everything that it took away.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reduction {
    /// Tokens of the next request before.
    pub tokens_before: u64,
    /// Tokens of the next request after.
    pub tokens_after: u64,
    /// What went, whole.
    pub removed: Vec<Unit>,
    /// What was changed in place, and is in the history still.
    pub shortened: Vec<Shortened>,
    /// What was put in for what went.
    pub summary: Option<MessageId>,
    /// The index of the first message that differs from before; what stands ahead of it can still be served
    /// from a provider's prompt cache.
    pub first_changed: Option<usize>,
    /// What was done to keep the result sound.
    pub repairs: Vec<Repair>,
    /// How it was done, in order.
    pub steps: Vec<Step>,
}

/// A step of a reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// What was done, in kebab-case.
    pub name: &'static str,
    /// How many messages it removed or changed.
    pub messages: usize,
    /// Tokens of the next request when it was done.
    pub tokens_after: u64,
}

/// A message that was changed in place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortened {
    /// The message as it was.
    pub original: Message,
    /// Its tokens as it was.
    pub tokens_before: u64,
    /// Its tokens now.
    pub tokens_after: u64,
}

impl Reduction {
    /// Whether anything went or was changed.
    pub fn is_reduced(&self) -> bool {
        !self.removed.is_empty() || !self.shortened.is_empty()
    }

    /// The messages that went, in order of arrival.
    pub fn removed_messages(&self) -> Vec<&Message> {
        let entries: Vec<&Entry> = self.removed.iter().flat_map(Unit::entries).collect();
        in_order(entries, |entry| entry.serial.0).into_iter().map(|entry| &entry.message).collect()
    }
}
