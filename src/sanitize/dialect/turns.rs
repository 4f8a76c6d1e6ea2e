//! Demands on turns.

use crate::rules::Rule;

/// Demands on the order of turns, and on the first and the last.
#[derive(Clone, Copy, Debug)]
pub struct TurnRules {
    /// The rule that there is a message.
    pub empty_rule: Option<&'static Rule>,
    /// True if a request is a list of items: calls, results and reasoning find each other by ids, at any place.
    pub are_items: bool,
    /// True if neighbours of one role are one turn to the provider.
    pub are_joined: bool,
    /// Neighbouring messages of one role in a body that is repaired, where the writer can join messages.
    pub neighbours: Neighbours,
    /// True if, by default, the first message may be the assistant's.
    pub assistant_first: bool,
    /// The rule about the role of the first message.
    pub first_rule: Option<&'static Rule>,
    /// The rule that the first call comes after words of the user.
    pub first_call_rule: Option<&'static Rule>,
    /// True if a request may end with words of the assistant, by default.
    pub prefill: bool,
    /// The rule that an assistant message is not last. Instructions may be last.
    pub prefill_rule: Option<&'static Rule>,
    /// True if the demands on the first and the last message differ between models, and the model is unknown. A body
    /// without another fault then keeps its end. A repaired body suits every model.
    pub depends_on_model: bool,
    /// The field that marks a last message of the assistant as a message to be continued; `None` if no mark is needed.
    pub prefix_field: Option<&'static str>,
    /// The rule that a request does not hold only words to be continued.
    pub lone_prefill_rule: Option<&'static Rule>,
    /// The rule that words to be continued do not end in white space.
    pub trimmed_rule: Option<&'static Rule>,
}

/// Neighbouring messages of one role in a repaired body. In a request that is written, the writer decides about them.
/// Chat completions never join messages, so this does not apply: a rule about neighbours is a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Neighbours {
    /// They stay separate messages, except results of one batch.
    Apart,
    /// They stay separate messages if the caller's body has them so.
    AsTheyCame,
    /// They are joined, as this rule demands.
    Joined(&'static Rule),
}

impl TurnRules {
    /// Turns in any order, with anyone at the start and at the end.
    pub const DEFAULT: Self = Self {
        empty_rule: None,
        are_items: false,
        are_joined: false,
        neighbours: Neighbours::Apart,
        assistant_first: true,
        first_rule: None,
        first_call_rule: None,
        prefill: true,
        prefill_rule: None,
        depends_on_model: false,
        prefix_field: None,
        lone_prefill_rule: None,
        trimmed_rule: None,
    };
}
