//! The report of a rewrite.

use super::change::Change;
use super::sorted::in_order;
use super::unit::{Entry, Serial, Standing, Unit};
use crate::message::{Message, MessageId};
use crate::repair::Repair;
use crate::tokens::Estimator;
use std::sync::Arc;

/// The report of a rewrite, with everything that it removed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reduction {
    /// Tokens of the next request before.
    pub tokens_before: u64,
    /// Tokens of the next request after.
    pub tokens_after: u64,
    /// The removed units, and the removed results of units that stayed.
    pub removed: Vec<Arc<Unit>>,
    /// The messages that were changed, and are still in the history.
    pub shortened: Vec<Shortened>,
    /// The summary of the removed messages.
    pub summary: Option<MessageId>,
    /// The index of the first message that differs from before; the provider's prompt cache still holds the messages
    /// before it.
    pub first_changed: Option<usize>,
    /// The repairs that keep the result consistent.
    pub repairs: Vec<Repair>,
    /// The steps of the reduction, in order.
    pub steps: Vec<Step>,
}

/// A step of a reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its name, in kebab-case.
    pub name: &'static str,
    /// The number of messages that it removed or changed.
    pub messages: usize,
    /// Tokens of the next request after the step.
    pub tokens_after: u64,
}

/// A message that was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortened {
    /// The message before the change.
    pub original: Message,
    /// Its tokens before the change.
    pub tokens_before: u64,
    /// Its tokens after the change.
    pub tokens_after: u64,
}

impl Reduction {
    /// The units and messages that `changes` remove and shorten. The history adds the sizes and the place of the first
    /// change.
    pub(super) fn of(changes: &[Change], estimator: Estimator) -> Self {
        let mut reduction = Self::default();
        let mut parts = Vec::new();
        for change in changes {
            let Some(before) = &change.before else { continue };
            let Some(after) = &change.after else {
                reduction.removed.push(Arc::clone(before));
                continue;
            };
            for entry in before.entries() {
                match counterpart(entry, after) {
                    Some(now) if now.message == entry.message => {}
                    Some(now) => reduction.shortened.push(Shortened {
                        original: Message::clone(&entry.message),
                        tokens_before: estimator.tokens(entry.weight),
                        tokens_after: estimator.tokens(now.weight),
                    }),
                    None => parts.push(Arc::new(Unit::new(entry.clone(), Standing::Orphan))),
                }
            }
        }
        reduction.removed.extend(parts);
        reduction
    }

    /// The first message, in order of arrival, that the changes affect.
    pub(super) fn first_changed_entry(changes: &[Change]) -> Option<Serial> {
        let mut first: Option<Serial> = None;
        for change in changes {
            let stays = |entry: &&Entry| match (&change.before, &change.after) {
                (Some(_), Some(after)) => {
                    counterpart(entry, after).is_some_and(|now| now.message == entry.message)
                }
                (Some(_), None) | (None, Some(_)) | (None, None) => false,
            };
            let unit = change.before.as_ref().or(change.after.as_ref());
            let entries = unit.into_iter().flat_map(|unit| unit.entries());
            let own = entries.filter(|entry| !stays(entry)).map(|entry| entry.serial).min();
            first = first.into_iter().chain(own).min();
        }
        first
    }

    /// Reports whether anything was removed or changed.
    pub fn is_reduced(&self) -> bool {
        !self.removed.is_empty() || !self.shortened.is_empty()
    }

    /// The removed messages, in order of arrival.
    pub fn removed_messages(&self) -> Vec<&Message> {
        let entries: Vec<&Entry> = self.removed.iter().flat_map(|unit| unit.entries()).collect();
        in_order(entries, |entry| entry.serial.0).into_iter().map(|entry| &entry.message).collect()
    }
}

/// Returns the same message in the changed unit.
fn counterpart<'a>(entry: &Entry, after: &'a Unit) -> Option<&'a Entry> {
    after.entry(entry.serial).filter(|now| now.message.id == entry.message.id)
}
