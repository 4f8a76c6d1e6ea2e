//! The differences between formats of chat completions, as data.

use super::part;
use crate::error::Outcome;
use crate::json::{Node, ObjectWriter};
use crate::message::{Format, Part};
use crate::rules::Rule;

/// Pairs of names for one field: the client's, and the provider's.
pub(in crate::format) type FieldNames = &'static [(&'static str, &'static str)];

/// The properties of a format of chat completions.
#[derive(Debug)]
pub(in crate::format) struct ChatForm {
    /// The format.
    pub format: Format,
    /// The rule that a message has the role of its content.
    pub role_rule: Option<&'static Rule>,
    /// True if `developer` is another word for `system`.
    pub has_developer: bool,
    /// The rule that content is text or a list of parts.
    pub content_rule: Option<&'static Rule>,
    /// The rule that parts have the provider's form.
    pub part_rule: Option<&'static Rule>,
    /// The fields of a message that hold reasoning, the usual one first. Empty when reasoning is among the parts.
    pub reasoning_fields: &'static [&'static str],
    /// The rule that a list of calls is not empty and not null, where there is one.
    pub idle_calls_rule: Option<&'static Rule>,
    /// The rule that a name is not null, where there is one.
    pub null_name_rule: Option<&'static Rule>,
    /// The rule on arguments.
    pub arguments_rule: Option<&'static Rule>,
    /// The rule that fields have the provider's spelling.
    pub spelling_rule: Option<&'static Rule>,
    /// True if arguments may be an object in place of its JSON text.
    pub takes_objects: bool,
    /// True if there are calls of custom tools, whose input is free text.
    pub has_custom_calls: bool,
    /// True if vendors take a message of the system that has no content, and adds tools.
    pub has_tool_messages: bool,
    /// Fields of an answer whose default is false.
    pub idle_flags: &'static [&'static str],
    /// The fields that the provider's own client spells differently.
    pub client_names: FieldNames,
    /// True if fields are written in the spelling of the provider's own client.
    pub is_clients: bool,
    /// Reads a part.
    pub read_part: fn(Node<'_>) -> Outcome<Part>,
    /// Writes the modelled fields of a part.
    pub write_part: fn(&Part, &mut ObjectWriter<'_>),
}

impl ChatForm {
    /// A format that writes parts as OpenAI does, and has no rules on the form of messages.
    pub(in crate::format) const fn of(format: Format, read_part: fn(Node<'_>) -> Outcome<Part>) -> Self {
        Self {
            format,
            role_rule: None,
            has_developer: false,
            content_rule: None,
            part_rule: None,
            reasoning_fields: &[],
            idle_calls_rule: None,
            null_name_rule: None,
            arguments_rule: None,
            spelling_rule: None,
            takes_objects: false,
            has_custom_calls: false,
            has_tool_messages: false,
            idle_flags: &[],
            client_names: &[],
            is_clients: false,
            read_part,
            write_part: part::write_part,
        }
    }
}
