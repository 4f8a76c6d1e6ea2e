//! Running sums over a history, so that "what was spent" and "how large is the next request" are one look.

use super::estimator::{Estimator, Weight};
use crate::message::Usage;

/// What the messages of a history cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    /// Weight of all messages.
    total: Weight,
    /// Reported tokens of all messages.
    spent: u64,
    baseline: Option<Baseline>,
}

/// What a provider said that the history cost up to some message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Baseline {
    tokens: u64,
    /// Weight of the messages that `tokens` covers.
    covers: Weight,
}

/// What some messages of a history come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// What they cost.
    pub weight: Weight,
    /// How much of that the baseline covers.
    pub covered: Weight,
    /// Their reported tokens.
    pub spent: u64,
}

impl Ledger {
    /// Enters a message that was put at the end. A report of its input makes it the new baseline.
    pub fn append(&mut self, weight: Weight, usage: Option<&Usage>) {
        self.total = self.total.plus(weight);
        let Some(usage) = usage else { return };
        self.spent = self.spent.saturating_add(usage.total());
        if usage.input.is_some() {
            self.baseline = Some(Baseline { tokens: usage.total(), covers: self.total });
        }
    }

    /// Adds the weight of a message that is in already, once a host's estimator has spoken.
    pub fn weigh_later(&mut self, weight: Weight, covered: bool) {
        self.total = self.total.plus(weight);
        if let Some(baseline) = self.baseline.as_mut().filter(|_| covered) {
            baseline.covers = baseline.covers.plus(weight);
        }
    }

    /// Takes out messages. The baseline shrinks by the estimate of what it no longer covers, so it is never stale.
    pub fn remove(&mut self, estimator: Estimator, share: Share) {
        self.total = self.total.minus(share.weight);
        self.spent = self.spent.saturating_sub(share.spent);
        self.baseline = self.baseline.and_then(|baseline| {
            let covers = baseline.covers.minus(share.covered);
            let tokens = baseline.tokens.saturating_sub(estimator.tokens(share.covered));
            (covers > Weight(0)).then_some(Baseline { tokens, covers })
        });
    }

    /// Puts in messages that stand for removed ones.
    pub fn insert(&mut self, estimator: Estimator, share: Share) {
        self.total = self.total.plus(share.weight);
        self.spent = self.spent.saturating_add(share.spent);
        if let Some(baseline) = self.baseline.as_mut() {
            baseline.covers = baseline.covers.plus(share.covered);
            baseline.tokens = baseline.tokens.saturating_add(estimator.tokens(share.covered));
        }
    }

    /// Weight of all messages, by the estimator alone.
    pub fn total(&self) -> Weight {
        self.total
    }

    /// Tokens spent, as reported: input and output of every answer.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Whether a provider's report underlies [`Ledger::context_tokens`]; it then includes tools and the like.
    pub fn is_reported(&self) -> bool {
        self.baseline.is_some()
    }

    /// Tokens of the next request: the last report and an estimate of what came after it, or a full estimate.
    pub fn context_tokens(&self, estimator: Estimator) -> u64 {
        match self.baseline {
            None => estimator.tokens(self.total),
            Some(baseline) => {
                let after = self.total.minus(baseline.covers);
                baseline.tokens.saturating_add(estimator.tokens(after))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ESTIMATOR: Estimator = Estimator::CharsQuarter;

    #[test]
    fn a_report_replaces_the_estimate_and_later_messages_add_to_it() {
        let mut ledger = Ledger::default();
        ledger.append(Weight(100), None);
        assert_eq!(ledger.context_tokens(ESTIMATOR), 100);
        let usage = Usage { input: Some(140), output: Some(10), ..Usage::default() };
        ledger.append(Weight(8), Some(&usage));
        ledger.append(Weight(5), None);
        assert_eq!(ledger.context_tokens(ESTIMATOR), 155);
        assert_eq!(ledger.spent(), 150);
    }

    #[test]
    fn the_baseline_shrinks_with_what_it_covered() {
        let mut ledger = Ledger::default();
        ledger.append(Weight(100), None);
        let usage = Usage { input: Some(140), output: Some(10), ..Usage::default() };
        ledger.append(Weight(8), Some(&usage));
        ledger.remove(ESTIMATOR, Share { weight: Weight(60), covered: Weight(60), spent: 0 });
        assert_eq!(ledger.context_tokens(ESTIMATOR), 90);
        ledger.remove(ESTIMATOR, Share { weight: Weight(48), covered: Weight(48), spent: 150 });
        assert_eq!((ledger.context_tokens(ESTIMATOR), ledger.spent()), (0, 0));
        assert!(!ledger.is_reported());
    }
}
