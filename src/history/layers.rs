//! The reductions applied to a history.

use super::entry::Entry;
use super::reduction::Reduction;
use super::serial::MessagePlace;
use super::serial::Serial;
use crate::hash::HashSet;
use crate::list::Listed;
use crate::message::{Message, MessageId};
use std::sync::{Arc, OnceLock};

/// The reductions applied to a history, oldest first. Each builds on the reduction before it, and holds the units
/// that it removed, so that the newest can be undone. A clone shares the reductions, and is cheap.
#[derive(Clone, Debug, Default)]
pub struct Layers {
    stack: Vec<Arc<Reduction>>,
    /// The ids of the messages that the reductions removed. Built at first use. Never iterated.
    hidden: OnceLock<HashSet<MessageId>>,
}

impl Layers {
    /// Stacks reductions, given oldest first.
    pub fn of(stack: Vec<Arc<Reduction>>) -> Self {
        Self { stack, hidden: OnceLock::new() }
    }

    /// The reductions, oldest first.
    pub fn as_slice(&self) -> &[Arc<Reduction>] {
        &self.stack
    }

    /// Adds the newest reduction.
    pub fn push(&mut self, reduction: Arc<Reduction>) {
        if let Some(hidden) = self.hidden.get_mut() {
            hidden.extend(removed_ids(&reduction).cloned());
        }
        self.stack.push(reduction);
    }

    /// Takes off the newest reduction.
    pub fn pop(&mut self) -> Option<Arc<Reduction>> {
        let reduction = self.stack.pop()?;
        if let Some(hidden) = self.hidden.get_mut() {
            for id in removed_ids(&reduction) {
                hidden.remove(id);
            }
        }
        Some(reduction)
    }

    /// Returns the message of this id, if a reduction removed it.
    pub fn hidden(&self, id: &str) -> Option<&Message> {
        self.hidden_entry(id).map(|entry| &*entry.message)
    }

    /// The removed message of this id, with its place.
    pub(crate) fn hidden_entry(&self, id: &str) -> Option<&Entry> {
        let ids = || self.stack.iter().flat_map(|reduction| removed_ids(reduction)).cloned().collect();
        if self.stack.is_empty() || !self.hidden.get_or_init(ids).contains(id) {
            return None;
        }
        let removed = self.stack.iter().flat_map(|reduction| reduction.removed.iter());
        removed.flat_map(|unit| unit.entries()).find(|entry| entry.message.id.as_ref() == id)
    }

    /// Reports whether a reduction changed the message of this id in this place, or removed it. Needs no ids.
    pub(crate) fn held_at(&self, id: &str, place: MessagePlace) -> bool {
        let before = |reduction: &'_ Arc<Reduction>| {
            reduction.unit_before(place.unit).is_some_and(|unit| unit.holds_at(id, place))
        };
        self.stack.iter().any(before)
    }

    /// Frees the ids. The next search by an id collects them again.
    pub fn free_ids(&mut self) {
        self.hidden = OnceLock::new();
    }

    /// Records that a person edited the head of this unit, so that `to` replaces `from` after an undo, too.
    pub fn replace_head(&mut self, from: &Arc<Message>, to: &Entry) {
        for reduction in &mut self.stack {
            if reduction.before.iter().any(|(serial, _)| *serial == to.serial) {
                Arc::make_mut(reduction).replace_head(from, to);
            }
        }
    }

    /// Counts the oldest reductions that a history up to the message at `last` can keep. They left that message in
    /// place, and none of their summaries covers later messages.
    pub fn kept_through(&self, last: Serial) -> usize {
        let is_lost = |reduction: &&Arc<Reduction>| !reduction.is_kept_through(last);
        let lost = self.stack.iter().position(|reduction| is_lost(&reduction));
        lost.unwrap_or(self.stack.len())
    }

    /// Returns the reductions for a history up to the message at `last`, without later messages.
    pub fn through(&self, last: Serial) -> Self {
        let cut = |reduction: &Arc<Reduction>| match reduction.reaches_beyond(last) {
            true => Arc::new(reduction.through(last)),
            false => Arc::clone(reduction),
        };
        let reductions = self.stack.iter().map(cut);
        Self::of(reductions.filter(|reduction| !reduction.before.is_empty()).listed())
    }
}

/// The ids of the messages that a reduction removed.
fn removed_ids(reduction: &Reduction) -> impl Iterator<Item = &MessageId> {
    reduction.removed.iter().flat_map(|unit| unit.messages()).map(|message| &message.id)
}
