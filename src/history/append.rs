//! Putting a message at the end.

use super::history::History;
use crate::error::{Code, ConversationError, Outcome};
use crate::message::{Body, Message};

/// The places that a system message may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SystemPlace {
    /// Only before everything else: messages that a program adds itself.
    First,
    /// Anywhere: messages that a provider accepts, or a format may hold.
    Anywhere,
}

/// The outcome of an append.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// The message is in.
    New,
    /// The message was in already, word for word.
    Known,
}

impl History {
    /// Puts a message at the end. A result goes to the newest unit in which its call is open; one that finds none
    /// is kept unpaired.
    ///
    /// # Errors
    ///
    /// `system-not-first`, `duplicate-id`. On any error the history is unchanged.
    pub fn append(&mut self, message: Message, place: SystemPlace) -> Outcome<Appended> {
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
