//! Open transactions.

use super::paths::ReductionMark;
use super::promotion::Promotion;

/// Names a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TransactionId(pub u32);

/// The transactions that are open: one for each request that is being prepared.
#[derive(Debug, Default)]
pub(in crate::engine) struct Transactions {
    open: Vec<(TransactionId, Transaction)>,
    next: u32,
}

/// The state that a rollback of a transaction restores.
#[derive(Debug, Default)]
pub(in crate::engine) struct Transaction {
    pub(in crate::engine) promotion: Option<Promotion>,
    /// The reductions before the first one of the transaction.
    pub(in crate::engine) saved: Option<ReductionMark>,
}

impl Transactions {
    /// Opens a transaction.
    pub(in crate::engine) fn begin(&mut self) -> TransactionId {
        let id = TransactionId(self.next);
        self.next = self.next.wrapping_add(1);
        self.open.push((id, Transaction::default()));
        id
    }

    /// Reports whether reductions may have to be undone.
    pub(in crate::engine) fn have_saved(&self) -> bool {
        self.open.iter().any(|(_, transaction)| transaction.saved.is_some())
    }

    /// Continues the ids of `other`, so that no id comes twice.
    pub(in crate::engine) fn count_on_from(&mut self, other: &Self) {
        self.next = other.next;
    }

    pub(in crate::engine) fn get_mut(&mut self, id: TransactionId) -> Option<&mut Transaction> {
        self.open.iter_mut().find(|(own, _)| *own == id).map(|(_, transaction)| transaction)
    }

    pub(in crate::engine) fn remove(&mut self, id: TransactionId) -> Option<Transaction> {
        let at = self.open.iter().position(|(own, _)| *own == id)?;
        Some(self.open.remove(at).1)
    }
}
