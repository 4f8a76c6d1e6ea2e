//! Drafts of a conversation, and transactions.

use super::core::Core;
use super::inputs::Inputs;
use crate::error::{Code, ConversationError, Outcome};
use crate::history::Draft;

/// The open drafts of a conversation by their numbers. A draft is dropped when it is taken.
#[derive(Debug, Default)]
pub(super) struct Drafts {
    open: Vec<(usize, Draft)>,
    last: usize,
}

impl Drafts {
    /// Adds a draft. Returns its number.
    pub(super) fn add(&mut self, draft: Draft) -> usize {
        self.last = self.last.saturating_add(1);
        self.open.push((self.last, draft));
        self.last
    }

    /// Returns the draft of a number.
    ///
    /// # Errors
    ///
    /// `stale-plan` if it was dropped.
    pub(super) fn get(&mut self, number: usize) -> Outcome<&mut Draft> {
        let found = self.open.iter_mut().find(|(own, _)| *own == number);
        found.map(|(_, draft)| draft).ok_or_else(gone)
    }

    /// Returns the draft of a number, and drops it.
    pub(super) fn take(&mut self, number: usize) -> Outcome<Draft> {
        let place = self.open.iter().position(|(own, _)| *own == number).ok_or_else(gone)?;
        Ok(self.open.swap_remove(place).1)
    }
}

fn gone() -> ConversationError {
    ConversationError::new(Code::StalePlan, "The reduction of this draft has ended")
}

impl Core {
    /// Edits a draft. Returns how many messages it removes or changes. Only operations that make messages
    /// have a time, and need ids.
    pub(super) fn edit(&mut self, mut given: Inputs<'_>) -> Outcome<usize> {
        let (number, operation) = (given.count(), given.text()?);
        let created_at = given.has_more().then(|| given.time());
        if created_at.is_some() {
            self.name_ids()?;
        }
        self.conversation.edit_json(self.drafts.get(number)?, operation, created_at.unwrap_or_default())
    }

    /// Begins a transaction, and promotes the pending messages in it. Returns its number.
    pub(super) fn begin_transaction(&mut self, created_at: i64) -> Outcome<u32> {
        self.name_ids()?;
        let id = self.conversation.begin_transaction();
        let promoted = self.conversation.promote_within(id, created_at);
        if promoted.is_err() {
            self.conversation.commit_transaction(id);
        }
        promoted.map(|_| id.0)
    }
}
