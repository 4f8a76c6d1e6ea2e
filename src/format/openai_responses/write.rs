//! Writing items of Responses.

use super::builtin_items::BuiltinForm;
use super::builtin_items::write_builtin_call;
use super::builtin_items::write_builtin_output;
use super::call_index::FUNCTION_OUTPUT;
use super::item::MODELLED;
use super::part::{DETAIL, NO_DETAIL};
use super::part::{url, write_extras};
use crate::format::json::source_hints::has_hint;
use crate::format::json::write::write_nested;
use crate::json::{Kind, ListWriter, Node, ObjectWriter, push_string};
use crate::list::Listed;
use crate::message::{
    Body, Builtin, CallKind, CallsById, Content, Extras, ITEM_ID, Media, Message, Part, PartKind, Reasoning,
    Role, ToolCall, ToolResult, WRITTEN_AS,
};
use crate::sanitize::kind_of;
use std::borrow::Cow;

/// Writes the items of adjacent messages. `calls` are the calls that the first results answer.
pub(super) fn write_items(calls: &CallsById<'_>, messages: &[&Message], out: &mut Vec<u8>) {
    let mut items = Items { out, is_first: true };
    let mut calls = Cow::Borrowed(calls);
    for message in messages {
        match &message.body {
            Body::System(content) | Body::Summary(content) | Body::User(content) => {
                write_said(message, content, items.next());
            }
            Body::Assistant { content, calls: own } => {
                write_assistant(content, own, &mut items);
                calls = Cow::Owned(CallsById::new(own, messages.len()));
            }
            Body::Tool(result) => write_result(message, result, calls.get(&result.call_id), items.next()),
        }
    }
}

/// The system prompt beside the items.
pub(super) fn write_instructions(messages: &[&Message]) -> Option<Vec<u8>> {
    if messages.is_empty() {
        return None;
    }
    let texts: Vec<String> = messages.iter().map(|message| message.content().plain_text()).listed();
    let mut out = Vec::new();
    push_string(&mut out, &texts.join("\n\n"));
    Some(out)
}

struct Items<'a> {
    out: &'a mut Vec<u8>,
    is_first: bool,
}

impl Items<'_> {
    fn next(&mut self) -> &mut Vec<u8> {
        if !self.is_first {
            self.out.push(b',');
        }
        self.is_first = false;
        self.out
    }
}

fn write_said(message: &Message, content: &Content, out: &mut Vec<u8>) {
    let extras = message.notes.as_ref().map(|notes| &notes.extras);
    // An unmodelled item of the program. (A message with an unmodelled part is written as a message.)
    if let ([part], Role::System) = (content.parts(), message.role())
        && let Some((_, json)) = part.as_other()
        && kind_of(json) == "additional_tools"
    {
        return out.extend_from_slice(json.as_bytes());
    }
    let mut object = ObjectWriter::begin(out);
    // `developer` is the newer name of the role `system`; it is used only if the message still has that role.
    let own = extras.filter(|_| message.role() == Role::System).and_then(|extras| extras.get("role"));
    match own {
        Some(role) => object.json("role", role),
        None => object.text("role", message.role().as_str()),
    }
    write_content(content, object.key("content"));
    write_extras(extras, &mut object, &["role", "type"]);
    object.end();
}

/// Writes the items of the assistant. Words come before calls, because some vendors want the calls next to each other.
/// Reasoning and unmodelled items keep their neighbours, because they are bound to them.
fn write_assistant(content: &Content, calls: &[ToolCall], items: &mut Items<'_>) {
    let parts = content.parts();
    let is_bound = parts.iter().any(|part| part.is_reasoning() || part.as_other().is_some());
    let mut calls = calls.iter().peekable();
    let mut said: &[Part] = &[];
    if let Content::Text(text) = content {
        write_words(text, items.next());
    } else if parts.is_empty() && calls.peek().is_none() {
        // A fragment must hold at least one item.
        write_words("", items.next());
    }
    for (place, part) in parts.iter().enumerate() {
        let is_due = |call: &&ToolCall| is_bound && call.after_parts.is_some_and(|after| after <= place);
        while let Some(call) = calls.next_if(is_due) {
            write_message(std::mem::take(&mut said), items);
            write_call(call, items.next());
        }
        match &part.kind {
            PartKind::Reasoning(reasoning) => {
                write_message(std::mem::take(&mut said), items);
                write_reasoning(reasoning, &part.extras, items.next());
            }
            PartKind::Other { json, .. } => {
                write_message(std::mem::take(&mut said), items);
                items.next().extend_from_slice(json.as_bytes());
            }
            // A prompt has no media in messages of the assistant.
            PartKind::Text(_)
            | PartKind::Refusal(_)
            | PartKind::Image(_)
            | PartKind::Audio(_)
            | PartKind::File(_) => {
                let is_same = said.first().is_some_and(|first| is_of_one_message(first, part));
                let length = if is_same { said.len() } else { 0 };
                if !is_same {
                    write_message(std::mem::take(&mut said), items);
                }
                let from = place.saturating_sub(length);
                said = parts.get(from..=place).unwrap_or_default();
            }
        }
    }
    write_message(said, items);
    calls.for_each(|call| write_call(call, items.next()));
}

fn is_of_one_message(first: &Part, part: &Part) -> bool {
    let id = first.extras.get(ITEM_ID);
    id.is_some() && part.extras.get(ITEM_ID) == id
}

/// Fields of a message that its first part keeps.
const OF_MESSAGE: [&str; 4] = [ITEM_ID, "status", "phase", "item"];

/// Writes words of the assistant. Words without an id are an input message, as the provider's types demand; words with
/// an id, and refusals, are an output message.
fn write_message(parts: &[Part], items: &mut Items<'_>) {
    let Some(first) = parts.first() else { return };
    let is_short = |name: &str| matches!(name, "phase" | "item");
    let out = items.next();
    let mut object = ObjectWriter::begin(out);
    match (first.as_text(), parts) {
        (Some(text), [_]) if first.extras.iter().all(|(name, _)| is_short(name)) => {
            object.text("role", "assistant");
            object.text("content", text);
        }
        _ => {
            object.text("type", "message");
            if let Some(id) = first.extras.get(ITEM_ID) {
                object.json("id", id);
            }
            object.text("role", "assistant");
            let status = first.extras.get("status");
            if let Some(status) = status.or(first.extras.get(ITEM_ID).map(|_| "\"completed\"")) {
                object.json("status", status);
            }
            let mut list = ListWriter::begin(object.key("content"));
            parts.iter().for_each(|part| write_output(part, list.item()));
            list.end();
        }
    }
    if let Some(phase) = first.extras.get("phase") {
        object.json("phase", phase);
    }
    // The other fields of the message are kept under `item`.
    write_nested(&first.extras, "item", &MODELLED, &mut object);
    object.end();
}

fn write_words(text: &str, out: &mut Vec<u8>) {
    let mut object = ObjectWriter::begin(out);
    object.text("role", "assistant");
    object.text("content", text);
    object.end();
}

/// Writes a part of the assistant's message.
fn write_output(part: &Part, out: &mut Vec<u8>) {
    let mut object = ObjectWriter::begin(out);
    if let PartKind::Refusal(text) = &part.kind {
        object.text("type", "refusal");
        object.text("refusal", text);
    } else {
        object.text("type", "output_text");
        object.text("text", part.as_text().unwrap_or_default());
        if part.extras.get(ITEM_ID).is_some() && part.extras.get("annotations").is_none() {
            object.json("annotations", "[]");
        }
    }
    write_extras(Some(&part.extras), &mut object, &OF_MESSAGE);
    object.end();
}

fn write_call(call: &ToolCall, out: &mut Vec<u8>) {
    let (kind, payload) = match call.kind {
        CallKind::Function => ("function_call", "arguments"),
        CallKind::Custom => ("custom_tool_call", "input"),
        CallKind::Builtin(tool) => return write_builtin_call(call, tool, out),
    };
    let mut object = ObjectWriter::begin(out);
    object.text("type", kind);
    object.text("call_id", &call.id);
    object.text("name", &call.name);
    object.text(payload, call.arguments.text());
    write_extras(Some(&call.extras), &mut object, &[]);
    object.end();
}

pub(super) fn write_reasoning(reasoning: &Reasoning, extras: &Extras, out: &mut Vec<u8>) {
    let mut object = ObjectWriter::begin(out);
    object.text("type", "reasoning");
    match (extras.get("summary"), &reasoning.text) {
        (Some(summary), _) => object.json("summary", summary),
        (None, None) => object.json("summary", "[]"),
        (None, Some(text)) => {
            let mut list = ListWriter::begin(object.key("summary"));
            let mut inner = ObjectWriter::begin(list.item());
            inner.text("type", "summary_text");
            inner.text("text", text);
            inner.end();
            list.end();
        }
    }
    if let Some(encrypted) = &reasoning.encrypted {
        object.text("encrypted_content", encrypted);
    }
    write_extras(Some(extras), &mut object, &["summary"]);
    object.end();
}

fn write_result(message: &Message, result: &ToolResult, call: Option<&ToolCall>, out: &mut Vec<u8>) {
    let extras = message.notes.as_ref().map(|notes| &notes.extras);
    let said = extras.and_then(|extras| extras.get("type"));
    if let Some(form) = builtin_form(call, said, &result.content) {
        return write_builtin_output(result, extras, form, out);
    }
    let mut object = ObjectWriter::begin(out);
    match (call.map(|call| call.kind), said) {
        (Some(CallKind::Custom), _) => object.text("type", "custom_tool_call_output"),
        (None, Some(kind)) => object.json("type", kind),
        _ => object.text("type", "function_call_output"),
    }
    object.text("call_id", &result.call_id);
    write_content(&result.content, object.key("output"));
    // `execution` belongs to the output of a search only.
    write_extras(extras, &mut object, &["type", "execution"]);
    object.end();
}

/// The form of a result of a tool that OpenAI defines. `said` is the type that was read. It decides if the call is not
/// in the request, or if an output of a function may also answer the call.
fn builtin_form(
    call: Option<&ToolCall>,
    said: Option<&str>,
    content: &Content,
) -> Option<&'static BuiltinForm> {
    let said = said.and_then(Node::parse).and_then(Node::text);
    let Some(tool) = call.map(|call| call.kind.builtin()) else { return BuiltinForm::of_output_type(&said?) };
    let form = BuiltinForm::of(tool?);
    let is_functions = form.takes_function_output && said.is_some_and(|said| said == FUNCTION_OUTPUT);
    // The result of a search is a list of tools. Any other text is written as the output of a function.
    let is_found = || Node::parse(&content.plain_text()).is_some_and(|node| node.kind() == Kind::List);
    let fits = !is_functions && (form.tool != Builtin::ToolSearch || is_found());
    fits.then_some(form)
}

fn write_content(content: &Content, out: &mut Vec<u8>) {
    match content {
        Content::Null => out.extend_from_slice(b"\"\""),
        Content::Text(text) => push_string(out, text),
        Content::Parts(parts) => {
            let mut list = ListWriter::begin(out);
            parts.iter().for_each(|part| write_input(part, list.item()));
            list.end();
        }
    }
}

/// Writes a part of an input message.
fn write_input(part: &Part, out: &mut Vec<u8>) {
    if let PartKind::Other { json, .. } = &part.kind {
        return out.extend_from_slice(json.as_bytes());
    }
    let mut object = ObjectWriter::begin(out);
    write_fields(part, &mut object);
    write_extras(Some(&part.extras), &mut object, &[WRITTEN_AS]);
    object.end();
}

/// Writes the fields of a part that are modelled.
pub(super) fn write_fields(part: &Part, object: &mut ObjectWriter<'_>) {
    match &part.kind {
        PartKind::Image(media) => {
            object.text("type", "input_image");
            match &media.file_id {
                Some(id) if media.url.is_none() && media.data.is_none() => object.text("file_id", id),
                _ => object.text("image_url", &url(media)),
            }
            match &media.detail {
                None if has_hint(&part.extras, NO_DETAIL) => {}
                detail => object.text("detail", detail.as_deref().unwrap_or(DETAIL)),
            }
        }
        PartKind::File(media) | PartKind::Audio(media) => write_file(media, object),
        PartKind::Text(text) | PartKind::Refusal(text) => {
            object.text("type", "input_text");
            object.text("text", text);
        }
        // Both are written as items: reasoning as a separate item, unmodelled parts verbatim.
        PartKind::Reasoning(_) | PartKind::Other { .. } => {}
    }
}

fn write_file(media: &Media, object: &mut ObjectWriter<'_>) {
    object.text("type", "input_file");
    match (&media.data, &media.url, &media.file_id) {
        (None, Some(url), _) => object.text("file_url", url),
        (None, None, Some(id)) => object.text("file_id", id),
        _ => object.text("file_data", &url(media)),
    }
    for (name, text) in [("filename", &media.name), ("detail", &media.detail)] {
        if let Some(text) = text {
            object.text(name, text);
        }
    }
}
