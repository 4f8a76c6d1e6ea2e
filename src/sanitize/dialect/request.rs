//! The names of the fields of a request.

use super::breakpoints::FindBreakpoints;
use crate::json::{Fields, Node};
use crate::rules::Rule;
use crate::sanitize::RequestOptions;
use std::borrow::Cow;

/// The fields of a request that the engine reads or writes. A path names fields from the outside in.
#[derive(Clone, Copy, Debug)]
pub struct RequestFields {
    /// The list of messages.
    pub messages: &'static str,
    /// Fields in place of the list of messages: a body with such a field may lack the list.
    pub stands_for_messages: &'static [&'static str],
    /// The system prompt beside the messages, if the provider has this field.
    pub system: Option<&'static str>,
    /// Another spelling of the system prompt's field that the provider reads, too.
    pub system_alias: Option<&'static str>,
    /// The model.
    pub model: &'static str,
    /// The path of the list of tools.
    pub tools: &'static [&'static str],
    /// The path of the field that says whether a tool must be called.
    pub tool_choice: &'static [&'static str],
    /// The paths of the schema of the answer.
    pub schemas: &'static [&'static [&'static str]],
    /// The rule that the list of tools is not empty.
    pub empty_tools_rule: Option<&'static Rule>,
    /// The path of the field that asks for thinking.
    pub thinking: &'static [&'static str],
    /// The rule that the model accepts the settings of thinking.
    pub thinking_rule: Option<&'static Rule>,
    /// The rule that the model takes the other fields outside the messages.
    pub fields_rule: Option<&'static Rule>,
    /// Reports why the provider refuses a request with these fields, whatever its messages.
    pub refused: fn(&Fields<'_>, &RequestOptions) -> Option<RefusedRequest>,
    /// The field that asks for a summary of the conversation in place of an answer, and the rule that its last turn is
    /// finished.
    pub compacts: Option<(&'static str, &'static Rule)>,
    /// Fields that are left out if another field is present: the field, the other field, and the rule.
    pub excluded: &'static [(&'static str, &'static str, &'static Rule)],
    /// Params that belong to the request's URL. They are read, but not written to the body.
    pub in_url: &'static [&'static str],
    /// The fields that continue a conversation which the provider keeps; `None` for a provider that keeps none.
    pub continuation: Option<&'static Continuation>,
    /// The field that is false when the provider is to keep nothing.
    pub stores: Option<&'static str>,
    /// Changes of the set of tools in messages; `None` if tools are declared only outside the messages.
    pub tool_changes: Option<&'static ToolChanges>,
    /// The field that may not mark a tool of this request as a cache breakpoint, and the rule.
    pub tool_breakpoints: fn(&Fields<'_>, &RequestOptions) -> Option<(&'static str, &'static Rule)>,
    /// Cache breakpoints that are put in if the caller asks for them; `None` for a provider that takes none.
    pub breakpoints: Option<FindBreakpoints>,
}

/// A request that the provider refuses, whatever its messages.
#[derive(Clone, Debug)]
pub struct RefusedRequest {
    /// The rule that it breaks.
    pub rule: &'static Rule,
    /// The field that breaks it.
    pub field: &'static str,
    /// Why, and what to send instead.
    pub detail: String,
}

/// Changes of the set of tools in messages. The first declared tools then need no change.
#[derive(Clone, Copy, Debug)]
pub struct ToolChanges {
    /// Reports whether the model of this name takes these changes.
    pub takes: fn(&str) -> bool,
    /// The vendor that takes these changes, if the request may name a vendor.
    pub vendor: Option<&'static str>,
    /// Reads the changes in an unmodelled part of a message.
    pub read: for<'a> fn(&'a str) -> Vec<ToolChange<'a>>,
    /// Writes the parts of the message that makes these changes.
    pub write: fn(&[ToolChange<'_>]) -> Vec<String>,
    /// True if a tool can be redefined under its name.
    pub redefines: bool,
    /// The way in which tools are withdrawn.
    pub withdrawal: Withdrawal,
}

/// The way in which tools are withdrawn.
#[derive(Clone, Copy, Debug)]
pub enum Withdrawal {
    /// By a message.
    ByMessage,
    /// By the choice of tools.
    ByChoice(ChooseTools),
    /// Not at all: the tools are declared again.
    Never,
}

/// Writes a choice that allows only these tools, given the caller's own choice. `None` if the caller's choice stays.
pub type ChooseTools = for<'a> fn(&[Node<'a>], Option<Node<'a>>) -> Option<String>;

/// A change of the set of tools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToolChange<'a> {
    /// Adds the tool of this definition.
    Define(Node<'a>),
    /// Adds a tool that was declared or defined before.
    Offer(Cow<'a, str>),
    /// Withdraws a tool.
    Withdraw(Cow<'a, str>),
}

/// The fields that continue a conversation which the provider keeps.
#[derive(Clone, Copy, Debug)]
pub struct Continuation {
    /// The field that names the response to continue.
    pub field: &'static str,
    /// Reads the id of that response from the value of the field.
    pub read: for<'a> fn(Node<'a>) -> Option<Cow<'a, str>>,
    /// Writes the value of the field for the response of this id.
    pub write: fn(&str) -> String,
    /// The value of the field with which the provider begins to keep a conversation. `None` for a provider that keeps
    /// responses without being asked.
    pub begin: Option<&'static str>,
    /// True if each response can be continued only once.
    pub only_once: bool,
    /// The field that names a conversation to which the provider adds every request and response.
    pub conversation: Option<&'static str>,
    /// Reports whether a response is complete. A response that was cut off cannot be continued.
    pub is_complete: fn(&Fields<'_>) -> bool,
}

impl Continuation {
    /// The id of the response that a request continues.
    pub fn response<'a>(&self, fields: &Fields<'a>) -> Option<Cow<'a, str>> {
        fields.get(self.field).and_then(self.read)
    }

    /// The id of the conversation that a request or a response belongs to. It is the value of the field, or its `id`.
    pub fn conversation<'a>(&self, fields: &Fields<'a>) -> Option<Cow<'a, str>> {
        let node = fields.get(self.conversation?)?;
        node.text().or_else(|| node.fields()?.text("id"))
    }
}

impl RequestFields {
    /// The fields of chat completions.
    pub const DEFAULT: Self = Self {
        messages: "messages",
        stands_for_messages: &[],
        system: None,
        system_alias: None,
        model: "model",
        tools: &["tools"],
        tool_choice: &["tool_choice"],
        schemas: &[&["response_format", "json_schema", "schema"]],
        empty_tools_rule: None,
        thinking: &["thinking"],
        thinking_rule: None,
        fields_rule: None,
        refused: |_, _| None,
        compacts: None,
        excluded: &[],
        in_url: &[],
        continuation: None,
        stores: None,
        tool_changes: None,
        tool_breakpoints: |_, _| None,
        breakpoints: None,
    };

    /// The name under which a request has its system prompt: `system`, or `system_alias` when only that is there.
    pub fn system_name(&self, fields: &Fields<'_>) -> Option<&'static str> {
        let mut names = [self.system, self.system_alias].into_iter().flatten();
        names.find(|name| fields.get(name).is_some()).or(self.system)
    }
}
