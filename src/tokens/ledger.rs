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

impl Baseline {
    /// The baseline for messages of another weight, in proportion: where the provider counts more than the estimate,
    /// or counted tools besides, nothing of what is gone is charged to what is left. The next report settles it.
    fn scaled(self, covers: Weight) -> Option<Self> {
        let scaled = u128::from(self.tokens).saturating_mul(u128::from(covers.0));
        let tokens = u64::try_from(scaled.checked_div(u128::from(self.covers.0))?).unwrap_or(u64::MAX);
        (covers > Weight(0)).then_some(Self { tokens, covers })
    }
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
        if let Some(tokens) = usage.measured() {
            self.baseline = Some(Baseline { tokens, covers: self.total });
        }
    }

    /// Adds the weight of a message that is in already, once a host's estimator has spoken.
    pub fn weigh_later(&mut self, weight: Weight, covered: bool) {
        self.total = self.total.plus(weight);
        if let Some(baseline) = self.baseline.as_mut().filter(|_| covered) {
            baseline.covers = baseline.covers.plus(weight);
        }
    }

    /// Takes out messages. The baseline shrinks with the weight that it covers, so it is never stale.
    pub fn remove(&mut self, share: Share) {
        self.total = self.total.minus(share.weight);
        self.spent = self.spent.saturating_sub(share.spent);
        self.baseline =
            self.baseline.and_then(|baseline| baseline.scaled(baseline.covers.minus(share.covered)));
    }

    /// Puts in messages that stand for removed ones.
    pub fn insert(&mut self, share: Share) {
        self.total = self.total.plus(share.weight);
        self.spent = self.spent.saturating_add(share.spent);
        self.baseline =
            self.baseline.and_then(|baseline| baseline.scaled(baseline.covers.plus(share.covered)));
    }

    /// Gives a message another weight. What the baseline covers changes by the difference and not in proportion: a report
    /// counts the tools too, and an edit of some words makes no more of them.
    pub fn reweigh(&mut self, before: Weight, after: Weight, covered: bool, estimator: Estimator) {
        self.total = self.total.minus(before).plus(after);
        if let Some(baseline) = self.baseline.as_mut().filter(|_| covered) {
            let (more, less) = (after.minus(before), before.minus(after));
            let grown = baseline.tokens.saturating_add(estimator.tokens(more));
            baseline.tokens = grown.saturating_sub(estimator.tokens(less));
            baseline.covers = baseline.covers.minus(before).plus(after);
        }
    }

    /// The tokens that the provider reported, corrected since, for the messages that the report covers.
    pub fn reported_tokens(&self) -> Option<u64> {
        self.baseline.map(|baseline| baseline.tokens)
    }

    /// Enters a message that was there already, whose report is known otherwise.
    pub fn settle_in(&mut self, weight: Weight, spent: u64) {
        self.total = self.total.plus(weight);
        self.spent = self.spent.saturating_add(spent);
    }

    /// Takes a report over: `tokens` for messages of this weight.
    pub fn restore_report(&mut self, tokens: u64, covers: Weight) {
        self.baseline = Some(Baseline { tokens, covers });
    }

    /// Forgets the report, for the answer that brought it is gone; unless the estimate is higher, for nothing got
    /// larger by a removal.
    pub fn forget_report(&mut self, estimator: Estimator) {
        if estimator.tokens(self.total) <= self.context_tokens(estimator) {
            self.baseline = None;
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
        ledger.remove(Share { weight: Weight(60), covered: Weight(60), spent: 0 });
        // 150 tokens for a weight of 108, of which 48 is left.
        assert_eq!(ledger.context_tokens(ESTIMATOR), 66);
        ledger.remove(Share { weight: Weight(48), covered: Weight(48), spent: 150 });
        assert_eq!((ledger.context_tokens(ESTIMATOR), ledger.spent()), (0, 0));
        assert!(!ledger.is_reported());
    }

    #[test]
    fn a_report_of_nothing_is_none() {
        let mut ledger = Ledger::default();
        let nothing = Usage { input: Some(0), output: Some(0), ..Usage::default() };
        ledger.append(Weight(100), Some(&nothing));
        assert_eq!(ledger.context_tokens(ESTIMATOR), 100);
    }
}
