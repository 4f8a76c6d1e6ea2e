//! Going back to how a history was.

use super::story::{History, SystemPlace};
use crate::error::Outcome;
use crate::message::Message;

impl History {
    /// The history as it was when `saved` was cloned from it, with what was appended `since`. To drafts that are
    /// under way it counts as a rewrite.
    ///
    /// # Errors
    ///
    /// `duplicate-id`: what was appended since has the id of a message that a reduction had removed. The engine takes
    /// no such message while it may have to go back.
    pub fn back_to(&self, mut saved: Self, since: Vec<Message>) -> Outcome<Self> {
        for message in since {
            saved.append(message, SystemPlace::Anywhere)?;
        }
        saved.rewrites = self.rewrites.saturating_add(1);
        saved.suspensions.clone_from(&self.suspensions);
        saved.edition = self.edition.saturating_add(1);
        Ok(saved)
    }

    /// Whether it was rewritten since `saved` was cloned from it; appends do not count.
    pub fn is_rewritten_since(&self, saved: &Self) -> bool {
        self.rewrites != saved.rewrites
    }
}
