//! Reasoning that the target takes back.

use super::request_options::RequestOptions;
use super::sanitized_unit::{UnitState, Work};
use crate::message::{Content, Message, Part};
use crate::repair::RepairCode;
use crate::rules::Rule;

/// Demands on reasoning.
#[derive(Clone, Copy, Debug)]
pub struct ReasoningRules {
    /// Judges a part of reasoning that is to be sent. Returns why the target would refuse it.
    pub refusal: fn(&Part, &RequestOptions, &UnitState) -> Option<Refusal>,
    /// True if reasoning is a field beside the content, not a part of it.
    pub is_field: bool,
    /// The binding of reasoning to the messages before it, where there is one.
    pub bound: Option<Binding>,
    /// The rule that a turn whose results come last begins with reasoning, when the request asks for it.
    pub begins_turn: Option<&'static Rule>,
    /// The rule that words of the assistant that the model goes on from do not end in reasoning.
    pub ends_no_words: Option<&'static Rule>,
}

/// The rule that a part is not sent by, and the reason in words.
pub type Refusal = (&'static Rule, &'static str);

/// Binding of reasoning to the messages before it: the provider refuses it behind a change of those.
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// The rule.
    pub rule: &'static Rule,
    /// Reports whether a part is bound.
    pub is_bound: fn(&Part) -> bool,
}

impl ReasoningRules {
    /// Reasoning that `refusal` judges, bound to nothing.
    pub const fn judged_by(refusal: fn(&Part, &RequestOptions, &UnitState) -> Option<Refusal>) -> Self {
        Self { refusal, is_field: false, bound: None, begins_turn: None, ends_no_words: None }
    }
}

/// Leaves out reasoning that the target would refuse.
pub(super) fn drop_refused_reasoning(work: &mut Work<'_>) {
    let rules = &work.dialect.reasoning;
    for line in 0..work.messages.len() {
        let Some(message) = work.messages.get(line).filter(|message| message.has_reasoning()) else {
            continue;
        };
        let refuse = |part: &Part| (rules.refusal)(part, work.options, &work.state);
        let refusals: Vec<Option<Refusal>> = message.content().parts().iter().map(refuse).collect();
        let Some((rule, reason)) = refusals.iter().flatten().next() else { continue };
        work.report_message(
            line,
            RepairCode::ReasoningDropped,
            Some(rule),
            format!("reasoning was left out: {reason}"),
        );
        work.edit(line, |message| {
            message.retain_parts(|at, _| refusals.get(at).is_none_or(Option::is_none));
            if rules.is_field {
                as_text(message);
            }
        });
    }
}

/// Makes text of a single text part. Text beside reasoning had become a part for it.
fn as_text(message: &mut Message) {
    let only = match message.content().parts() {
        [part] if part.extras.is_empty() => part.as_text().map(Content::text),
        _ => None,
    };
    only.into_iter().for_each(|text| *message.content_mut() = text);
}
