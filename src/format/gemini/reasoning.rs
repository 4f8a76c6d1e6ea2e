//! Reasoning that Gemini accepts back, signed or not (GE5, GE6).

use super::rules;
use crate::message::{Format, Message, Part};
use crate::sanitize::{Mode, ReasoningRules, Refusal, RequestOptions, UnitState};

pub(super) const REASONING: ReasoningRules = ReasoningRules::judged_by(refusal);

fn refusal(part: &Part, _: &Message, options: &RequestOptions, _: &UnitState) -> Option<Refusal> {
    let reasoning = part.as_reasoning()?;
    let has_words = reasoning.text.as_deref().is_some_and(|text| !text.is_empty());
    let says_something = has_words || reasoning.has_signature();
    match () {
        () if !reasoning.may_be_of(Format::Gemini) => Some((&rules::GE5, "another provider made it")),
        () if !says_something && options.mode == Mode::Strict => Some((&rules::GE6, "it holds no text")),
        () => None,
    }
}
