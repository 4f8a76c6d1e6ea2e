//! Finds units by the ids of messages and of calls that wait.

use super::unit::{Serial, Unit};
use crate::message::MessageId;
use std::collections::HashMap;

/// Where things are. Never iterated, so the order of its tables cannot show.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    /// The unit of each message.
    messages: HashMap<MessageId, Serial>,
    /// The units in which a call of this id has no result, oldest first.
    waiting: HashMap<Box<str>, Vec<Serial>>,
}

impl Index {
    pub(super) fn unit_of(&self, message_id: &str) -> Option<Serial> {
        self.messages.get(message_id).copied()
    }

    /// The newest unit in which a call of this id waits.
    pub(super) fn waiting_unit(&self, call_id: &str) -> Option<Serial> {
        self.waiting.get(call_id)?.last().copied()
    }

    /// The units after `serial` in which calls of this id wait, oldest first; a unit stands once for each call.
    pub(super) fn waiting_after(&self, call_id: &str, serial: Serial) -> impl Iterator<Item = Serial> {
        let units = self.waiting.get(call_id).into_iter().flatten().copied();
        units.filter(move |unit| *unit > serial)
    }

    /// Enters a unit with all that it holds.
    pub(super) fn enter(&mut self, unit: &Unit) {
        for message in unit.messages() {
            self.messages.insert(MessageId::clone(&message.id), unit.serial());
        }
        if unit.is_apart() {
            return;
        }
        for call in unit.open_calls() {
            let units = self.waiting.entry(call.id.clone()).or_default();
            let at = units.partition_point(|serial| *serial <= unit.serial());
            units.insert(at, unit.serial());
        }
    }

    /// Enters a result that was put into `unit`.
    pub(super) fn enter_result(&mut self, message_id: &MessageId, call_id: &str, unit: Serial) {
        self.messages.insert(MessageId::clone(message_id), unit);
        self.forget_waiting(call_id, unit);
    }

    /// Forgets a unit with all that it holds.
    pub(super) fn forget(&mut self, unit: &Unit) {
        for message in unit.messages() {
            self.messages.remove(&message.id);
        }
        for call in unit.open_calls() {
            self.forget_waiting(&call.id, unit.serial());
        }
    }

    fn forget_waiting(&mut self, call_id: &str, unit: Serial) {
        let Some(units) = self.waiting.get_mut(call_id) else { return };
        if let Some(at) = units.iter().rposition(|serial| *serial == unit) {
            units.remove(at);
        }
        if units.is_empty() {
            self.waiting.remove(call_id);
        }
    }
}
