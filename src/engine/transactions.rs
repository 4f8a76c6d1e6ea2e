//! Transactions around requests. A rollback undoes the promotion of pending messages and the reductions.

use super::conversation::Conversation;
use super::pending_queue::Promotion;
use crate::error::{Code, ConversationError, Outcome};
use crate::history::{History, Reduction, SystemPlace};
use crate::message::{Arguments, Message, MessageId};
use std::sync::Arc;

/// Names a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TransactionId(pub u32);

/// The transactions that are open: one for each request that is being prepared.
#[derive(Debug, Default)]
pub(super) struct Transactions {
    open: Vec<(TransactionId, Transaction)>,
    next: u32,
}

#[derive(Debug, Default)]
struct Transaction {
    promotion: Option<Promotion>,
    saved: Option<Saved>,
}

/// The history for a rollback: a copy that gets every change except reductions.
#[derive(Debug)]
struct Saved {
    history: Arc<History>,
    last_reduction: Option<Reduction>,
}

impl Transactions {
    /// Refuses a message with the id of a message that a rollback may bring back, because ids are unique.
    ///
    /// # Errors
    ///
    /// `duplicate-id`.
    pub(super) fn check(&self, message: &Message) -> Outcome<()> {
        let clashes = |saved: &Saved| {
            saved.history.message(&message.id).is_some_and(|other| other.body != message.body)
        };
        if !self.saved().any(clashes) {
            return Ok(());
        }
        Err(ConversationError::new(
            Code::DuplicateId,
            format!(
                "the message with id `{}` is being removed by a reduction that is still running; use another id",
                message.id
            ),
        ))
    }

    /// Reports whether a history is saved for a rollback.
    pub(super) fn have_saved(&self) -> bool {
        self.saved().next().is_some()
    }

    /// Appends a message, which passed [`Transactions::check`], to each saved history.
    pub(super) fn append(&mut self, message: &Message) {
        for history in self.histories() {
            // A saved history knows the message already if a reduction removed it, and the host appends it again.
            drop(history.append(message.clone(), SystemPlace::Anywhere));
        }
    }

    /// Adds a result to the unit of this message in each saved history, and edits the arguments of its call.
    pub(super) fn answer(&mut self, message_id: &str, arguments: Option<&Arguments>, result: &Message) {
        let call_id = result.result().map(|result| result.call_id.as_ref()).unwrap_or_default();
        for history in self.histories() {
            if let Some(arguments) = arguments {
                history.edit_arguments(message_id, call_id, arguments);
            }
            // A saved history lacks messages that a reduction added. Their results are then appended without a call.
            if history.answer(message_id, result.clone()).is_err() {
                drop(history.append(result.clone(), SystemPlace::Anywhere));
            }
        }
    }

    /// Removes messages, with the results of their calls, from each saved history.
    pub(super) fn withdraw(&mut self, message_ids: &[MessageId]) {
        for history in self.histories() {
            history.withdraw(message_ids);
        }
    }

    fn get_mut(&mut self, id: TransactionId) -> Option<&mut Transaction> {
        self.open.iter_mut().find(|(own, _)| *own == id).map(|(_, transaction)| transaction)
    }

    fn remove(&mut self, id: TransactionId) -> Option<Transaction> {
        let at = self.open.iter().position(|(own, _)| *own == id)?;
        Some(self.open.remove(at).1)
    }

    fn saved(&self) -> impl Iterator<Item = &Saved> {
        self.open.iter().filter_map(|(_, transaction)| transaction.saved.as_ref())
    }

    fn histories(&mut self) -> impl Iterator<Item = &mut History> {
        let saved = self.open.iter_mut().filter_map(|(_, transaction)| transaction.saved.as_mut());
        saved.map(|saved| Arc::make_mut(&mut saved.history))
    }
}

impl Conversation {
    /// Begins a transaction. It ends with [`Conversation::commit_transaction`] or
    /// [`Conversation::roll_back_transaction`].
    pub fn begin_transaction(&mut self) -> TransactionId {
        let id = TransactionId(self.transactions.next);
        self.transactions.next = self.transactions.next.wrapping_add(1);
        self.transactions.open.push((id, Transaction::default()));
        id
    }

    /// Promotes the pending messages; a rollback of the transaction returns them to the queue. Returns whether there
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

    /// Saves the history for a rollback, before the first reduction of the transaction.
    pub fn save(&mut self, id: TransactionId) {
        if let Some(transaction) = self.transactions.get_mut(id) {
            let (history, last_reduction) = (Arc::clone(&self.history), self.last_reduction.clone());
            transaction.saved.get_or_insert(Saved { history, last_reduction });
        }
    }

    /// Ends a transaction, and keeps all changes.
    pub fn commit_transaction(&mut self, id: TransactionId) {
        self.transactions.remove(id);
    }

    /// Ends a transaction and undoes it. Messages that it promoted return to the queue, unless others were appended
    /// after them. If `undoes_reductions` is true, the saved history, which has everything appended since, becomes the
    /// history. Returns false when there is no such transaction.
    pub fn roll_back_transaction(&mut self, id: TransactionId, undoes_reductions: bool) -> bool {
        let Some(Transaction { promotion, saved }) = self.transactions.remove(id) else { return false };
        if let Some(saved) = saved.filter(|_| undoes_reductions) {
            self.return_to(saved);
        }
        if let Some(promotion) = promotion {
            self.return_to_queue(promotion);
        }
        true
    }

    fn return_to(&mut self, saved: Saved) {
        let Saved { history, last_reduction } = saved;
        if self.history.rewrites() == history.rewrites() {
            return;
        }
        self.history_mut().roll_back(Arc::unwrap_or_clone(history));
        self.last_reduction = last_reduction;
        self.caches.iter_mut().for_each(|cache| cache.clear());
    }
}
