//! Reading messages of Chat Completions.

use crate::error::{Code, ConversationError, Outcome};
use crate::format::parsed::Parsed;
use crate::format::read::{
    data_url, extras, invalid, list, nest, object, optional, read_content, required, string,
};
use crate::format::target::Place;
use crate::json::{Fields, Kind, Node};
use crate::message::{
    Arguments, Body, CallKind, Content, Format, Media, Message, MessageId, Origin, Part, PartKind, Reasoning,
    ToolCall, ToolResult,
};
use crate::repair::{Repair, RepairCode};

const MESSAGE_FIELDS: [&str; 6] =
    ["role", "content", "name", "tool_calls", "tool_call_id", "reasoning_content"];

pub(super) fn read<'a>(body: &Fields<'a>, mint: &mut dyn FnMut(Place) -> MessageId) -> Outcome<Parsed<'a>> {
    let messages = body.get("messages").ok_or_else(|| invalid("a body needs a list of `messages`"))?;
    let mut parsed = Parsed::default();
    for (wire, node) in list(messages).map_err(|error| error.at("messages"))?.into_iter().enumerate() {
        let source = parsed.begin(node.json());
        let id = mint(Place::Message { wire, piece: 0 });
        let message = read_message(node, id, &mut parsed, source)
            .map_err(|error| error.at(format!("messages[{wire}]")))?;
        parsed.push(message, Some(source));
    }
    Ok(parsed)
}

fn read_message(node: Node<'_>, id: MessageId, parsed: &mut Parsed<'_>, source: usize) -> Outcome<Message> {
    let fields = object(node)?;
    let said = required(&fields, "role")?;
    let role = true_role(&said, &fields)?;
    if role != said.as_ref() && role != "system" {
        let detail =
            format!("a message that carries what only `{role}` does was given that role instead of `{said}`");
        parsed.report(source, Repair::new(RepairCode::RoleCorrected, "OC1", detail).of(&id));
    }
    report_idle_fields(&fields, &id, parsed, source);
    let content = read_content(&fields, "content", read_part)?;
    let calls = read_calls(&fields)?;
    for call in calls.iter().filter(|call| matches!(call.arguments, Arguments::Json(_))) {
        let detail = format!("the arguments of {} were a value, and are sent as its JSON text", call.name);
        let repair = Repair::new(RepairCode::ArgumentsEncoded, "OC6", detail);
        parsed.report(source, repair.of(&id).call(&call.id));
    }
    let body = match role {
        "system" => Body::System(content),
        "user" => Body::User(content),
        "assistant" => Body::Assistant { content: with_reasoning(content, &fields)?, calls },
        _ => Body::Tool(ToolResult {
            call_id: optional(&fields, "tool_call_id")?.unwrap_or_default(),
            content,
            is_error: None,
        }),
    };
    let mut message = Message::new(id, 0, body);
    let mut rest = extras(&fields, &MESSAGE_FIELDS);
    // `developer` is OpenAI's newer word for `system`.
    if said.as_ref() == "developer" && role == "system" {
        rest.push("role", "\"developer\"");
    }
    let name = optional(&fields, "name")?;
    if name.is_some() || !rest.is_empty() {
        let notes = message.notes_mut();
        notes.name = name;
        notes.extras = rest;
    }
    Ok(message)
}

/// The role that fits what the message carries: only the assistant calls, and only a tool answers a call.
fn true_role(said: &str, fields: &Fields<'_>) -> Outcome<&'static str> {
    let has = |name: &str| fields.get(name).is_some_and(|node| !node.is_null());
    let has_calls = fields.get("tool_calls").and_then(Node::list).is_some_and(|calls| !calls.is_empty());
    match said {
        "system" | "developer" | "user" | "assistant" | "tool" if has_calls => Ok("assistant"),
        "system" | "developer" | "user" | "assistant" if has("tool_call_id") => Ok("tool"),
        "system" | "developer" => Ok("system"),
        "user" => Ok("user"),
        "assistant" => Ok("assistant"),
        "tool" => Ok("tool"),
        "function" => Err(invalid(
            "the role `function` was replaced by `tool`; give the call an id in `tool_calls`, and the result that id",
        )
        .at("role")),
        _ => Err(ConversationError::new(
            Code::InvalidRole,
            format!("Invalid role: {said}. Must be one of system, developer, user, assistant, tool"),
        )
        .at("role")),
    }
}

fn read_part(node: Node<'_>) -> Outcome<Part> {
    let fields = object(node)?;
    let other = || Part::from(PartKind::Other { format: Format::OpenaiChat, json: node.json().into() });
    let kind = required(&fields, "type")?;
    let inner = fields.get(&kind).and_then(Node::fields).unwrap_or_default();
    let kind = match kind.as_ref() {
        "text" => PartKind::Text(required(&fields, "text")?),
        "refusal" => PartKind::Refusal(required(&fields, "refusal")?),
        "image_url" => match read_image(&inner) {
            Some(media) => PartKind::Image(Box::new(media)),
            None => return Ok(other()),
        },
        "input_audio" => match read_audio(&inner) {
            Some(media) => PartKind::Audio(Box::new(media)),
            None => return Ok(other()),
        },
        "file" => match read_file(&inner) {
            Some(media) => PartKind::File(Box::new(media)),
            None => return Ok(other()),
        },
        _ => return Ok(other()),
    };
    let known = ["type", "text", "refusal", "image_url", "input_audio", "file"];
    Ok(Part { kind, extras: extras(&fields, &known) })
}

/// A picture; `None` when it has fields that are not modelled, so that it is kept verbatim.
fn read_image(fields: &Fields<'_>) -> Option<Media> {
    only(fields, &["url", "detail"])?;
    let url = fields.text("url")?;
    let mut media = located(&url);
    media.detail = fields.text("detail").map(|detail| detail.as_ref().into());
    Some(media)
}

fn read_audio(fields: &Fields<'_>) -> Option<Media> {
    only(fields, &["data", "format"])?;
    let kind = match fields.text("format")?.as_ref() {
        "wav" => "audio/wav",
        "mp3" => "audio/mpeg",
        _ => return None,
    };
    let data = fields.text("data")?.as_ref().into();
    Some(Media { media_type: Some(kind.into()), data: Some(data), ..Media::default() })
}

fn read_file(fields: &Fields<'_>) -> Option<Media> {
    only(fields, &["file_data", "filename", "file_id"])?;
    let name = fields.text("filename").map(|name| name.as_ref().into());
    if let Some(id) = fields.text("file_id") {
        let origin = Some(Format::OpenaiChat);
        return Some(Media { file_id: Some(id.as_ref().into()), name, origin, ..Media::default() });
    }
    let (kind, data) = fields
        .text("file_data")
        .and_then(|url| data_url(&url).map(|(kind, data)| (kind.into(), data.into())))?;
    Some(Media { media_type: Some(kind), data: Some(data), name, ..Media::default() })
}

fn located(url: &str) -> Media {
    match data_url(url) {
        Some((kind, data)) => {
            Media { media_type: Some(kind.into()), data: Some(data.into()), ..Media::default() }
        }
        None => Media { url: Some(url.into()), ..Media::default() },
    }
}

fn only(fields: &Fields<'_>, known: &[&str]) -> Option<()> {
    fields.iter().all(|(name, _)| known.contains(&name)).then_some(())
}

/// Puts the vendors' `reasoning_content` in front of what is said.
fn with_reasoning(content: Content, fields: &Fields<'_>) -> Outcome<Content> {
    let Some(text) = optional(fields, "reasoning_content")? else { return Ok(content) };
    let origin = Some(Origin { format: Format::OpenaiChat, model: None });
    let reasoning = Reasoning { text: Some(text), origin, ..Reasoning::default() };
    let mut parts = vec![Part::from(PartKind::Reasoning(Box::new(reasoning)))];
    parts.extend(content.into_parts());
    Ok(Content::Parts(parts))
}

/// Fields that say nothing, and are refused for it: a list of calls without calls, a name that is null.
fn report_idle_fields(fields: &Fields<'_>, id: &MessageId, parsed: &mut Parsed<'_>, source: usize) {
    let is_null = |name: &str| fields.get(name).is_some_and(Node::is_null);
    let has_no_calls = fields.get("tool_calls").and_then(Node::list).is_some_and(|calls| calls.is_empty());
    let idle = [
        (has_no_calls, "OC7b", "the empty list of `tool_calls` was left out"),
        (is_null("tool_calls"), "OC7b", "the null in place of `tool_calls` was left out"),
        (is_null("name"), "OC7c", "the null in place of a `name` was left out"),
    ];
    for (_, rule, detail) in idle.into_iter().filter(|(is_idle, ..)| *is_idle) {
        parsed.report(source, Repair::new(RepairCode::FieldDropped, rule, detail).of(id));
    }
}

fn read_calls(fields: &Fields<'_>) -> Outcome<Vec<ToolCall>> {
    let Some(node) = fields.get("tool_calls").filter(|node| !node.is_null()) else { return Ok(Vec::new()) };
    let calls = list(node).map_err(|error| error.at("tool_calls"))?.into_iter().enumerate();
    calls.map(|(at, call)| read_call(call).map_err(|error| error.at(format!("tool_calls[{at}]")))).collect()
}

fn read_call(node: Node<'_>) -> Outcome<ToolCall> {
    let fields = object(node)?;
    let is_custom = fields.get("custom").is_some_and(|node| node.kind() == Kind::Object);
    let (place, payload) = if is_custom { ("custom", "input") } else { ("function", "arguments") };
    let inner = fields.get(place).ok_or_else(|| invalid("expected an object, found nothing").at(place))?;
    let inner = object(inner).map_err(|error| error.at(place))?;
    let arguments = match inner.get(payload) {
        None => Arguments::Text("".into()),
        Some(node) => match node.kind() {
            Kind::Null => Arguments::Text("".into()),
            Kind::Text => Arguments::Text(string(node)?),
            Kind::Bool | Kind::Number | Kind::List | Kind::Object => Arguments::Json(node.json().into()),
        },
    };
    let mut own = extras(&fields, &["id", "type", place]);
    nest(&mut own, place, &inner, &["name", payload]);
    Ok(ToolCall {
        id: optional(&fields, "id")?.unwrap_or_default(),
        name: optional(&inner, "name").map_err(|error| error.at(place))?.unwrap_or_default(),
        arguments,
        kind: if is_custom { CallKind::Custom } else { CallKind::Function },
        after_parts: None,
        extras: own,
    })
}
