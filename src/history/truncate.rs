//! Removes turns, or all messages, at the host's request.

use super::change::Change;
use super::history::History;
use super::reduction::Reduction;
use super::serial::Serial;
use super::unit::Unit;
use crate::list::Listed;
use crate::message::{MessageId, Role};

impl History {
    /// Keeps the newest `keep_recent` turns (all when `None`), boundaries, calls that wait for a person's decision, and
    /// pinned messages. The instructions at the start stay if `keep_system` is true; if not, they go even when they
    /// are pinned. `None` when nothing was removed.
    pub fn truncate(&mut self, keep_recent: Option<usize>, keep_system: bool) -> Option<Reduction> {
        let cut = keep_recent.and_then(|turns| self.start_of_recent(turns));
        let is_prompt = |unit: &Unit| self.is_opening(unit);
        let may_go = |unit: &Unit| match is_prompt(unit) {
            true => !keep_system,
            false => !unit.is_pinned() && !unit.is_boundary() && !self.is_suspended(unit),
        };
        let older = self
            .shared_units()
            .iter()
            .take_while(|unit| is_prompt(unit) || cut.is_some_and(|cut| unit.serial() < cut));
        let changes: Vec<Change> = older.filter(|unit| may_go(unit)).map(Change::removal).listed();
        (!changes.is_empty()).then(|| self.rewrite(changes))
    }

    /// Removes everything but the instructions at the start. `None` when nothing was removed.
    pub fn clear(&mut self) -> Option<Reduction> {
        let changes = self.removal(|unit| !self.is_opening(unit))?;
        Some(self.rewrite(changes))
    }

    /// Removes these units. `None` when there are none.
    pub fn remove(&mut self, is_removed: impl Fn(&Unit) -> bool) -> Option<Reduction> {
        let changes = self.removal(is_removed)?;
        Some(self.rewrite(changes))
    }

    /// Removes messages that were appended last, each with the results of its calls. Returns the serials of their
    /// units.
    pub fn withdraw(&mut self, message_ids: &[MessageId]) -> Vec<Serial> {
        let reduction = self.remove(|unit| message_ids.contains(&unit.head().id)).unwrap_or_default();
        reduction.removed.iter().map(|unit| unit.serial()).listed()
    }

    /// The messages about tools that the model has not answered.
    pub fn unanswered_tools(&self) -> Vec<MessageId> {
        if !self.tells_tools() {
            return Vec::new();
        }
        let newest = self.units().rev().take_while(|unit| unit.head().role() != Role::Assistant);
        let told = newest.map(Unit::head).filter(|head| head.tells_tools());
        told.map(|head| MessageId::clone(&head.id)).listed()
    }

    /// The changes that remove these units; `None` when there are none.
    pub(super) fn removal(&self, is_removed: impl Fn(&Unit) -> bool) -> Option<Vec<Change>> {
        let removed = self.shared_units().iter().filter(|unit| is_removed(unit));
        let changes: Vec<Change> = removed.map(Change::removal).listed();
        (!changes.is_empty()).then_some(changes)
    }
}
