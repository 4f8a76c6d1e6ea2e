//! Going back to how a history was.

use super::story::{History, SystemPlace};
use crate::error::Outcome;

impl History {
    /// The history as it was when `saved` was cloned from it, with what was appended since. To drafts that are
    /// under way it counts as a rewrite.
    ///
    /// # Errors
    ///
    /// `duplicate-id`: what was appended since has the id of a message that a reduction had removed.
    pub fn back_to(&self, saved: &Self) -> Outcome<Self> {
        let mut history = saved.clone();
        let mut since: Vec<_> = self.units.iter().flat_map(|unit| unit.entries()).collect();
        since.retain(|entry| entry.serial.0 >= saved.next_serial);
        since.sort_by_key(|entry| entry.serial);
        for entry in since {
            history.append(entry.message.clone(), SystemPlace::Anywhere)?;
        }
        history.rewrites = self.rewrites.saturating_add(1);
        Ok(history)
    }

    /// Whether it was rewritten since `saved` was cloned from it; appends do not count.
    pub fn is_rewritten_since(&self, saved: &Self) -> bool {
        self.rewrites != saved.rewrites
    }
}
