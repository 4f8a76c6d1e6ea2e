//! Boundaries of a conversation: where its provider begins to read.
//!
//! The messages before a boundary are removed by a reduction. So sizes, strategies, the transcript, snapshots and
//! `undo` need no code for boundaries. The history has one size for all targets: the size for the target of the last
//! written request. A request for a target that cannot read the boundary undoes this reduction and all later ones, even
//! if the request is a preview.

use super::conversation::Conversation;
use super::state::Compacting;
use crate::error::Outcome;
use crate::format::Target;
use crate::history::{Reduction, Serial, Unit};
use crate::message::Message;

impl Conversation {
    /// Removes everything before the newest boundary, as a reduction that can be undone. Returns true if there was
    /// anything.
    pub(super) fn begin_at_boundary(&mut self) -> bool {
        // Without a boundary, the history is not copied.
        if self.paths.history().boundary().is_none() {
            return false;
        }
        let reduction = self.history_mut().begin_at_boundary();
        let is_reduced = reduction.is_some();
        self.note(reduction);
        is_reduced
    }

    /// Removes everything before the newest unit, if it is a boundary. Returns true if there was anything.
    pub(super) fn begin_at_new_boundary(&mut self) -> bool {
        self.paths.history().units().next_back().is_some_and(Unit::is_boundary) && self.begin_at_boundary()
    }

    /// Changes the history to the messages that this target reads. A target that reads the newest boundary gets
    /// nothing before it. Another target gets the messages that the boundary replaced.
    pub(super) fn turn_to(&mut self, target: &dyn Target) {
        let Some(unit) = self.paths.history().boundary() else { return };
        let Some(boundary) = unit.head().boundary() else { return };
        if boundary.is_readable || boundary.format == target.dialect().format {
            self.begin_at_boundary();
            return;
        }
        let (serial, begin) =
            (unit.serial(), self.paths.history().opening().last().map(|last| last.serial()));
        let is_unread = |own: Serial| own < serial && Some(own) > begin;
        // Reductions for this target's own sake stay.
        let hides = |reduction: &Reduction| {
            reduction.is_compaction()
                && reduction.made_at().1 > serial
                && reduction.units_before().any(|(own, _)| is_unread(own))
        };
        while self.paths.layers().as_slice().iter().any(|reduction| hides(reduction))
            && self.undo_newest(false)
        {}
    }

    /// Puts the answer to a request to compact in place of the messages of that request.
    ///
    /// # Errors
    ///
    /// `invalid-argument`.
    pub(super) fn replace_by_boundary(
        &mut self,
        mut message: Message,
        asked: Option<Compacting>,
    ) -> Outcome<()> {
        let end = asked.map_or(self.paths.history().end(), |asked| asked.end);
        // Reasoning of later messages is bound to the messages that the boundary replaces.
        message.notes_mut().prefix = asked.and_then(|asked| asked.prefix);
        let reduction = self.paths.replace_by_boundary(message, end)?;
        self.note(Some(reduction));
        Ok(())
    }
}
