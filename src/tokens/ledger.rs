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
    /// Additional weight until the user speaks again.
    passing: Weight,
    /// Weight of the texts that came after the request of the correction.
    fresh: Weight,
    /// Reported tokens of all messages.
    spent: u64,
    correction: Correction,
}

/// The difference between a provider's count of a request and our estimate of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Correction {
    /// Tokens that the provider counted beyond the estimate; below 0 when it counted fewer.
    pub difference: i64,
    /// Lasting weight of the messages that the request held.
    pub of: Weight,
    /// Lasting weight of the messages of the request that are still in the history.
    pub covers: Weight,
    /// Passing weight of the messages that the request held.
    pub passing: Weight,
    /// Thousandths by which later texts count more than estimated; below 0 when they count less.
    pub growth: i16,
}

/// If some messages of a request were removed, a correction lowers the rest by at most one part in this many: nobody
/// knows which messages were estimated too high.
const MOST_LOWERED: u64 = 10;

impl Correction {
    /// Returns the tokens by which the remaining messages of the request exceed their estimate. The difference is
    /// shared in proportion to weight, because a provider counts a request as a whole.
    fn left(self, passing: Weight, estimator: Estimator) -> i64 {
        let covers = u128::from(self.covers.min(self.of).0);
        let scaled = u128::from(self.difference.unsigned_abs()).saturating_mul(covers);
        // To be safe, an increase is rounded up, and a decrease is rounded down.
        let scaled = if self.difference > 0 {
            scaled.saturating_add(u128::from(self.of.0)).saturating_sub(1)
        } else {
            scaled
        };
        let left = i64::try_from(scaled.checked_div(u128::from(self.of.0)).unwrap_or(0)).unwrap_or(i64::MAX);
        if self.difference >= 0 {
            return left;
        }
        let is_whole = self.covers == self.of && passing >= self.passing;
        let most = if is_whole { i64::MAX } else { signed(estimator.tokens(self.covers) / MOST_LOWERED) };
        left.min(most).saturating_neg()
    }

    /// Returns the tokens by which later texts exceed their estimate.
    fn grown(self, fresh: Weight, estimator: Estimator) -> i64 {
        let thousandths = u128::from(estimator.thousandths(fresh));
        let scaled = thousandths.saturating_mul(self.growth.unsigned_abs().into());
        let most = u128::from(i64::MAX.unsigned_abs());
        let tokens = |scaled: u128| i64::try_from(scaled.min(most)).unwrap_or(i64::MAX);
        match self.growth {
            0 => 0,
            1.. => tokens(scaled.div_ceil(MILLIONTHS)),
            ..0 => tokens(scaled / MILLIONTHS).saturating_neg(),
        }
    }
}

const MILLIONTHS: u128 = 1_000_000;

fn signed(tokens: u64) -> i64 {
    i64::try_from(tokens).unwrap_or(i64::MAX)
}

/// The sums of some messages of a history.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// The weight of the messages; in the current turn, messages may weigh more.
    pub weight: MessageWeight,
    /// The part of the weight that the correction covers.
    pub covered: Weight,
    /// The weight of texts that the correction does not cover.
    pub fresh: Weight,
    /// The reported tokens of the messages.
    pub spent: u64,
}

impl Share {
    /// The sum of both.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            weight: self.weight.plus(other.weight),
            covered: self.covered.plus(other.covered),
            fresh: self.fresh.plus(other.fresh),
            spent: self.spent.saturating_add(other.spent),
        }
    }
}

impl Ledger {
    /// Sets the sums of all messages after a change of the model, and drops the correction, which the history sets
    /// again.
    pub fn weigh_anew(&mut self, share: Share) {
        self.lasting = share.weight.lasting;
        self.passing = share.weight.passing;
        self.correct(Correction::default(), share.weight.text);
    }

    /// Adds a message at the end. `usage` adds to the tokens spent. It does not change the size: a report alone does
    /// not show which request it measures.
    pub fn append(&mut self, weight: MessageWeight, usage: Option<&Usage>) {
        let spent = usage.map_or(0, Usage::total);
        self.insert(Share { weight, covered: Weight(0), fresh: weight.text, spent });
    }

    /// Sets the additional weight that messages have until the user speaks again.
    pub fn set_passing(&mut self, weight: Weight) {
        self.passing = weight;
    }

    /// Adds the weight of a message that is already counted, once the host's estimator gave it.
    pub fn weigh_later(&mut self, weight: Weight, covered: bool) {
        self.lasting = self.lasting.plus(weight);
        let place = if covered { &mut self.correction.covers } else { &mut self.fresh };
        *place = place.plus(weight);
    }

    /// Subtracts messages, with their share of the correction.
    pub fn remove(&mut self, share: Share) {
        self.lasting = self.lasting.minus(share.weight.lasting);
        self.passing = self.passing.minus(share.weight.passing);
        self.fresh = self.fresh.minus(share.fresh);
        self.spent = self.spent.saturating_sub(share.spent);
        self.correction.covers = self.correction.covers.minus(share.covered);
    }

    /// Adds the sums of messages.
    pub fn insert(&mut self, share: Share) {
        self.lasting = self.lasting.plus(share.weight.lasting);
        self.passing = self.passing.plus(share.weight.passing);
        self.fresh = self.fresh.plus(share.fresh);
        self.spent = self.spent.saturating_add(share.spent);
        self.correction.covers = self.correction.covers.plus(share.covered);
    }

    /// Corrects the size. The texts that came after the request have the weight `fresh`.
    pub fn correct(&mut self, correction: Correction, fresh: Weight) {
        self.correction = correction;
        self.fresh = fresh;
    }

    /// Tokens that [`Ledger::context_tokens`] holds beyond the estimate; below 0 when it holds fewer.
    pub fn correction(&self, estimator: Estimator) -> i64 {
        let left = self.correction.left(self.passing, estimator);
        left.saturating_add(self.correction.grown(self.fresh, estimator))
    }

    /// Weight of all messages, by the estimator alone.
    pub fn total(&self) -> Weight {
        self.lasting.plus(self.passing)
    }

    /// Weight of all messages once the user speaks again.
    pub fn lasting(&self) -> Weight {
        self.lasting
    }

    /// Additional weight until the user speaks again.
    pub fn passing(&self) -> Weight {
        self.passing
    }

    /// Weight of the texts that came after the request of the correction.
    pub fn fresh(&self) -> Weight {
        self.fresh
    }

    /// Tokens spent, as reported: input and output of every answer.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Tokens of the history in the next request: the estimate, corrected.
    pub fn context_tokens(&self, estimator: Estimator) -> u64 {
        estimator.tokens(self.total()).saturating_add_signed(self.correction(estimator))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ESTIMATOR: Estimator = Estimator::CHARS_QUARTER;

    fn weight(lasting: u64) -> MessageWeight {
        MessageWeight { lasting: Weight(lasting), text: Weight(lasting), ..MessageWeight::default() }
    }

    fn share(weighed: u64, covered: u64) -> Share {
        let fresh = Weight(weighed - covered);
        Share { weight: weight(weighed), covered: Weight(covered), fresh, spent: 0 }
    }

    fn corrected(difference: i64, of: u64, growth: i16) -> Ledger {
        let mut ledger = Ledger::default();
        ledger.append(weight(of), None);
        let of = Weight(of);
        ledger.correct(Correction { difference, of, covers: of, passing: Weight(0), growth }, Weight(0));
        ledger
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
        let mut ledger = corrected(40, 100, 0);
        ledger.append(weight(50), None);
        assert_eq!(ledger.context_tokens(ESTIMATOR), 190);
        ledger.remove(share(50, 0));
        assert_eq!(ledger.correction(ESTIMATOR), 40, "of what came later, it covers nothing");
        for _ in 0..33 {
            ledger.remove(share(1, 1));
        }
        assert_eq!(ledger.correction(ESTIMATOR), 27, "rounded once, however often it shrank");
        ledger.insert(share(500, 500));
        assert_eq!(ledger.correction(ESTIMATOR), 40);
        ledger.remove(share(567, 567));
        assert_eq!(ledger.context_tokens(ESTIMATOR), 0);
    }

    #[test]
    fn a_correction_that_lowers_what_is_left_lowers_it_by_a_tenth_at_most() {
        let mut ledger = corrected(-600, 1_000, 0);
        assert_eq!(ledger.context_tokens(ESTIMATOR), 400);
        ledger.append(weight(50), None);
        assert_eq!(ledger.context_tokens(ESTIMATOR), 450);
        ledger.remove(share(500, 500));
        assert_eq!(ledger.context_tokens(ESTIMATOR), 500, "the rest may have been estimated well");
        ledger.insert(share(500, 500));
        assert_eq!(ledger.context_tokens(ESTIMATOR), 450, "once undone, it is as before");
    }

    #[test]
    fn reasoning_that_the_model_forgets_takes_its_part_of_a_lowering_with_it() {
        let mut ledger = corrected(-600, 1_000, 0);
        let (of, passing) = (Weight(1_000), Weight(800));
        ledger.set_passing(passing);
        ledger.correct(Correction { difference: -600, of, covers: of, passing, growth: 0 }, Weight(0));
        assert_eq!(ledger.context_tokens(ESTIMATOR), 1_200);
        ledger.set_passing(Weight(0));
        assert_eq!(ledger.context_tokens(ESTIMATOR), 900);
    }

    #[test]
    fn later_texts_count_by_the_growth_that_was_learnt() {
        for (growth, tokens) in [(200, 1_120), (-100, 1_090), (0, 1_100), (5, 1_101)] {
            let mut ledger = corrected(0, 1_000, growth);
            ledger.append(weight(100), None);
            assert_eq!(ledger.context_tokens(ESTIMATOR), tokens, "{growth}");
            ledger.remove(share(100, 0));
            assert_eq!(ledger.context_tokens(ESTIMATOR), 1_000, "{growth}");
        }
    }

    #[test]
    fn an_absurd_correction_saturates() {
        for (difference, tokens) in [(i64::MAX, u64::MAX), (i64::MIN, u64::MAX - i64::MAX.unsigned_abs())] {
            let ledger = corrected(difference, u64::MAX, i16::MAX);
            assert_eq!(ledger.context_tokens(ESTIMATOR), tokens, "{difference}");
            assert_eq!(corrected(difference, 0, 0).correction(ESTIMATOR), 0);
        }
    }
}
