//! A size that a reduction aims for.

use crate::history::Draft;
use crate::tokens::{Estimator, Ledger, Share};

/// The maximum size of the next request, with a running sum that makes the check cheap while the goal is far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    ledger: Ledger,
    estimator: Estimator,
    target: u64,
}

impl Goal {
    /// Returns a goal of at most `target` tokens, starting with the current sums of the draft.
    pub(super) fn new(draft: &Draft, target: u64) -> Self {
        Self { ledger: draft.ledger(), estimator: draft.history().estimator(), target }
    }

    /// Subtracts a removed share.
    pub(super) fn lose(&mut self, share: Share) {
        self.ledger.remove(share);
    }

    /// Adds a new share.
    pub(super) fn gain(&mut self, share: Share) {
        self.ledger.insert(share);
    }

    /// Reports whether the goal seems to be met. The running sum is not exact: it rounds, and keeps the correction of
    /// an answer that was removed.
    pub(super) fn is_near(&self) -> bool {
        self.ledger.context_tokens(self.estimator) <= self.target
    }

    /// Reports whether the goal is met. The draft must already hold all additions and removals.
    pub(super) fn is_met(&mut self, draft: &Draft) -> bool {
        if self.is_near() {
            self.ledger = draft.ledger();
        }
        self.is_near()
    }
}
