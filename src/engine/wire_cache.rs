//! Messages as bytes, written once for each target.

use crate::format::{Fragment, Lane, Target};
use crate::history::{History, Reduction, Serial, Unit};
use crate::message::Message;
use crate::sanitize::{Item, Passage, Prompt, Terms, UnitState, passage};
use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// What was made of the units of one history for one target, to be used again while it holds.
#[derive(Debug)]
pub(super) struct WireCache {
    target: &'static dyn Target,
    terms: Terms,
    rows: HashMap<Serial, Row, BuildHasherDefault<SerialHasher>>,
}

/// A unit, sanitised and written.
#[derive(Debug)]
struct Row {
    state: UnitState,
    passage: Passage,
    fragment: Option<Fragment>,
}

impl WireCache {
    pub(super) fn new(target: &'static dyn Target) -> Self {
        Self { target, terms: Terms::default(), rows: HashMap::default() }
    }

    /// Brings the rows up to date with the history, under these terms.
    pub(super) fn refresh(&mut self, history: &History, terms: &Terms) {
        if !self.terms.reads_units_as(terms) {
            self.rows.clear();
        }
        self.terms = terms.clone();
        for (unit, state) in UnitState::all(history) {
            let is_current = self.rows.get(&unit.serial()).is_some_and(|row| row.state == state);
            if !is_current {
                let row = self.write(unit, state, terms);
                self.rows.insert(unit.serial(), row);
            }
        }
    }

    /// The units as items of a prompt.
    pub(super) fn items<'a>(&'a self, history: &'a History) -> Vec<Item<'a>> {
        let row =
            |unit: &'a Unit| Some(Item::new(unit, Cow::Borrowed(&self.rows.get(&unit.serial())?.passage)));
        history.units().filter_map(row).collect()
    }

    /// Appends the messages of a prompt: cached bytes, joined, and what neighbours made another.
    pub(super) fn gather(&self, prompt: &Prompt<'_>, out: &mut Vec<u8>) {
        let mut last: Option<Lane> = None;
        for item in &prompt.items {
            let cached = item.unit.filter(|_| !item.is_fresh);
            let cached = cached.and_then(|unit| self.rows.get(&unit.serial())?.fragment.as_ref());
            let fragment = match cached {
                Some(fragment) => Cow::Borrowed(fragment),
                None => Cow::Owned(self.target.fragment(&item.messages())),
            };
            out.extend_from_slice(self.target.joint(last, fragment.first).as_bytes());
            out.extend_from_slice(&fragment.bytes);
            last = Some(fragment.last);
        }
        if let Some(last) = last {
            out.extend_from_slice(self.target.close(last).as_bytes());
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.rows.clear();
    }

    /// Forgets what a reduction removed or changed.
    pub(super) fn forget(&mut self, reduction: &Reduction, history: &History) {
        for unit in &reduction.removed {
            self.rows.remove(&unit.serial());
        }
        for shortened in &reduction.shortened {
            if let Some(unit) = history.unit_of(&shortened.original.id) {
                self.rows.remove(&unit.serial());
            }
        }
    }

    fn write(&self, unit: &Unit, state: UnitState, terms: &Terms) -> Row {
        let passage = passage(unit, state, self.target.dialect(), terms);
        let item = Item::new(unit, Cow::Borrowed(&passage));
        let messages: Vec<&Message> = item.messages();
        let fragment = (!messages.is_empty()).then(|| self.target.fragment(&messages));
        Row { state, passage, fragment }
    }
}

/// Serials are spread by multiplication; they come from no adversary, so nothing stronger is needed.
#[derive(Debug, Default)]
struct SerialHasher(u64);

impl Hasher for SerialHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, number: u64) {
        // The odd constant nearest to 2^64 divided by the golden ratio; the upper half holds the serial.
        self.0 = number.rotate_left(32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}
