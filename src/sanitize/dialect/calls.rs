//! Demands on tool calls.

use crate::rules::Rule;
use crate::sanitize::{Letters, Pattern};

/// Demands on calls of the host's tools, and of tools that the provider runs.
#[derive(Clone, Copy, Debug)]
pub struct CallRules {
    /// The form of ids.
    pub id: Pattern,
    /// The scope in which ids must differ.
    pub unique_ids: UniqueIds,
    /// The rule that ids differ.
    pub duplicate_rule: Option<&'static Rule>,
    /// The prefix of ids that were made up for calls without an id. Ids with this prefix are not written.
    pub unnamed_prefix: Option<&'static str>,
    /// The form of names of tools.
    pub name: Pattern,
    /// The rule that the calls of one turn are one message, in which only the first call is signed.
    pub one_message_rule: Option<&'static Rule>,
    /// The rule on arguments.
    pub arguments_rule: Option<&'static Rule>,
    /// True if arguments are a JSON object in the request, not text.
    pub arguments_are_objects: bool,
    /// True if there are calls whose input is free text.
    pub has_custom: bool,
    /// True if the target has its own forms for calls and results of tools that OpenAI defines.
    pub has_builtins: bool,
    /// True if asynchronous calls may stay open, and their results stay where they arrived.
    pub has_async: bool,
    /// True if a request with calls or results must declare tools.
    pub needs_tools: bool,
    /// The rule on tools that are not declared.
    pub undeclared_rule: Option<&'static Rule>,
    /// Reads an unmodelled part as a call or a result of a tool that the provider runs. Results are in the turn of
    /// their call.
    pub provider_part: Option<fn(&str) -> Option<ProviderPart>>,
}

/// The scope in which ids of calls must differ. A call without an id gets an id that is unique in the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UniqueIds {
    /// Among the calls of a message.
    InMessage,
    /// Among all calls of a request that is written. A repaired body keeps an id that a later message uses again.
    InWrittenRequest,
    /// Among all calls of a request.
    InRequest,
}

/// A call or a result of a tool that the provider runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProviderPart {
    /// A call.
    Call(ProviderCall),
    /// The result of the call of this id.
    Result(String),
    /// A call or a result of a form that the provider refuses, by this rule.
    Broken(&'static Rule),
}

/// A call of a tool that the provider runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderCall {
    /// The id of the call.
    pub id: String,
    /// The id of the call whose tool made this call, for a tool that calls other tools.
    pub caller: Option<String>,
    /// The rule that the call has its result before the user speaks again.
    pub open_rule: Option<&'static Rule>,
    /// True if calls of the host's tools in the message must have other ids.
    pub shares_ids: bool,
}

impl CallRules {
    /// Calls of declared functions with any id, and arguments that are text.
    pub const DEFAULT: Self = Self {
        id: Pattern { rule: None, shortest: 1, longest: 64, letters: Letters::Any },
        unique_ids: UniqueIds::InMessage,
        duplicate_rule: None,
        unnamed_prefix: None,
        name: Pattern { rule: None, shortest: 1, longest: 64, letters: Letters::Plain },
        one_message_rule: None,
        arguments_rule: None,
        arguments_are_objects: false,
        has_custom: false,
        has_builtins: false,
        has_async: false,
        needs_tools: false,
        undeclared_rule: None,
        provider_part: None,
    };

    /// Reports whether the id was made up for a call without an id, and is not written.
    pub fn is_unnamed(&self, call_id: &str) -> bool {
        self.unnamed_prefix.is_some_and(|prefix| call_id.starts_with(prefix))
    }
}
