//! The report of a rewrite.

use super::change::Change;
use super::choice::Choice;
use super::entry::Entry;
use super::serial::{Rewrite, Serial};
use super::sorted::in_order;
use super::unit::{Standing, Unit};
use crate::list::{Listed, PushAll};
use crate::message::{Message, MessageId};
use crate::repair::Repair;
use crate::tokens::Estimator;
use std::borrow::Cow;
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
    /// Why each unit stayed or was removed, in order; empty if nothing was chosen by need.
    pub choices: Vec<Choice>,
    /// The units that the reduction changed, in their state before, in order.
    pub(super) before: Vec<(Serial, Before)>,
    /// The end of the history at the time of the reduction.
    pub(super) end: Serial,
    /// The number of the reduction; `None` for an empty report.
    pub(super) rewrite: Option<Rewrite>,
}

/// A unit before a rewrite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Before {
    /// The rewrite removed it.
    Removed(Arc<Unit>),
    /// The rewrite replaced it by another version.
    Rewritten(Arc<Unit>),
    /// The rewrite inserted it.
    Inserted,
}

impl Before {
    fn of(change: &Change) -> Self {
        match (&change.before, &change.after) {
            (Some(unit), None) => Self::Removed(Arc::clone(unit)),
            (Some(unit), Some(_)) => Self::Rewritten(Arc::clone(unit)),
            (None, _) => Self::Inserted,
        }
    }

    /// The unit as it was.
    pub(super) fn unit(&self) -> Option<&Arc<Unit>> {
        match self {
            Self::Removed(unit) | Self::Rewritten(unit) => Some(unit),
            Self::Inserted => None,
        }
    }
}

/// A step of a reduction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its name, in kebab-case.
    pub name: Cow<'static, str>,
    /// The number of messages that it removed or changed.
    pub messages: usize,
    /// Tokens of the next request after the step.
    pub tokens_after: u64,
}

/// A message that was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortened {
    /// The message before the change.
    pub original: Arc<Message>,
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
            reduction.before.push((change.serial, Before::of(change)));
            let Some(before) = &change.before else { continue };
            let Some(after) = &change.after else {
                reduction.removed.push(Arc::clone(before));
                continue;
            };
            for entry in before.entries() {
                match counterpart(entry, after) {
                    Some(now) if now.message == entry.message => {}
                    Some(now) => reduction.shortened.push(Shortened {
                        original: Arc::clone(&entry.message),
                        tokens_before: estimator.tokens(entry.weight.lasting),
                        tokens_after: estimator.tokens(now.weight.lasting),
                    }),
                    None => parts.push(Arc::new(Unit::new(entry.clone(), Standing::Orphan))),
                }
            }
        }
        reduction.removed.push_all(parts);
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

    /// Reports whether the message at `last` is still in the history after the reduction, and no inserted message
    /// covers later messages.
    pub(super) fn is_kept_through(&self, last: Serial) -> bool {
        let entries = || self.removed.iter().flat_map(|unit| unit.entries()).map(|entry| entry.serial);
        let inserted = || self.before.iter().filter(|(_, before)| *before == Before::Inserted);
        let is_behind = entries().any(|serial| serial > last) || inserted().any(|(serial, _)| *serial > last);
        let is_last_gone = entries().any(|serial| serial == last);
        !(is_last_gone || is_behind && inserted().next().is_some())
    }

    /// Reports whether it holds messages after `last`.
    pub(super) fn reaches_beyond(&self, last: Serial) -> bool {
        let units = self.before.iter().filter_map(|(_, before)| before.unit());
        units.flat_map(|unit| unit.entries()).any(|entry| entry.serial > last)
    }

    /// The reduction without everything after the message at `last`.
    pub(super) fn through(&self, last: Serial) -> Self {
        let cut = |unit: &Arc<Unit>| unit.through(last).map(Arc::new);
        let before = |(serial, before): &(Serial, Before)| {
            let before = match before {
                Before::Removed(unit) => Before::Removed(cut(unit)?),
                Before::Rewritten(unit) => Before::Rewritten(cut(unit)?),
                Before::Inserted => Before::Inserted,
            };
            Some((*serial, before))
        };
        let before: Vec<(Serial, Before)> = self.before.iter().filter_map(before).listed();
        let mut shortened = self.shortened.clone();
        shortened.retain(|shortened| {
            let mut units = before.iter().filter_map(|(_, before)| before.unit());
            units.any(|unit| unit.messages().any(|message| message.id == shortened.original.id))
        });
        let removed = self.removed.iter().filter_map(cut).listed();
        Self { before, removed, shortened, ..self.clone() }
    }

    /// Replaces `from`, the head of a unit, by `to`.
    pub(super) fn replace_head(&mut self, from: &Arc<Message>, to: &Entry) {
        for (serial, before) in &mut self.before {
            if let Before::Rewritten(unit) = before
                && *serial == to.serial
            {
                Arc::make_mut(unit).replace_head(from, to);
            }
        }
    }

    /// The number of the reduction, and the end of the history at its time.
    pub(crate) fn made_at(&self) -> (Rewrite, Serial) {
        (self.rewrite.unwrap_or(Rewrite::FINAL), self.end)
    }

    /// The unit of this serial as it was, if the reduction changed it.
    pub(crate) fn unit_before(&self, serial: Serial) -> Option<&Unit> {
        let at = self.before.binary_search_by_key(&serial, |(own, _)| *own).ok()?;
        self.before.get(at)?.1.unit().map(AsRef::as_ref)
    }

    /// The units that the reduction changed, in order, in their state before; `None` for an inserted unit.
    pub(crate) fn units_before(&self) -> impl Iterator<Item = (Serial, Option<&Arc<Unit>>)> {
        self.before.iter().map(|(serial, before)| (*serial, before.unit()))
    }

    /// Reports whether a snapshot holds the same of both reductions.
    pub(crate) fn is_saved_as(self: &Arc<Self>, other: &Arc<Self>) -> bool {
        let is_same = |(own, other): (&(Serial, Before), &(Serial, Before))| {
            own.0 == other.0
                && match (own.1.unit(), other.1.unit()) {
                    (Some(own), Some(other)) => own.is_saved_as(other),
                    (own, other) => own.is_none() && other.is_none(),
                }
        };
        Arc::ptr_eq(self, other)
            || (self.made_at() == other.made_at()
                && self.summary == other.summary
                && self.before.len() == other.before.len()
                && self.before.iter().zip(&other.before).all(is_same))
    }

    /// Reports whether anything was removed or changed.
    pub fn is_reduced(&self) -> bool {
        !self.removed.is_empty() || !self.shortened.is_empty()
    }

    /// The removed messages, in order of arrival.
    pub fn removed_messages(&self) -> Vec<&Message> {
        let entries: Vec<&Entry> = self.removed.iter().flat_map(|unit| unit.entries()).listed();
        in_order(entries, |entry| entry.serial.0).into_iter().map(|entry| &*entry.message).collect()
    }
}

/// Returns the same message in the changed unit.
fn counterpart<'a>(entry: &Entry, after: &'a Unit) -> Option<&'a Entry> {
    after.entry(entry.serial).filter(|now| now.message.id == entry.message.id)
}
