//! Code that writers share.

use crate::json::{Fields, Node, ObjectWriter};
use crate::message::{Content, Extras, Media, Message, Part};

/// Writes the kept fields, except the fields in `written`.
pub(in crate::format) fn write_extras(
    extras: Option<&Extras>,
    written: &[&str],
    object: &mut ObjectWriter<'_>,
) {
    let Some(extras) = extras else { return };
    for (name, json) in extras.iter() {
        if !written.contains(&name) {
            object.json(name, json);
        }
    }
}

/// Writes the fields of the object that is kept under `name`, except the fields in `written`: a program may have put any
/// object there, and the last of two fields with one name counts.
pub(in crate::format) fn write_nested(
    extras: &Extras,
    name: &str,
    written: &[&str],
    object: &mut ObjectWriter<'_>,
) {
    let fields = nested(extras, name);
    let others = fields.iter().filter(|(name, _)| !written.contains(name));
    others.for_each(|(name, node)| object.json(name, node.json()));
}

/// The fields of the object that is kept under `name`.
pub(in crate::format) fn nested<'a>(extras: &'a Extras, name: &str) -> Fields<'a> {
    extras.get(name).and_then(Node::parse).and_then(Node::fields).unwrap_or_default()
}

/// Writes fields unchanged.
pub(in crate::format) fn write_fields(fields: &Fields<'_>, object: &mut ObjectWriter<'_>) {
    for (name, node) in fields.iter() {
        object.json(name, node.json());
    }
}

/// JSON that a writer made, as text.
pub(in crate::format) fn into_text(json: Vec<u8>) -> String {
    String::from_utf8(json).unwrap_or_default()
}

/// A data URL that holds the bytes of media.
pub(in crate::format) fn write_data_url(media: &Media) -> String {
    let kind = media.media_type.as_deref().unwrap_or("application/octet-stream");
    format!("data:{kind};base64,{}", media.base64().unwrap_or_default())
}

/// About the bytes that these messages take, so that writing them need not ask for memory again and again.
pub(in crate::format) fn room_for(messages: &[&Message]) -> usize {
    let text = |part: &Part| part.as_text().map_or(0, str::len);
    let mut bytes = 0_usize;
    for message in messages {
        let content = match message.content() {
            Content::Null => 0,
            Content::Text(text) => text.len(),
            Content::Parts(parts) => parts.iter().map(text).sum(),
        };
        let calls: usize = message.calls().iter().map(|call| call.arguments.text().len()).sum();
        // An eighth for escapes, and room for the fields around the texts.
        bytes = bytes.saturating_add(content.saturating_add(calls).saturating_mul(9) / 8).saturating_add(256);
    }
    bytes
}
