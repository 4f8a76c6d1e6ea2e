//! Parts of a content in OpenAI's form.

use super::foreign_part::read_foreign;
use super::media::{only, url, write_picture};
use crate::error::Outcome;
use crate::format::json::read::{data_url, extras, located, object, required};
use crate::json::{Fields, Node, ObjectWriter};
use crate::message::{Format, Media, Part, PartKind};

/// Reads a part of this format. An unmodelled part is kept verbatim.
pub(in crate::format) fn read_part(format: Format, node: Node<'_>) -> Outcome<Part> {
    let fields = object(node)?;
    let other = || read_foreign(node).unwrap_or_else(|| Part::from(PartKind::other(format, node.json())));
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
        "file" => match read_file(format, &inner) {
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

fn read_file(format: Format, fields: &Fields<'_>) -> Option<Media> {
    only(fields, &["file_data", "filename", "file_id"])?;
    let name = fields.text("filename").map(|name| name.as_ref().into());
    if let Some(id) = fields.text("file_id") {
        let origin = Some(format);
        return Some(Media { file_id: Some(id.as_ref().into()), name, origin, ..Media::default() });
    }
    let (kind, data) = fields
        .text("file_data")
        .and_then(|url| data_url(&url).map(|(kind, data)| (kind.into(), data.into())))?;
    Some(Media { media_type: Some(kind), data: Some(data), name, ..Media::default() })
}

/// Writes the fields of a part that are modelled.
pub(super) fn write_part(part: &Part, object: &mut ObjectWriter<'_>) {
    match &part.kind {
        PartKind::Text(text) => {
            object.text("type", "text");
            object.text("text", text);
        }
        PartKind::Refusal(text) => {
            object.text("type", "refusal");
            object.text("refusal", text);
        }
        PartKind::Image(media) => write_picture(media, object),
        PartKind::Audio(media) => {
            object.text("type", "input_audio");
            let mut inner = ObjectWriter::begin(object.key("input_audio"));
            inner.text("data", &media.base64().unwrap_or_default());
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
        // Both are written elsewhere: reasoning as a field of the message, unmodelled parts verbatim.
        PartKind::Reasoning(_) | PartKind::Other { .. } => {}
    }
}

/// The format's name of a sound's type.
pub(in crate::format) fn sound(media: &Media) -> Option<&'static str> {
    match media.media_type.as_deref() {
        Some("audio/wav" | "audio/x-wav" | "audio/wave") => Some("wav"),
        Some("audio/mpeg" | "audio/mp3") => Some("mp3"),
        _ => None,
    }
}
