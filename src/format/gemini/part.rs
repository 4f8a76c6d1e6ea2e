//! Reading one part of a content.

use super::SIGNATURE;
use super::call::{ReadResult, read_call, read_response};
use super::dialect::{BARE, role_of};
use super::spelling::Spelled;
use crate::error::Outcome;
use crate::format::json::read::{invalid, object, role_of_part, string};
use crate::json::{Fields, Node};
use crate::message::{Extras, Format, Media, Origin, Part, PartKind, Reasoning, Role, ToolCall, WRITTEN_AS};

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

/// Reads a part of the instructions beside the messages; a string stands for a text.
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

fn plain(kind: PartKind, fields: &Spelled<'_>, own: &str) -> Part {
    Part { kind, extras: fields.extras(&[own, "thought"]) }
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

/// Reports whether a part is a signature alone. The model sends such a part to sign words that it sent before.
fn is_signature(fields: &Spelled<'_>) -> bool {
    fields.text(SIGNATURE).is_some() && fields.names().all(|name| [SIGNATURE, "thought"].contains(&name))
}

/// Reads a signature alone as an empty text. The text is written as a signature alone again.
fn bare(fields: &Spelled<'_>) -> Part {
    let mut part = plain(PartKind::Text("".into()), fields, "text");
    part.extras.push(WRITTEN_AS, BARE);
    part
}

fn verbatim(node: Node<'_>) -> Part {
    Part::from(PartKind::other(Format::Gemini, node.json()))
}

/// Reads media of a content; `None` when the part holds no media, or an unmodelled field.
fn read_media(fields: &Spelled<'_>) -> Option<Part> {
    let (name, media) = match fields.inner("inlineData") {
        Some(blob) => ("inlineData", read_blob(&blob)?),
        None => ("fileData", read_file(&fields.inner("fileData")?)?),
    };
    let Part { kind, extras: name_of_it } = media;
    let mut part = plain(kind, fields, name);
    name_of_it.iter().for_each(|(name, json)| part.extras.push(name, json));
    Some(part)
}

/// Reads media of a result.
pub(super) fn read_result_part(node: Node<'_>) -> Outcome<Part> {
    let fields = Spelled::new(&object(node)?);
    Ok(read_media(&fields).unwrap_or_else(|| verbatim(node)))
}

fn read_blob(blob: &Spelled<'_>) -> Option<Part> {
    let known = ["mimeType", "data", "displayName"];
    let media =
        Media { media_type: blob.text("mimeType"), data: Some(blob.text("data")?), ..Media::default() };
    blob.names().all(|name| known.contains(&name)).then(|| of_kind(media, blob))
}

fn read_file(file: &Spelled<'_>) -> Option<Part> {
    let known = ["mimeType", "fileUri", "displayName"];
    let uri = file.text("fileUri")?;
    let media_type = file.text("mimeType");
    let media = match is_own(&uri) {
        true => Media { media_type, file_id: Some(uri), origin: Some(Format::Gemini), ..Media::default() },
        false => Media { media_type, url: Some(uri), ..Media::default() },
    };
    file.names().all(|name| known.contains(&name)).then(|| of_kind(media, file))
}

/// Reports whether only the provider can fetch the address: its own files, Google's storage, videos that it watches.
fn is_own(uri: &str) -> bool {
    let hosts =
        ["https://generativelanguage.googleapis.com/", "https://youtu.be/", "https://www.youtube.com/"];
    let is_fetched = uri.starts_with("http://") || uri.starts_with("https://");
    !is_fetched || uri.starts_with("https://m.youtube.com/") || hosts.iter().any(|host| uri.starts_with(host))
}

fn of_kind(media: Media, fields: &Spelled<'_>) -> Part {
    let kind = media.media_type.as_deref().unwrap_or_default();
    let is = |start: &str| kind.starts_with(start);
    let kind: fn(Box<Media>) -> PartKind = match () {
        () if is("image/") => PartKind::Image,
        () if is("audio/") => PartKind::Audio,
        () => PartKind::File,
    };
    let mut extras = Extras::default();
    if let Some(name) = fields.get("displayName") {
        extras.push("displayName", name.json());
    }
    Part { kind: kind(Box::new(media)), extras }
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
