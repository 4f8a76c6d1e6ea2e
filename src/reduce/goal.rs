//! A size to get down to.

use crate::history::{Draft, History};
use crate::tokens::Weight;

/// How far a sum of rounded tokens may be from the rounded sum.
const ROUNDING: u64 = 2;

/// A size that the next request is to get down to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    start: u64,
    target: u64,
}

impl Goal {
    /// At most `target` tokens, beginning with what the draft holds now.
    pub(super) fn new(draft: &Draft, history: &History, target: u64) -> Self {
        Self { start: draft.tokens(history), target }
    }

    /// Whether it is met, `gone` being the weight that went since. The sum is quick and off by a token or two; near
    /// the target, the draft is asked.
    pub(super) fn is_met(self, draft: &Draft, history: &History, gone: Weight) -> bool {
        let about = self.start.saturating_sub(history.estimator().tokens(gone));
        about <= self.target.saturating_add(ROUNDING) && draft.tokens(history) <= self.target
    }
}
