//! The units of a history, in order.

use super::change::{Change, apply};
use super::serial::Serial;
use super::unit::Unit;
use crate::list::Listed;
use std::ops::Range;
use std::sync::Arc;

/// The units of a history, in the order of their serials, and the units that begin a turn.
#[derive(Clone, Debug, Default)]
pub(super) struct UnitList {
    units: Vec<Arc<Unit>>,
    turns: Vec<Serial>,
    /// The number of units of instructions at the start.
    opening: usize,
}

impl UnitList {
    pub(super) fn new(units: Vec<Arc<Unit>>) -> Self {
        let turns = units.iter().filter(|unit| unit.starts_turn()).map(|unit| unit.serial()).listed();
        let opening = units.iter().take_while(|unit| unit.is_system_prompt()).count();
        Self { units, turns, opening }
    }

    pub(super) fn all(&self) -> &[Arc<Unit>] {
        &self.units
    }

    /// The units that begin a turn.
    pub(super) fn turns(&self) -> &[Serial] {
        &self.turns
    }

    /// The units of instructions at the start.
    pub(super) fn opening(&self) -> &[Arc<Unit>] {
        self.units.get(..self.opening).unwrap_or_default()
    }

    /// The index of the unit of this serial.
    pub(super) fn place(&self, serial: Serial) -> Option<usize> {
        self.units.binary_search_by_key(&serial, |unit| unit.serial()).ok()
    }

    /// Returns the unit at this index, mutably. A change must not alter whether the unit begins a turn.
    pub(super) fn get_mut(&mut self, place: usize) -> Option<&mut Arc<Unit>> {
        self.units.get_mut(place)
    }

    pub(super) fn push(&mut self, unit: Unit) {
        if unit.starts_turn() {
            self.turns.push(unit.serial());
        }
        self.opening = self
            .opening
            .saturating_add(usize::from(self.opening == self.units.len() && unit.is_system_prompt()));
        self.units.push(Arc::new(unit));
    }

    /// Removes and returns a unit that begins no turn.
    pub(super) fn take(&mut self, serial: Serial) -> Option<Arc<Unit>> {
        let place = self.place(serial)?;
        let unit = self.units.remove(place);
        self.open_again(place);
        Some(unit)
    }

    pub(super) fn shrink(&mut self) {
        self.units.shrink_to_fit();
    }

    /// Applies these ordered changes.
    pub(super) fn change(&mut self, changes: &[Change]) {
        match self.removed(changes) {
            Some(range) => self.remove(range),
            None => *self = Self::new(apply(changes, &self.units, false).into_iter().cloned().collect()),
        }
    }

    /// The places of the units that the changes remove, if they do nothing else and the units are neighbours.
    fn removed(&self, changes: &[Change]) -> Option<Range<usize>> {
        let [first, last] = [changes.first()?, changes.last()?].map(|change| self.place(change.serial));
        let range = first?..last?.saturating_add(1);
        let is_removal = |change: &Change| change.before.is_some() && change.after.is_none();
        (range.len() == changes.len() && changes.iter().all(is_removal)).then_some(range)
    }

    /// Removes neighbouring units. Moves the others without reading them.
    fn remove(&mut self, range: Range<usize>) {
        let serial = |place: usize| self.units.get(place).map(|unit| unit.serial());
        let turn_at = |place: usize| {
            let turn = serial(place).map(|serial| self.turns.partition_point(|turn| *turn < serial));
            turn.unwrap_or(self.turns.len())
        };
        self.turns.drain(turn_at(range.start)..turn_at(range.end));
        self.units.drain(range.clone());
        self.open_again(range.start);
    }

    /// Counts the instructions at the start again, after units from `place` on were removed.
    fn open_again(&mut self, place: usize) {
        if place <= self.opening {
            let more = self.units.iter().skip(place).take_while(|unit| unit.is_system_prompt()).count();
            self.opening = place.saturating_add(more);
        }
    }
}
