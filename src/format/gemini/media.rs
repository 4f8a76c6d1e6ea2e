//! Reading media, of a content and of a result.

use super::spelling::Spelled;
use crate::error::Outcome;
use crate::format::json::read::object;
use crate::json::Node;
use crate::message::{Extras, Format, Media, Part, PartKind};

/// Reads media of a content; `None` when the part holds no media, or an unmodelled field.
pub(super) fn read_media(fields: &Spelled<'_>) -> Option<Part> {
    let (name, media) = match fields.inner("inlineData") {
        Some(blob) => ("inlineData", read_blob(&blob)?),
        None => ("fileData", read_file(&fields.inner("fileData")?)?),
    };
    let Part { kind, extras: name_of_it } = media;
    let mut part = plain(kind, fields, name);
    name_of_it.iter().for_each(|(name, json)| part.extras.push(name, json));
    Some(part)
}

/// Reads media of a result.
pub(super) fn read_result_part(node: Node<'_>) -> Outcome<Part> {
    let fields = Spelled::new(&object(node)?);
    Ok(read_media(&fields).unwrap_or_else(|| verbatim(node)))
}

fn read_blob(blob: &Spelled<'_>) -> Option<Part> {
    let known = ["mimeType", "data", "displayName"];
    let media =
        Media { media_type: blob.text("mimeType"), data: Some(blob.text("data")?), ..Media::default() };
    blob.names().all(|name| known.contains(&name)).then(|| of_kind(media, blob))
}

fn read_file(file: &Spelled<'_>) -> Option<Part> {
    let known = ["mimeType", "fileUri", "displayName"];
    let uri = file.text("fileUri")?;
    let media_type = file.text("mimeType");
    let media = match is_own(&uri) {
        true => Media { media_type, file_id: Some(uri), origin: Some(Format::Gemini), ..Media::default() },
        false => Media { media_type, url: Some(uri), ..Media::default() },
    };
    file.names().all(|name| known.contains(&name)).then(|| of_kind(media, file))
}

/// Reports whether only the provider can fetch the address: its own files, Google's storage, videos that it watches.
fn is_own(uri: &str) -> bool {
    let hosts =
        ["https://generativelanguage.googleapis.com/", "https://youtu.be/", "https://www.youtube.com/"];
    let is_fetched = uri.starts_with("http://") || uri.starts_with("https://");
    !is_fetched || uri.starts_with("https://m.youtube.com/") || hosts.iter().any(|host| uri.starts_with(host))
}

fn of_kind(media: Media, fields: &Spelled<'_>) -> Part {
    let kind = media.media_type.as_deref().unwrap_or_default();
    let is = |start: &str| kind.starts_with(start);
    let kind: fn(Box<Media>) -> PartKind = match () {
        () if is("image/") => PartKind::Image,
        () if is("audio/") => PartKind::Audio,
        () => PartKind::File,
    };
    let mut extras = Extras::default();
    if let Some(name) = fields.get("displayName") {
        extras.push("displayName", name.json());
    }
    Part { kind: kind(Box::new(media)), extras }
}

/// A part of this kind, with the fields of the part beside `own`.
pub(super) fn plain(kind: PartKind, fields: &Spelled<'_>, own: &str) -> Part {
    Part { kind, extras: fields.extras(&[own, "thought"]) }
}

/// A part that is not modelled.
pub(super) fn verbatim(node: Node<'_>) -> Part {
    Part::from(PartKind::other(Format::Gemini, node.json()))
}
