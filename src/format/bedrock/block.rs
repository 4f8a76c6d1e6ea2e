//! Reading one block of Converse: an object of one field, whose name is the kind of block.

use super::block_kinds::{CACHE_POINT, CITATIONS, role_of};
use super::media::{DOCUMENTS, IMAGES, SOUNDS, media_type};
use super::rules;
use crate::error::Outcome;
use crate::format::blocks::{Block, Fault, Grammar, Mark, ResultBlock, read_call};
use crate::format::json::read::{at_item, extras, invalid, list, object, optional, role_of_part, string};
use crate::json::{Fields, Kind, Node, ObjectWriter};
use crate::message::{
    Content, Extras, Format, Media, Origin, Part, PartKind, Reasoning, Role, ToolCall, ToolResult, WRITTEN_AS,
};
use crate::repair::RepairCode;

pub(super) static GRAMMAR: Grammar = Grammar {
    read_block,
    read_system: read_block,
    only_role,
    takes_string: false,
    role_rule: Some(&rules::BE4),
    text_rule: Some(&rules::BE5),
    blank_beside_calls: false,
    message_rule: Some(&rules::BE6),
};

const NO_CONTENT: Fault =
    (RepairCode::FieldDropped, &rules::BE6, "a result without a list of content is sent with an empty one");
const NO_OBJECT: Fault = (RepairCode::WrittenAsText, &rules::BE8, "JSON that is no object is sent as text");

fn only_role(block: &Block) -> Option<Role> {
    match block {
        Block::Call(_) => Some(Role::Assistant),
        Block::Result(_) => Some(Role::Tool),
        Block::Mark(_) => None,
        Block::Part(part) if part.as_text().is_some() && part.extras.get(CITATIONS).is_some() => {
            Some(Role::Assistant)
        }
        Block::Part(part) => role_of_part(part, role_of),
    }
}

fn read_block(node: Node<'_>) -> Outcome<Block> {
    let (kind, value) = tagged(node)?;
    match kind.as_ref() {
        "toolUse" => {
            let fields = object(value).map_err(|error| error.at("toolUse"))?;
            match is_server_call(&fields) {
                true => Ok(Block::Part(verbatim(node))),
                false => read_own_call(&fields).map(Block::Call).map_err(|error| error.at("toolUse")),
            }
        }
        "toolResult" => {
            let fields = object(value).map_err(|error| error.at("toolResult"))?;
            match is_server_result(&fields) {
                true => check_content(&fields).map(|()| Block::Part(verbatim(node))),
                false => read_result(&fields).map(Block::Result),
            }
            .map_err(|error| error.at("toolResult"))
        }
        CACHE_POINT => {
            let mark = Mark { name: CACHE_POINT, json: value.json().into(), verbatim: verbatim(node) };
            Ok(Block::Mark(mark))
        }
        _ => read_part(node, &kind, value).map(Block::Part).map_err(|error| error.at(&*kind)),
    }
}

/// Reports whether a `toolUse` calls a tool that the provider runs. Claude's calls of the host's tools have `"type":
/// "tool_use"` (recorded: 200), other models' calls have no type.
pub(super) fn is_server_call(fields: &Fields<'_>) -> bool {
    fields.text("type").as_deref() == Some("server_tool_use")
}

/// Reports whether a `toolResult` is from a tool that the provider runs, such as `nova_code_interpreter_result`.
pub(super) fn is_server_result(fields: &Fields<'_>) -> bool {
    fields.text("type").is_some_and(|kind| kind != "tool_result" && kind.ends_with("_result"))
}

/// Reads a call of one of the host's tools. The usual type is dropped, because the kind of block shows it already; any
/// other type is kept.
fn read_own_call(fields: &Fields<'_>) -> Outcome<ToolCall> {
    let mut call = read_call(fields, "toolUseId")?;
    if let Some(node) = unusual_type(fields, "tool_use") {
        call.extras.push("type", node.json());
    }
    Ok(call)
}

/// The `type` of a block, unless it is absent, null or the usual one.
fn unusual_type<'a>(fields: &Fields<'a>, usual: &str) -> Option<Node<'a>> {
    fields.get("type").filter(|node| !node.is_null() && node.text().as_deref() != Some(usual))
}

/// The one field of a block: its name and its value. Skips null fields. A text may have other fields beside it.
fn tagged<'a>(node: Node<'a>) -> Outcome<(Box<str>, Node<'a>)> {
    let fields = object(node)?;
    let is_other_block = |name: &str| super::dialect::DIALECT.fields.parts.contains(&name);
    let text = fields.get("text").filter(|text| !text.is_null());
    if let Some(text) = text.filter(|_| !fields.iter().any(|(name, _)| is_other_block(name))) {
        return Ok(("text".into(), text));
    }
    let mut given = fields.iter().filter(|(_, value)| !value.is_null());
    match (given.next(), given.next()) {
        (Some((kind, value)), None) => Ok((kind.into(), value)),
        (None, _) => Err(invalid("a block needs a field that says what it is, such as `text`; found none")),
        (Some((one, _)), Some((other, _))) => {
            Err(invalid(format!("a block has one field that says what it is; found `{one}` and `{other}`")))
        }
    }
}

fn verbatim(node: Node<'_>) -> Part {
    Part::from(PartKind::other(Format::Bedrock, node.json()))
}

/// Refuses content that is no list.
fn check_content(fields: &Fields<'_>) -> Outcome<()> {
    let content = fields.get("content").filter(|node| !node.is_null());
    content.map_or(Ok(()), |node| list(node).map(drop).map_err(|error| error.at("content")))
}

fn read_result(fields: &Fields<'_>) -> Outcome<ResultBlock> {
    let mut faults: Vec<Fault> = Vec::new();
    let content = match fields.get("content").filter(|node| !node.is_null()) {
        None => {
            faults.push(NO_CONTENT);
            Content::Null
        }
        Some(node) => {
            let mut parts = Vec::new();
            for (at, node) in list(node).map_err(|error| error.at("content"))?.into_iter().enumerate() {
                let part = read_inner(node, &mut faults);
                parts.push(part.map_err(|error| at_item(error, "content", at))?);
            }
            Content::Parts(parts)
        }
    };
    let is_error = match fields.text("status").as_deref() {
        Some("error") => Some(true),
        Some("success") => Some(false),
        Some(_) | None => None,
    };
    let known: &[&str] = match is_error {
        Some(_) => &["toolUseId", "content", "status", "type"],
        None => &["toolUseId", "content", "type"],
    };
    let call_id = optional(fields, "toolUseId")?.unwrap_or_default();
    let result = ToolResult { call_id, content, is_error };
    let mut extras = extras(fields, known);
    if let Some(node) = unusual_type(fields, "tool_result") {
        extras.push("type", node.json());
    }
    Ok(ResultBlock { result, extras, faults })
}

/// Reads a block of a result. JSON becomes its text, byte for byte, and is written as JSON again.
fn read_inner(node: Node<'_>, faults: &mut Vec<Fault>) -> Outcome<Part> {
    let (kind, value) = match object(node)?.get("json") {
        // In `json`, null is a value.
        Some(value) => ("json".into(), value),
        None => tagged(node)?,
    };
    if &*kind != "json" {
        return read_part(node, &kind, value).map_err(|error| error.at(&*kind));
    }
    if let Some(text) = value.text() {
        faults.push(NO_OBJECT);
        return Ok(Part::text(&text));
    }
    let mut part = Part::text(value.json());
    match value.kind() {
        Kind::Object => part.extras.push(WRITTEN_AS, "\"json\""),
        Kind::Null | Kind::Bool | Kind::Number | Kind::Text | Kind::List => faults.push(NO_OBJECT),
    }
    Ok(part)
}

fn read_part(node: Node<'_>, kind: &str, value: Node<'_>) -> Outcome<Part> {
    if kind == "text" {
        let kind = PartKind::Text(string(value)?);
        return Ok(Part { kind, extras: extras(&object(node)?, &["text"]) });
    }
    let Some(fields) = value.fields() else { return Ok(verbatim(node)) };
    let part = match kind {
        "image" => {
            read_media(&fields, IMAGES, "image").map(|(media, extras)| (PartKind::Image(media), extras))
        }
        "audio" => {
            read_media(&fields, SOUNDS, "audio").map(|(media, extras)| (PartKind::Audio(media), extras))
        }
        "document" => read_document(&fields)?,
        "reasoningContent" => read_reasoning(&fields)?,
        "citationsContent" => read_cited(&fields),
        _ => None,
    };
    Ok(part.map_or_else(|| verbatim(node), |(kind, extras)| Part { kind, extras }))
}

/// The media of a block, and its other fields; `None` when its source is not modelled. A format that Converse does not know
/// becomes a type that no one writes (BE13).
fn read_media(
    fields: &Fields<'_>,
    formats: &[(&str, &'static str)],
    group: &str,
) -> Option<(Box<Media>, Extras)> {
    let format = fields.text("format")?;
    let kind = media_type(formats, &format).map_or_else(|| format!("{group}/{format}"), str::to_owned);
    let media = Media { media_type: Some(kind.into()), ..read_source(fields)? };
    Some((Box::new(media), extras(fields, &["format", "source"])))
}

/// Reads a document. It may come without a format.
fn read_document(fields: &Fields<'_>) -> Outcome<Option<(PartKind, Extras)>> {
    let format = optional(fields, "format")?;
    let Some(media) = read_source(fields) else { return Ok(None) };
    let kind = |format: &str| {
        media_type(DOCUMENTS, format).map_or_else(|| format!("application/{format}"), str::to_owned)
    };
    let media_type = format.as_deref().map(|format| kind(format).into());
    let media = Media { media_type, name: optional(fields, "name")?, ..media };
    Ok(Some((PartKind::File(Box::new(media)), extras(fields, &["format", "source", "name"]))))
}

/// The media of a block; `None` when its source is of a kind, or has a field, that is not modelled.
fn read_source(fields: &Fields<'_>) -> Option<Media> {
    let source = fields.get("source")?.fields()?;
    let only = |fields: &Fields<'_>| fields.iter().filter(|(_, node)| !node.is_null()).count() == 1;
    if !only(&source) {
        return None;
    }
    if let Some(data) = source.text("bytes") {
        return Some(Media { data: Some(data.as_ref().into()), ..Media::default() });
    }
    let place = source.get("s3Location")?.fields().filter(only)?;
    let uri = place.text("uri").filter(|uri| uri.starts_with("s3://"))?;
    Some(Media { url: Some(uri.as_ref().into()), ..Media::default() })
}

fn read_reasoning(fields: &Fields<'_>) -> Outcome<Option<(PartKind, Extras)>> {
    let origin = Some(Origin { format: Format::Bedrock, model: None });
    if let Some(data) = fields.text("redactedContent") {
        let reasoning = Reasoning { encrypted: Some(data.as_ref().into()), origin, ..Reasoning::default() };
        return Ok(Some((PartKind::Reasoning(Box::new(reasoning)), Extras::default())));
    }
    let Some(inner) = fields.get("reasoningText").and_then(Node::fields) else { return Ok(None) };
    let reasoning = Reasoning {
        text: optional(&inner, "text")?,
        signature: optional(&inner, "signature")?,
        encrypted: None,
        origin,
    };
    Ok(Some((PartKind::Reasoning(Box::new(reasoning)), extras(&inner, &["text", "signature"]))))
}

/// Reads cited text, with its citations; `None` when the content is not one text.
fn read_cited(fields: &Fields<'_>) -> Option<(PartKind, Extras)> {
    let content = fields.get("content")?.list()?;
    let [only] = content.as_slice() else { return None };
    let only = only.fields()?;
    let text = only.text("text").filter(|_| only.iter().count() == 1)?;
    let mut json = Vec::new();
    let mut object = ObjectWriter::begin(&mut json);
    fields
        .iter()
        .filter(|(name, _)| *name != "content")
        .for_each(|(name, node)| object.json(name, node.json()));
    object.end();
    let mut extras = Extras::default();
    extras.push(CITATIONS, &String::from_utf8_lossy(&json));
    Some((PartKind::Text(text.as_ref().into()), extras))
}
