//! Demands on reasoning.

use crate::message::{Message, Part};
use crate::rules::Rule;
use crate::sanitize::{RequestOptions, UnitState};

/// Demands on reasoning.
#[derive(Clone, Copy, Debug)]
pub struct ReasoningRules {
    /// Judges a part of reasoning of this message before it is sent. Returns why the target would refuse it. A rule
    /// that also reads other content, such as calls, is a pass of
    /// [`Hooks::before_media`](super::Hooks::before_media).
    pub refusal: fn(&Part, &Message, &RequestOptions, &UnitState) -> Option<Refusal>,
    /// True if reasoning is a field beside the content, not a part of it.
    pub is_field: bool,
    /// The binding of reasoning to the messages before it, if the provider binds it.
    pub bound: Option<Binding>,
    /// The rule that a turn whose results come last begins with reasoning, when the request asks for it.
    pub begins_turn: Option<&'static Rule>,
    /// The rule that words of the assistant do not end with reasoning when the model is to continue them.
    pub ends_no_words: Option<&'static Rule>,
}

/// The rule that forbids to send a part, and the reason in words.
pub type Refusal = (&'static Rule, &'static str);

/// Binding of reasoning to the messages before it. The provider refuses bound reasoning after one of these messages
/// changed.
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// The rule.
    pub rule: &'static Rule,
    /// Reports whether a part is bound.
    pub is_bound: fn(&Part) -> bool,
    /// Reports whether the model checks everything before reasoning. No name means the newest model.
    pub checks: fn(Option<&str>) -> bool,
    /// Reports whether the system prompt beside the messages is checked, too.
    pub checks_prompt: fn(Option<&str>) -> bool,
    /// The paths of the request's fields that are checked, besides the system prompt.
    pub fields: &'static [&'static [&'static str]],
    /// The field of cache breakpoints, which may come and go.
    pub breakpoint: &'static str,
}

impl ReasoningRules {
    /// The binding, if the requested model checks it.
    pub fn binding(&self, options: &RequestOptions) -> Option<Binding> {
        self.bound.filter(|binding| (binding.checks)(options.model()))
    }

    /// Reasoning that `refusal` judges, bound to nothing.
    pub const fn judged_by(
        refusal: fn(&Part, &Message, &RequestOptions, &UnitState) -> Option<Refusal>,
    ) -> Self {
        Self { refusal, is_field: false, bound: None, begins_turn: None, ends_no_words: None }
    }
}
