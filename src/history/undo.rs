//! Undoing reductions, and going back to an earlier message.

use super::change::Change;
use super::entry::Entry;
use super::history::History;
use super::reduction::{Before, Reduction};
use super::serial::Serial;
use super::unit::{Standing, Unit};
use crate::list::{Listed, PushAll};
use std::sync::Arc;

impl History {
    /// Undoes the newest reduction. Restores the units that it removed or changed, with their later results, and
    /// removes the units that it inserted. Later messages stay. If `is_bound`, a request with the reduced history may
    /// have been sent, so later reasoning is no longer valid (AN18).
    pub fn undo(&mut self, undone: &Reduction, is_bound: bool) {
        let mut changes: Vec<Change> = Vec::new();
        let mut loose: Vec<Change> = Vec::new();
        for (serial, before) in &undone.before {
            let now = self.shared_unit(*serial).cloned();
            let after = match (before, &now) {
                (Before::Removed(unit), None) => Some(Arc::clone(unit)),
                (Before::Rewritten(unit), Some(now)) => {
                    let mut unit = Unit::clone(unit);
                    unit.take_results_since(now, undone.end);
                    Some(Arc::new(unit))
                }
                (Before::Inserted, Some(now)) => {
                    let late = now.results().iter().filter(|result| result.serial >= undone.end).cloned();
                    let units = late.map(|result| Unit::new(result, Standing::Orphan));
                    loose.push_all(units.map(Change::insertion));
                    None
                }
                // The host has removed or replaced the unit since then.
                (Before::Rewritten(_) | Before::Inserted, None) | (Before::Removed(_), Some(_)) => continue,
            };
            changes.push(Change { serial: *serial, before: now, after });
        }
        let first = changes.first().map_or(self.end(), |change| change.serial);
        changes.extend(loose);
        let changes = super::in_order(changes, |change| change.serial.0);
        self.make(&changes);
        drop(changes);
        let first = self.units().position(|unit| unit.serial() >= first).unwrap_or_default();
        self.mark_prefixes(first, |unit| match unit.prefix_changed {
            Some(by) if Some(by) == undone.rewrite => None,
            None if is_bound && unit.serial() >= undone.end => Some(super::serial::Rewrite::FINAL),
            other => other,
        });
        self.pair_late_results(undone.end);
    }

    /// Moves each result that arrived at or after `since`, while its call was removed, into the unit of its call.
    fn pair_late_results(&mut self, since: Serial) {
        let late = self.units().filter(|unit| unit.is_unpaired() && unit.serial() >= since);
        let late: Vec<(Serial, Box<str>)> =
            late.filter_map(|unit| Some((unit.serial(), unit.head().result()?.call_id.clone()))).listed();
        for (result, call_id) in late {
            match self.index().open_before(&call_id, result) {
                Some(call) => self.join(result, call),
                None if self.has_call(&call_id) => self.mark_duplicate(result),
                None => {}
            }
        }
    }

    /// Returns the history up to the message at `last`, as if no message had followed; empty if `last` is `None`.
    /// Serials continue from this history's. Calls that are open again do not wait for a decision, which was already
    /// made.
    pub fn through(&self, last: Option<Serial>) -> Self {
        let is_kept = |entry: &&Entry| last.is_some_and(|last| entry.serial <= last);
        let mut changes: Vec<Change> = Vec::new();
        for unit in self.shared_units() {
            if unit.entries().all(|entry| is_kept(&entry)) {
                continue;
            }
            let after = last.and_then(|last| unit.through(last)).map(Arc::new);
            if after.is_none() {
                // Results that arrived before their call.
                let early = unit.entries().filter(is_kept).cloned();
                changes.push_all(early.map(|result| Change::insertion(Unit::new(result, Standing::Orphan))));
            }
            changes.push(Change { serial: unit.serial(), before: Some(Arc::clone(unit)), after });
        }
        let mut history = self.clone();
        history.set_suspensions(self.suspended().cloned().listed());
        if !changes.is_empty() {
            history.make(&super::in_order(changes, |change| change.serial.0));
        }
        history
    }
}
