//! Transactions around requests. A rollback undoes the promotion of pending messages and the reductions.

use super::conversation::Conversation;
use super::state::{Transaction, TransactionId};
use crate::error::Outcome;

impl Conversation {
    /// Begins a transaction. It ends with [`Conversation::commit_transaction`] or
    /// [`Conversation::roll_back_transaction`].
    pub fn begin_transaction(&mut self) -> TransactionId {
        self.transactions.begin()
    }

    /// Promotes the pending messages; a rollback of the transaction returns them to the queue. Returns true if there
    /// were any.
    ///
    /// # Errors
    ///
    /// As [`Conversation::promote`].
    pub fn promote_within(&mut self, id: TransactionId, created_at: i64) -> Outcome<bool> {
        let promotion = self.promote_all(created_at)?;
        let is_promoted = !promotion.is_empty();
        if let Some(transaction) = self.transactions.get_mut(id).filter(|_| is_promoted) {
            transaction.promotion = Some(promotion);
        }
        Ok(is_promoted)
    }

    /// Notes the state before the first reduction of the transaction, for a rollback.
    pub fn save(&mut self, id: TransactionId) {
        if let Some(transaction) = self.transactions.get_mut(id) {
            transaction.saved.get_or_insert_with(|| self.paths.mark());
        }
    }

    /// Ends a transaction, and keeps all changes.
    pub fn commit_transaction(&mut self, id: TransactionId) {
        self.transactions.remove(id);
        self.drop_layers();
    }

    /// Ends a transaction and undoes it. Messages that it promoted return to the queue, unless others were appended
    /// after them. If `undoes_reductions` is true, its reductions are undone; messages appended since then stay.
    /// Returns false if there is no such transaction.
    pub fn roll_back_transaction(&mut self, id: TransactionId, undoes_reductions: bool) -> bool {
        let Some(Transaction { promotion, saved }) = self.transactions.remove(id) else { return false };
        if let Some(saved) = saved.filter(|_| undoes_reductions) {
            while self.paths.return_towards(&saved) {
                self.count_rewrite();
            }
        }
        self.drop_layers();
        if let Some(promotion) = promotion {
            self.return_to_queue(promotion);
        }
        true
    }
}
