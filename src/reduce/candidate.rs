//! Units that may be given up.

use super::goal::Goal;
use crate::history::{Draft, Serial, Unit};
use crate::tokens::Share;

/// A unit that may be given up, if it is not protected.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// Its place.
    pub(super) serial: Serial,
    /// True if a turn begins with it.
    pub(super) starts_turn: bool,
    share: Share,
}

impl Candidate {
    pub(super) fn new(draft: &Draft, unit: &Unit) -> Self {
        let share = draft.history().share(unit.entries());
        Self { serial: unit.serial(), starts_turn: unit.starts_turn(), share }
    }

    /// Gives it up. Returns the messages that go.
    pub(super) fn remove(self, draft: &mut Draft, goal: &mut Goal) -> usize {
        let messages = draft.remove(self.serial);
        if messages > 0 {
            goal.lose(self.share);
        }
        messages
    }
}
