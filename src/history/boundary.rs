//! Boundaries: summaries that a provider made itself, and that it reads instead of everything before them.

use super::change::Change;
use super::draft::Draft;
use super::history::History;
use super::reduction::{Reduction, Step};
use super::serial::Serial;
use super::unit::Unit;
use crate::error::Outcome;
use crate::message::{Message, MessageId};
use std::sync::Arc;

impl Reduction {
    /// Reports whether it removed everything before a boundary.
    pub fn is_compaction(&self) -> bool {
        self.steps.iter().any(|step| *step.name == *"compaction")
    }
}

impl Unit {
    /// Reports whether its head holds a boundary.
    pub fn is_boundary(&self) -> bool {
        self.head_entry().is_boundary
    }
}

impl History {
    /// The unit with the newest boundary.
    pub fn boundary(&self) -> Option<&Unit> {
        self.has_boundary().then(|| self.units().rev().find(|unit| unit.is_boundary())).flatten()
    }

    /// Removes the units before the newest boundary, pinned units too, because its provider does not read them. The
    /// instructions at the start and calls that wait for a person's decision stay. `None` when nothing was removed.
    pub fn begin_at_boundary(&mut self) -> Option<Reduction> {
        let end = self.boundary()?.serial();
        let changes = self.unread(end)?;
        Some(self.rewrite_to_boundary(changes))
    }

    /// Puts a boundary in place of the messages before `end`, which it summarises.
    ///
    /// # Errors
    ///
    /// `invalid-argument` when there is no room left between the neighbours.
    pub fn replace_by_boundary(history: &mut Arc<Self>, message: Message, end: Serial) -> Outcome<Reduction> {
        let id = MessageId::clone(&message.id);
        let next = history.units().find(|unit| unit.serial() >= end).map(Unit::serial);
        let mut draft = Draft::begin(history);
        draft.insert(message, next)?;
        let Draft { base, mut changes, .. } = draft;
        drop(base);
        changes.extend(history.unread(end).unwrap_or_default());
        let changes = super::in_order(changes, |change| change.serial.0);
        let reduction = Arc::make_mut(history).rewrite_to_boundary(changes);
        Ok(Reduction { summary: Some(id), ..reduction })
    }

    /// The changes that remove the units before a boundary at `end`; `None` when there are none.
    fn unread(&self, end: Serial) -> Option<Vec<Change>> {
        self.removal(|unit| unit.serial() < end && !self.is_opening(unit) && !self.is_suspended(unit))
    }

    /// Applies these changes before a boundary. Reasoning after the boundary stays valid: it is bound to the
    /// boundary, which replaces the summarised messages.
    fn rewrite_to_boundary(&mut self, changes: Vec<Change>) -> Reduction {
        let reduction = self.rewrite(changes);
        let by = reduction.rewrite;
        self.mark_prefixes(0, |unit| unit.prefix_changed.filter(|own| Some(*own) != by));
        let messages = reduction.removed.iter().map(|unit| unit.len()).sum();
        let step = Step { name: "compaction".into(), messages, tokens_after: reduction.tokens_after };
        Reduction { steps: vec![step], ..reduction }
    }
}
