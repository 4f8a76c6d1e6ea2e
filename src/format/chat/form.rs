//! In what formats of chat completions differ, as data.

use super::part;
use super::spelling::Names;
use crate::error::Outcome;
use crate::json::{Node, ObjectWriter};
use crate::message::{Format, Part};
use crate::rules::Rule;

/// One format of chat completions.
#[derive(Debug)]
pub(in crate::format) struct Form {
    /// The format.
    pub format: Format,
    /// The rule that a message has the role of what it carries.
    pub role_rule: Option<&'static Rule>,
    /// Whether `developer` is another word for `system`.
    pub has_developer: bool,
    /// The rule that content is text or a list of parts.
    pub content_rule: Option<&'static Rule>,
    /// The fields of a message that hold reasoning, the usual one first; none where it stands among the parts.
    pub reasoning_fields: &'static [&'static str],
    /// The rule that a list of calls is not empty and not null, where there is one.
    pub idle_calls_rule: Option<&'static Rule>,
    /// The rule that a name is not null, where there is one.
    pub null_name_rule: Option<&'static Rule>,
    /// The rule on arguments.
    pub arguments_rule: Option<&'static Rule>,
    /// The rule that fields have the provider's spelling.
    pub spelling_rule: Option<&'static Rule>,
    /// Whether arguments may be an object in place of its JSON text.
    pub takes_objects: bool,
    /// Whether there are calls of custom tools, whose input is free text.
    pub has_custom_calls: bool,
    /// Fields of an answer that say nothing when they are false.
    pub idle_flags: &'static [&'static str],
    /// The fields that the provider's own client spells otherwise.
    pub client_names: Names,
    /// Whether they are written as the client spells them.
    pub is_clients: bool,
    /// Reads a part.
    pub read_part: fn(Node<'_>) -> Outcome<Part>,
    /// Writes the fields of a part that is modelled, but for those that are not.
    pub write_part: fn(&Part, &mut ObjectWriter<'_>),
}

impl Form {
    /// A format that writes parts as OpenAI does, and has no rules on the form of messages.
    pub(in crate::format) const fn of(format: Format, read_part: fn(Node<'_>) -> Outcome<Part>) -> Self {
        Self {
            format,
            role_rule: None,
            has_developer: false,
            content_rule: None,
            reasoning_fields: &[],
            idle_calls_rule: None,
            null_name_rule: None,
            arguments_rule: None,
            spelling_rule: None,
            takes_objects: false,
            has_custom_calls: false,
            idle_flags: &[],
            client_names: &[],
            is_clients: false,
            read_part,
            write_part: part::write_part,
        }
    }
}
