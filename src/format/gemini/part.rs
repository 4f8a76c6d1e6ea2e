//! Reading one part of a content.

use super::call::{ReadResult, read_call, read_response};
use super::dialect::{BARE, role_of};
use super::media::{plain, read_media, verbatim};
use super::signatures::SIGNATURE;
use super::spelling::Spelled;
use crate::error::Outcome;
use crate::format::json::read::{invalid, object, role_of_part, string};
use crate::json::{Fields, Node};
use crate::message::{Format, Origin, Part, PartKind, Reasoning, Role, ToolCall, WRITTEN_AS};

/// A part that was read.
pub(super) enum ReadPart {
    Part(Part),
    Call(ToolCall),
    Result(ReadResult),
    /// An object without fields.
    Nothing,
}

/// The role of a part, if only one role may hold it.
pub(super) fn only_role(part: &ReadPart) -> Option<Role> {
    match part {
        ReadPart::Call(_) => Some(Role::Assistant),
        ReadPart::Result(_) => Some(Role::Tool),
        ReadPart::Part(part) => role_of_part(part, role_of),
        ReadPart::Nothing => None,
    }
}

/// Reads a part of a content.
pub(super) fn read_content_part(node: Node<'_>) -> Outcome<ReadPart> {
    let fields = Spelled::new(&object(node)?);
    if let Some(call) = fields.get("functionCall") {
        let call = object(call).map_err(|error| error.at("functionCall"))?;
        return Ok(ReadPart::Call(read_call(&call, fields.extras(&["functionCall"]))?));
    }
    if let Some(response) = fields.get("functionResponse") {
        let response = object(response).map_err(|error| error.at("functionResponse"))?;
        return Ok(ReadPart::Result(read_response(&response, fields.extras(&["functionResponse"]))?));
    }
    if fields.names().next().is_none() {
        return Ok(ReadPart::Nothing);
    }
    Ok(ReadPart::Part(read_part(node, &fields)?))
}

/// Reads a part of the instructions beside the messages; a string is a text.
pub(super) fn read_inner(node: Node<'_>) -> Outcome<Part> {
    match node.text() {
        Some(text) => Ok(Part::text(&text)),
        None => read_part(node, &Spelled::new(&object(node)?)),
    }
}

fn read_part(node: Node<'_>, fields: &Spelled<'_>) -> Outcome<Part> {
    let is_thought = fields.get("thought").and_then(Node::truth).unwrap_or(false);
    match fields.get("text") {
        Some(text) => {
            let text = string(text).map_err(|error| error.at("text"))?;
            Ok(if is_thought {
                thought(Some(text), fields)
            } else {
                plain(PartKind::Text(text), fields, "text")
            })
        }
        None if is_signature(fields) => Ok(if is_thought { thought(None, fields) } else { bare(fields) }),
        // Media of a thought are not part of the model's answer, so they are kept verbatim.
        None if is_thought => Ok(verbatim(node)),
        None => Ok(read_media(fields).unwrap_or_else(|| verbatim(node))),
    }
}

fn thought(text: Option<Box<str>>, fields: &Spelled<'_>) -> Part {
    let reasoning = Reasoning {
        text,
        signature: fields.text(SIGNATURE),
        encrypted: None,
        origin: Some(Origin { format: Format::Gemini, model: None }),
    };
    let extras = fields.extras(&["text", "thought", SIGNATURE]);
    Part { kind: PartKind::Reasoning(Box::new(reasoning)), extras }
}

/// Reports whether a part is only a signature, which the model sends to sign earlier words.
fn is_signature(fields: &Spelled<'_>) -> bool {
    fields.text(SIGNATURE).is_some() && fields.names().all(|name| [SIGNATURE, "thought"].contains(&name))
}

/// Reads a signature alone as an empty text. The text is written as a signature alone again.
fn bare(fields: &Spelled<'_>) -> Part {
    let mut part = plain(PartKind::Text("".into()), fields, "text");
    part.extras.push(WRITTEN_AS, BARE);
    part
}

/// The parts of a content: a list, or a single part in place of a list.
pub(super) fn parts_of<'a>(fields: &Fields<'a>) -> Outcome<Vec<Node<'a>>> {
    let Some(node) = fields.get("parts").filter(|node| !node.is_null()) else { return Ok(Vec::new()) };
    match (node.list(), node.fields()) {
        (Some(list), _) => Ok(list),
        (None, Some(_)) => Ok(vec![node]),
        (None, None) => Err(invalid("expected a list of parts").at("parts")),
    }
}
