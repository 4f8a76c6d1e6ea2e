//! The messages that were saved, with their keys.

use crate::history::{Entry, Serial, Unit};
use std::sync::Arc;

/// The messages that were saved.
#[derive(Debug, Default)]
pub(in crate::engine) struct Journal {
    /// In the order of their serials.
    saved: Vec<SavedMessage>,
    next_key: u32,
}

/// A saved message. It shares the unit, so a change of the unit makes a copy, and pointers can be compared.
#[derive(Debug)]
struct SavedMessage {
    serial: Serial,
    unit: Arc<Unit>,
    key: u32,
}

impl Journal {
    /// A journal without messages, whose new keys begin with `next_key`.
    pub(in crate::engine) fn from_key(next_key: u32) -> Self {
        Self { saved: Vec::new(), next_key }
    }

    /// The key of the next new message.
    pub(in crate::engine) fn next_key(&self) -> u32 {
        self.next_key
    }

    /// Adds a message of the unit. Serials come in order.
    pub(in crate::engine) fn add(&mut self, serial: Serial, unit: Arc<Unit>, key: u32) {
        self.next_key = self.next_key.max(key.saturating_add(1));
        self.saved.push(SavedMessage { serial, unit, key });
    }

    /// The key of an equal message in the same place.
    pub(in crate::engine) fn key_of(&self, entry: &Entry) -> Option<u32> {
        let first = self.saved.partition_point(|saved| saved.serial < entry.serial);
        let in_place = self.saved.iter().skip(first).take_while(|saved| saved.serial == entry.serial);
        let mut in_place = in_place.filter_map(|saved| Some((saved.unit.entry(saved.serial)?, saved.key)));
        in_place.find(|(saved, _)| saved.message == entry.message).map(|(_, key)| key)
    }
}
