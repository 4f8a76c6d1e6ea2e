//! Reading one block: an object of one field, whose name says what it is.

use super::citations::from_typescript;
use super::media::{self, bytes_of};
use crate::error::Outcome;
use crate::format::bedrock::{CACHE_POINT, CITATIONS};
use crate::format::blocks::{Block, Mark, ResultBlock};
use crate::format::read::{extras, invalid, list, object, optional, required, string};
use crate::json::{Fields, Kind, Node, ObjectWriter};
use crate::message::{
    Arguments, Content, Extras, Format, Origin, Part, PartKind, Reasoning, Role, STRUCTURED, ToolCall,
    ToolResult, WRITTEN_AS,
};

/// The field that keeps what blocks hold beside what is modelled.
pub(super) const STRANDS: &str = "strands";

/// Reads a block of a message of this role.
pub(super) fn read_block(node: Node<'_>, role: Role, origin: Option<&Origin>) -> Outcome<Block> {
    let (kind, value) = tagged(node)?;
    let fields = || object(value).map_err(|error| error.at(&*kind));
    let placed = |error: crate::error::ConversationError| error.at(&*kind);
    match kind.as_ref() {
        "toolUse" if role == Role::Assistant => Ok(Block::Call(read_call(&fields()?).map_err(placed)?)),
        "toolResult" if role == Role::User => Ok(Block::Result(read_result(&fields()?).map_err(placed)?)),
        "cachePoint" => {
            let mark = Mark { name: CACHE_POINT, json: cache_point(&fields()?), verbatim: verbatim(node) };
            Ok(Block::Mark(mark))
        }
        "reasoning" | "reasoningContent" => {
            let read = read_reasoning(&fields()?, kind.as_ref(), origin).map_err(placed)?;
            Ok(Block::Part(read.unwrap_or_else(|| verbatim(node))))
        }
        _ => read_part(node, &kind, value).map(Block::Part).map_err(placed),
    }
}

/// Reads a block of the system prompt.
pub(super) fn read_system(node: Node<'_>) -> Outcome<Block> {
    read_block(node, Role::System, None)
}

/// The one field of a block: its name, and its value. Fields that are null say nothing.
fn tagged<'a>(node: Node<'a>) -> Outcome<(Box<str>, Node<'a>)> {
    let fields = object(node)?;
    let mut given = fields.iter().filter(|(name, value)| !value.is_null() || *name == "json");
    match (given.next(), given.next()) {
        (Some((kind, value)), None) => Ok((kind.into(), value)),
        (None, _) => Err(invalid("a block needs a field that says what it is, such as `text`; found none")),
        (Some((one, _)), Some((other, _))) => {
            let text = format!("a block has one field that says what it is; found `{one}` and `{other}`");
            Err(invalid(text))
        }
    }
}

pub(super) fn verbatim(node: Node<'_>) -> Part {
    Part::from(PartKind::other(Format::Strands, node.json()))
}

/// A cache point in the words of Bedrock, which are Python's.
fn cache_point(fields: &Fields<'_>) -> Box<str> {
    let mut json = Vec::new();
    let mut object = ObjectWriter::begin(&mut json);
    for (name, node) in fields.iter() {
        object.json(if name == "cacheType" { "type" } else { name }, node.json());
    }
    object.end();
    String::from_utf8_lossy(&json).into()
}

fn read_call(fields: &Fields<'_>) -> Outcome<ToolCall> {
    let arguments = match fields.get("input").map(|node| (node, node.kind())) {
        None => Arguments::Text("".into()),
        Some((node, Kind::Text)) => Arguments::Text(string(node)?),
        Some((node, Kind::Null | Kind::Bool | Kind::Number | Kind::List | Kind::Object)) => {
            Arguments::Json(node.json().into())
        }
    };
    let id = optional(fields, "toolUseId")?.unwrap_or_default();
    let name = optional(fields, "name")?.unwrap_or_default();
    let mut call = ToolCall::new(&id, &name, arguments);
    // Elsewhere, arguments that are no object are text.
    if matches!(&call.arguments, Arguments::Json(json) if !json.starts_with('{')) {
        call.extras.push(WRITTEN_AS, "\"json\"");
    }
    // What ties reasoning to a call is Gemini's.
    if let Some(signature) = fields.get("reasoningSignature").filter(|node| !node.is_null()) {
        call.extras.push("thoughtSignature", signature.json());
    }
    keep(&mut call.extras, fields, &["toolUseId", "name", "input", "reasoningSignature"]);
    Ok(call)
}

fn read_result(fields: &Fields<'_>) -> Outcome<ResultBlock> {
    let content = match fields.get("content").filter(|node| !node.is_null()) {
        None => Content::Null,
        Some(node) => {
            let mut parts = Vec::new();
            for (at, node) in list(node).map_err(|error| error.at("content"))?.into_iter().enumerate() {
                let part = tagged(node).and_then(|(kind, value)| read_inner(node, &kind, value));
                parts.push(part.map_err(|error| error.at(format!("content[{at}]")))?);
            }
            Content::Parts(parts)
        }
    };
    let status = optional(fields, "status")?;
    let is_error = match status.as_deref() {
        Some("error") => Some(true),
        Some("success") => Some(false),
        None => None,
        Some(other) => {
            let text = format!("unknown status `{other}`; known are success, error");
            return Err(invalid(text).at("status"));
        }
    };
    let mut own = Extras::default();
    if let [part] = content.parts()
        && part.extras.get(WRITTEN_AS) == Some("\"json\"")
        && part.as_text().is_some_and(|text| text.starts_with('{'))
    {
        own.push(STRUCTURED, "true");
    }
    keep(&mut own, fields, &["toolUseId", "content", "status"]);
    let call_id = optional(fields, "toolUseId")?.unwrap_or_default();
    Ok(ResultBlock { result: ToolResult { call_id, content, is_error }, extras: own, faults: Vec::new() })
}

/// Reads a block of a result. JSON is told as its text, byte for byte, and written as JSON again.
fn read_inner(node: Node<'_>, kind: &str, value: Node<'_>) -> Outcome<Part> {
    if kind != "json" {
        return read_part(node, kind, value).map_err(|error| error.at(kind));
    }
    let mut part = Part::text(value.json());
    part.extras.push(WRITTEN_AS, "\"json\"");
    Ok(part)
}

fn read_part(node: Node<'_>, kind: &str, value: Node<'_>) -> Outcome<Part> {
    let part = match kind {
        "text" => return string(value).map(|text| Part::from(PartKind::Text(text))),
        "image" | "audio" | "document" => media::read(kind, value),
        "citations" | "citationsContent" => read_cited(value, kind == "citations"),
        // Converse has the same blocks.
        "video" => of_bedrock(node, value),
        "guardContent" => Some(Part::from(PartKind::other(Format::Bedrock, node.json()))),
        _ => None,
    };
    Ok(part.unwrap_or_else(|| verbatim(node)))
}

/// A film as Converse has it, where that is the same.
fn of_bedrock(node: Node<'_>, value: Node<'_>) -> Option<Part> {
    let source = value.fields()?.get("source")?.fields()?;
    let is_same = source.iter().count() == 1 && source.text("bytes").is_some();
    is_same.then(|| Part::from(PartKind::other(Format::Bedrock, node.json())))
}

/// Words with what they are taken from; `None` when they are not one text.
fn read_cited(value: Node<'_>, is_typescript: bool) -> Option<Part> {
    let fields = value.fields()?;
    let content = fields.get("content")?.list()?;
    let [only] = content.as_slice() else { return None };
    let text = crate::format::read::only_text(*only, "text")?;
    let mut json = Vec::new();
    let mut object = ObjectWriter::begin(&mut json);
    for (name, node) in fields.iter().filter(|(name, _)| *name != "content") {
        match is_typescript && name == "citations" {
            true => from_typescript(node, object.key(name)),
            false => object.json(name, node.json()),
        }
    }
    object.end();
    let mut part = Part::from(PartKind::Text(text));
    part.extras.push(CITATIONS, &String::from_utf8_lossy(&json));
    Some(part)
}

/// What the model thought. Its maker is known where it was written with the message.
fn read_reasoning(fields: &Fields<'_>, kind: &str, origin: Option<&Origin>) -> Outcome<Option<Part>> {
    let origin = origin.cloned();
    let whole = |reasoning: Reasoning| Some(Part::from(PartKind::Reasoning(Box::new(reasoning))));
    let only = |fields: &Fields<'_>, known: &[&str]| fields.iter().all(|(name, _)| known.contains(&name));
    let encrypted = match fields.get("redactedContent").filter(|node| !node.is_null()) {
        None => None,
        Some(node) => {
            Some(bytes_of(node).ok_or_else(|| invalid("expected bytes in base64").at("redactedContent"))?)
        }
    };
    let words = match kind {
        "reasoning" if only(fields, &["text", "signature", "redactedContent"]) => fields.clone(),
        "reasoningContent" if only(fields, &["reasoningText", "redactedContent"]) => {
            let inner = fields.get("reasoningText").filter(|node| !node.is_null());
            let inner =
                inner.map(object).transpose().map_err(|error| error.at("reasoningText"))?.unwrap_or_default();
            if !only(&inner, &["text", "signature"]) {
                return Ok(None);
            }
            inner
        }
        _ => return Ok(None),
    };
    let (text, signature) = (optional(&words, "text")?, optional(&words, "signature")?);
    Ok(whole(Reasoning { text, signature, encrypted, origin }))
}

/// The fields that are kept as one object.
pub(super) fn rest_of(own: &Extras) -> Fields<'_> {
    own.get(STRANDS).and_then(Node::parse).and_then(Node::fields).unwrap_or_default()
}

/// Keeps other fields as one object.
pub(super) fn keep(own: &mut Extras, fields: &Fields<'_>, known: &[&str]) {
    let mut rest = extras(fields, known);
    rest.retain(|name| fields.get(name).is_some_and(|node| !node.is_null()));
    if rest.is_empty() {
        return;
    }
    let mut json = Vec::new();
    let mut object = ObjectWriter::begin(&mut json);
    rest.iter().for_each(|(name, json)| object.json(name, json));
    object.end();
    own.push(STRANDS, &String::from_utf8_lossy(&json));
}

/// Who made the reasoning of a message, where that was written with it.
pub(super) fn read_origin(node: Node<'_>) -> Option<Origin> {
    let fields = node.fields()?;
    let format = Format::parse(&required(&fields, "format").ok()?).ok()?;
    Some(Origin { format, model: optional(&fields, "model").ok()? })
}
