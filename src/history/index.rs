//! Finds messages and open calls by their ids.

use super::serial::{MessagePlace, Serial};
use super::unit::Unit;
use crate::hash::HashMap;
use crate::message::MessageId;
use std::sync::Arc;

/// The places of messages and of open calls. Its tables are never iterated, so hash order has no effect.
///
/// It finds a message or a call without a walk over its unit, because one assistant message may have thousands of
/// calls.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    messages: HashMap<MessageId, MessagePlace>,
    calls: HashMap<Box<str>, CallsOfId>,
}

/// The calls of one id.
#[derive(Clone, Debug, Default)]
struct CallsOfId {
    /// The number of calls with this id, with or without a result.
    count: usize,
    /// The calls without a result, oldest first.
    open: Vec<OpenCall>,
}

/// A call without a result. Values sort in the order of the calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct OpenCall {
    /// The unit of its message.
    pub unit: Serial,
    /// The index among the calls of that message.
    pub call: usize,
}

impl Index {
    /// The index of these units.
    pub(super) fn of(units: &[Arc<Unit>]) -> Self {
        let mut index = Self::default();
        units.iter().for_each(|unit| index.enter(unit));
        index
    }

    pub(super) fn place_of(&self, message_id: &str) -> Option<MessagePlace> {
        self.messages.get(message_id).copied()
    }

    pub(super) fn unit_of(&self, message_id: &str) -> Option<Serial> {
        self.place_of(message_id).map(|place| place.unit)
    }

    /// The first open call of this id in the newest unit that has an open call of this id.
    pub(super) fn open_call(&self, call_id: &str) -> Option<OpenCall> {
        self.open_in(call_id, self.open(call_id).last()?.unit)
    }

    /// The first open call of this id in this unit.
    pub(super) fn open_in(&self, call_id: &str, unit: Serial) -> Option<OpenCall> {
        let calls = self.open(call_id);
        let first = calls.get(calls.partition_point(|call| call.unit < unit))?;
        (first.unit == unit).then_some(*first)
    }

    /// The units after `serial` with open calls of this id, oldest first; a unit comes once for each call.
    pub(super) fn open_after(&self, call_id: &str, serial: Serial) -> impl Iterator<Item = Serial> {
        let calls = self.open(call_id);
        let from = calls.partition_point(|call| call.unit <= serial);
        calls.get(from..).unwrap_or_default().iter().map(|call| call.unit)
    }

    /// The newest unit before `serial` with an open call of this id.
    pub(super) fn open_before(&self, call_id: &str, serial: Serial) -> Option<Serial> {
        self.open(call_id).iter().rev().map(|call| call.unit).find(|unit| *unit < serial)
    }

    /// Enters a unit with its messages and calls.
    pub(super) fn enter(&mut self, unit: &Unit) {
        for entry in unit.entries() {
            let place = MessagePlace { unit: unit.serial(), own: entry.serial };
            self.messages.insert(MessageId::clone(&entry.message.id), place);
        }
        if unit.is_unpaired() {
            return;
        }
        for call in unit.head().calls() {
            match self.calls.get_mut(&call.id) {
                Some(calls) => calls.count = calls.count.saturating_add(1),
                None => {
                    self.calls.insert(call.id.clone(), CallsOfId { count: 1, open: Vec::new() });
                }
            }
        }
        for (call, id) in unit.open_places() {
            let open = OpenCall { unit: unit.serial(), call };
            let Some(CallsOfId { open: calls, .. }) = self.calls.get_mut(id) else { continue };
            let at = calls.partition_point(|other| *other <= open);
            calls.insert(at, open);
        }
    }

    /// Enters a result that joined a unit.
    pub(super) fn enter_result(&mut self, message_id: &MessageId, call_id: &str, place: MessagePlace) {
        self.messages.insert(MessageId::clone(message_id), place);
        self.forget_open(call_id, place.unit);
    }

    /// Forgets a unit with its messages and calls.
    pub(super) fn forget(&mut self, unit: &Unit) {
        for message in unit.messages() {
            self.messages.remove(&message.id);
        }
        if unit.is_unpaired() {
            return;
        }
        for (_, id) in unit.open_places() {
            self.forget_open(id, unit.serial());
        }
        for call in unit.head().calls() {
            let Some(calls) = self.calls.get_mut(&call.id) else { continue };
            calls.count = calls.count.saturating_sub(1);
            if calls.count == 0 {
                self.calls.remove(&call.id);
            }
        }
    }

    /// Reports whether a call of this id is in the history, with or without its result.
    pub(super) fn has_call(&self, id: &str) -> bool {
        self.calls.contains_key(id)
    }

    /// The calls of this id that have no result, oldest first.
    fn open(&self, call_id: &str) -> &[OpenCall] {
        self.calls.get(call_id).map_or(&[], |calls| &calls.open)
    }

    /// Forgets the first open call of this id in this unit, because results answer calls in order.
    fn forget_open(&mut self, call_id: &str, unit: Serial) {
        let Some(first) = self.open_in(call_id, unit) else { return };
        let Some(CallsOfId { open, .. }) = self.calls.get_mut(call_id) else { return };
        if let Ok(at) = open.binary_search(&first) {
            open.remove(at);
        }
    }
}
