//! Writing blocks of Anthropic Messages.

use crate::format::blocks::{Blocks, write_input, write_said};
use crate::format::json::write::write_extras;
use crate::json::{ListWriter, ObjectWriter, push_string};
use crate::message::{
    Body, Content, Extras, Media, Message, Part, PartKind, Reasoning, ToolCall, ToolResult,
};

/// Writes the blocks of a message, with commas between.
pub(in crate::format) fn write_blocks(message: &Message, out: &mut Vec<u8>) {
    match &message.body {
        Body::System(content) | Body::Summary(content) | Body::User(content) => {
            write_content(content, &[], out)
        }
        Body::Assistant { content, calls } => write_content(content, calls, out),
        Body::Tool(result) => {
            let extras = message.notes.as_ref().map(|notes| &notes.extras);
            write_result(result, extras, out);
        }
    }
}

/// The system prompt: a string when it is one text without other fields, else blocks.
pub(super) fn write_system(messages: &[&Message]) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    match messages {
        [] => return None,
        [message] if matches!(message.content(), Content::Text(_)) => {
            push_string(&mut out, &message.content().plain_text());
        }
        messages => {
            out.push(b'[');
            for (place, message) in messages.iter().enumerate() {
                if place > 0 {
                    out.push(b',');
                }
                write_blocks(message, &mut out);
            }
            out.push(b']');
        }
    }
    Some(out)
}

fn write_content(content: &Content, calls: &[ToolCall], out: &mut Vec<u8>) {
    let mut blocks = Blocks::begin(out);
    if let Content::Text(text) = content {
        let mut object = ObjectWriter::begin(blocks.next());
        object.text("type", "text");
        object.text("text", text);
        object.end();
    }
    let part = |part: &Part, blocks: &mut Blocks<'_>| write_part(part, blocks.next());
    let call = |call: &ToolCall, blocks: &mut Blocks<'_>| write_call(call, blocks.next());
    write_said(content.parts(), calls, &mut blocks, part, call);
}

fn write_call(call: &ToolCall, out: &mut Vec<u8>) {
    let mut object = ObjectWriter::begin(out);
    object.text("type", "tool_use");
    object.text("id", &call.id);
    object.text("name", &call.name);
    write_input(&call.arguments, object.key("input"));
    write_extras(Some(&call.extras), &[], &mut object);
    object.end();
}

fn write_result(result: &ToolResult, extras: Option<&Extras>, out: &mut Vec<u8>) {
    let mut object = ObjectWriter::begin(out);
    object.text("type", "tool_result");
    object.text("tool_use_id", &result.call_id);
    match &result.content {
        Content::Null => {}
        Content::Text(text) => object.text("content", text),
        Content::Parts(parts) => {
            let mut list = ListWriter::begin(object.key("content"));
            parts.iter().for_each(|part| write_part(part, list.item()));
            list.end();
        }
    }
    if let Some(is_error) = result.is_error {
        object.json("is_error", if is_error { "true" } else { "false" });
    }
    write_extras(extras, &[], &mut object);
    object.end();
}

fn write_part(part: &Part, out: &mut Vec<u8>) {
    if let PartKind::Other { json, .. } = &part.kind {
        return out.extend_from_slice(json.as_bytes());
    }
    let mut object = ObjectWriter::begin(out);
    write_fields(part, &mut object);
    write_extras(Some(&part.extras), &[], &mut object);
    object.end();
}

/// Writes the fields of a part that are modelled.
pub(super) fn write_fields(part: &Part, object: &mut ObjectWriter<'_>) {
    match &part.kind {
        // There is no block for a refusal, so it is written as text of the model.
        PartKind::Text(text) | PartKind::Refusal(text) => {
            object.text("type", "text");
            object.text("text", text);
        }
        PartKind::Image(media) => write_media("image", media, object),
        PartKind::File(media) | PartKind::Audio(media) => {
            write_media("document", media, object);
            if let Some(name) = &media.name {
                object.text("title", name);
            }
        }
        PartKind::Reasoning(reasoning) => write_reasoning(reasoning, object),
        PartKind::Other { .. } => {}
    }
}

fn write_media(kind: &str, media: &Media, object: &mut ObjectWriter<'_>) {
    object.text("type", kind);
    let mut source = ObjectWriter::begin(object.key("source"));
    match (media.base64(), &media.url, &media.file_id) {
        (Some(data), _, _) => {
            source.text("type", "base64");
            source.text("media_type", media.media_type.as_deref().unwrap_or("application/octet-stream"));
            source.text("data", &data);
        }
        (None, Some(url), _) => {
            source.text("type", "url");
            source.text("url", url);
        }
        (None, None, id) => {
            source.text("type", "file");
            source.text("file_id", id.as_deref().unwrap_or_default());
        }
    }
    source.end();
}

fn write_reasoning(reasoning: &Reasoning, object: &mut ObjectWriter<'_>) {
    if let (None, Some(data)) = (&reasoning.text, &reasoning.encrypted) {
        object.text("type", "redacted_thinking");
        return object.text("data", data);
    }
    object.text("type", "thinking");
    object.text("thinking", reasoning.text.as_deref().unwrap_or_default());
    object.text("signature", reasoning.signature.as_deref().unwrap_or_default());
}
