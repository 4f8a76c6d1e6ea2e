//! Neighbouring units.

use super::unit::Unit;
use std::sync::Arc;

/// Neighbours among the units of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitRun {
    /// The place of the first unit.
    pub first: usize,
    /// The number of units.
    pub count: usize,
}

impl UnitRun {
    /// The run of the unit at this place.
    pub fn at(place: usize) -> Self {
        Self { first: place, count: 1 }
    }

    /// Adds the unit at this place, if it is the next one.
    pub fn extend(&mut self, place: usize) -> bool {
        let is_next = self.first + self.count == place;
        self.count += usize::from(is_next);
        is_next
    }

    /// The units of this run; `None` if there are not so many.
    pub fn of(self, units: &[Arc<Unit>]) -> Option<&[Arc<Unit>]> {
        units.get(self.first..self.first.checked_add(self.count)?)
    }
}
