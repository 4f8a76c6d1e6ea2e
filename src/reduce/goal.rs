//! A size to get down to.

use crate::history::Draft;
use crate::tokens::{Estimator, Ledger, Share};

/// A size that the next request is to get down to, with a running sum, so that asking costs nothing while it is far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    ledger: Ledger,
    estimator: Estimator,
    target: u64,
}

impl Goal {
    /// At most `target` tokens, beginning with what the draft holds now.
    pub(super) fn new(draft: &Draft, target: u64) -> Self {
        Self { ledger: draft.ledger(), estimator: draft.history().estimator(), target }
    }

    /// Something is given up.
    pub(super) fn lose(&mut self, share: Share) {
        self.ledger.remove(share);
    }

    /// Something is put in.
    pub(super) fn gain(&mut self, share: Share) {
        self.ledger.insert(share);
    }

    /// Reports whether it seems to be met: the running sum rounds, and does not know of a report that went with its answer.
    pub(super) fn is_near(&self) -> bool {
        self.ledger.context_tokens(self.estimator) <= self.target
    }

    /// Reports whether it is met. All that was lost and gained must be in the draft.
    pub(super) fn is_met(&mut self, draft: &Draft) -> bool {
        if self.is_near() {
            self.ledger = draft.ledger();
        }
        self.is_near()
    }
}
