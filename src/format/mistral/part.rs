//! Chunks of Mistral's content.

use crate::error::Outcome;
use crate::format::chat::{only, url, write_picture};
use crate::format::json::read::{data_url, extras, located, object, required, starts_with};
use crate::json::{Fields, Kind, ListWriter, Node, ObjectWriter};
use crate::list::Listed;
use crate::message::{Format, Media, Origin, Part, PartKind, Reasoning};

/// The field of a thinking chunk that is kept where thinking is more than one text.
pub(super) const THINKING: &str = "thinking";

/// Reads a chunk. An unmodelled chunk is kept verbatim.
pub(super) fn read_part(node: Node<'_>) -> Outcome<Part> {
    let fields = object(node)?;
    let kind = required(&fields, "type")?;
    let media = |known: &[&str], media: Option<Media>| only(&fields, known).and(media).map(Box::new);
    let read = match kind.as_ref() {
        "text" => Some((PartKind::Text(required(&fields, "text")?), &["type", "text"][..])),
        "image_url" => media(&["type", "image_url"], read_image(&fields))
            .map(|media| (PartKind::Image(media), &["type", "image_url"][..])),
        "input_audio" => media(&["type", "input_audio"], read_sound(&fields))
            .map(|media| (PartKind::Audio(media), &["type", "input_audio"][..])),
        "document_url" => {
            let known = &["type", "document_url", "document_name"][..];
            media(known, read_document(&fields)).map(|media| (PartKind::File(media), known))
        }
        "file" => {
            let known = &["type", "file_id"][..];
            media(known, read_file(&fields)).map(|media| (PartKind::File(media), known))
        }
        "thinking" => return Ok(read_thinking(&fields).unwrap_or_else(|| verbatim(node))),
        _ => None,
    };
    Ok(match read {
        Some((kind, known)) => Part { kind, extras: extras(&fields, known) },
        None => verbatim(node),
    })
}

fn verbatim(node: Node<'_>) -> Part {
    Part::from(PartKind::other(Format::Mistral, node.json()))
}

/// A picture is a URL, alone or with a hint of its resolution.
fn read_image(fields: &Fields<'_>) -> Option<Media> {
    let node = fields.get("image_url")?;
    if let Some(url) = node.text() {
        return Some(located(&url));
    }
    let inner = node.fields()?;
    only(&inner, &["url", "detail"])?;
    let mut media = located(&inner.text("url")?);
    media.detail = inner.text("detail").map(|detail| detail.as_ref().into());
    Some(media)
}

/// Reads a sound: base64, a data URL, or OpenAI's object of data and format. A sound at a URL is kept verbatim.
fn read_sound(fields: &Fields<'_>) -> Option<Media> {
    let node = fields.get("input_audio")?;
    let sound = |kind: &str, data: &str| Media {
        media_type: Some(kind.into()),
        data: Some(data.into()),
        ..Media::default()
    };
    if let Some(inner) = node.fields() {
        only(&inner, &["data", "format"])?;
        let format = inner.text("format")?;
        let kind = SOUNDS.iter().find(|(_, name, _)| *name == format).map(|(kind, ..)| kind)?;
        return Some(sound(kind, &inner.text("data")?));
    }
    let text = node.text()?;
    if let Some((kind, data)) = data_url(&text) {
        return Some(sound(kind, data));
    }
    let begins = |start: &str| text.starts_with(start);
    let (kind, ..) = SOUNDS.iter().find(|(.., starts)| starts.iter().any(|start| begins(start)))?;
    Some(sound(kind, &text))
}

/// Types of sound: the type, OpenAI's name, and the beginnings of its bytes in base64.
const SOUNDS: [(&str, &str, &[&str]); 4] = [
    ("audio/wav", "wav", &["UklGR"]),
    ("audio/mpeg", "mp3", &["SUQz", "//"]),
    ("audio/flac", "flac", &["ZkxhQ"]),
    ("audio/ogg", "ogg", &["T2dn"]),
];

/// Reports whether media are of a type of sound that is accepted.
pub(super) fn is_sound(media: &Media) -> bool {
    let kind = media.media_type.as_deref().unwrap_or_default();
    SOUNDS.iter().any(|(known, ..)| *known == kind)
        || ["audio/mp3", "audio/x-wav", "audio/wave"].contains(&kind)
}

fn read_document(fields: &Fields<'_>) -> Option<Media> {
    let url = fields.text("document_url")?;
    let mut media = located(&url);
    media.name = fields.text("document_name").map(|name| name.as_ref().into());
    let is_known = media.data.is_some() || starts_with(&url, "http");
    is_known.then_some(media)
}

fn read_file(fields: &Fields<'_>) -> Option<Media> {
    let id = fields.text("file_id")?;
    Some(Media { file_id: Some(id.as_ref().into()), origin: Some(Format::Mistral), ..Media::default() })
}

/// Reads thinking: a list of chunks, mostly of one text. Any other list is kept beside its text.
fn read_thinking(fields: &Fields<'_>) -> Option<Part> {
    let node = fields.get(THINKING)?;
    let mut own = extras(fields, &["type", THINKING, "signature"]);
    let text = match node.kind() {
        Kind::Text => node.text()?.into_owned(),
        Kind::List => {
            let chunks: Vec<Fields<'_>> =
                node.list()?.into_iter().map(Node::fields).collect::<Option<_>>()?;
            let texts: Vec<String> =
                chunks.iter().filter_map(|chunk| Some(chunk.text("text")?.into_owned())).listed();
            let is_plain =
                chunks.len() == 1 && texts.len() == 1 && only(chunks.first()?, &["type", "text"]).is_some();
            if !is_plain {
                own.push(THINKING, node.json());
            }
            texts.concat()
        }
        Kind::Null | Kind::Bool | Kind::Number | Kind::Object => return None,
    };
    let signature = fields.text("signature").map(|signature| signature.as_ref().into());
    let origin = Some(Origin { format: Format::Mistral, model: None });
    let reasoning = Reasoning { text: Some(text.into()), signature, encrypted: None, origin };
    Some(Part { kind: PartKind::Reasoning(Box::new(reasoning)), extras: own })
}

/// Writes the fields of a chunk that are modelled.
pub(super) fn write_part(part: &Part, object: &mut ObjectWriter<'_>) {
    match &part.kind {
        PartKind::Text(text) | PartKind::Refusal(text) => {
            object.text("type", "text");
            object.text("text", text);
        }
        PartKind::Image(media) => write_picture(media, object),
        PartKind::Audio(media) => {
            object.text("type", "input_audio");
            object.text("input_audio", &media.base64().unwrap_or_default());
        }
        PartKind::File(media) => match &media.file_id {
            Some(id) => {
                object.text("type", "file");
                object.text("file_id", id);
            }
            None => {
                object.text("type", "document_url");
                object.text("document_url", &url(media));
                if let Some(name) = &media.name {
                    object.text("document_name", name);
                }
            }
        },
        PartKind::Reasoning(reasoning) => {
            object.text("type", "thinking");
            // A list that is more than one text is among the unmodelled fields already.
            if part.extras.get(THINKING).is_none() {
                let mut list = ListWriter::begin(object.key(THINKING));
                let mut inner = ObjectWriter::begin(list.item());
                inner.text("type", "text");
                inner.text("text", reasoning.text.as_deref().unwrap_or_default());
                inner.end();
                list.end();
            }
            if let Some(signature) = &reasoning.signature {
                object.text("signature", signature);
            }
        }
        // Unmodelled chunks are written verbatim elsewhere.
        PartKind::Other { .. } => {}
    }
}
