//! Appends messages to the history.

use super::history::History;
use crate::error::{Code, ConversationError, Outcome};
use crate::message::{Body, Message};
use std::sync::Arc;

/// The places that a system message may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SystemPlace {
    /// Only as the first message: for messages that a program adds itself.
    First,
    /// Anywhere: for messages that are read from a body.
    Anywhere,
}

/// The outcome of an append.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// The message was added.
    New,
    /// The history held the same message already, word for word.
    Known,
}

impl History {
    /// Appends a message. A result joins the newest unit in which its call is open. A result without such a call is
    /// kept unpaired.
    ///
    /// # Errors
    ///
    /// `system-not-first`, `duplicate-id`. On any error the history is unchanged.
    pub fn append(&mut self, message: impl Into<Arc<Message>>, place: SystemPlace) -> Outcome<Appended> {
        self.append_shared(message.into(), place)
    }

    fn append_shared(&mut self, message: Arc<Message>, place: SystemPlace) -> Outcome<Appended> {
        if let Some(known) = self.message(&message.id) {
            return match known.body == message.body {
                true => Ok(Appended::Known),
                false => Err(ConversationError::new(
                    Code::DuplicateId,
                    format!("a message with id `{}` and other content is already in the history", message.id),
                )),
            };
        }
        let is_system = matches!(message.body, Body::System(_));
        if is_system && place == SystemPlace::First && !self.is_empty() {
            return Err(ConversationError::new(
                Code::SystemNotFirst,
                "System messages are only allowed as the first message",
            ));
        }
        self.enter(message, None);
        Ok(Appended::New)
    }
}
