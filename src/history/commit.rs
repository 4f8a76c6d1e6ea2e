//! Commits a draft to its history.

use super::draft::Draft;
use super::history::History;
use super::reduction::Reduction;
use super::serial::Serial;
use crate::error::Outcome;
use crate::message::MessageId;
use std::sync::Arc;

impl Draft {
    /// Applies the whole draft to its history. `None` when the draft changes nothing, or would not lower the token
    /// count (I5); the history is then unchanged.
    ///
    /// # Errors
    ///
    /// `stale-plan` when the history was rewritten after the draft was begun. The history is then unchanged (I8).
    pub fn commit(mut self, history: &mut Arc<History>) -> Outcome<Option<Reduction>> {
        self.rebase(history)?;
        self.keep_protected();
        let ledger = self.ledger();
        let grows = ledger.context_tokens(history.estimator()) > history.context_tokens();
        if !self.is_edited() || ledger.total() >= history.ledger().total() || grows {
            return Ok(None);
        }
        self.add_rulings();
        let summary = self.summary.and_then(|serial| self.inserted_id(serial));
        let Self { base, changes, repairs, steps, choices, .. } = self;
        // Drops the draft's copy, so that the history can change its units in place, unless another draft shares them.
        drop(base);
        let reduction = Arc::make_mut(history).rewrite(changes);
        Ok(Some(Reduction { summary, repairs, steps, choices, ..reduction }))
    }

    /// The id of a message that the draft adds.
    fn inserted_id(&self, serial: Serial) -> Option<MessageId> {
        let inserted = self.changes.iter().filter(|change| change.before.is_none());
        let unit = inserted.filter_map(|change| change.after.as_ref()).find(|unit| unit.serial() == serial);
        unit.map(|unit| MessageId::clone(&unit.head().id))
    }
}
