//! Writing messages of Chat Completions.

use crate::json::{ListWriter, Node, ObjectWriter, push_string};
use crate::message::{Body, CallKind, Content, Extras, Media, Message, Part, PartKind, Role, ToolCall};

/// Writes one message.
pub(in crate::format) fn write_message(message: &Message, out: &mut Vec<u8>) {
    let extras = message.notes.as_ref().map(|notes| &notes.extras);
    let mut object = ObjectWriter::begin(out);
    // The newer word for `system` holds while the message is that.
    let own = extras.filter(|_| message.role() == Role::System).and_then(|extras| extras.get("role"));
    match own {
        Some(role) => object.json("role", role),
        None => object.text("role", message.role().as_str()),
    }
    match &message.body {
        Body::System(content) | Body::Summary(content) | Body::User(content) => {
            write_content(content, object.key("content"));
        }
        Body::Assistant { content, calls } => {
            write_content(content, object.key("content"));
            if let Some(text) = reasoning_text(content) {
                object.text("reasoning_content", &text);
            }
            write_calls(calls, &mut object);
        }
        Body::Tool(result) => {
            write_content(&result.content, object.key("content"));
            object.text("tool_call_id", &result.call_id);
        }
    }
    if let Some(name) = message.name() {
        object.text("name", name);
    }
    write_extras(extras, &mut object, "role");
    object.end();
}

fn write_calls(calls: &[ToolCall], object: &mut ObjectWriter<'_>) {
    if calls.is_empty() {
        return;
    }
    let mut list = ListWriter::begin(object.key("tool_calls"));
    for call in calls {
        write_call(call, list.item());
    }
    list.end();
}

fn write_call(call: &ToolCall, out: &mut Vec<u8>) {
    let mut object = ObjectWriter::begin(out);
    object.text("id", &call.id);
    let (kind, payload) = match call.kind {
        CallKind::Function => ("function", "arguments"),
        CallKind::Custom => ("custom", "input"),
    };
    object.text("type", kind);
    let mut inner = ObjectWriter::begin(object.key(kind));
    inner.text("name", &call.name);
    inner.text(payload, call.arguments.text());
    // What the inner object holds besides is kept under its name.
    let nested = call.extras.get(kind).and_then(Node::parse).and_then(Node::fields).unwrap_or_default();
    nested.iter().for_each(|(name, node)| inner.json(name, node.json()));
    inner.end();
    write_extras(Some(&call.extras), &mut object, kind);
    object.end();
}

fn write_content(content: &Content, out: &mut Vec<u8>) {
    match content {
        Content::Null => out.extend_from_slice(b"null"),
        Content::Text(text) => push_string(out, text),
        Content::Parts(parts) => {
            let written: Vec<&Part> = parts.iter().filter(|part| !part.is_reasoning()).collect();
            // Reasoning is a field of the message; where nothing else is said, nothing is.
            if written.is_empty() && !parts.is_empty() {
                return out.extend_from_slice(b"null");
            }
            // Vendors with such a field know content as a string.
            if let [part] = written.as_slice()
                && written.len() < parts.len()
                && part.extras.is_empty()
                && let Some(text) = part.as_text()
            {
                return push_string(out, text);
            }
            let mut list = ListWriter::begin(out);
            written.into_iter().for_each(|part| write_part(part, list.item()));
            list.end();
        }
    }
}

fn write_part(part: &Part, out: &mut Vec<u8>) {
    if let PartKind::Other { json, .. } = &part.kind {
        return out.extend_from_slice(json.as_bytes());
    }
    let mut object = ObjectWriter::begin(out);
    match &part.kind {
        PartKind::Text(text) => {
            object.text("type", "text");
            object.text("text", text);
        }
        PartKind::Refusal(text) => {
            object.text("type", "refusal");
            object.text("refusal", text);
        }
        PartKind::Image(media) => {
            object.text("type", "image_url");
            let mut inner = ObjectWriter::begin(object.key("image_url"));
            inner.text("url", &url(media));
            if let Some(detail) = &media.detail {
                inner.text("detail", detail);
            }
            inner.end();
        }
        PartKind::Audio(media) => {
            object.text("type", "input_audio");
            let mut inner = ObjectWriter::begin(object.key("input_audio"));
            inner.text("data", media.data.as_deref().unwrap_or_default());
            inner.text("format", sound(media).unwrap_or("wav"));
            inner.end();
        }
        PartKind::File(media) => {
            object.text("type", "file");
            let mut inner = ObjectWriter::begin(object.key("file"));
            match &media.file_id {
                Some(id) => inner.text("file_id", id),
                None => inner.text("file_data", &url(media)),
            }
            if let Some(name) = &media.name {
                inner.text("filename", name);
            }
            inner.end();
        }
        // Both are written elsewhere: reasoning as a field of the message, what is not modelled as it came.
        PartKind::Reasoning(_) | PartKind::Other { .. } => {}
    }
    write_extras(Some(&part.extras), &mut object, "");
    object.end();
}

/// The format's name of a sound's type.
pub(super) fn sound(media: &Media) -> Option<&'static str> {
    match media.media_type.as_deref() {
        Some("audio/wav" | "audio/x-wav" | "audio/wave") => Some("wav"),
        Some("audio/mpeg" | "audio/mp3") => Some("mp3"),
        _ => None,
    }
}

/// Where the bytes are: a URL, or a data URL that holds them.
fn url(media: &Media) -> String {
    match (&media.url, &media.data) {
        (Some(url), _) => url.to_string(),
        (None, data) => {
            let kind = media.media_type.as_deref().unwrap_or("application/octet-stream");
            format!("data:{kind};base64,{}", data.as_deref().unwrap_or_default())
        }
    }
}

/// The reasoning of a message as one text.
fn reasoning_text(content: &Content) -> Option<String> {
    let texts = content.parts().iter().filter_map(|part| part.as_reasoning()?.text.as_deref());
    let texts: Vec<&str> = texts.collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}

fn write_extras(extras: Option<&Extras>, object: &mut ObjectWriter<'_>, written: &str) {
    for (name, json) in extras.into_iter().flat_map(Extras::iter).filter(|(name, _)| *name != written) {
        object.json(name, json);
    }
}
