//! States to go back to, for reductions that did not lead where they should.

use super::conversation::Conversation;
use crate::error::{Code, ConversationError, Outcome};
use crate::history::{History, Reduction, Sorted};
use crate::message::{Arguments, Message, MessageId};

/// Names a state of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SavepointId(pub u32);

/// The states that are kept.
#[derive(Debug, Default)]
pub(super) struct Savepoints {
    kept: Sorted<SavepointId, Savepoint>,
    next: u32,
}

#[derive(Debug)]
struct Savepoint {
    history: History,
    /// What was appended since.
    since: Vec<Message>,
    last_reduction: Option<Reduction>,
}

impl Savepoints {
    pub(super) fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// Refuses an id that a message has which may have to come back: both could not be.
    ///
    /// # Errors
    ///
    /// `duplicate-id`.
    pub(super) fn check(&self, message: &Message) -> Outcome<()> {
        let clashes = |other: &Message| other.id == message.id && other.body != message.body;
        let holds = |savepoint: &Savepoint| {
            savepoint.history.message(&message.id).is_some_and(clashes) || savepoint.since.iter().any(clashes)
        };
        if !self.kept.values().any(holds) {
            return Ok(());
        }
        Err(ConversationError::new(
            Code::DuplicateId,
            format!(
                "the message with id `{}` is being given up by a reduction that is not over yet; take another id",
                message.id
            ),
        ))
    }

    /// Takes note of a result that was put into the unit of this message.
    pub(super) fn answered(&mut self, message_id: &str, arguments: Option<&Arguments>, result: &Message) {
        let call_id = result.result().map(|result| result.call_id.as_ref()).unwrap_or_default();
        for savepoint in self.kept.values_mut() {
            if let Some(arguments) = arguments {
                savepoint.history.edit_arguments(message_id, call_id, arguments);
            }
            savepoint.since.push(result.clone());
        }
    }

    /// Forgets messages that were taken out again, with the results of their calls.
    pub(super) fn forget(&mut self, message_ids: &[MessageId]) {
        for savepoint in self.kept.values_mut() {
            savepoint.history.take_back(message_ids);
            savepoint.since.retain(|message| !message_ids.contains(&message.id));
        }
    }

    /// Takes note of what is about to be appended.
    pub(super) fn note(&mut self, message: &Message) {
        self.kept.values_mut().for_each(|savepoint| savepoint.since.push(message.clone()));
    }
}

impl Conversation {
    /// Keeps the history as it is now, to go back to it. A copy: for when a reduction begins, not for every message.
    pub fn save(&mut self) -> SavepointId {
        let id = SavepointId(self.savepoints.next);
        self.savepoints.next = self.savepoints.next.wrapping_add(1);
        let history = self.history.clone();
        let last_reduction = self.last_reduction.clone();
        self.savepoints.kept.insert(id, Savepoint { history, since: Vec::new(), last_reduction });
        id
    }

    /// Undoes every rewrite since the savepoint; what was appended since stays. Ends the savepoint. Returns whether
    /// there was such a savepoint.
    pub fn go_back(&mut self, id: SavepointId) -> bool {
        let Some(Savepoint { history, since, last_reduction }) = self.savepoints.kept.remove(id) else {
            return false;
        };
        if !self.history.is_rewritten_since(&history) {
            return true;
        }
        let Ok(history) = self.history.back_to(history, since) else { return false };
        self.history = history;
        self.last_reduction = last_reduction;
        self.caches.iter_mut().for_each(|cache| cache.clear());
        true
    }

    /// Ends a savepoint without going back.
    pub fn forget_savepoint(&mut self, id: SavepointId) {
        self.savepoints.kept.remove(id);
    }
}
