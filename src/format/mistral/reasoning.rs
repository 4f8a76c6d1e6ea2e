//! Reasoning that Mistral accepts back, signed or not (MI10).

use super::rules;
use crate::format::models::alias::is_of_another_model;
use crate::message::{CACHE_CONTROL, Format, Message, Part};
use crate::sanitize::{Binding, ReasoningRules, Refusal, RequestOptions, UnitState};

pub(super) const REASONING: ReasoningRules = ReasoningRules {
    bound: Some(Binding {
        rule: &rules::MI10,
        is_bound: has_signature_field,
        checks: |_| true,
        checks_prompt: |_| true,
        fields: &[&["tools"]],
        breakpoint: CACHE_CONTROL,
    }),
    ..ReasoningRules::judged_by(refusal)
};

fn has_signature_field(part: &Part) -> bool {
    part.as_reasoning().is_some_and(|reasoning| reasoning.signature.is_some())
}

fn refusal(part: &Part, _: &Message, options: &RequestOptions, state: &UnitState) -> Option<Refusal> {
    let reasoning = part.as_reasoning()?;
    let is_signed = reasoning.has_signature();
    match () {
        () if !reasoning.may_be_of(Format::Mistral) => Some("another provider made it"),
        () if reasoning.text.is_none() => Some("it has no text"),
        () if is_signed && is_of_another_model(reasoning, options) => Some("another model signed it"),
        () if is_signed && state.prefix_changed => {
            Some("messages before it have changed since it was signed")
        }
        () => None,
    }
    .map(|reason| (&rules::MI10, reason))
}
