//! Weights: sums of fractions of a token.

/// A cost in the estimator's own unit (a fraction of a token), so that sums stay exact and are rounded once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Weight(pub u64);

impl Weight {
    /// Returns the sum. It saturates, so an absurd weight is over any budget and never wraps around to a small weight.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// The share `part / whole` of this weight.
    #[must_use]
    pub fn part(self, part: u64, whole: u64) -> Self {
        let scaled = u128::from(self.0).saturating_mul(part.into()).checked_div(whole.into());
        Self(u64::try_from(scaled.unwrap_or(0)).unwrap_or(u64::MAX))
    }

    /// The difference, at least 0.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}
