//! Code that readers share: errors that name the place, and fields of the expected kind.

use super::write::{into_text, write_extras};
use crate::error::{Code, ConversationError, Outcome};
use crate::json::{Fields, Kind, Node, ObjectWriter};
use crate::message::{Content, Extras, Media, Part, PartKind, Role, ToolCall};
use crate::sanitize::kind_of;
use crate::text::split_once;

/// An `invalid-message` error.
pub(in crate::format) fn invalid(text: impl Into<String>) -> ConversationError {
    ConversationError::new(Code::InvalidMessage, text)
}

/// The object, or an error that names the kind of value instead.
pub(in crate::format) fn object<'a>(node: Node<'a>) -> Outcome<Fields<'a>> {
    node.fields().ok_or_else(|| invalid(format!("expected an object, found {}", noun(node))))
}

/// The list, or an error that names the kind of value instead.
pub(in crate::format) fn list<'a>(node: Node<'a>) -> Outcome<Vec<Node<'a>>> {
    node.list().ok_or_else(|| invalid(format!("expected a list, found {}", noun(node))))
}

/// The string, or an error that names the kind of value instead.
pub(in crate::format) fn string(node: Node<'_>) -> Outcome<Box<str>> {
    node.text().map(Box::from).ok_or_else(|| invalid(format!("expected a string, found {}", noun(node))))
}

/// The string under `name`; `None` when it is absent or null.
pub(in crate::format) fn optional(fields: &Fields<'_>, name: &str) -> Outcome<Option<Box<str>>> {
    match fields.get(name).filter(|node| !node.is_null()) {
        None => Ok(None),
        Some(node) => string(node).map(Some).map_err(|error| error.at(name)),
    }
}

/// The string under `name`.
pub(in crate::format) fn required(fields: &Fields<'_>, name: &str) -> Outcome<Box<str>> {
    optional(fields, name)?.ok_or_else(|| invalid("expected a string, found nothing").at(name))
}

/// Places an error at an item of the list `name`.
pub(in crate::format) fn at_item(error: ConversationError, name: &str, at: usize) -> ConversationError {
    error.at(format!("{name}[{at}]"))
}

/// The fields that are not in `known`.
pub(in crate::format) fn extras(fields: &Fields<'_>, known: &[&str]) -> Extras {
    let mut extras = Extras::default();
    for (name, node) in fields.iter() {
        if !known.contains(&name) {
            extras.push(name, node.json());
        }
    }
    extras
}

/// Drops the extras that `is_idle` picks: fields whose value is the default.
pub(in crate::format) fn drop_idle_extras(extras: &mut Extras, is_idle: fn(&str, &str) -> bool) {
    let mut idle: Vec<Box<str>> = Vec::new();
    for (name, json) in extras.iter() {
        if is_idle(name, json) {
            idle.push(name.into());
        }
    }
    extras.retain(|name| !idle.iter().any(|idle| &**idle == name));
}

/// Keeps the fields of a nested object that are not in `known`, as an object under the same name.
pub(in crate::format) fn nest(extras: &mut Extras, name: &str, inner: &Fields<'_>, known: &[&str]) {
    keep_nested(extras, name, &self::extras(inner, known));
}

/// Keeps the fields of a nested object, as an object under `name`. Keeps nothing when there are no fields.
pub(in crate::format) fn keep_nested(extras: &mut Extras, name: &str, inner: &Extras) {
    if inner.is_empty() {
        return;
    }
    let mut json = Vec::new();
    let mut object = ObjectWriter::begin(&mut json);
    write_extras(Some(inner), &[], &mut object);
    object.end();
    extras.push(name, &into_text(json));
}

/// The content under `name`: absent or null, a string, or a list of parts.
pub(in crate::format) fn read_content(
    fields: &Fields<'_>,
    name: &str,
    read_part: fn(Node<'_>) -> Outcome<Part>,
) -> Outcome<Content> {
    let Some(node) = fields.get(name) else { return Ok(Content::Null) };
    match node.kind() {
        Kind::Null => Ok(Content::Null),
        Kind::Text => Ok(Content::Text(string(node)?)),
        Kind::List => {
            let mut parts = Vec::new();
            for (at, part) in list(node)?.into_iter().enumerate() {
                parts.push(read_part(part).map_err(|error| at_item(error, name, at))?);
            }
            Ok(Content::Parts(parts))
        }
        Kind::Bool | Kind::Number | Kind::Object => {
            Err(invalid(format!("expected a string, a list of parts or null, found {}", noun(node))).at(name))
        }
    }
}

/// Drops the positions of calls that follow all parts of a message: calls without a position are written there.
pub(in crate::format) fn drop_last_positions(calls: &mut [ToolCall], parts: usize) {
    for call in calls {
        call.after_parts = call.after_parts.filter(|after| *after < parts);
    }
}

/// The role that a part belongs to, if only one role may hold it. Reasoning is the assistant's, and `role_of` knows the
/// unmodelled kinds.
pub(in crate::format) fn role_of_part(part: &Part, role_of: fn(&str) -> Option<Role>) -> Option<Role> {
    match &part.kind {
        PartKind::Reasoning(_) => Some(Role::Assistant),
        PartKind::Other { json, .. } => role_of(&kind_of(json)),
        PartKind::Text(_)
        | PartKind::Image(_)
        | PartKind::Audio(_)
        | PartKind::File(_)
        | PartKind::Refusal(_) => None,
    }
}

/// A node's kind, in words.
pub(in crate::format) fn noun(node: Node<'_>) -> &'static str {
    match node.kind() {
        Kind::Null => "null",
        Kind::Bool => "true or false",
        Kind::Number => "a number",
        Kind::Text => "a string",
        Kind::List => "a list",
        Kind::Object => "an object",
    }
}

/// Reports whether a URL is of this scheme, in any case.
pub(in crate::format) fn starts_with(url: &str, scheme: &str) -> bool {
    url.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
}

/// The media type and the base64 of a data URL.
pub(in crate::format) fn data_url(url: &str) -> Option<(&str, &str)> {
    let (kind, data) = split_once(url.strip_prefix("data:")?, ";base64,")?;
    (!kind.is_empty()).then_some((kind, data))
}

/// Media at a URL, or inside a data URL.
pub(in crate::format) fn located(url: &str) -> Media {
    match data_url(url) {
        Some((kind, data)) => {
            Media { media_type: Some(kind.into()), data: Some(data.into()), ..Media::default() }
        }
        None => Media { url: Some(url.into()), ..Media::default() },
    }
}
