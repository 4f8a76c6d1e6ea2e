//! Reasoning that Anthropic accepts back (AN15, AN17, AN18, AN25).

use super::preserved::checks_prefix;
use super::rules;
use crate::format::models::alias::is_of_another_model;
use crate::message::{CACHE_CONTROL, Format, Message, Part};
use crate::sanitize::{Binding, ReasoningRules, Refusal, RequestOptions, UnitState};

pub(super) const REASONING: ReasoningRules = ReasoningRules {
    bound: Some(Binding {
        rule: &rules::AN18,
        is_bound: Part::is_reasoning,
        checks: checks_prefix,
        checks_prompt: |_| true,
        fields: &[&["tools"]],
        breakpoint: CACHE_CONTROL,
    }),
    begins_turn: Some(&rules::AN15),
    ends_no_words: Some(&rules::AN25),
    ..ReasoningRules::judged_by(refusal)
};

fn refusal(part: &Part, _: &Message, options: &RequestOptions, state: &UnitState) -> Option<Refusal> {
    let reasoning = part.as_reasoning()?;
    match () {
        () if !reasoning.may_be_of(Format::Anthropic) => Some((&rules::AN17, "another provider made it")),
        () if !reasoning.is_verifiable() => Some((&rules::AN17, "it is not signed")),
        () if is_of_another_model(reasoning, options) => Some((&rules::AN17, "another model made it")),
        () if state.prefix_changed && checks_prefix(options.model()) => {
            Some((&rules::AN18, "it is bound to messages before it that have changed since"))
        }
        () => None,
    }
}
