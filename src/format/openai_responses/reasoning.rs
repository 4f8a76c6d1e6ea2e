//! Reasoning that OpenAI takes back: its own items, which it can verify or knows by their id (OR10, OR12).

use super::rules;
use crate::format::model_name::is_of_another_model;
use crate::message::{Format, ITEM_ID, Message, Part};
use crate::sanitize::{ReasoningRules, Refusal, RequestOptions, UnitState};

pub(super) const REASONING: ReasoningRules = ReasoningRules::judged_by(refusal);

fn refusal(part: &Part, _: &Message, options: &RequestOptions, _: &UnitState) -> Option<Refusal> {
    let reasoning = part.as_reasoning()?;
    let has_id = part.extras.get(ITEM_ID).is_some();
    match (&reasoning.encrypted, has_id) {
        _ if !reasoning.may_be_of(Format::OpenaiResponses) => {
            Some((&rules::OR12, "another provider made it"))
        }
        _ if is_of_another_model(reasoning, options) => Some((&rules::OR12, "another model made it")),
        (None, true) if options.is_unstored => {
            Some((&rules::OR10, "the provider stores nothing, so its id is not enough"))
        }
        (None, false) => Some((&rules::OR12, "it is neither encrypted nor known by an id")),
        (Some(_), _) | (None, true) => None,
    }
}
