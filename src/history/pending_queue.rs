//! The pending queue: messages that wait to be added to the history.

use crate::error::Outcome;
use crate::message::{Pending, Source};
use std::collections::VecDeque;

/// Pending messages, oldest first. They are not part of the history before they are promoted, so none can come between
/// a call and its result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PendingQueue {
    messages: VecDeque<Pending>,
    /// The newest id that was given.
    last_id: u64,
}

impl PendingQueue {
    /// Restores a queue. New ids come after `last_id` and after the ids of all messages.
    pub fn restored(messages: Vec<Pending>, last_id: u64) -> Self {
        let mut queue = Self { messages: VecDeque::new(), last_id };
        queue.put_back(messages);
        queue
    }

    /// Makes a message with the next id. The message is not in the queue yet.
    ///
    /// # Errors
    ///
    /// `invalid-pending`.
    pub fn next(&self, source: Source, name: Option<Box<str>>, content: Box<str>) -> Outcome<Pending> {
        Pending::new(self.last_id.saturating_add(1), source, name, content)
    }

    /// Notes an id, so that later ids come after it.
    pub fn note_id(&mut self, id: u64) {
        self.last_id = self.last_id.max(id);
    }

    /// Adds a message at the end.
    pub fn push(&mut self, message: Pending) {
        self.note_id(message.id);
        self.messages.push_back(message);
    }

    /// Removes a message; `None` when no message has this id.
    pub fn withdraw(&mut self, id: u64) -> Option<Pending> {
        let at = self.messages.iter().position(|message| message.id == id)?;
        self.messages.remove(at)
    }

    /// Removes and returns all messages, oldest first.
    pub fn take(&mut self) -> Vec<Pending> {
        std::mem::take(&mut self.messages).into()
    }

    /// Returns messages to the queue, in the order of their ids.
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

    /// Reports whether the queue is empty.
    pub fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    /// The newest id that was given.
    pub fn last_id(&self) -> u64 {
        self.last_id
    }
}
