//! The names of the fields of a request.

use crate::json::Fields;
use crate::rules::Rule;

/// The fields of a request that the engine reads or writes. A path names fields from the outside in.
#[derive(Clone, Copy, Debug)]
pub struct RequestFields {
    /// The list of messages.
    pub messages: &'static str,
    /// The system prompt beside the messages, where there is one.
    pub system: Option<&'static str>,
    /// Another spelling of the system prompt's field that the provider reads, too.
    pub system_alias: Option<&'static str>,
    /// The model.
    pub model: &'static str,
    /// The path of the list of tools.
    pub tools: &'static [&'static str],
    /// The rule that the list of tools is not empty.
    pub empty_tools_rule: Option<&'static Rule>,
    /// The path of the field that asks for thinking.
    pub thinking: &'static [&'static str],
    /// The rule that the model takes the way in which thinking is asked for.
    pub thinking_rule: Option<&'static Rule>,
    /// The field that asks for a summary of the conversation in place of an answer, and the rule that its last turn is
    /// finished.
    pub compacts: Option<(&'static str, &'static Rule)>,
    /// Fields that are left out beside another one: the field, the other one, and the rule.
    pub excluded: &'static [(&'static str, &'static str, &'static Rule)],
    /// Params that belong to the request's URL. They are read, but not written to the body.
    pub in_url: &'static [&'static str],
    /// Fields that continue a conversation which the provider keeps. The calls of results may then be in that
    /// conversation.
    pub continues: &'static [&'static str],
    /// The field that is false when the provider is to keep nothing.
    pub stores: Option<&'static str>,
}

impl RequestFields {
    /// The fields of chat completions.
    pub const DEFAULT: Self = Self {
        messages: "messages",
        system: None,
        system_alias: None,
        model: "model",
        tools: &["tools"],
        empty_tools_rule: None,
        thinking: &["thinking"],
        thinking_rule: None,
        compacts: None,
        excluded: &[],
        in_url: &[],
        continues: &[],
        stores: None,
    };

    /// The name under which a request has its system prompt: `system`, or `system_alias` when only that is there.
    pub fn system_name(&self, fields: &Fields<'_>) -> Option<&'static str> {
        let mut names = [self.system, self.system_alias].into_iter().flatten();
        names.find(|name| fields.get(name).is_some()).or(self.system)
    }
}
