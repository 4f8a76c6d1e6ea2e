//! Writing neutral messages.

use super::extras::{write_extras, write_origin};
use super::part::write_part;
use super::read::{CALL, IS_JSON, PREFIX};
use crate::format::contract::interchange::NO_TIME;
use crate::history::Reduction;
use crate::json::{Kind, ListWriter, Node, ObjectWriter, push_string};
use crate::list::Listed;
use crate::message::{Arguments, Body, CallKind, Content, Message, Notes, Response, ToolCall, Usage};

/// Appends a message.
pub fn write_message(message: &Message, out: &mut Vec<u8>) {
    let mut object = ObjectWriter::begin(out);
    object.text("id", &message.id);
    write_fields(message, write_call, &mut object);
    object.number("createdAt", message.created_at);
    object.end();
}

/// Appends a message for the writer of another format: with its id, with its time if it has one, and with arguments as they were given.
pub(in crate::format) fn write_unread(message: &Message, out: &mut Vec<u8>) {
    let mut object = ObjectWriter::begin(out);
    object.text("id", &message.id);
    write_fields(message, write_unread_call, &mut object);
    if message.created_at != NO_TIME {
        object.number("createdAt", message.created_at);
    }
    object.end();
}

/// Appends a message that is in no history: with its id if the caller gave it, and its time if it has one.
pub(super) fn write_given(message: &Message, has_id: bool, out: &mut Vec<u8>) {
    let mut object = ObjectWriter::begin(out);
    if has_id {
        object.text("id", &message.id);
    }
    write_fields(message, write_call, &mut object);
    if message.created_at != NO_TIME {
        object.number("createdAt", message.created_at);
    }
    object.end();
}

/// Appends a call.
type WriteCall = fn(&ToolCall, &mut Vec<u8>);

fn write_fields(message: &Message, write_call: WriteCall, object: &mut ObjectWriter<'_>) {
    object.text("role", message.role().as_str());
    write_content(message.content(), object.key("content"));
    match &message.body {
        Body::Assistant { calls, .. } if !calls.is_empty() => {
            let mut list = ListWriter::begin(object.key("toolCalls"));
            calls.iter().for_each(|call| write_call(call, list.item()));
            list.end();
        }
        Body::Tool(result) => {
            object.text("toolCallId", &result.call_id);
            if let Some(is_error) = result.is_error {
                object.json("isError", if is_error { "true" } else { "false" });
            }
        }
        Body::Summary(_) => object.json("isSummary", "true"),
        Body::System(_) | Body::User(_) | Body::Assistant { .. } => {}
    }
    if let Some(notes) = &message.notes {
        write_notes(notes, object);
    }
}

/// Appends a reduction's report.
pub fn write_reduction(reduction: &Reduction, summary: Option<&Message>, out: &mut Vec<u8>) {
    let mut object = ObjectWriter::begin(out);
    object.json("reduced", if reduction.is_reduced() { "true" } else { "false" });
    object.number("tokensBefore", reduction.tokens_before);
    object.number("tokensAfter", reduction.tokens_after);
    let mut list = ListWriter::begin(object.key("removed"));
    reduction.removed_messages().into_iter().for_each(|message| write_message(message, list.item()));
    list.end();
    let mut list = ListWriter::begin(object.key("shortened"));
    for shortened in &reduction.shortened {
        let mut inner = ObjectWriter::begin(list.item());
        inner.text("messageId", &shortened.original.id);
        inner.number("tokensBefore", shortened.tokens_before);
        inner.number("tokensAfter", shortened.tokens_after);
        write_message(&shortened.original, inner.key("original"));
        inner.end();
    }
    list.end();
    match summary {
        Some(summary) => write_message(summary, object.key("summary")),
        None => object.json("summary", "null"),
    }
    match reduction.first_changed {
        Some(index) => object.number("firstChangedIndex", index),
        None => object.json("firstChangedIndex", "null"),
    }
    let mut list = ListWriter::begin(object.key("repairs"));
    reduction.repairs.iter().for_each(|repair| repair.write(list.item()));
    list.end();
    write_steps(reduction, object.key("steps"));
    let mut list = ListWriter::begin(object.key("choices"));
    for choice in &reduction.choices {
        let mut inner = ObjectWriter::begin(list.item());
        inner.text("messageId", &choice.id);
        inner.text("why", choice.why.as_str());
        let mut words = ListWriter::begin(inner.key("words"));
        choice.words.iter().for_each(|word| push_string(words.item(), word));
        words.end();
        inner.end();
    }
    list.end();
    object.end();
}

/// Appends the steps of a reduction.
pub(super) fn write_steps(reduction: &Reduction, out: &mut Vec<u8>) {
    let mut list = ListWriter::begin(out);
    for step in &reduction.steps {
        let mut inner = ObjectWriter::begin(list.item());
        inner.text("name", &step.name);
        inner.number("messages", step.messages);
        inner.number("tokensAfter", step.tokens_after);
        inner.end();
    }
    list.end();
}

fn write_content(content: &Content, out: &mut Vec<u8>) {
    match content {
        Content::Null => out.extend_from_slice(b"null"),
        Content::Text(text) => push_string(out, text),
        Content::Parts(parts) => {
            let mut list = ListWriter::begin(out);
            parts.iter().for_each(|part| write_part(part, list.item()));
            list.end();
        }
    }
}

/// Appends a call.
pub fn write_call(call: &ToolCall, out: &mut Vec<u8>) {
    let mut object = ObjectWriter::begin(out);
    object.text("id", &call.id);
    object.text("name", &call.name);
    match &call.arguments {
        Arguments::Json(json) if Node::parse(json).is_some_and(|node| node.kind() == Kind::Object) => {
            object.json("arguments", json);
        }
        Arguments::Json(text) | Arguments::Text(text) => object.text("arguments", text),
    }
    write_call_fields(call, object);
}

/// Appends a call for the writer of another format, with its arguments as they were given.
pub(in crate::format) fn write_unread_call(call: &ToolCall, out: &mut Vec<u8>) {
    let mut object = ObjectWriter::begin(out);
    object.text("id", &call.id);
    object.text("name", &call.name);
    match &call.arguments {
        Arguments::Text(text) => object.text("arguments", text),
        Arguments::Json(json) => match Node::parse(json) {
            Some(node) => {
                object.json("arguments", json);
                if node.kind() == Kind::Text {
                    object.json(IS_JSON, "true");
                }
            }
            None => object.text("arguments", json),
        },
    }
    write_call_fields(call, object);
}

/// Ends a call with the fields after its arguments.
fn write_call_fields(call: &ToolCall, mut object: ObjectWriter<'_>) {
    if call.kind != CallKind::Function {
        object.text("kind", call.kind.as_str());
    }
    if let Some(after) = call.after_parts {
        object.number("afterParts", after);
    }
    // The reader gets the unmodelled fields of the nested function object, too.
    let taken: Vec<&str> = CALL.into_iter().chain([IS_JSON]).filter(|name| *name != "function").listed();
    write_extras(&call.extras, &taken, &mut object);
    object.end();
}

fn write_notes(notes: &Notes, object: &mut ObjectWriter<'_>) {
    let texts = [
        ("name", &notes.name),
        ("model", &notes.model),
        ("vendor", &notes.vendor),
        ("toolName", &notes.tool_name),
    ];
    for (name, text) in texts {
        if let Some(text) = text {
            object.text(name, text);
        }
    }
    let values = [
        ("toolArguments", &notes.tool_arguments),
        ("toolResult", &notes.tool_result),
        ("notices", &notes.notices),
    ];
    for (name, json) in values {
        if let Some(json) = json {
            object.json(name, json);
        }
    }
    if let Some(response) = &notes.response {
        write_response(response, object.key("response"));
    }
    if let Some(usage) = &notes.usage {
        write_usage(usage, object.key("tokens"));
    }
    if let Some(prefix) = notes.prefix {
        object.text(PREFIX, &prefix.to_hex());
    }
    if notes.pinned {
        object.json("pinned", "true");
    }
    if !notes.extras.is_empty() {
        let mut inner = ObjectWriter::begin(object.key("extras"));
        notes.extras.iter().for_each(|(name, json)| inner.json(name, json));
        inner.end();
        write_origin(&notes.extras, object);
    }
}

fn write_response(response: &Response, out: &mut Vec<u8>) {
    let mut object = ObjectWriter::begin(out);
    object.text("id", &response.id);
    object.text("format", response.format.as_str());
    if let Some(conversation) = &response.conversation {
        object.text("conversation", conversation);
    }
    if response.is_kept {
        object.json("isKept", "true");
    }
    object.end();
}

pub(super) fn write_usage(usage: &Usage, out: &mut Vec<u8>) {
    let mut object = ObjectWriter::begin(out);
    let counts = [
        ("input", usage.input),
        ("output", usage.output),
        ("cachedInput", usage.cached_input),
        ("cacheWrite", usage.cache_write),
        ("cacheWrite5m", usage.cache_write_5m),
        ("cacheWrite1h", usage.cache_write_1h),
        ("reasoning", usage.reasoning),
        ("toolInput", usage.tool_input),
    ];
    for (name, count) in counts {
        if let Some(count) = count {
            object.number(name, count);
        }
    }
    object.end();
}
