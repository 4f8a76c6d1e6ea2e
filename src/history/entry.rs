//! Entries: messages in their places, with their weights.

use super::serial::Serial;
use crate::message::Message;
use crate::telling::{ReadOnce, Telling};
use crate::tokens::{Estimator, MessageWeight, Weight};
use std::sync::Arc;

/// A message in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The message. Shared by all copies of the entry, because most drafts and paths leave it as it is.
    pub message: Arc<Message>,
    /// Its place in the order of arrival.
    pub serial: Serial,
    /// Its weight.
    pub weight: MessageWeight,
    /// The estimator that weighed it.
    pub(super) estimator: Estimator,
    /// The part of `weight` that is a guess.
    provisional: Weight,
    /// True if `weight` is known. A host's own estimator is called after the message was added.
    pub weighed: bool,
    /// True if the message holds a boundary.
    pub(super) is_boundary: bool,
    telling: ReadOnce,
}

impl Entry {
    pub(crate) fn new(message: Arc<Message>, serial: Serial, estimator: Estimator) -> Self {
        let (weight, is_boundary) = (estimator.weigh(&message), message.boundary().is_some());
        let weighed = !estimator.is_given();
        let telling = ReadOnce::default();
        Self { message, serial, weight, estimator, provisional: Weight(0), weighed, is_boundary, telling }
    }

    /// The telling words of the message.
    pub fn telling(&self) -> &Telling {
        self.telling.of(&self.message)
    }

    /// Returns the entry with another message. Until the host's estimate comes, an unweighed message has a weight in
    /// proportion to its text.
    pub(crate) fn rewritten(&self, message: Message, estimator: Estimator) -> Self {
        let mut entry = Self::new(message.into(), self.serial, estimator);
        if !entry.weighed {
            let text = self.weight.lasting.minus(estimator.weigh(&self.message).lasting);
            entry.provisional = text.part(text_length(&entry.message), text_length(&self.message));
            entry.add_text(entry.provisional);
        }
        entry
    }

    /// Weighs the message for another model. The host's estimate of its text stays.
    pub(super) fn weigh_for(&mut self, estimator: Estimator) {
        let before = std::mem::replace(&mut self.estimator, estimator);
        let text = if estimator.is_given() {
            self.weight.lasting.minus(before.weigh(&self.message).lasting)
        } else {
            Weight(0)
        };
        self.weight = estimator.weigh(&self.message);
        self.add_text(text);
    }

    fn add_text(&mut self, weight: Weight) {
        self.weight.lasting = self.weight.lasting.plus(weight);
        self.weight.text = self.weight.text.plus(weight);
    }

    /// Sets the weight that the host's estimator gave its text.
    pub(crate) fn weigh(&mut self, weight: Weight) {
        self.weight.lasting = self.weight.lasting.minus(self.provisional);
        self.weight.text = self.weight.text.minus(self.provisional);
        self.add_text(weight);
        self.provisional = Weight(0);
        self.weighed = true;
    }
}

/// Bytes of text that a host's estimator has to weigh.
fn text_length(message: &Message) -> u64 {
    let bytes: usize = Estimator::texts(message).iter().map(|text| text.len()).sum();
    u64::try_from(bytes).unwrap_or(u64::MAX)
}
