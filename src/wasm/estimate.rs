//! The methods that estimate tokens, which need no conversation: a part of the engine, and the whole of the smallest wasm.

use super::answer::{NONE, count};
use super::boxes::Outbox;
use super::inputs::Inputs;
use super::method::Method;
use crate::engine::{estimate_messages, estimate_text, write_texts};
use crate::error::Outcome;
use crate::format::{read_options, sizes};
use crate::message::Format;
use crate::tokens::{Estimator, Weight};

#[cfg(not(feature = "requests"))]
impl super::core::Core {
    /// Runs a method. Returns a number; the outbox holds what else it answers.
    pub(super) fn run(&mut self, method: Method, given: Inputs<'_>) -> Outcome<f64> {
        estimate(method, given, &mut self.outbox)
    }
}

/// Runs a method that estimates.
#[expect(clippy::wildcard_enum_match_arm, reason = "all other methods are the engine's")]
pub(super) fn estimate(method: Method, mut given: Inputs<'_>, outbox: &mut Outbox) -> Outcome<f64> {
    match method {
        Method::EstimateText => Ok(count(estimate_text(estimator(&mut given)?, given.text()?))),
        Method::EstimateMessages => estimate_messages(estimator(&mut given)?, given.text()?).map(count),
        // The weight of all texts that follow the estimator.
        Method::WeighTexts => {
            let estimator = estimator(&mut given)?;
            let mut sum = Weight(0);
            while given.has_more() {
                sum = sum.plus(estimator.weigh_text(given.text()?));
            }
            Ok(count(sum.0))
        }
        Method::Texts => {
            write_texts(given.text()?, outbox.open())?;
            Ok(NONE)
        }
        // The name of the estimator for the model in the options.
        Method::EstimatorOf => {
            let format = Format::parse(given.text()?)?;
            let estimator = estimator(&mut given)?;
            let options = read_options(given.text()?)?;
            let name = sizes::estimator_name(estimator.of_model(sizes::model_size(format, &options)));
            outbox.open().extend_from_slice(name.as_bytes());
            Ok(NONE)
        }
        _ => absent(),
    }
}

/// The answer to a method that this wasm lacks. The whole has them all.
fn absent() -> Outcome<f64> {
    #[cfg(feature = "conversations")]
    return Ok(NONE);
    #[cfg(not(feature = "conversations"))]
    Err(crate::error::ConversationError::new(
        crate::error::Code::InvalidArgument,
        "this wasm is a smaller one, without this method: bring `core.wasm`",
    ))
}

/// Reads the name of an estimator.
pub(super) fn estimator(given: &mut Inputs<'_>) -> Outcome<Estimator> {
    sizes::estimator(given.text()?)
}
