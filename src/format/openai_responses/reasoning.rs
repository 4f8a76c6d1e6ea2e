//! Reasoning that OpenAI accepts back: its own items, which it can verify or knows by their id (OR10, OR12, OR15).

use super::rules;
use crate::format::models::alias::is_of_another_model;
use crate::format::models::{Family, Model, model_of};
use crate::message::{Format, ITEM_ID, Message, Part};
use crate::sanitize::{Binding, Mode, ReasoningRules, Refusal, RequestOptions, UnitState};

pub(super) const REASONING: ReasoningRules = ReasoningRules {
    bound: Some(Binding {
        rule: &rules::OR15,
        is_bound: Part::is_reasoning,
        checks: checks_prefix,
        checks_prompt,
        fields: &[&["tools"], &["text", "format"], &["reasoning", "effort"]],
        breakpoint: "prompt_cache_breakpoint",
    }),
    ..ReasoningRules::judged_by(refusal)
};

fn refusal(part: &Part, message: &Message, options: &RequestOptions, state: &UnitState) -> Option<Refusal> {
    let reasoning = part.as_reasoning()?;
    let has_id = part.extras.get(ITEM_ID).is_some();
    match (&reasoning.encrypted, has_id) {
        _ if !reasoning.may_be_of(Format::OpenaiResponses) => {
            Some((&rules::OR12, "another provider made it"))
        }
        _ if options.is_of_another_vendor(message) => Some((&rules::OR12, "another vendor made it")),
        _ if is_of_another_model(reasoning, options) => Some((&rules::OR12, "another model made it")),
        (None, true) if options.is_unstored => {
            Some((&rules::OR10, "the provider stores nothing, so its id is not enough"))
        }
        (None, false) => Some((&rules::OR12, "it is neither encrypted nor known by an id")),
        _ if is_void(options, state) => {
            Some((&rules::OR15, "it is bound to items before it that have changed since"))
        }
        (Some(_), _) | (None, true) => None,
    }
}

/// Reports whether the model would leave reasoning out because something before it has changed. In a body that is repaired it
/// stays: the provider leaves it out without an error.
fn is_void(options: &RequestOptions, state: &UnitState) -> bool {
    let is_checked = checks_prefix(options.model());
    state.prefix_changed && is_checked && options.mode == Mode::Strict
}

/// Reports whether the model checks this. An unknown name counts as the newest model.
fn checks_prefix(model: Option<&str>) -> bool {
    row(model).is_none_or(|row| row.is_bound)
}

/// Reports whether `instructions` are checked, too. The newest models take them for the end of the input.
fn checks_prompt(model: Option<&str>) -> bool {
    row(model).is_some_and(|row| row.binds_prompt)
}

fn row(model: Option<&str>) -> Option<&'static Model> {
    model_of(Family::OpenAi, model?)
}

#[cfg(test)]
mod tests {
    use super::{checks_prefix, checks_prompt};

    #[test]
    fn the_version_in_a_name_decides() {
        let cases = [
            ("gpt-4o-2024-08-06", false, true),
            ("gpt-5", false, true),
            ("gpt-5.6-luna", false, true),
            ("openai/gpt-5.6", false, true),
            ("o4-mini", false, true),
            ("codex-mini-latest", false, true),
            ("ft:gpt-4.1-2025-04-14:org::id", false, true),
            ("gpt-6-astra", true, true),
            ("gpt-6.2", true, false),
            ("gpt-7", true, false),
            ("a-deployment", true, false),
        ];
        for (model, prefix, prompt) in cases {
            assert_eq!((checks_prefix(Some(model)), checks_prompt(Some(model))), (prefix, prompt), "{model}");
        }
    }
}
