//! Messages that wait for their place in the history.

use crate::error::Outcome;
use crate::message::{Pending, Source};
use std::collections::VecDeque;

/// Pending messages, oldest first. They are no part of the history until they are promoted, so none can stand between
/// a call and its result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PendingQueue {
    messages: VecDeque<Pending>,
    /// The id that was given last.
    last_id: u64,
}

impl PendingQueue {
    /// A queue as it was: ids go on after `last_id`, and after those of all messages.
    pub fn restored(messages: Vec<Pending>, last_id: u64) -> Self {
        let mut queue = Self { messages: VecDeque::new(), last_id };
        queue.put_back(messages);
        queue
    }

    /// The message, with the next id; it is not in the queue yet.
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

    /// Puts a message at the end.
    pub fn push(&mut self, message: Pending) {
        self.note_id(message.id);
        self.messages.push_back(message);
    }

    /// Takes a message out; `None` when none has this id.
    pub fn withdraw(&mut self, id: u64) -> Option<Pending> {
        let at = self.messages.iter().position(|message| message.id == id)?;
        self.messages.remove(at)
    }

    /// Takes all messages out, oldest first.
    pub fn take(&mut self) -> Vec<Pending> {
        std::mem::take(&mut self.messages).into()
    }

    /// Returns messages to their places, which their ids name.
    pub fn put_back(&mut self, messages: Vec<Pending>) {
        for message in messages {
            self.note_id(message.id);
            let at = self.messages.partition_point(|other| other.id < message.id);
            self.messages.insert(at, message);
        }
    }

    /// The messages, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Pending> {
        self.messages.iter()
    }

    /// Reports whether no message waits.
    pub fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    /// The id that was given last.
    pub fn last_id(&self) -> u64 {
        self.last_id
    }
}
