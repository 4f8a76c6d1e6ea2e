//! Reasoning as a field of text, which vendors take back or refuse (OC13).

use super::rules;
use super::vendors::{VENDORS, refuses_unknown, taken_texts};
use crate::message::{Format, Message, Part, Reasoning};
use crate::sanitize::{Mode, ReasoningRules, Refusal, RequestOptions, UnitState, Vendor};

pub(super) const REASONING: ReasoningRules =
    ReasoningRules { is_field: true, ..ReasoningRules::judged_by(refusal) };

fn refusal(part: &Part, message: &Message, options: &RequestOptions, _: &UnitState) -> Option<Refusal> {
    let reasoning = part.as_reasoning()?;
    let is_wanted = options.capabilities.reasoning_content.unwrap_or_else(|| match options.mode {
        Mode::Keep => !(refuses_unknown(options) && options.vendor.is_none_or(takes_none)),
        Mode::Strict => goes_back(reasoning, message, options),
    });
    let is_refused = !is_wanted || reasoning.text.is_none();
    is_refused.then_some((&rules::OC13, "the provider does not take it back"))
}

/// Reports whether reasoning is sent back to the vendor that it came from.
fn goes_back(reasoning: &Reasoning, message: &Message, options: &RequestOptions) -> bool {
    let origin = reasoning.origin.as_ref().filter(|origin| origin.format == Format::OpenaiChat);
    let goes_back = origin.is_some_and(|origin| VENDORS.go_back(options, origin.model.as_deref(), message));
    goes_back && !options.vendor.is_some_and(takes_none)
}

/// Reports whether a vendor takes no reasoning as a text.
fn takes_none(vendor: &Vendor) -> bool {
    taken_texts(vendor).is_empty()
}
