//! Running sums over a history, so that "what was spent" and "how large is the next request" are one look.

use super::estimator::{Estimator, Weight};
use crate::message::Usage;

/// The running sums of a history.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    /// Weight of all messages.
    total: Weight,
    /// Reported tokens of all messages.
    spent: u64,
    correction: Correction,
}

/// Tokens that a provider counted for a request beyond our estimate of it.
///
/// INVARIANT: it only raises the size. An estimate that is too high cuts early; one that is too low is refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Correction {
    tokens: u64,
    /// Weight of the messages that the request held.
    of: Weight,
    /// Weight of those of them that are left.
    covers: Weight,
}

impl Correction {
    /// Its share of what is left, rounded up. The excess is not attributed to any message, so it goes in proportion.
    fn left(self) -> u64 {
        let covers = u128::from(self.covers.min(self.of).0);
        let scaled = u128::from(self.tokens).saturating_mul(covers);
        let left = scaled.checked_add(u128::from(self.of.0)).and_then(|sum| sum.checked_sub(1));
        let left = left.and_then(|left| left.checked_div(u128::from(self.of.0)));
        left.map_or(0, |left| u64::try_from(left).unwrap_or(u64::MAX))
    }
}

/// The sums of some messages of a history.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// Their weight.
    pub weight: Weight,
    /// The part of that weight that the correction covers.
    pub covered: Weight,
    /// Their reported tokens.
    pub spent: u64,
}

impl Ledger {
    /// Enters a message that was put at the end. Its report adds to the tokens spent; it does not name the request.
    pub fn append(&mut self, weight: Weight, usage: Option<&Usage>) {
        self.insert(Share { weight, covered: Weight(0), spent: usage.map_or(0, Usage::total) });
    }

    /// Adds the weight of a message that is in already, once a host's estimator has spoken.
    pub fn weigh_later(&mut self, weight: Weight, covered: bool) {
        self.total = self.total.plus(weight);
        if covered {
            self.correction.covers = self.correction.covers.plus(weight);
        }
    }

    /// Takes out messages, and the correction's share of them.
    pub fn remove(&mut self, share: Share) {
        self.total = self.total.minus(share.weight);
        self.spent = self.spent.saturating_sub(share.spent);
        self.correction.covers = self.correction.covers.minus(share.covered);
    }

    /// Puts in messages.
    pub fn insert(&mut self, share: Share) {
        self.total = self.total.plus(share.weight);
        self.spent = self.spent.saturating_add(share.spent);
        self.correction.covers = self.correction.covers.plus(share.covered);
    }

    /// Corrects the size: a request with messages of this weight took so many tokens more than estimated. Messages of the
    /// weight `covers` are left of them.
    pub fn correct(&mut self, tokens: u64, of: Weight, covers: Weight) {
        self.correction = Correction { tokens, of, covers };
    }

    /// The newest arguments of [`Ledger::correct`]: tokens, and the weight of the messages of the request.
    pub fn corrected(&self) -> (u64, Weight) {
        (self.correction.tokens, self.correction.of)
    }

    /// Tokens that [`Ledger::context_tokens`] holds beyond the estimate.
    pub fn correction(&self) -> u64 {
        self.correction.left()
    }

    /// Weight of all messages, by the estimator alone.
    pub fn total(&self) -> Weight {
        self.total
    }

    /// Tokens spent, as reported: input and output of every answer.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Tokens of the history in the next request: the estimate, and what a provider counted more than that.
    pub fn context_tokens(&self, estimator: Estimator) -> u64 {
        estimator.tokens(self.total).saturating_add(self.correction())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ESTIMATOR: Estimator = Estimator::CharsQuarter;

    fn share(weight: u64, covered: u64) -> Share {
        Share { weight: Weight(weight), covered: Weight(covered), spent: 0 }
    }

    #[test]
    fn a_report_on_a_message_is_spent_and_nothing_else() {
        let mut ledger = Ledger::default();
        let usage = Usage { input: Some(140), output: Some(10), ..Usage::default() };
        ledger.append(Weight(100), Some(&usage));
        assert_eq!((ledger.context_tokens(ESTIMATOR), ledger.spent()), (100, 150));
    }

    #[test]
    fn the_correction_shrinks_with_what_it_covers_and_never_grows() {
        let mut ledger = Ledger::default();
        ledger.append(Weight(100), None);
        ledger.correct(40, Weight(100), Weight(100));
        ledger.append(Weight(50), None);
        assert_eq!(ledger.context_tokens(ESTIMATOR), 190);
        ledger.remove(share(50, 0));
        assert_eq!(ledger.correction(), 40, "of what came later, it covers nothing");
        for _ in 0..33 {
            ledger.remove(share(1, 1));
        }
        assert_eq!(ledger.correction(), 27, "rounded once, however often it shrank");
        ledger.insert(share(500, 500));
        assert_eq!(ledger.correction(), 40);
        ledger.remove(share(567, 567));
        assert_eq!(ledger.context_tokens(ESTIMATOR), 0);
    }

    #[test]
    fn an_absurd_correction_saturates() {
        let mut ledger = Ledger::default();
        ledger.append(Weight(u64::MAX), None);
        ledger.correct(u64::MAX, Weight(u64::MAX), Weight(u64::MAX));
        assert_eq!(ledger.context_tokens(ESTIMATOR), u64::MAX);
        ledger.correct(9, Weight(0), Weight(0));
        assert_eq!(ledger.correction(), 0);
    }
}
