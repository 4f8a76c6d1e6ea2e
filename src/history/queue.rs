//! Messages that wait for their place in the history.

use crate::error::Outcome;
use crate::message::{Pending, Source};
use std::collections::VecDeque;

/// What waits, in the order in which it came. It is no part of the history until it is promoted, so it cannot stand
/// between a call and its result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Queue {
    waiting: VecDeque<Pending>,
    /// The id that was given last.
    last_id: u64,
}

impl Queue {
    /// A queue as it was: ids go on after `last_id`, and after all that waits.
    pub fn restored(waiting: Vec<Pending>, last_id: u64) -> Self {
        let mut queue = Self { waiting: VecDeque::new(), last_id };
        queue.put_back(waiting);
        queue
    }

    /// The message, with the next id; it does not wait yet.
    ///
    /// # Errors
    ///
    /// `invalid-pending`.
    pub fn next(&self, source: Source, name: Option<Box<str>>, content: Box<str>) -> Outcome<Pending> {
        Pending::new(self.last_id.saturating_add(1), source, name, content)
    }

    /// Takes note that an id was given.
    pub fn note_id(&mut self, id: u64) {
        self.last_id = self.last_id.max(id);
    }

    /// Lets a message wait behind all others.
    pub fn push(&mut self, pending: Pending) {
        self.note_id(pending.id);
        self.waiting.push_back(pending);
    }

    /// Takes a message out; `None` when none of this id waits.
    pub fn withdraw(&mut self, id: u64) -> Option<Pending> {
        let at = self.waiting.iter().position(|pending| pending.id == id)?;
        self.waiting.remove(at)
    }

    /// Takes all out, oldest first.
    pub fn take(&mut self) -> Vec<Pending> {
        std::mem::take(&mut self.waiting).into()
    }

    /// Lets messages wait again where they waited before.
    pub fn put_back(&mut self, messages: Vec<Pending>) {
        for pending in messages {
            self.note_id(pending.id);
            let at = self.waiting.partition_point(|other| other.id < pending.id);
            self.waiting.insert(at, pending);
        }
    }

    /// What waits, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Pending> {
        self.waiting.iter()
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// The id that was given last.
    pub fn last_id(&self) -> u64 {
        self.last_id
    }
}
