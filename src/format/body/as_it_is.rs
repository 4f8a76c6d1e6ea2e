//! Finds out whether a body can be sent unchanged.
//!
//! The TypeScript layer asks this about a copy of the body, in which each long text is replaced by its two ends and
//! its length (`request/short-body.ts`). No rule looks at more of a text, so the long texts need not be read.
//! `tests/js/requests/as-it-is.test.mjs` compares the answer with a full repair.

use super::repair_body::OpenedBody;
use crate::error::Outcome;
use crate::format::contract::target::Target;
use crate::hash::HashSet;
use crate::json::Node;
use crate::sanitize::RequestOptions;
use crate::tokens::{Estimator, Weight};

/// The size of a body that can be sent unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsItIs {
    /// The estimator for its model.
    pub estimator: Estimator,
    /// The weight of its messages.
    pub weight: Weight,
    /// The tokens of what the model reads beside them.
    pub beside: u64,
    /// The number of messages that it was read as, without a prompt beside them.
    pub messages: usize,
}

/// Returns the size of a body without spaces between its values. `None` when something in it has to change, and when a
/// summary of the provider is in it.
///
/// # Errors
///
/// As [`repair_body`](super::repair_body::repair_body).
pub fn as_it_is(
    target: &dyn Target,
    body: Node<'_>,
    options: RequestOptions,
    estimator: Estimator,
) -> Outcome<Option<AsItIs>> {
    let opened = OpenedBody::new(target, body, options, estimator)?;
    if opened.history.has_boundary() {
        return Ok(None);
    }
    let repaired = opened.repair(&opened.history, &HashSet::default())?;
    if !repaired.repairs.is_empty() || repaired.body != body.json().as_bytes() {
        return Ok(None);
    }
    Ok(Some(AsItIs {
        estimator: opened.history.estimator(),
        weight: repaired.weight,
        beside: repaired.beside,
        messages: opened.messages(),
    }))
}
