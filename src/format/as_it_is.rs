//! Finds out whether a body can be sent as it is.

use super::repair_body::OpenedBody;
use super::target::Target;
use crate::error::Outcome;
use crate::hash::HashSet;
use crate::json::Node;
use crate::sanitize::RequestOptions;
use crate::tokens::{Estimator, Weight};

/// The size of a body that can be sent as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsItIs {
    /// Its tokens.
    pub tokens: u64,
    /// The number of messages that it was read as, without a prompt beside them.
    pub messages: usize,
}

/// Returns the size of a body without spaces between its values. `None` when something in it has to change, and when a
/// summary of the provider is in it. `longer` is the weight that its texts have beyond those that the body holds, where the
/// caller shortened some.
///
/// # Errors
///
/// As [`repair_body`](super::repair_body::repair_body).
pub fn as_it_is(
    target: &dyn Target,
    body: Node<'_>,
    options: RequestOptions,
    estimator: Estimator,
    longer: Weight,
) -> Outcome<Option<AsItIs>> {
    let opened = OpenedBody::new(target, body, options, estimator)?;
    if opened.history.has_boundary() {
        return Ok(None);
    }
    let repaired = opened.repair(&opened.history, &HashSet::default())?;
    if !repaired.repairs.is_empty() || repaired.body != body.json().as_bytes() {
        return Ok(None);
    }
    let tokens = estimator.tokens(repaired.weight.plus(longer)).saturating_add(repaired.beside);
    Ok(Some(AsItIs { tokens, messages: opened.messages() }))
}
