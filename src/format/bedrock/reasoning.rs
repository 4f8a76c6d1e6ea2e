//! Reasoning that models at Converse accept back (BE14, BE18 to BE20, BE25).

use super::block_kinds::CACHE_POINT;
use super::claude::checks_prefix;
use super::rules;
use crate::format::models::alias::is_of_another_model;
use crate::message::{Format, Message, Part, Reasoning};
use crate::sanitize::{Binding, ReasoningRules, Refusal, RequestOptions, UnitState};

/// Demands of Claude and of unknown models.
pub(super) const CLAUDE: ReasoningRules = ReasoningRules {
    bound: Some(Binding {
        rule: &rules::BE20,
        is_bound: Part::is_reasoning,
        checks: checks_prefix,
        checks_prompt: |_| true,
        fields: &[&["toolConfig", "tools"]],
        breakpoint: CACHE_POINT,
    }),
    begins_turn: Some(&rules::BE18),
    ends_no_words: Some(&rules::BE25),
    ..ReasoningRules::judged_by(refusal_of_claude)
};

/// Demands of models that are not Claude.
pub(super) const OTHERS: ReasoningRules = ReasoningRules::judged_by(refusal_of_others);

fn refusal_of_claude(
    part: &Part,
    _: &Message,
    options: &RequestOptions,
    state: &UnitState,
) -> Option<Refusal> {
    refusal(part.as_reasoning()?, options, state, false)
}

fn refusal_of_others(
    part: &Part,
    _: &Message,
    options: &RequestOptions,
    state: &UnitState,
) -> Option<Refusal> {
    refusal(part.as_reasoning()?, options, state, true)
}

fn refusal(
    reasoning: &Reasoning,
    options: &RequestOptions,
    state: &UnitState,
    may_be_unsigned: bool,
) -> Option<Refusal> {
    let is_signed = reasoning.is_verifiable();
    match () {
        () if !reasoning.may_be_of(Format::Bedrock) => Some((&rules::BE19, "another provider made it")),
        () if !is_signed && !may_be_unsigned => Some((&rules::BE14, "it is not signed")),
        () if reasoning.encrypted.is_none() && reasoning.text.is_none() => {
            Some((&rules::BE14, "it is empty"))
        }
        () if is_of_another_model(reasoning, options) => Some((&rules::BE19, "another model made it")),
        () if is_signed && state.prefix_changed && checks_prefix(options.model()) => {
            Some((&rules::BE20, "it is bound to messages before it that have changed since"))
        }
        () => None,
    }
}
