//! Writing messages.

use super::beside::{ITEM_IDS, OPENAI_ROLE, SIGNATURES, object_of, provider_to_name, write_usage};
use super::block::{Blocks, write_blocks};
use super::call::{Written, is_valid, write_calls};
use super::envelope::class_of;
use super::escape::escaped;
use super::part::{BESIDE, LANGCHAIN, TWICE};
use crate::format::interchange::Told;
use crate::format::marks::marks;
use crate::json::{Fields, ListWriter, Node, ObjectWriter};
use crate::message::{
    Body, Content, Extras, Format, Message, Notes, Part, PartKind, Role, STRUCTURED, ToolCall, WRITTEN_AS,
};
use crate::repair::{Repair, RepairCode};

/// Fields of other formats that OpenAI's package has in `additional_kwargs`.
const KWARGS: [&str; 3] = ["refusal", "audio", "function_call"];

pub(super) fn write(told: &[Told<'_>], is_serialized: bool, out: &mut Vec<u8>) -> Vec<Repair> {
    let mut repairs = Vec::new();
    let mut list = ListWriter::begin(out);
    for told in told {
        let mut data = Vec::new();
        let kind = write_data(told, &mut data, &mut repairs);
        write_envelope(&kind, &data, is_serialized, list.item());
    }
    list.end();
    repairs
}

fn write_envelope(kind: &str, data: &[u8], is_serialized: bool, out: &mut Vec<u8>) {
    let data = String::from_utf8_lossy(data);
    let mut object = ObjectWriter::begin(out);
    if !is_serialized {
        object.text("type", kind);
        object.json("data", &data);
        return object.end();
    }
    object.json("lc", "1");
    object.text("type", "constructor");
    object.json("id", &format!("[\"langchain_core\",\"messages\",\"{}\"]", class_of(kind)));
    let mut kwargs = ObjectWriter::begin(object.key("kwargs"));
    let fields = Node::parse(&data).and_then(Node::fields).unwrap_or_default();
    fields.iter().for_each(|(name, node)| kwargs.json(name, &escaped(node.json())));
    kwargs.end();
    object.end();
}

/// What a message was written as, where it came from here.
struct Source<'a> {
    kept: Fields<'a>,
    extras: Option<&'a Extras>,
}

impl<'a> Source<'a> {
    fn of(message: &'a Message) -> Self {
        let extras = message.notes.as_ref().map(|notes| &notes.extras);
        Self { kept: extras.map(marks).unwrap_or_default(), extras }
    }

    fn object(&self, name: &str) -> Fields<'a> {
        self.extras.map(|extras| object_of(extras, name)).unwrap_or_default()
    }
}

/// Writes the fields of a message; returns its type.
fn write_data(told: &Told<'_>, out: &mut Vec<u8>, repairs: &mut Vec<Repair>) -> String {
    let message = told.message;
    let source = Source::of(message);
    let kind = kind_of(message, &source);
    if kind == "remove"
        && let [part] = message.content().parts()
        && let Some((Format::Langchain, json)) = part.as_other()
    {
        out.extend_from_slice(json.as_bytes());
        return kind;
    }
    let mut object = ObjectWriter::begin(out);
    let mut blocks = write_blocks(message, source.kept.get("content").is_some());
    object.json("content", &blocks.content);
    write_names(message, &kind, &source, told, &mut object);
    write_kwargs(message, &source, &mut object);
    write_metadata(message, &source, &mut object);
    match &message.body {
        Body::Assistant { calls, .. } if kind == "ai" || !calls.is_empty() => {
            write_answer(calls, message, &source, &mut object);
        }
        Body::Tool(result) if kind != "function" => {
            object.text("tool_call_id", &result.call_id);
            match (result.is_error, source.kept.get("status")) {
                (Some(is_error), _) => object.text("status", if is_error { "error" } else { "success" }),
                (None, Some(status)) => object.json("status", status.json()),
                (None, None) => {}
            }
        }
        Body::System(_) | Body::Summary(_) | Body::User(_) | Body::Assistant { .. } | Body::Tool(_) => {}
    }
    source.object(LANGCHAIN).iter().for_each(|(name, node)| object.json(name, node.json()));
    if let Some(artifact) = source.extras.and_then(|extras| extras.get("artifact")) {
        object.json("artifact", artifact);
    }
    object.end();
    report(message, &mut blocks, repairs);
    kind
}

fn kind_of(message: &Message, source: &Source<'_>) -> String {
    let said = source.kept.text("type").unwrap_or_default();
    let is_chat = matches!(said.as_ref(), "chat" | "generic");
    match message.role() {
        Role::System if said == "remove" => "remove".to_owned(),
        Role::Tool if said == "function" => "function".to_owned(),
        Role::System | Role::User | Role::Assistant if is_chat => said.into_owned(),
        Role::System => "system".to_owned(),
        Role::User => "human".to_owned(),
        Role::Assistant => "ai".to_owned(),
        Role::Tool => "tool".to_owned(),
    }
}

fn write_names(
    message: &Message,
    kind: &str,
    source: &Source<'_>,
    told: &Told<'_>,
    object: &mut ObjectWriter<'_>,
) {
    match source.kept.get("id").filter(|_| told.is_minted) {
        Some(id) => object.json("id", id.json()),
        None if told.is_minted => {}
        None => object.text("id", &message.id),
    }
    let name = message.name().or(told.call.filter(|_| kind == "tool").map(|call| call.name.as_ref()));
    if let Some(name) = name.filter(|_| message.name().is_some() || kind == "function") {
        object.text("name", name);
    }
    if matches!(kind, "chat" | "generic") {
        source.kept.get("role").into_iter().for_each(|role| object.json("role", role.json()));
    }
}

fn write_kwargs(message: &Message, source: &Source<'_>, object: &mut ObjectWriter<'_>) {
    let parts = message.content().parts();
    let mut inner = ObjectWriter::begin(object.key("additional_kwargs"));
    let role = source.extras.and_then(|extras| extras.get("role"));
    if message.role() == Role::System && role == Some("\"developer\"") {
        inner.text(OPENAI_ROLE, "developer");
    }
    if message.role() == Role::Assistant {
        for name in KWARGS {
            if let Some(json) =
                source.extras.and_then(|extras| extras.get(name)).filter(|json| *json != "null")
            {
                inner.json(name, json);
            }
        }
        write_thoughts(parts, source, &mut inner);
        write_call_kwargs(message.calls(), source, &mut inner);
    }
    source.object("additional_kwargs").iter().for_each(|(name, node)| inner.json(name, node.json()));
    inner.end();
}

/// What is thought or refused beside the content.
fn write_thoughts(parts: &[Part], source: &Source<'_>, object: &mut ObjectWriter<'_>) {
    let thoughts: Vec<&str> = parts.iter().filter(|part| is_field(part)).filter_map(text_of).collect();
    if !thoughts.is_empty() {
        object.text("reasoning_content", &thoughts.join("\n"));
    }
    let written = |part: &Part| part.extras.get(WRITTEN_AS).map(Box::<str>::from);
    let is_item = |part: &&Part| {
        part.is_reasoning() && [BESIDE, TWICE].contains(&written(part).as_deref().unwrap_or(""))
    };
    if let Some(item) = source.kept.get("reasoning").filter(|_| parts.iter().any(|part| is_item(&part))) {
        object.json("reasoning", item.json());
    }
    let refusal = parts.iter().find(|part| is_beside(part) && !part.is_reasoning());
    if let Some(PartKind::Refusal(text)) = refusal.map(|part| &part.kind) {
        object.text("refusal", text);
    }
}

/// Whether a part stands beside the content.
pub(super) fn is_beside(part: &Part) -> bool {
    part.extras.get(WRITTEN_AS) == Some(BESIDE) || is_field(part)
}

/// Whether it is reasoning of those who speak OpenAI's Chat Completions, where it is a field.
fn is_field(part: &Part) -> bool {
    let reasoning = part.as_reasoning();
    let origin = reasoning.and_then(|reasoning| reasoning.origin.as_ref());
    origin.is_some_and(|origin| origin.format == Format::OpenaiChat) && text_of(part).is_some()
}

fn text_of(part: &Part) -> Option<&str> {
    part.as_reasoning()?.text.as_deref()
}

fn write_call_kwargs(calls: &[ToolCall], source: &Source<'_>, object: &mut ObjectWriter<'_>) {
    if let Some(node) = source.kept.get("tool_calls") {
        let items = node.list().unwrap_or_default();
        let is_call = |item: &Node<'_>| {
            let id =
                item.fields().and_then(|fields| Some(fields.text("id")?.into_owned())).unwrap_or_default();
            calls.iter().any(|call| *call.id == *id)
        };
        if items.iter().all(is_call) {
            object.json("tool_calls", node.json());
        }
    }
    if let Some(call) = calls.iter().find(|call| Written::of(call).is_legacy) {
        let mut inner = ObjectWriter::begin(object.key("function_call"));
        inner.text("name", &call.name);
        inner.text("arguments", call.arguments.text());
        inner.end();
    }
    let maps = ITEM_IDS.map(|(name, kind)| (name, "itemId", Some(kind)));
    for (name, field, kind) in maps.into_iter().chain([(SIGNATURES, "thoughtSignature", None)]) {
        let is_of = |call: &&ToolCall| kind.is_none_or(|kind| kind == call.kind) && !holds(call, field);
        let ids: Vec<(&str, &str)> = calls
            .iter()
            .filter(is_of)
            .filter_map(|call| Some((call.id.as_ref(), call.extras.get(field)?)))
            .collect();
        if !ids.is_empty() {
            let mut map = ObjectWriter::begin(object.key(name));
            ids.into_iter().for_each(|(id, json)| map.json(id, json));
            map.end();
        }
    }
}

/// Whether the block of a call holds this field.
fn holds(call: &ToolCall, field: &str) -> bool {
    let block = Written::of(call).block;
    let fields = block.as_deref().and_then(Node::parse).and_then(Node::fields).unwrap_or_default();
    match field {
        "itemId" => fields.text("type").as_deref() == Some("function_call") && fields.get("id").is_some(),
        _ => fields.get(field).is_some(),
    }
}

fn write_metadata(message: &Message, source: &Source<'_>, object: &mut ObjectWriter<'_>) {
    let given = source.object("response_metadata");
    let mut inner = ObjectWriter::begin(object.key("response_metadata"));
    given.iter().for_each(|(name, node)| inner.json(name, node.json()));
    if message.role() == Role::Assistant {
        let model = message.notes.as_ref().and_then(|notes| notes.model.as_deref());
        let is_named = ["model_name", "model", "model_id"].iter().any(|name| given.get(name).is_some());
        if let Some(model) = model.filter(|_| !is_named) {
            inner.text("model_name", model);
        }
        let provider = provider_to_name(message.content().parts());
        if let Some(provider) = provider.filter(|_| given.get("model_provider").is_none()) {
            inner.text("model_provider", provider);
        }
    }
    inner.end();
}

fn write_answer(calls: &[ToolCall], message: &Message, source: &Source<'_>, object: &mut ObjectWriter<'_>) {
    // A tool that OpenAI defines is called by a block alone.
    let is_listed = |call: &&ToolCall| call.kind.own().is_none() && !Written::of(call).is_legacy;
    let named: Vec<&ToolCall> = calls.iter().filter(is_listed).collect();
    let (valid, invalid): (Vec<&ToolCall>, Vec<&ToolCall>) =
        named.into_iter().partition(|call| is_valid(call));
    write_calls(&valid, object.key("tool_calls"));
    write_calls(&invalid, object.key("invalid_tool_calls"));
    if let Some(notes) = message.notes.as_deref() {
        write_usage(notes, &source.kept, object);
    }
}

/// Names what the message could not carry.
fn report(message: &Message, blocks: &mut Blocks, repairs: &mut Vec<Repair>) {
    let mut lost = std::mem::take(&mut blocks.lost);
    let extras = message.notes.as_deref().map(|notes: &Notes| &notes.extras);
    let own = ["artifact", "additional_kwargs", "response_metadata", LANGCHAIN, STRUCTURED, WRITTEN_AS];
    for (name, json) in extras.into_iter().flat_map(Extras::iter) {
        let is_answers = message.role() == Role::Assistant && KWARGS.contains(&name);
        let is_role = name == "role" && message.role() == Role::System;
        if !own.contains(&name) && !is_answers && !is_role && json != "null" {
            lost.push(name.to_owned());
        }
    }
    lost.dedup();
    let filled = message.calls().iter().filter(|call| {
        is_valid(call)
            && call.kind == crate::message::CallKind::Function
            && call.arguments.text().trim().is_empty()
    });
    for call in filled {
        let detail = format!("the empty arguments of {} are written as {{}}", call.name);
        repairs.push(Repair::new(RepairCode::ArgumentsFilled, None, detail).of(&message.id).call(&call.id));
    }
    if extras.is_some_and(|extras| extras.get(STRUCTURED).is_some()) {
        let detail = "the result was a JSON value, and is written as its JSON text";
        repairs.push(Repair::new(RepairCode::WrittenAsText, None, detail).of(&message.id));
    }
    if !lost.is_empty() {
        let names: Vec<String> = lost.iter().map(|name| format!("`{name}`")).collect();
        let detail = format!("left out what the format does not define: {}", names.join(", "));
        repairs.push(Repair::new(RepairCode::FieldDropped, None, detail).of(&message.id));
    }
}

/// The content when it is words alone, and was or may be a string.
pub(super) fn words(content: &Content) -> Option<&str> {
    match content {
        Content::Null => Some(""),
        Content::Text(text) => Some(text),
        Content::Parts(_) => None,
    }
}
