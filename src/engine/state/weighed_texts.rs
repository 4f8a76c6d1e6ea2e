//! Weights of texts outside the messages.

use crate::format::sizes::BesideWeight;
use crate::message::PrefixDigest;
use crate::tokens::{Estimator, Weight};

/// Weights of texts outside the messages: params, and additions by repairs. They repeat in all requests of a run.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct WeighedTexts {
    known: Vec<(Box<str>, Weight)>,
    /// The params that were weighed last.
    params: Option<WeighedParams>,
    /// Texts of the last request that wait for the host's estimate.
    open: Vec<Box<str>>,
}

#[derive(Clone, Debug)]
struct WeighedParams {
    text: Box<str>,
    /// The name of the sizes that they were weighed by.
    size: &'static str,
    weight: BesideWeight,
    digest: Option<PrefixDigest>,
}

/// The number of texts whose weights are kept. A request has at most half as many.
const MOST_WEIGHED: usize = 16;

impl WeighedTexts {
    fn get(&self, text: &str) -> Option<Weight> {
        self.known.iter().find(|(known, _)| **known == *text).map(|(_, weight)| *weight)
    }

    /// Keeps the host's estimate of a text.
    pub(in crate::engine) fn insert(&mut self, text: &str, weight: Weight) {
        if self.known.len() >= MOST_WEIGHED {
            self.known.clear();
        }
        self.known.push((text.into(), weight));
    }

    /// Returns the host's estimate of a text, or ours before the host was asked.
    pub(in crate::engine) fn given(&mut self, text: &str) -> Weight {
        self.get(text).unwrap_or_else(|| {
            if !self.open.iter().any(|open| **open == *text) {
                self.open.push(text.into());
            }
            Estimator::SCRIPT.weigh_text(text)
        })
    }

    /// The texts of the last request that wait for the host's estimate.
    pub(in crate::engine) fn open(&self) -> &[Box<str>] {
        &self.open
    }

    /// Begins a request.
    pub(in crate::engine) fn begin(&mut self) {
        self.open.clear();
    }

    /// Returns the weight and the digest of the params that were weighed last, if they are these.
    pub(in crate::engine) fn of_params(
        &self,
        text: &str,
        size: &str,
    ) -> Option<(BesideWeight, Option<PrefixDigest>)> {
        let known = self.params.as_ref().filter(|known| *known.text == *text && known.size == size)?;
        Some((known.weight, known.digest))
    }

    /// Keeps the weight and the digest of params.
    pub(in crate::engine) fn keep_params(
        &mut self,
        text: &str,
        size: &'static str,
        (weight, digest): (BesideWeight, Option<PrefixDigest>),
    ) {
        self.params = Some(WeighedParams { text: text.into(), size, weight, digest });
    }
}
