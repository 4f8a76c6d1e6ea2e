//! Units that a reduction may remove.

use super::goal::Goal;
use crate::history::{Draft, Serial, Unit};
use crate::tokens::Share;

/// A unit that a reduction may remove, if it is not protected.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// The serial of the unit.
    pub(super) serial: Serial,
    /// True if the unit starts a turn.
    pub(super) starts_turn: bool,
    share: Share,
}

impl Candidate {
    pub(super) fn new(draft: &Draft, unit: &Unit) -> Self {
        let share = draft.history().share(unit.entries());
        Self { serial: unit.serial(), starts_turn: unit.starts_turn(), share }
    }

    /// Removes the unit. Returns how many messages it removes.
    pub(super) fn remove(self, draft: &mut Draft, goal: &mut Goal) -> usize {
        let messages = draft.remove(self.serial);
        if messages > 0 {
            goal.lose(self.share);
        }
        messages
    }
}
