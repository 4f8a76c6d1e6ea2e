//! Parts of neutral messages.

use super::extras::{read_extras, write_extras};
use crate::error::Outcome;
use crate::format::json::read::{at_item, invalid, list, object, optional, required};
use crate::json::{Fields, ListWriter, Node, ObjectWriter};
use crate::message::{Format, Media, Origin, Part, PartKind, Reasoning, TextBlock, TextKind};

const MEDIA: [&str; 10] =
    ["type", "mediaType", "data", "url", "fileId", "name", "detail", "width", "height", "origin"];

const REASONING: [&str; 5] = ["type", "text", "signature", "encrypted", "origin"];

const OTHER: [&str; 4] = ["type", "format", "value", "words"];

/// Reads a part that the host gave. Unknown fields are kept with it. The source of its media is corrected.
pub(super) fn read_part(node: Node<'_>) -> Outcome<Part> {
    let mut part = read_part_as_it_is(node)?;
    // Some formats need no media type for a document.
    if !matches!(part.kind, PartKind::File(_)) || part.as_media().is_some_and(Media::has_data_url) {
        part.correct_source();
    }
    Ok(part)
}

/// Reads a part that came from another format, without corrections. They are made, and reported, when the part is
/// written.
pub(super) fn read_part_as_it_is(node: Node<'_>) -> Outcome<Part> {
    let fields = object(node)?;
    let kind = required(&fields, "type")?;
    let (kind, known): (PartKind, &[&str]) = match kind.as_ref() {
        "text" => (PartKind::Text(required(&fields, "text")?), &["type", "text"]),
        "refusal" => (PartKind::Refusal(required(&fields, "text")?), &["type", "text"]),
        "image" => (PartKind::Image(read_media(&fields)?), &MEDIA),
        "audio" => (PartKind::Audio(read_media(&fields)?), &MEDIA),
        "file" => (PartKind::File(read_media(&fields)?), &MEDIA),
        "reasoning" => {
            let reasoning = Reasoning {
                text: optional(&fields, "text")?,
                signature: optional(&fields, "signature")?,
                encrypted: optional(&fields, "encrypted")?,
                origin: read_origin(&fields)?,
            };
            (PartKind::Reasoning(Box::new(reasoning)), &REASONING)
        }
        "other" => {
            let format = Format::parse(&required(&fields, "format")?).map_err(|error| error.at("format"))?;
            let value =
                fields.get("value").ok_or_else(|| invalid("expected a value, found nothing").at("value"))?;
            object(value).map_err(|error| error.at("value"))?;
            let words = fields.get("words").filter(|node| !node.is_null());
            let words = words.map(read_words).transpose().map_err(|error| error.at("words"))?.map(Box::new);
            (PartKind::Other { format, json: value.json().into(), words }, &OTHER)
        }
        other => {
            let known = "text, image, audio, file, reasoning, refusal, other";
            return Err(invalid(format!("unknown part type `{other}`; known are {known}")).at("type"));
        }
    };
    Ok(Part { kind, extras: read_extras(&fields, known)? })
}

fn read_media(fields: &Fields<'_>) -> Outcome<Box<Media>> {
    let count = |name: &str| match fields.get(name).filter(|node| !node.is_null()) {
        None => Ok(None),
        Some(node) => node
            .count()
            .filter(|_| !node.json().starts_with('-'))
            .map(Some)
            .ok_or_else(|| invalid("expected a number of pixels").at(name)),
    };
    let media = Media {
        media_type: optional(fields, "mediaType")?,
        data: optional(fields, "data")?,
        url: optional(fields, "url")?,
        file_id: optional(fields, "fileId")?,
        name: optional(fields, "name")?,
        detail: optional(fields, "detail")?,
        origin: read_origin(fields)?.map(|origin| origin.format),
        width: count("width")?,
        height: count("height")?,
    };
    let has_source = media.data.is_some() || media.url.is_some() || media.file_id.is_some();
    match has_source {
        true => Ok(Box::new(media)),
        false => Err(invalid("needs `data`, `url` or `fileId`")),
    }
}

fn read_origin(fields: &Fields<'_>) -> Outcome<Option<Origin>> {
    let Some(node) = fields.get("origin").filter(|node| !node.is_null()) else { return Ok(None) };
    let read = || {
        let inner = object(node)?;
        let format = Format::parse(&required(&inner, "format")?)?;
        Ok(Some(Origin { format, model: optional(&inner, "model")? }))
    };
    read().map_err(|error: crate::error::ConversationError| error.at("origin"))
}

/// Writes a part.
pub(super) fn write_part(part: &Part, out: &mut Vec<u8>) {
    let mut object = ObjectWriter::begin(out);
    object.text("type", part.noun());
    match &part.kind {
        PartKind::Text(text) | PartKind::Refusal(text) => object.text("text", text),
        PartKind::Image(media) | PartKind::Audio(media) | PartKind::File(media) => {
            write_media(media, &mut object)
        }
        PartKind::Reasoning(reasoning) => {
            write_texts(
                &[
                    ("text", &reasoning.text),
                    ("signature", &reasoning.signature),
                    ("encrypted", &reasoning.encrypted),
                ],
                &mut object,
            );
            if let Some(origin) = &reasoning.origin {
                write_origin(origin.format, origin.model.as_deref(), object.key("origin"));
            }
        }
        PartKind::Other { format, json, words } => {
            object.text("format", format.as_str());
            object.json("value", json);
            if let Some(words) = words {
                write_words(words, object.key("words"));
            }
        }
    }
    let known: &[&str] = match &part.kind {
        PartKind::Text(_) | PartKind::Refusal(_) => &["type", "text"],
        PartKind::Image(_) | PartKind::Audio(_) | PartKind::File(_) => &MEDIA,
        PartKind::Reasoning(_) => &REASONING,
        PartKind::Other { .. } => &OTHER,
    };
    write_extras(&part.extras, known, &mut object);
    object.end();
}

fn write_media(media: &Media, object: &mut ObjectWriter<'_>) {
    write_texts(
        &[
            ("mediaType", &media.media_type),
            ("data", &media.data),
            ("url", &media.url),
            ("fileId", &media.file_id),
            ("name", &media.name),
            ("detail", &media.detail),
        ],
        object,
    );
    for (name, count) in [("width", media.width), ("height", media.height)] {
        if let Some(count) = count {
            object.number(name, count);
        }
    }
    if let Some(format) = media.origin {
        write_origin(format, None, object.key("origin"));
    }
}

fn write_texts(texts: &[(&str, &Option<Box<str>>)], object: &mut ObjectWriter<'_>) {
    for (name, text) in texts {
        if let Some(text) = text {
            object.text(name, text);
        }
    }
}

fn write_origin(format: Format, model: Option<&str>, out: &mut Vec<u8>) {
    let mut object = ObjectWriter::begin(out);
    object.text("format", format.as_str());
    if let Some(model) = model {
        object.text("model", model);
    }
    object.end();
}

/// The name of each kind that has a heading.
const KINDS: [(TextKind, &str); 2] =
    [(TextKind::Document, "document"), (TextKind::SearchResult, "search-result")];

/// Reads words.
fn read_words(node: Node<'_>) -> Outcome<TextBlock> {
    let fields = object(node)?;
    let kind = match optional(&fields, "kind")? {
        None => TextKind::Plain,
        Some(name) => {
            let known = KINDS.into_iter().find(|(_, known)| *known == &*name);
            known.ok_or_else(|| invalid("expected document or search-result").at("kind"))?.0
        }
    };
    let mut content = Vec::new();
    let items = fields.get("content").map_or(Ok(Vec::new()), list).map_err(|error| error.at("content"))?;
    for (at, part) in items.into_iter().enumerate() {
        content.push(read_part(part).map_err(|error| at_item(error, "content", at))?);
    }
    Ok(TextBlock {
        kind,
        title: optional(&fields, "title")?,
        source: optional(&fields, "source")?,
        context: optional(&fields, "context")?,
        citations: fields.get("citations").map(|node| node.json().into()),
        content,
        is_list: fields.get("isList").and_then(Node::truth) == Some(true),
        ..TextBlock::default()
    })
}

/// Writes words.
fn write_words(words: &TextBlock, out: &mut Vec<u8>) {
    let mut object = ObjectWriter::begin(out);
    if let Some((_, name)) = KINDS.into_iter().find(|(kind, _)| *kind == words.kind) {
        object.text("kind", name);
    }
    for (name, text) in [("title", &words.title), ("source", &words.source), ("context", &words.context)] {
        if let Some(text) = text {
            object.text(name, text);
        }
    }
    if let Some(citations) = &words.citations {
        object.json("citations", citations);
    }
    let mut parts = ListWriter::begin(object.key("content"));
    for part in &words.content {
        write_part(part, parts.item());
    }
    parts.end();
    if words.is_list {
        object.json("isList", "true");
    }
    object.end();
}
