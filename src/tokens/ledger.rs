//! Running sums over a history, so that reading the tokens spent and the size of the next request costs nothing.

use super::estimator::Estimator;
use super::message_weight::MessageWeight;
use super::weight::Weight;
use crate::message::Usage;

/// The running sums of a history.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    /// Weight of all messages.
    lasting: Weight,
    /// Weight beyond that until the user speaks again.
    passing: Weight,
    /// Reported tokens of all messages.
    spent: u64,
    correction: Correction,
}

/// The excess of a provider's count over our estimate of a request.
///
/// INVARIANT: it only raises the size. An estimate that is too high only cuts early; with one that is too low, the
/// provider refuses the request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Correction {
    tokens: u64,
    /// Weight of the messages that the request held.
    of: Weight,
    /// Weight of the messages of the request that are still in the history.
    covers: Weight,
}

impl Correction {
    /// The excess of the messages that are left, rounded up. It is in proportion to their weight, because a provider
    /// counts a request as a whole.
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
    /// Their weight, beyond which those of the current turn may weigh more.
    pub weight: MessageWeight,
    /// The part of that weight that the correction covers.
    pub covered: Weight,
    /// Their reported tokens.
    pub spent: u64,
}

impl Share {
    /// The sum of both.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let lasting = self.weight.lasting.plus(other.weight.lasting);
        let passing = self.weight.passing.plus(other.weight.passing);
        Self {
            weight: MessageWeight { lasting, passing },
            covered: self.covered.plus(other.covered),
            spent: self.spent.saturating_add(other.spent),
        }
    }
}

impl Ledger {
    /// Takes in the sums of all messages after a change of the model, and drops the correction, which the history sets again.
    pub fn weigh_anew(&mut self, share: Share) {
        self.lasting = share.weight.lasting;
        self.passing = share.weight.passing;
        self.correction = Correction::default();
    }

    /// Adds a message at the end. `usage` adds to the tokens spent. It does not change the size: a report alone does
    /// not show which request it measures.
    pub fn append(&mut self, weight: MessageWeight, usage: Option<&Usage>) {
        self.insert(Share { weight, covered: Weight(0), spent: usage.map_or(0, Usage::total) });
    }

    /// Sets the weight that messages have until the user speaks again.
    pub fn set_passing(&mut self, weight: Weight) {
        self.passing = weight;
    }

    /// Adds the weight of a message that is already counted, once the host's estimator gave it.
    pub fn weigh_later(&mut self, weight: Weight, covered: bool) {
        self.lasting = self.lasting.plus(weight);
        if covered {
            self.correction.covers = self.correction.covers.plus(weight);
        }
    }

    /// Subtracts messages, with their share of the correction.
    pub fn remove(&mut self, share: Share) {
        self.lasting = self.lasting.minus(share.weight.lasting);
        self.passing = self.passing.minus(share.weight.passing);
        self.spent = self.spent.saturating_sub(share.spent);
        self.correction.covers = self.correction.covers.minus(share.covered);
    }

    /// Adds the sums of messages.
    pub fn insert(&mut self, share: Share) {
        self.lasting = self.lasting.plus(share.weight.lasting);
        self.passing = self.passing.plus(share.weight.passing);
        self.spent = self.spent.saturating_add(share.spent);
        self.correction.covers = self.correction.covers.plus(share.covered);
    }

    /// Corrects the size. A request with messages of the weight `of` took this many tokens more than estimated. Its
    /// messages that are still in the history have the weight `covers`.
    pub fn correct(&mut self, tokens: u64, of: Weight, covers: Weight) {
        self.correction = Correction { tokens, of, covers };
    }

    /// Tokens that [`Ledger::context_tokens`] holds beyond the estimate.
    pub fn correction(&self) -> u64 {
        self.correction.left()
    }

    /// Weight of all messages, by the estimator alone.
    pub fn total(&self) -> Weight {
        self.lasting.plus(self.passing)
    }

    /// Weight of all messages once the user speaks again.
    pub fn lasting(&self) -> Weight {
        self.lasting
    }

    /// Tokens spent, as reported: input and output of every answer.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Tokens of the history in the next request: the estimate plus the correction.
    pub fn context_tokens(&self, estimator: Estimator) -> u64 {
        estimator.tokens(self.total()).saturating_add(self.correction())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ESTIMATOR: Estimator = Estimator::CHARS_QUARTER;

    fn weight(lasting: u64) -> MessageWeight {
        MessageWeight { lasting: Weight(lasting), passing: Weight(0) }
    }

    fn share(weighed: u64, covered: u64) -> Share {
        Share { weight: weight(weighed), covered: Weight(covered), spent: 0 }
    }

    #[test]
    fn a_report_on_a_message_is_spent_and_nothing_else() {
        let mut ledger = Ledger::default();
        let usage = Usage { input: Some(140), output: Some(10), ..Usage::default() };
        ledger.append(weight(100), Some(&usage));
        assert_eq!((ledger.context_tokens(ESTIMATOR), ledger.spent()), (100, 150));
    }

    #[test]
    fn the_correction_shrinks_with_what_it_covers_and_never_grows() {
        let mut ledger = Ledger::default();
        ledger.append(weight(100), None);
        ledger.correct(40, Weight(100), Weight(100));
        ledger.append(weight(50), None);
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
        ledger.append(weight(u64::MAX), None);
        ledger.correct(u64::MAX, Weight(u64::MAX), Weight(u64::MAX));
        assert_eq!(ledger.context_tokens(ESTIMATOR), u64::MAX);
        ledger.correct(9, Weight(0), Weight(0));
        assert_eq!(ledger.correction(), 0);
    }
}
