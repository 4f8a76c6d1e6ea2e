//! Pictures, sound and documents in the results of tools.

use super::form::Form;
use super::losses::Losses;
use super::media::{found, is_wild, of_kind, said_type, settle_type, write_rest};
use super::options::{MEDIA, OPENAI, Options};
use crate::error::Outcome;
use crate::format::marks::{Marks, mark};
use crate::format::read::{invalid, object, optional, required};
use crate::json::{Fields, Kind, Node, ObjectWriter};
use crate::message::{Extras, Format, Media, Part, PartKind};

/// Reads a part of a result: bytes, a URL or an id, by the name of its type.
pub(super) fn read_held(node: Node<'_>, fields: &Fields<'_>, kind: &str) -> Outcome<Part> {
    let mut marks = Marks::default();
    let said = optional(fields, "mediaType")?;
    let (mut media, place) = match kind {
        "media" | "file-data" | "image-data" => {
            (Media { data: Some(required(fields, "data")?), ..Media::default() }, "data")
        }
        "file-url" | "image-url" => (found(required(fields, "url")?), "url"),
        _ => match read_id(fields)? {
            Some(media) => (media, "fileId"),
            None => return Ok(Form::Model.verbatim(node)),
        },
    };
    media.name = optional(fields, "filename")?;
    settle_type(&mut media, said, kind, &mut marks);
    let mut options =
        Options::read(fields.get("providerOptions")).map_err(|error| error.at("providerOptions"))?;
    media.detail = options.take_text(OPENAI, "imageDetail");
    let part =
        of_kind(media, kind.starts_with("image") || is_wild(fields, "image"), is_wild(fields, "audio"));
    let mut extras = Extras::default();
    let part = Part { kind: part, extras: Extras::default() };
    if part.as_media().is_some_and(|media| held_type(media, &part) != kind) {
        marks.set("type", &format!("\"{kind}\""));
    }
    options.keep(MEDIA, &mut extras, &mut marks);
    Form::Model.keep_rest(fields, &["type", place, "mediaType", "filename", "providerOptions"], &mut extras);
    marks.keep(&mut extras);
    Ok(Part { kind: part.kind, extras })
}

/// The id of a file, by its provider; `None` when several know it.
fn read_id(fields: &Fields<'_>) -> Outcome<Option<Media>> {
    let node = fields.get("fileId").ok_or_else(|| invalid("expected an id, found nothing").at("fileId"))?;
    if let Some(id) = node.text() {
        return Ok(Some(Media { file_id: Some(id.as_ref().into()), ..Media::default() }));
    }
    Ok(read_reference(&object(node).map_err(|error| error.at("fileId"))?))
}

/// The id of a file that one provider keeps; `None` when several do.
pub(super) fn read_reference(ids: &Fields<'_>) -> Option<Media> {
    let ids: Vec<(&str, Node<'_>)> = ids.iter().collect();
    let [(name, id)] = ids.as_slice() else { return None };
    let origin = PROVIDERS.iter().find(|(_, known)| known == name).map(|(format, _)| *format);
    origin.zip(id.text()).map(|(origin, id)| Media {
        file_id: Some(id.as_ref().into()),
        origin: Some(origin),
        ..Media::default()
    })
}

/// The id by its provider, as JSON; `None` when nobody is known to keep the file.
pub(super) fn reference(media: &Media) -> Option<String> {
    let is_openais = media.origin? == Format::OpenaiChat;
    let origin = if is_openais { Format::OpenaiResponses } else { media.origin? };
    let (_, name) = PROVIDERS.iter().find(|(format, _)| *format == origin)?;
    let mut json = Vec::new();
    let mut object = ObjectWriter::begin(&mut json);
    object.text(name, media.file_id.as_deref()?);
    object.end();
    String::from_utf8(json).ok()
}

/// The providers that keep files, by the names of the SDK's packages.
const PROVIDERS: [(Format, &str); 5] = [
    (Format::OpenaiResponses, "openai"),
    (Format::Anthropic, "anthropic"),
    (Format::Gemini, "google"),
    (Format::Mistral, "mistral"),
    (Format::Bedrock, "bedrock"),
];

/// The type of a part of a result that media are written as, unless they came as another.
fn held_type(media: &Media, part: &Part) -> &'static str {
    let is_image = matches!(part.kind, PartKind::Image(_)) && media.name.is_none();
    // Gemini's files are known by their URLs.
    let has_url = media.url.is_some() || media.origin == Some(Format::Gemini);
    match (media.data.is_some(), has_url, is_image) {
        (true, _, true) => "image-data",
        (true, _, false) => "file-data",
        (false, true, true) if media.media_type.is_none() => "image-url",
        (false, true, _) => "file-url",
        (false, false, true) => "image-file-id",
        (false, false, false) => "file-id",
    }
}

/// Writes media as a part of a result.
pub(super) fn write_held(part: &Part, out: &mut Vec<u8>, losses: &mut Losses) {
    let Some(media) = part.as_media() else { return };
    let usual = held_type(media, part);
    let noted = mark(&part.extras, "type").and_then(Node::text);
    let kind = noted.as_deref().unwrap_or(usual);
    let mut object = ObjectWriter::begin(out);
    object.text("type", kind);
    match (&media.data, &media.url, &media.file_id) {
        (Some(data), ..) => object.text("data", data),
        (None, Some(url), _) => object.text("url", url),
        (None, None, _) => write_id(media, kind, &mut object),
    }
    match mark(&part.extras, "mediaType") {
        Some(noted) if noted.kind() == Kind::Text => object.json("mediaType", noted.json()),
        Some(_) => {}
        None if kind.ends_with("url") || kind.ends_with("id") => match (&media.media_type, kind) {
            (Some(known), "file-url") => object.text("mediaType", known),
            (Some(_), "file-id" | "image-file-id") => losses.field("mediaType"),
            _ => {}
        },
        None => {
            if let Some(known) = said_type(media, &part.kind, true, losses) {
                object.text("mediaType", known);
            }
        }
    }
    if let Some(name) = &media.name {
        match kind {
            "file-data" => object.text("filename", name),
            _ => losses.field("name"),
        }
    }
    write_rest(part, Form::Model, &mut object, losses);
    object.end();
}

fn write_id(media: &Media, kind: &str, object: &mut ObjectWriter<'_>) {
    let id = media.file_id.as_deref().unwrap_or_default();
    // What came as a URL is written as one.
    if kind.ends_with("url") {
        return object.text("url", id);
    }
    match reference(media) {
        Some(reference) => object.json("fileId", &reference),
        None => object.text("fileId", id),
    }
}
