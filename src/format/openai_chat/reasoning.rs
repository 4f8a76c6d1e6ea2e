//! Reasoning as a field of text, which vendors take back or refuse (OC13).

use super::rules;
use super::vendors::VENDORS;
use crate::message::{Format, Part, Reasoning};
use crate::sanitize::{Mode, ReasoningRules, Refusal, RequestOptions, UnitState};

pub(super) const REASONING: ReasoningRules =
    ReasoningRules { is_field: true, ..ReasoningRules::judged_by(refusal) };

fn refusal(part: &Part, options: &RequestOptions, _: &UnitState) -> Option<Refusal> {
    let reasoning = part.as_reasoning()?;
    let is_wanted = options.capabilities.reasoning_content.unwrap_or_else(|| match options.mode {
        Mode::Keep => true,
        Mode::Strict => goes_back(reasoning, options),
    });
    let is_refused = !is_wanted || reasoning.text.is_none();
    is_refused.then_some((&rules::OC13, "the provider does not take it back"))
}

/// Reports whether reasoning is sent back to the vendor that it came from.
fn goes_back(reasoning: &Reasoning, options: &RequestOptions) -> bool {
    let origin = reasoning.origin.as_ref().filter(|origin| origin.format == Format::OpenaiChat);
    origin.is_some_and(|origin| VENDORS.go_back(options, origin.model.as_deref()))
}
