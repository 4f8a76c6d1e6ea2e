//! Writing parts of contents.

use super::call::{OF_CALL, OF_RESULT};
use super::dialect::{BARE, UNNAMED};
use super::file_type::file_type;
use super::signatures::SIGNATURE;
use crate::format::json::write::{write_extras, write_nested};
use crate::json::{Kind, ListWriter, Node, ObjectWriter, push_string};
use crate::list::Listed;
use crate::message::{
    Body, CallsById, Content, Element, Extras, Media, Message, Part, PartKind, STRUCTURED, ToolCall,
    ToolResult, WRITTEN_AS, elements,
};

/// Writes the parts of a message, separated by commas. `calls` are the calls that a result may answer.
pub(super) fn write_parts(message: &Message, calls: &CallsById<'_>, out: &mut Vec<u8>) {
    match &message.body {
        Body::System(content) | Body::Summary(content) | Body::User(content) => write_said(content, &[], out),
        Body::Assistant { content, calls } => write_said(content, calls, out),
        Body::Tool(result) => {
            let extras = message.notes.as_ref().map(|notes| &notes.extras);
            let name = calls.get(&result.call_id).map(|call| call.name.as_ref()).or(message.name());
            write_result(result, name.unwrap_or_default(), extras, out);
        }
    }
}

/// The system prompt.
pub(super) fn write_system(messages: &[&Message]) -> Option<Vec<u8>> {
    if messages.is_empty() {
        return None;
    }
    let mut out = b"{\"parts\":[".to_vec();
    for (place, message) in messages.iter().enumerate() {
        if place > 0 {
            out.push(b',');
        }
        write_said(message.content(), &[], &mut out);
    }
    out.extend_from_slice(b"]}");
    Some(out)
}

/// Writes parts and calls, each call after the parts that it followed.
fn write_said(content: &Content, calls: &[ToolCall], out: &mut Vec<u8>) {
    let mut parts = PartList { out, is_first: true };
    if let Content::Text(text) = content {
        let mut object = ObjectWriter::begin(parts.next());
        object.text("text", text);
        object.end();
    }
    for element in elements(content.parts(), calls) {
        match element {
            Element::Part(_, part) => write_part(part, parts.next()),
            Element::Call(call) => write_call(call, parts.next()),
        }
    }
}

struct PartList<'a> {
    out: &'a mut Vec<u8>,
    is_first: bool,
}

impl PartList<'_> {
    fn next(&mut self) -> &mut Vec<u8> {
        if !self.is_first {
            self.out.push(b',');
        }
        self.is_first = false;
        self.out
    }
}

fn write_call(call: &ToolCall, out: &mut Vec<u8>) {
    let mut object = ObjectWriter::begin(out);
    let mut inner = ObjectWriter::begin(object.key("functionCall"));
    write_id(&call.id, &mut inner);
    inner.text("name", &call.name);
    // In a prompt, arguments are always objects.
    match Node::parse(call.arguments.text()) {
        Some(node) => inner.json("args", node.json()),
        None => inner.text("args", call.arguments.text()),
    }
    write_nested(&call.extras, "functionCall", &OF_CALL, &mut inner);
    inner.end();
    write_extras(Some(&call.extras), &["functionCall"], &mut object);
    object.end();
}

fn write_result(result: &ToolResult, name: &str, extras: Option<&Extras>, out: &mut Vec<u8>) {
    let mut object = ObjectWriter::begin(out);
    let mut inner = ObjectWriter::begin(object.key("functionResponse"));
    write_id(&result.call_id, &mut inner);
    inner.text("name", name);
    let is_structured = extras.is_some_and(|extras| extras.get(STRUCTURED).is_some());
    write_response(result, is_structured, inner.key("response"));
    let media: Vec<&Part> = result.content.parts().iter().filter(|part| part.as_text().is_none()).listed();
    if !media.is_empty() {
        let mut list = ListWriter::begin(inner.key("parts"));
        media.into_iter().for_each(|part| write_part(part, list.item()));
        list.end();
    }
    if let Some(extras) = extras {
        write_nested(extras, "functionResponse", &OF_RESULT, &mut inner);
    }
    inner.end();
    write_extras(extras, &["functionResponse", STRUCTURED], &mut object);
    object.end();
}

/// Writes the response of a result. A text that was read from an object is written as that object, any other text under
/// the key that the provider documents.
fn write_response(result: &ToolResult, is_structured: bool, out: &mut Vec<u8>) {
    let text = match &result.content {
        Content::Parts(parts) => {
            let texts: Vec<&str> =
                parts.iter().filter_map(Part::as_text).filter(|text| !text.is_empty()).listed();
            texts.join("\n")
        }
        content @ (Content::Null | Content::Text(_)) => content.plain_text(),
    };
    let whole = Node::parse(&text).filter(|node| is_structured && node.kind() == Kind::Object);
    let key = if result.failed() { "error" } else { "output" };
    let says_so = |node: &Node<'_>| node.fields().is_some_and(|fields| fields.get(key).is_some());
    if let Some(node) = whole.filter(|node| !result.failed() || says_so(node)) {
        return out.extend_from_slice(node.json().as_bytes());
    }
    let mut object = ObjectWriter::begin(out);
    match whole {
        Some(node) => object.json(key, node.json()),
        None => object.text(key, &text),
    }
    object.end();
}

fn write_id(id: &str, object: &mut ObjectWriter<'_>) {
    if !id.starts_with(UNNAMED) {
        object.text("id", id);
    }
}

fn write_part(part: &Part, out: &mut Vec<u8>) {
    if let PartKind::Other { json, .. } = &part.kind {
        return out.extend_from_slice(json.as_bytes());
    }
    let mut object = ObjectWriter::begin(out);
    match &part.kind {
        // There is no part for a refusal, so it is written as text of the model.
        PartKind::Text(_) if part.extras.get(WRITTEN_AS) == Some(BARE) => {}
        PartKind::Text(text) | PartKind::Refusal(text) => object.text("text", text),
        PartKind::Image(media) | PartKind::Audio(media) | PartKind::File(media) => {
            write_media(media, part.extras.get("displayName"), &mut object);
        }
        PartKind::Reasoning(reasoning) => {
            if let Some(text) = &reasoning.text {
                object.text("text", text);
            }
            object.json("thought", "true");
            if let Some(signature) = &reasoning.signature {
                object.text(SIGNATURE, signature);
            }
        }
        PartKind::Other { .. } => {}
    }
    write_extras(Some(&part.extras), &["displayName", WRITTEN_AS], &mut object);
    object.end();
}

fn write_media(media: &Media, display_name: Option<&str>, object: &mut ObjectWriter<'_>) {
    let place = object.key(if media.data.is_some() { "inlineData" } else { "fileData" });
    let mut inner = ObjectWriter::begin(place);
    match &media.data {
        Some(data) => {
            inner.text("mimeType", media.media_type.as_deref().unwrap_or("application/octet-stream"));
            inner.text("data", data);
        }
        None => {
            let uri = media.url.as_deref().or(media.file_id.as_deref()).unwrap_or_default();
            if let Some(kind) = media.media_type.as_deref().or_else(|| file_type(uri)) {
                inner.text("mimeType", kind);
            }
            push_string(inner.key("fileUri"), uri);
        }
    }
    if let Some(name) = display_name {
        inner.json("displayName", name);
    }
    inner.end();
}
