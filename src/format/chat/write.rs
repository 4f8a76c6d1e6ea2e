//! Writing messages of chat completions.

use super::form::ChatForm;
use super::read::{TOOLS, hinted_fields};
use super::spelling::write_as_client;
use crate::format::json::write::{write_extras, write_nested};
use crate::json::{ListWriter, Node, ObjectWriter, push_string};
use crate::list::Listed;
use crate::message::{Body, CallKind, Content, Message, Part, PartKind, Role, ToolCall};

/// Writes one message.
pub(super) fn write_message(form: &ChatForm, message: &Message, out: &mut Vec<u8>) {
    if !form.is_clients {
        return write_own(form, message, out);
    }
    let mut own = Vec::new();
    write_own(form, message, &mut own);
    write_as_client(form, own, out);
}

fn write_own(form: &ChatForm, message: &Message, out: &mut Vec<u8>) {
    let extras = message.notes.as_ref().map(|notes| &notes.extras);
    let mut object = ObjectWriter::begin(out);
    // `developer` is the newer name of the role `system`; it is used only if the message still has that role.
    let own = extras
        .filter(|_| form.has_developer && message.role() == Role::System)
        .and_then(|extras| extras.get("role"));
    match own {
        Some(role) => object.json("role", role),
        None => object.text("role", message.role().as_str()),
    }
    match &message.body {
        Body::System(content) | Body::Summary(content) | Body::User(content) => match added_tools(content) {
            Some(tools) => object.json(TOOLS, tools.json()),
            None => write_content(form, content, object.key("content")),
        },
        Body::Assistant { content, calls } => {
            write_content(form, content, object.key("content"));
            write_reasoning(form, content, &mut object);
            write_calls(form, calls, &mut object);
        }
        Body::Tool(result) => {
            write_content(form, &result.content, object.key("content"));
            object.text("tool_call_id", &result.call_id);
        }
    }
    if let Some(name) = message.name() {
        object.text("name", name);
    }
    write_extras(extras, &["role"], &mut object);
    object.end();
}

/// The tools of a message that only adds tools.
fn added_tools(content: &Content) -> Option<Node<'_>> {
    let [part] = content.parts() else { return None };
    let fields = part.as_other().and_then(|(_, json)| Node::parse(json)).and_then(Node::fields)?;
    fields.get(TOOLS).filter(|_| fields.get("type").is_none())
}

fn write_calls(form: &ChatForm, calls: &[ToolCall], object: &mut ObjectWriter<'_>) {
    if calls.is_empty() {
        return;
    }
    let mut list = ListWriter::begin(object.key("tool_calls"));
    for call in calls {
        write_call(form, call, list.item());
    }
    list.end();
}

fn write_call(form: &ChatForm, call: &ToolCall, out: &mut Vec<u8>) {
    let mut object = ObjectWriter::begin(out);
    object.text("id", &call.id);
    let (kind, payload) = match call.kind {
        CallKind::Custom if form.has_custom_calls => ("custom", "input"),
        CallKind::Function | CallKind::Custom | CallKind::Builtin(_) => ("function", "arguments"),
    };
    object.text("type", kind);
    let mut inner = ObjectWriter::begin(object.key(kind));
    inner.text("name", &call.name);
    inner.text(payload, call.arguments.text());
    write_nested(&call.extras, kind, &["name", payload], &mut inner);
    inner.end();
    write_extras(Some(&call.extras), &[kind], &mut object);
    object.end();
}

fn write_content(form: &ChatForm, content: &Content, out: &mut Vec<u8>) {
    match content {
        Content::Null => out.extend_from_slice(b"null"),
        Content::Text(text) => push_string(out, text),
        Content::Parts(parts) => {
            let is_beside = |part: &Part| !form.reasoning_fields.is_empty() && part.is_reasoning();
            let written: Vec<&Part> = parts.iter().filter(|part| !is_beside(part)).listed();
            // Content that held only reasoning is null when reasoning is a field of the message.
            if written.is_empty() && !parts.is_empty() {
                return out.extend_from_slice(b"null");
            }
            // Vendors with a field for reasoning expect content as a string.
            if let [part] = written.as_slice()
                && written.len() < parts.len()
                && part.extras.is_empty()
                && let Some(text) = part.as_text()
            {
                return push_string(out, text);
            }
            let mut list = ListWriter::begin(out);
            written.into_iter().for_each(|part| write_part(form, part, list.item()));
            list.end();
        }
    }
}

fn write_part(form: &ChatForm, part: &Part, out: &mut Vec<u8>) {
    if let PartKind::Other { json, .. } = &part.kind {
        return out.extend_from_slice(json.as_bytes());
    }
    let mut object = ObjectWriter::begin(out);
    (form.write_part)(part, &mut object);
    write_extras(Some(&part.extras), &[], &mut object);
    object.end();
}

/// Writes the reasoning of a message as one text, under the names of the fields that it was read from.
fn write_reasoning(form: &ChatForm, content: &Content, object: &mut ObjectWriter<'_>) {
    let Some(usual) = form.reasoning_fields.first() else { return };
    let parts = content.parts().iter().filter(|part| part.is_reasoning());
    let texts: Vec<&str> = parts.clone().filter_map(|part| part.as_reasoning()?.text.as_deref()).listed();
    if texts.is_empty() {
        return;
    }
    let text = texts.join("\n");
    let hinted = parts.clone().find_map(hinted_fields);
    let mut is_written = false;
    for name in hinted.unwrap_or_default() {
        if form.reasoning_fields.contains(&name.as_str()) {
            object.text(&name, &text);
            is_written = true;
        }
    }
    if !is_written {
        object.text(usual, &text);
    }
}
