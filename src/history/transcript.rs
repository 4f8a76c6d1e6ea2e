//! The transcript: all messages as they were added, whatever reductions have removed or changed since.
//!
//! The transcript is computed from the history and its reductions, so reductions do not make an append more expensive.

use super::entry::Entry;
use super::history::History;
use super::layers::Layers;
use super::serial::MessagePlace;
use super::serial::Serial;
use super::sorted::in_order;
use super::unit::Unit;
use std::sync::Arc;

/// A message as it was added.
#[derive(Clone, Copy, Debug)]
pub struct Said<'a> {
    /// The message.
    pub entry: &'a Entry,
    /// Its state in the current history.
    pub state: SaidState,
    /// The unit that holds it, in the history or in the reduction that removed it.
    unit: Serial,
}

impl Said<'_> {
    /// The place of the message.
    pub(crate) fn place(&self) -> MessagePlace {
        MessagePlace { unit: self.unit, own: self.entry.serial }
    }

    /// Reports whether both are the same message in the same place.
    pub(crate) fn is_of(&self, other: &Self) -> bool {
        let (own, other) = (self.entry, other.entry);
        let is_same = || Arc::ptr_eq(&own.message, &other.message) || own.message.id == other.message.id;
        own.serial == other.serial && is_same()
    }
}

/// The place of a message in the history. Reductions are numbered from 0, the oldest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaidState {
    /// The history holds it unchanged.
    Kept,
    /// This reduction was the first to change it.
    Changed(usize),
    /// This reduction removed it.
    Removed(usize),
}

/// A version of a unit: before the reduction of this number, or in the history.
struct UnitVersion<'a> {
    serial: Serial,
    number: usize,
    /// The end of the history at that time. The next version holds later results.
    end: Serial,
    unit: Option<&'a Unit>,
}

impl History {
    /// All messages as they were added, in order of arrival, without messages that reductions inserted.
    pub fn transcript<'a>(&'a self, layers: &'a Layers) -> Vec<Said<'a>> {
        let mut versions: Vec<UnitVersion<'a>> = Vec::new();
        for (number, reduction) in layers.as_slice().iter().enumerate() {
            for (serial, before) in &reduction.before {
                let unit = before.unit().map(AsRef::as_ref);
                versions.push(UnitVersion { serial: *serial, number, end: reduction.end, unit });
            }
        }
        let number = layers.as_slice().len();
        for unit in self.units() {
            versions.push(UnitVersion { serial: unit.serial(), number, end: self.end(), unit: Some(unit) });
        }
        let versions = in_order(versions, |version| version.serial.0);
        let mut said = Vec::new();
        for versions in versions.chunk_by(|one, other| one.serial == other.serial) {
            say(versions, number, &mut said);
        }
        in_order(said, |said| said.entry.serial.0)
    }

    /// The messages from `since` on, in order of arrival. The generation must be the same as when `since` was the end.
    pub fn transcript_since(&self, since: Serial) -> Vec<Said<'_>> {
        let mut said = Vec::new();
        for unit in self.units().rev() {
            for entry in unit.entries() {
                if entry.serial >= since {
                    said.push(Said { entry, state: SaidState::Kept, unit: unit.serial() });
                }
            }
            // A result may join the newest unit with calls, even if results without a call follow that unit.
            if unit.serial() < since && !unit.is_unpaired() {
                break;
            }
        }
        in_order(said, |said| said.entry.serial.0)
    }
}

/// Adds the messages of a unit, given all its versions, oldest first. The history holds the version of the number `now`.
fn say<'a>(versions: &[UnitVersion<'a>], now: usize, said: &mut Vec<Said<'a>>) {
    let mut since = match versions.first() {
        Some(UnitVersion { unit: None, end, .. }) => *end,
        Some(UnitVersion { unit: Some(_), .. }) | None => Serial::default(),
    };
    for version in versions {
        let entries = version.unit.into_iter().flat_map(Unit::entries);
        for entry in entries.filter(|entry| entry.serial >= since) {
            let left = versions.iter().rev().find_map(|version| Some((version.number, version.find(entry)?)));
            let state = match left {
                Some((number, left)) if number == now && left.message == entry.message => SaidState::Kept,
                Some((number, _)) if number == now => SaidState::Changed(version.number),
                Some((number, _)) => SaidState::Removed(number),
                None => SaidState::Removed(version.number),
            };
            said.push(Said { entry, state, unit: version.serial });
        }
        since = version.end;
    }
}

impl<'a> UnitVersion<'a> {
    /// The message in this version of its unit.
    fn find(&self, entry: &Entry) -> Option<&'a Entry> {
        self.unit?.entry(entry.serial).filter(|own| own.message.id == entry.message.id)
    }
}
