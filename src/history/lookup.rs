//! Finding units and messages of a history.

use super::entry::Entry;
use super::history::History;
use super::serial::MessagePlace;
use super::serial::Serial;
use super::sorted::in_order;
use super::unit::Unit;
use crate::list::Listed;
use crate::message::{Message, ToolCall};
use std::sync::Arc;

impl History {
    /// The newest unit. Results without a call do not count, because no request holds them.
    pub fn newest(&self) -> Option<&Unit> {
        self.units().rev().find(|unit| !unit.is_unpaired())
    }

    /// The unit of this serial, as a shared pointer.
    pub(super) fn shared_unit(&self, serial: Serial) -> Option<&Arc<Unit>> {
        self.shared_units().get(self.place(serial)?)
    }

    /// The index of the unit of this serial.
    pub fn place(&self, serial: Serial) -> Option<usize> {
        self.shared_units().binary_search_by_key(&serial, |unit| unit.serial()).ok()
    }

    /// The index of the first unit that is not before this serial.
    pub(crate) fn place_from(&self, serial: Serial) -> usize {
        self.shared_units().partition_point(|unit| unit.serial() < serial)
    }

    /// The unit of this serial.
    pub fn unit(&self, serial: Serial) -> Option<&Unit> {
        self.shared_unit(serial).map(AsRef::as_ref)
    }

    /// The unit that holds this message.
    pub fn unit_of(&self, message_id: &str) -> Option<&Unit> {
        self.unit(self.index().unit_of(message_id)?)
    }

    /// The call that a result of this id would answer.
    pub fn open_call(&self, call_id: &str) -> Option<&ToolCall> {
        let open = self.index().open_call(call_id)?;
        self.unit(open.unit)?.head().calls().get(open.call)
    }

    /// The message with this id.
    pub fn message(&self, id: &str) -> Option<&Message> {
        self.entry_of(id).map(|entry| &*entry.message)
    }

    /// The message with this id, with its place.
    pub(crate) fn entry_of(&self, id: &str) -> Option<&Entry> {
        let place = self.index().place_of(id)?;
        self.unit(place.unit)?.entry(place.own)
    }

    /// Reports whether the message of this id is in this place, or unpaired. Needs no index.
    pub(crate) fn holds_at(&self, id: &str, place: MessagePlace) -> bool {
        let units = [place.unit, place.own].map(|serial| self.unit(serial));
        units.into_iter().flatten().any(|unit| unit.holds_at(id, place))
    }

    /// All messages in order of arrival. A late result is where it arrived, although its unit is older.
    pub fn messages(&self) -> Vec<&Message> {
        let entries: Vec<&Entry> = self.units().flat_map(Unit::entries).listed();
        in_order(entries, |entry| entry.serial.0).into_iter().map(|entry| &*entry.message).collect()
    }

    /// The messages that wait for the weight of the host's estimator.
    pub fn unweighed(&self) -> Vec<&Message> {
        if !self.estimator().is_given() {
            return Vec::new();
        }
        let entries = self.units().flat_map(Unit::entries);
        entries.filter(|entry| !entry.weighed).map(|entry| &*entry.message).listed()
    }

    /// The number of messages before `serial`.
    pub(super) fn messages_before(&self, serial: Serial) -> usize {
        let is_before = |unit: &&Unit| self.has_early_results() || unit.serial() < serial;
        let entries = self.units().take_while(is_before).flat_map(Unit::entries);
        entries.filter(|entry| entry.serial < serial).count()
    }

    /// Reports whether a call of this id is in the history, with or without its result.
    pub(super) fn has_call(&self, id: &str) -> bool {
        self.index().has_call(id)
    }
}
