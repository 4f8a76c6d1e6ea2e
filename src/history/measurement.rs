//! The counts of providers, compared with our estimates.
//!
//! A count measures one request. It is used when the conversation wrote that request itself, and nothing was appended
//! or rewritten before the answer came. The output that a report counts is not used, because it may hold reasoning
//! that is never sent again.
//!
//! A count above the estimate raises the size of the messages that the request held; removed messages take their
//! share with them. A count below the estimate lowers the size only while everything outside the messages stays the
//! same, because tools and reasoning modes have sizes of their own.
//!
//! The growth between two counts gives a ratio for texts alone, because the size of everything else does not depend
//! on the vocabulary. If a model dropped reasoning in between, because the user spoke, there is no ratio.
//!
//! Each path keeps the newest count of each model. Writing a request switches to the count of its model, before the
//! size is compared with the window. If that model has no count yet, the last count stays in use, but can only raise
//! the size.

use super::serial::Serial;
use crate::message::PrefixDigest;
use crate::tokens::{Correction, Weight};

/// A provider's count of a request, compared with our estimate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measurement {
    /// The model that the request named.
    pub model: Option<Box<str>>,
    /// The name of the sizes by which the messages were weighed.
    pub sizes: Box<str>,
    /// The tokens that the provider counted.
    pub counted: u64,
    /// The tokens that we estimated.
    pub estimated: u64,
    /// The end of the history that the request held. The correction covers the messages before it.
    pub end: Serial,
    /// The lasting weight of the messages that the request held.
    pub of: Weight,
    /// The additional weight of these messages until the user speaks again.
    pub passing: Weight,
    /// The digest of the fields outside the messages that have a size. `None` if only the provider knows the size of
    /// a part of the request. The count then raises the size, and never lowers it.
    pub beside: Option<PrefixDigest>,
    /// The number of rewrites of the history when the request was written.
    pub rewrites: u64,
    /// The growth between the requests for this model.
    pub learnt: Growth,
}

/// The growth between reports of one model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Growth {
    /// Tokens by which the counts grew because of texts.
    pub counted: u64,
    /// Tokens by which our estimates of these texts grew.
    pub estimated: u64,
    /// The quotients of the last reports in thousandths, the newest last; 0 for a missing one.
    pub last: [u16; 3],
}

impl Measurement {
    /// Returns the growth of counts and of estimates since an earlier request; `None` if the requests cannot be
    /// compared.
    fn growth_since(&self, earlier: &Self) -> Option<[u64; 2]> {
        let is_alike = self.beside.is_some()
            && self.beside == earlier.beside
            && self.sizes == earlier.sizes
            && self.rewrites == earlier.rewrites;
        let counted = self.counted.checked_sub(earlier.counted)?;
        let estimated = self.estimated.checked_sub(earlier.estimated)?;
        is_alike.then_some([counted, estimated])
    }

    /// Learns from the growth since an earlier request. `texts` is the estimated growth of its texts, in tokens.
    pub(super) fn learn_since(&mut self, earlier: &Self, texts: u64) {
        self.learnt = earlier.learnt;
        if let Some([counted, estimated]) = self.growth_since(earlier) {
            // Content other than text has a fixed size.
            let others = estimated.saturating_sub(texts);
            self.learnt.learn(counted.saturating_sub(others), texts);
        }
    }

    /// Reports whether it can correct the size of the history.
    pub(super) fn tells(&self) -> bool {
        self.counted != self.estimated || self.learnt != Growth::default()
    }

    /// Returns the correction by this count. `covers` is the weight of the covered messages.
    pub(super) fn correction(&self, covers: Weight) -> Correction {
        let [counted, estimated] =
            [self.counted, self.estimated].map(|tokens| i64::try_from(tokens).unwrap_or(i64::MAX));
        let difference = counted.saturating_sub(estimated);
        let difference = if self.beside.is_some() { difference } else { difference.max(0) };
        Correction {
            difference,
            of: self.of,
            covers,
            passing: self.passing,
            growth: self.learnt.thousandths(),
        }
    }
}

/// The growth, in tokens, from which the quotient counts.
const LEAST_GROWN: u64 = 2_000;
/// The minimum growth, in tokens, with a meaningful quotient.
const LEAST_TOLD: u64 = 100;
/// The minimum and the maximum quotient, in thousandths. A larger quotient has another cause than the vocabulary.
const QUOTIENTS: [u64; 2] = [900, 2_200];
/// The maximum difference between three agreeing quotients, in thousandths.
const AGREE: u16 = 30;

impl Growth {
    /// Adds a growth of texts.
    pub(super) fn learn(&mut self, counted: u64, estimated: u64) {
        if estimated == 0 {
            return;
        }
        self.counted = self.counted.saturating_add(counted);
        self.estimated = self.estimated.saturating_add(estimated);
        if estimated >= LEAST_TOLD {
            let [_, second, third] = self.last;
            self.last = [second, third, quotient(counted, estimated)];
        }
    }

    /// Returns the thousandths by which texts count more than estimated. Below 0 only if texts count less and three
    /// reports agree.
    pub(super) fn thousandths(self) -> i16 {
        if self.estimated < LEAST_GROWN {
            return 0;
        }
        let [least, largest] = QUOTIENTS.map(|quotient| i16::try_from(quotient).unwrap_or(i16::MAX));
        let grown = i16::try_from(quotient(self.counted, self.estimated)).unwrap_or(i16::MAX);
        let grown = grown.clamp(least, largest).saturating_sub(1_000);
        let [low, high] =
            [self.last.iter().min(), self.last.iter().max()].map(|last| last.copied().unwrap_or(0));
        let agree = low > 0 && high.saturating_sub(low) <= AGREE;
        if agree { grown } else { grown.max(0) }
    }
}

fn quotient(counted: u64, estimated: u64) -> u16 {
    let thousandths = u128::from(counted).saturating_mul(1_000).checked_div(estimated.into());
    u16::try_from(thousandths.unwrap_or(0)).unwrap_or(u16::MAX)
}

/// The newest measurement of each model. The last measurement is the current one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Measurements(Vec<Measurement>);

/// The maximum number of remembered models.
const MOST_MODELS: usize = 16;

impl Measurements {
    /// Returns the current measurement.
    pub(crate) fn current(&self) -> Option<&Measurement> {
        self.0.last()
    }

    /// All measurements; the current one is last.
    pub(super) fn as_slice(&self) -> &[Measurement] {
        &self.0
    }

    /// The newest measurement of this model.
    pub(super) fn of(&self, model: Option<&str>) -> Option<&Measurement> {
        self.0.iter().find(|own| own.model.as_deref() == model)
    }

    /// The end of the messages that the correction covers.
    pub(super) fn end(&self) -> Serial {
        self.current().map_or(Serial::default(), |current| current.end)
    }

    /// Adds a measurement, and makes it the current one.
    pub(super) fn push(&mut self, new: Measurement) {
        self.0.retain(|own| own.model != new.model);
        if self.0.len() >= MOST_MODELS {
            self.0.remove(0);
        }
        self.0.push(new);
    }

    /// Changes the count of rewrites from `before` to `now`, when no message was rewritten.
    pub(super) fn count_on(&mut self, before: u64, now: u64) {
        for own in self.0.iter_mut().filter(|own| own.rewrites == before) {
            own.rewrites = now;
        }
    }

    /// Stops the current measurement from lowering the size of a request below our estimate.
    pub(super) fn raise_only(&mut self) {
        self.0.last_mut().into_iter().for_each(|current| current.beside = None);
    }

    /// Returns the measurements with this model's as the current one; `None` if the model has none, or if it is
    /// already current. It no longer lowers the size, because a request for another model came between.
    pub(crate) fn turned_to(&self, model: &str) -> Option<Self> {
        let place = self.0.iter().position(|own| own.model.as_deref() == Some(model))?;
        if place.saturating_add(1) == self.0.len() {
            return None;
        }
        let mut turned = self.clone();
        let measurement = turned.0.remove(place);
        turned.0.push(measurement);
        turned.raise_only();
        Some(turned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_counts_once_it_is_large_and_lowers_once_three_reports_agree() {
        type Grown = &'static [(u64, u64)];
        let cases: [(&str, Grown, i16); 8] = [
            ("too little", &[(2_500, 1_999)], 0),
            ("larger", &[(1_300, 1_000), (1_300, 1_000)], 300),
            ("by the sums", &[(1_500, 1_000), (3_300, 3_000)], 200),
            ("at most", &[(9_000, 2_000)], 1_200),
            ("smaller, twice", &[(950, 1_000), (950, 1_000)], 0),
            ("smaller, three times", &[(950, 1_000), (950, 1_000), (950, 1_000)], -50),
            ("smaller, and they differ", &[(950, 1_000), (990, 1_000), (950, 1_000)], 0),
            ("at least", &[(500, 1_000), (500, 1_000), (500, 1_000)], -100),
        ];
        for (name, grown, thousandths) in cases {
            let mut growth = Growth::default();
            grown.iter().for_each(|(counted, estimated)| growth.learn(*counted, *estimated));
            assert_eq!(growth.thousandths(), thousandths, "{name}");
        }
    }
}
