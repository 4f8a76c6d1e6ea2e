//! The counts of providers, compared with our estimates.

use super::unit::Serial;
use crate::tokens::Weight;

/// A provider's count of a request, compared with our estimate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measurement {
    /// The model that the request named.
    pub model: Option<Box<str>>,
    /// The name of the sizes by which the messages were weighed.
    pub sizes: Box<str>,
    /// The tokens by which the count exceeds the estimate.
    pub excess: u64,
    /// The end of the history that the request held. The correction covers the messages before it.
    pub end: Serial,
    /// The weight of the messages that the request held.
    pub of: Weight,
}

/// The newest measurement of each model. The last one is in force.
#[derive(Clone, Debug, Default)]
pub(crate) struct Measurements(Vec<Measurement>);

/// The number of models that are remembered.
const MOST_MODELS: usize = 16;

impl Measurements {
    /// The measurement in force.
    pub(super) fn current(&self) -> Option<&Measurement> {
        self.0.last()
    }

    /// All measurements, the one in force last.
    pub(super) fn as_slice(&self) -> &[Measurement] {
        &self.0
    }

    /// The end of the messages that the correction covers.
    pub(super) fn end(&self) -> Serial {
        self.current().map_or(Serial::default(), |current| current.end)
    }

    /// Puts a new measurement in force.
    pub(super) fn push(&mut self, new: Measurement) {
        self.0.retain(|own| own.model != new.model);
        if self.0.len() >= MOST_MODELS {
            self.0.remove(0);
        }
        self.0.push(new);
    }

    /// The measurements with that of this model in force. `None` without one, and when it is in force already.
    pub(crate) fn turned_to(&self, model: &str) -> Option<Self> {
        let place = self.0.iter().position(|own| own.model.as_deref() == Some(model))?;
        if place.saturating_add(1) == self.0.len() {
            return None;
        }
        let mut turned = self.clone();
        let measurement = turned.0.remove(place);
        turned.0.push(measurement);
        Some(turned)
    }
}
