//! Media: a format, and where the bytes are.

use super::Words;
use super::block::{keep, rest_of};
use crate::format::read::object;
use crate::json::{Fields, Kind, Node, ObjectWriter};
use crate::message::{Extras, Media, Part, PartKind, WRITTEN_AS, plain_type};

type Formats = [(&'static str, &'static str)];

/// Pictures, by the SDK's names and by their MIME types. Of two names for one type the first is written.
const IMAGES: &Formats = &[
    ("png", "image/png"),
    ("jpeg", "image/jpeg"),
    ("jpg", "image/jpeg"),
    ("gif", "image/gif"),
    ("webp", "image/webp"),
];

const SOUNDS: &Formats = &[
    ("mp3", "audio/mpeg"),
    ("mpeg", "audio/mpeg"),
    ("mpga", "audio/mpeg"),
    ("wav", "audio/wav"),
    ("opus", "audio/opus"),
    ("aac", "audio/aac"),
    ("x-aac", "audio/aac"),
    ("flac", "audio/flac"),
    ("mp4", "audio/mp4"),
    ("m4a", "audio/mp4"),
    ("ogg", "audio/ogg"),
    ("mkv", "audio/x-matroska"),
    ("mka", "audio/x-matroska"),
    ("webm", "audio/webm"),
    ("pcm", "audio/pcm"),
];

const DOCUMENTS: &Formats = &[
    ("pdf", "application/pdf"),
    ("csv", "text/csv"),
    ("doc", "application/msword"),
    ("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    ("xls", "application/vnd.ms-excel"),
    ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ("html", "text/html"),
    ("txt", "text/plain"),
    ("md", "text/markdown"),
    ("json", "application/json"),
    ("xml", "application/xml"),
];

/// What a document is called that has no name, where each has one.
pub(super) const UNNAMED: &str = "document";

/// The bytes in base64: a string, or as Python's sessions keep them.
pub(super) fn bytes_of(node: Node<'_>) -> Option<Box<str>> {
    let wrapped =
        node.fields().filter(|fields| fields.get("__bytes_encoded__").and_then(Node::truth) == Some(true));
    let text = match wrapped {
        Some(fields) => fields.text("data").map(|data| Box::from(data.as_ref())),
        None => node.text().map(|data| Box::from(data.as_ref())),
    };
    text.filter(|_| node.kind() != Kind::Null)
}

/// Writes bytes.
pub(super) fn write_bytes(data: &str, words: Words, name: &str, object: &mut ObjectWriter<'_>) {
    match words {
        Words::TypeScript => object.text(name, data),
        Words::Python => {
            let mut inner = ObjectWriter::begin(object.key(name));
            inner.json("__bytes_encoded__", "true");
            inner.text("data", data);
            inner.end();
        }
    }
}

/// Reads a block of media; `None` when its format or its source is not modelled.
pub(super) fn read(kind: &str, value: Node<'_>) -> Option<Part> {
    let fields = object(value).ok()?;
    let formats = match kind {
        "image" => IMAGES,
        "audio" => SOUNDS,
        _ => DOCUMENTS,
    };
    let given = fields.text("format");
    let known = given.as_deref().map(|given| formats.iter().find(|(name, _)| *name == given));
    let media_type = match known {
        None if kind == "document" => None,
        None | Some(None) => return None,
        Some(Some((_, media_type))) => Some(Box::from(*media_type)),
    };
    let mut media = Media { media_type, ..read_source(&fields)? };
    let mut rest = Extras::default();
    for name in OF_DOCUMENTS {
        let node = fields.get(name).filter(|node| !node.is_null());
        node.into_iter().for_each(|node| rest.push(name, node.json()));
    }
    keep(&mut rest, &fields, &["format", "source", "name", "citations", "context"]);
    // Of a picture at a URL the format is often a guess, and nobody's but this SDK's.
    media.media_type = media.media_type.filter(|_| !is_fetched(media.url.as_deref()));
    let usual = match (&media.media_type, &media.url) {
        (Some(media_type), _) => format_of(formats, media_type),
        (None, Some(url)) if is_fetched(Some(url)) => Some(by_name(url)),
        (None, _) => None,
    };
    if let Some(given) = given.filter(|given| usual != Some(given.as_ref())) {
        rest.push(WRITTEN_AS, &format!("\"{given}\""));
    }
    let kind = match kind {
        "image" => PartKind::Image,
        "audio" => PartKind::Audio,
        _ => {
            media.name = fields.text("name").map(|name| Box::from(name.as_ref()));
            PartKind::File
        }
    };
    Some(Part { kind: kind(Box::new(media)), extras: rest })
}

fn read_source(fields: &Fields<'_>) -> Option<Media> {
    let source = fields.get("source")?.fields()?;
    let only =
        |fields: &Fields<'_>, most: usize| fields.iter().filter(|(_, node)| !node.is_null()).count() <= most;
    if !only(&source, 1) {
        return None;
    }
    if let Some(bytes) = source.get("bytes").and_then(bytes_of) {
        return Some(Media { data: Some(bytes), ..Media::default() });
    }
    if let Some(url) = source.text("url").filter(|url| !url.starts_with("s3://")) {
        return Some(Media { url: Some(url.as_ref().into()), ..Media::default() });
    }
    let place = source.get("location")?.fields().filter(|place| only(place, 2))?;
    let uri = place
        .text("uri")
        .filter(|uri| place.text("type").as_deref() == Some("s3") && uri.starts_with("s3://"))?;
    Some(Media { url: Some(uri.as_ref().into()), ..Media::default() })
}

fn format_of(formats: &Formats, media_type: &str) -> Option<&'static str> {
    formats.iter().find(|(_, known)| *known == plain_type(media_type)).map(|(name, _)| *name)
}

/// The block of media; `None` when it cannot be said. `is_result` where it stands in a result.
pub(super) fn block(part: &Part, words: Words, is_result: bool) -> Option<String> {
    let media = part.as_media()?;
    let (kind, formats) = match &part.kind {
        PartKind::Image(_) => ("image", IMAGES),
        PartKind::Audio(_) if !is_result => ("audio", SOUNDS),
        PartKind::File(_) => ("document", DOCUMENTS),
        PartKind::Audio(_)
        | PartKind::Text(_)
        | PartKind::Reasoning(_)
        | PartKind::Refusal(_)
        | PartKind::Other { .. } => return None,
    };
    let usual = match &media.media_type {
        Some(media_type) => Some(format_of(formats, media_type)?),
        // What an image at a URL is shows when it is fetched, and its name may tell.
        None if kind == "image" && media.data.is_none() => Some(by_name(media.url.as_deref()?)),
        None if kind == "document" => None,
        None => return None,
    };
    let is_url = is_fetched(media.url.as_deref());
    let takes_url = kind == "image" && words == Words::TypeScript;
    if media.data.is_none() && (media.url.is_none() || (is_url && !takes_url)) {
        return None;
    }
    let given = part.extras.get(WRITTEN_AS).unwrap_or_default().trim_matches('"');
    let is_same = |name: &str| {
        let known = formats.iter().find(|(known, _)| *known == name);
        known.is_some_and(|(_, known)| {
            media.media_type.as_deref().is_none_or(|media_type| media_type == *known)
        })
    };
    let mut json = Vec::new();
    let mut outer = ObjectWriter::begin(&mut json);
    let mut object = ObjectWriter::begin(outer.key(kind));
    if kind == "document" {
        object.text("name", media.name.as_deref().unwrap_or(UNNAMED));
    }
    if let Some(usual) = usual {
        object.text("format", if is_same(given) { given } else { usual });
    }
    let mut source = ObjectWriter::begin(object.key("source"));
    match (&media.data, &media.url) {
        (Some(data), _) => write_bytes(data, words, "bytes", &mut source),
        (None, Some(url)) if is_url => source.text("url", url),
        (None, url) => {
            let mut place = ObjectWriter::begin(source.key("location"));
            place.text("type", "s3");
            place.text("uri", url.as_deref().unwrap_or_default());
            place.end();
        }
    }
    source.end();
    for name in OF_DOCUMENTS {
        if let Some(json) = part.extras.get(name) {
            object.json(name, json);
        }
    }
    rest_of(&part.extras).iter().for_each(|(name, node)| object.json(name, node.json()));
    object.end();
    outer.end();
    String::from_utf8(json).ok()
}

/// Fields of documents.
pub(super) const OF_DOCUMENTS: [&str; 2] = ["citations", "context"];

/// Whether it lies at a place that anybody may fetch it from.
fn is_fetched(url: Option<&str>) -> bool {
    url.is_some_and(|url| !url.starts_with("s3://"))
}

fn by_name(url: &str) -> &'static str {
    let path = url.split(['?', '#']).next().unwrap_or(url);
    let ending = path.rsplit('.').next().unwrap_or_default();
    IMAGES.iter().find(|(name, _)| ending.eq_ignore_ascii_case(name)).map_or("png", |(name, _)| *name)
}
