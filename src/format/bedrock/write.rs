//! Writing blocks of Converse.

use super::block_kinds::{CACHE_POINT, CITATIONS};
use super::media::{DOCUMENTS, IMAGES, SOUNDS, format};
use crate::format::blocks::{Blocks, write_input, write_said};
use crate::format::json::write;
use crate::json::{Kind, Node, ObjectWriter};
use crate::message::{
    Body, Content, Extras, Media, Message, Part, PartKind, Reasoning, ToolCall, ToolResult, WRITTEN_AS,
};

/// Writes the blocks of a message, with commas between.
pub(super) fn write_blocks(message: &Message, out: &mut Vec<u8>) {
    let mut blocks = Blocks::begin(out);
    write_message(message, &mut blocks);
}

/// The system prompt: always a list of blocks.
pub(super) fn write_system(messages: &[&Message]) -> Option<Vec<u8>> {
    if messages.is_empty() {
        return None;
    }
    let mut out = vec![b'['];
    let mut blocks = Blocks::begin(&mut out);
    messages.iter().for_each(|message| write_message(message, &mut blocks));
    out.push(b']');
    Some(out)
}

fn write_message(message: &Message, blocks: &mut Blocks<'_>) {
    match &message.body {
        Body::System(content) | Body::Summary(content) | Body::User(content) => {
            write_content(content, &[], blocks);
        }
        Body::Assistant { content, calls } => write_content(content, calls, blocks),
        Body::Tool(result) => write_result(result, message.notes.as_ref().map(|notes| &notes.extras), blocks),
    }
}

fn write_content(content: &Content, calls: &[ToolCall], blocks: &mut Blocks<'_>) {
    if let Content::Text(text) = content {
        write_text(text, blocks.next());
    }
    write_said(content.parts(), calls, blocks, write_part, write_call);
}

fn write_text(text: &str, out: &mut Vec<u8>) {
    let mut object = ObjectWriter::begin(out);
    object.text("text", text);
    object.end();
}

fn write_call(call: &ToolCall, blocks: &mut Blocks<'_>) {
    write_tagged("toolUse", blocks.next(), &mut |object| {
        object.text("toolUseId", &call.id);
        object.text("name", &call.name);
        write_input(&call.arguments, object.key("input"));
        write_extras(&call.extras, object);
    });
    write_cache_point(&call.extras, blocks);
}

fn write_result(result: &ToolResult, extras: Option<&Extras>, blocks: &mut Blocks<'_>) {
    write_tagged("toolResult", blocks.next(), &mut |object| {
        object.text("toolUseId", &result.call_id);
        let list = object.key("content");
        list.push(b'[');
        let mut inner = Blocks::begin(list);
        match &result.content {
            Content::Null => {}
            Content::Text(text) if text.is_empty() => {}
            Content::Text(text) => write_text(text, inner.next()),
            Content::Parts(parts) => parts.iter().for_each(|part| write_inner(part, inner.next())),
        }
        list.push(b']');
        if let Some(is_error) = result.is_error {
            object.text("status", if is_error { "error" } else { "success" });
        }
        extras.into_iter().for_each(|extras| write_extras(extras, object));
    });
    extras.into_iter().for_each(|extras| write_cache_point(extras, blocks));
}

/// Writes a part of a result. Text that was read from a `json` block is written as one again, if it is an object (BE8).
fn write_inner(part: &Part, out: &mut Vec<u8>) {
    let json = part.as_text().filter(|_| part.extras.get(WRITTEN_AS) == Some("\"json\""));
    match json.and_then(Node::parse).filter(|node| node.kind() == Kind::Object) {
        Some(node) => {
            let mut object = ObjectWriter::begin(out);
            object.json("json", node.json());
            object.end();
        }
        None => write_block(part, out),
    }
}

fn write_part(part: &Part, blocks: &mut Blocks<'_>) {
    write_block(part, blocks.next());
    write_cache_point(&part.extras, blocks);
}

fn write_block(part: &Part, out: &mut Vec<u8>) {
    match &part.kind {
        PartKind::Other { json, .. } => out.extend_from_slice(json.as_bytes()),
        // There is no block for a refusal, so it is written as text of the model.
        PartKind::Text(text) | PartKind::Refusal(text) => write_words(text, &part.extras, out),
        PartKind::Image(media) => write_media("image", IMAGES, media, &part.extras, out),
        PartKind::Audio(media) => write_media("audio", SOUNDS, media, &part.extras, out),
        PartKind::File(media) => write_media("document", DOCUMENTS, media, &part.extras, out),
        PartKind::Reasoning(reasoning) => write_reasoning(reasoning, &part.extras, out),
    }
}

/// Writes text, with its citations if it has some.
fn write_words(text: &str, extras: &Extras, out: &mut Vec<u8>) {
    let Some(cited) = extras.get(CITATIONS).and_then(Node::parse).and_then(Node::fields) else {
        return write_text(text, out);
    };
    write_tagged(CITATIONS, out, &mut |object| {
        let list = object.key("content");
        list.push(b'[');
        write_text(text, list);
        list.push(b']');
        write::write_fields(&cited, object);
    });
}

fn write_media(
    kind: &str,
    formats: &[(&'static str, &str)],
    media: &Media,
    extras: &Extras,
    out: &mut Vec<u8>,
) {
    write_tagged(kind, out, &mut |object| {
        if let Some(name) = &media.name {
            object.text("name", name);
        }
        if let Some(format) = media.media_type.as_deref().and_then(|kind| format(formats, kind)) {
            object.text("format", format);
        }
        let mut source = ObjectWriter::begin(object.key("source"));
        match (media.base64(), &media.url) {
            (Some(data), _) => source.text("bytes", &data),
            (None, url) => {
                let mut place = ObjectWriter::begin(source.key("s3Location"));
                place.text("uri", url.as_deref().unwrap_or_default());
                place.end();
            }
        }
        source.end();
        write_extras(extras, object);
    });
}

fn write_reasoning(reasoning: &Reasoning, extras: &Extras, out: &mut Vec<u8>) {
    write_tagged("reasoningContent", out, &mut |object| {
        if let (None, Some(data)) = (&reasoning.text, &reasoning.encrypted) {
            return object.text("redactedContent", data);
        }
        let mut inner = ObjectWriter::begin(object.key("reasoningText"));
        inner.text("text", reasoning.text.as_deref().unwrap_or_default());
        if let Some(signature) = &reasoning.signature {
            inner.text("signature", signature);
        }
        write_extras(extras, &mut inner);
        inner.end();
    });
}

/// Writes a block of this kind, with the fields that `fill` writes.
fn write_tagged(kind: &str, out: &mut Vec<u8>, fill: &mut dyn FnMut(&mut ObjectWriter<'_>)) {
    let mut block = ObjectWriter::begin(out);
    let mut object = ObjectWriter::begin(block.key(kind));
    fill(&mut object);
    object.end();
    block.end();
}

/// Writes the unmodelled fields, except fields that are written as blocks.
fn write_extras(extras: &Extras, object: &mut ObjectWriter<'_>) {
    write::write_extras(Some(extras), &[CACHE_POINT, CITATIONS, WRITTEN_AS], object);
}

fn write_cache_point(extras: &Extras, blocks: &mut Blocks<'_>) {
    if let Some(json) = extras.get(CACHE_POINT) {
        let mut object = ObjectWriter::begin(blocks.next());
        object.json(CACHE_POINT, json);
        object.end();
    }
}
