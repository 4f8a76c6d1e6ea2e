//! Reasoning that is bound to the messages before it.

use super::change::Change;
use super::history::History;
use super::serial::{Rewrite, Serial};
use crate::message::Message;

impl History {
    /// Records that reading changed this message. Reasoning after it is no longer valid (AN18). If the message
    /// `came_over` from another role, its own reasoning is not valid, either.
    pub fn mark_changed(&mut self, message_id: &str, came_over: bool) {
        let Some(place) = self.index().unit_of(message_id).and_then(|serial| self.place(serial)) else {
            return;
        };
        self.count_generation();
        self.mark_prefixes(place.saturating_add(usize::from(!came_over)), |_| Some(Rewrite::FINAL));
    }

    /// Returns a history of the instructions at the start and the units from `place` on.
    pub(crate) fn since(&self, place: usize) -> Self {
        let units = self.shared_units();
        let opening = self.opening().iter().take(place);
        let units = opening.chain(units.iter().skip(place)).cloned().collect();
        Self::of_units(self.estimator(), units, self.end())
    }

    /// The index of the newest unit that `is_wanted` and whose prefix is unchanged since its head was added: no
    /// rewrite, and no late result.
    pub(crate) fn newest_unchanged(&self, is_wanted: impl Fn(&Message) -> bool) -> Option<usize> {
        let mut found = None;
        let mut last = Serial::default();
        for (place, unit) in self.units().enumerate() {
            if last < unit.serial() && unit.prefix_changed.is_none() && is_wanted(unit.head()) {
                found = Some(place);
            }
            for entry in unit.entries() {
                last = last.max(entry.serial);
            }
        }
        found
    }

    /// The index of the first unit whose prefix these changes rewrite: a changed head invalidates its own unit, changed
    /// results invalidate the next unit.
    pub(super) fn first_void_unit(&self, changes: &[Change]) -> usize {
        let Some(first) = changes.first() else { return 0 };
        let at = self.shared_units().partition_point(|unit| unit.serial() < first.serial);
        let is_next = match (&first.before, &first.after) {
            (Some(before), Some(after)) => before.head() == after.head(),
            (Some(_), None) | (None, Some(_)) | (None, None) => false,
        };
        at.saturating_add(usize::from(is_next))
    }
}
