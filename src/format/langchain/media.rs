//! Pictures, sounds and documents, in the forms of LangChain's versions and languages, and of providers.

use super::part::nested;
use crate::format::anthropic;
use crate::format::openai_chat;
use crate::format::openai_responses;
use crate::format::read::{data_url, only_text};
use crate::json::{Fields, Node, ObjectWriter};
use crate::message::{Format, Media, Part, PartKind, WRITTEN_AS};

/// How media are written. The name of a form is kept with media that came in another than the one they would get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `image_url`, which both languages and every provider's package take.
    ImageUrl,
    /// The same with the URL alone.
    ImageUrlText,
    /// A data block with a `source_type`, which both languages take.
    Data,
    /// A block of version 1, of JavaScript.
    Standard,
    /// A block of version 1, of Python.
    StandardPython,
    /// Google's `media`.
    Media,
    /// A block of Anthropic's.
    Anthropic,
    /// A part of OpenAI's Chat Completions.
    OpenaiChat,
    /// A part of OpenAI's Responses.
    OpenaiResponses,
}

const FORMS: [(Form, &str); 9] = [
    (Form::ImageUrl, "image_url"),
    (Form::ImageUrlText, "image_url-text"),
    (Form::Data, "source_type"),
    (Form::Standard, "standard"),
    (Form::StandardPython, "standard-python"),
    (Form::Media, "media"),
    (Form::Anthropic, "anthropic"),
    (Form::OpenaiChat, "openai-chat"),
    (Form::OpenaiResponses, "openai-responses"),
];

/// The names of fields in a form: the type of the media, the bytes, the URL, the id.
const DATA: [&str; 4] = ["mime_type", "data", "url", "id"];
const STANDARD: [&str; 4] = ["mimeType", "data", "url", "fileId"];
const STANDARD_PYTHON: [&str; 4] = ["mime_type", "base64", "url", "file_id"];
const GOOGLE: [&str; 4] = ["mime_type", "data", "file_uri", ""];

/// Reads a block of media; `None` when it is none, or has a form that is not modelled.
pub(super) fn read(node: Node<'_>, fields: &Fields<'_>, kind: &str) -> Option<Part> {
    let (part, form) = match kind {
        "image_url" => match fields.get("image_url")?.text() {
            Some(url) => (read_url(fields, &url), Form::ImageUrlText),
            None => (foreign(openai_chat::read_part(node).ok()?)?, Form::ImageUrl),
        },
        "input_audio" => (foreign(openai_chat::read_part(node).ok()?)?, Form::OpenaiChat),
        "file" if fields.get("file").is_some() => {
            (foreign(openai_chat::read_part(node).ok()?)?, Form::OpenaiChat)
        }
        "input_image" | "input_file" => {
            (foreign(openai_responses::read_input(node).ok()?)?, Form::OpenaiResponses)
        }
        "image" | "document" if fields.get("source").is_some() => {
            (foreign(anthropic::read_part(node).ok()?)?, Form::Anthropic)
        }
        "media" => read_fields(fields, kind, &GOOGLE, Form::Media)?,
        "image" | "audio" | "video" | "file" => match fields.text("source_type") {
            Some(source) => {
                let wanted = match source.as_ref() {
                    "base64" => "data",
                    "url" => "url",
                    "id" => "id",
                    _ => return None,
                };
                fields.get(wanted).and_then(Node::text)?;
                read_fields(fields, kind, &DATA, Form::Data)?
            }
            None if STANDARD.iter().any(|name| *name != "url" && fields.get(name).is_some()) => {
                read_fields(fields, kind, &STANDARD, Form::Standard)?
            }
            None => read_fields(fields, kind, &STANDARD_PYTHON, Form::StandardPython)?,
        },
        _ => return None,
    };
    Some(with_form(part, form))
}

/// The part when it is modelled, so that nothing of the block is lost.
fn foreign(part: Part) -> Option<Part> {
    part.as_media().is_some().then_some(part)
}

/// Remembers the form, where it is not the one that the part would get.
fn with_form(mut part: Part, form: Form) -> Part {
    if usual(&part) != form {
        let name = FORMS.iter().find(|(known, _)| *known == form).map_or("", |(_, name)| *name);
        part.extras.push(WRITTEN_AS, &format!("\"{name}\""));
    }
    part
}

/// The form that the part is written in.
fn form_of(part: &Part) -> Form {
    let said = part.extras.get(WRITTEN_AS).unwrap_or_default().trim_matches('"');
    FORMS.iter().find(|(_, name)| *name == said).map_or_else(|| usual(part), |(form, _)| *form)
}

/// The form for media of which none is known.
fn usual(part: &Part) -> Form {
    let Some(media) = part.as_media() else { return Form::Data };
    let is_by_id = media.data.is_none() && media.url.is_none() && media.file_id.is_some();
    match (is_by_id, media.origin) {
        (true, Some(Format::Anthropic)) => return Form::Anthropic,
        (true, Some(Format::OpenaiResponses)) => return Form::OpenaiResponses,
        (true, Some(Format::OpenaiChat)) if matches!(part.kind, PartKind::File(_)) => {
            return Form::OpenaiChat;
        }
        (true, Some(Format::Gemini)) => return Form::Media,
        _ => {}
    }
    let fits = media.name.is_none() && !is_by_id && (media.data.is_some() == media.media_type.is_some());
    if matches!(part.kind, PartKind::Image(_)) && fits { Form::ImageUrl } else { Form::Data }
}

fn read_url(fields: &Fields<'_>, url: &str) -> Part {
    let media = match data_url(url) {
        Some((kind, data)) => {
            Media { media_type: Some(kind.into()), data: Some(data.into()), ..Media::default() }
        }
        None => Media { url: Some(url.into()), ..Media::default() },
    };
    Part { kind: PartKind::Image(Box::new(media)), extras: nested(fields, &["type", "image_url"]) }
}

fn read_fields(fields: &Fields<'_>, kind: &str, names: &[&str; 4], form: Form) -> Option<(Part, Form)> {
    let text = |name: &str| fields.text(name).map(|text| Box::<str>::from(text.as_ref()));
    let [mime, data, url, id] = names.map(text);
    let given = [&data, &url, &id].into_iter().filter(|place| place.is_some()).count();
    if given != 1 {
        return None;
    }
    let mut known = vec!["type"];
    known.extend(names.iter().filter(|name| text(name).is_some()));
    if form == Form::Data {
        known.push("source_type");
    }
    let name = fields.get("metadata").and_then(|node| only_text(node, "filename"));
    if name.is_some() {
        known.push("metadata");
    }
    let is_googles = form == Form::Media && url.as_deref().is_some_and(|url| !url.starts_with("http"));
    let (url, id) = if is_googles { (None, url) } else { (url, id) };
    let origin = is_googles.then_some(Format::Gemini);
    let media =
        Box::new(Media { media_type: mime, data, url, file_id: id, name, origin, ..Media::default() });
    let starts = |start: &str| media.media_type.as_deref().is_some_and(|kind| kind.starts_with(start));
    let kind = match kind {
        "image" => PartKind::Image(media),
        "audio" => PartKind::Audio(media),
        "media" if starts("image/") => PartKind::Image(media),
        "media" if starts("audio/") => PartKind::Audio(media),
        "video" if !starts("video/") => return None,
        _ => PartKind::File(media),
    };
    Some((Part { kind, extras: nested(fields, &known) }, form))
}

/// Writes the fields of media; returns what the form has no place for.
pub(super) fn write(part: &Part, media: &Media, object: &mut ObjectWriter<'_>) -> Vec<&'static str> {
    let form = form_of(part);
    match form {
        Form::ImageUrl | Form::OpenaiChat => openai_chat::write_part(part, object),
        Form::ImageUrlText => {
            object.text("type", "image_url");
            object.text("image_url", &openai_chat::url(media));
        }
        Form::Anthropic => anthropic::write_fields(part, object),
        Form::OpenaiResponses => openai_responses::write_fields(part, object),
        Form::Data => {
            object.text("type", kind_of(part, media));
            let source = match (&media.data, &media.url) {
                (Some(_), _) => "base64",
                (None, Some(_)) => "url",
                (None, None) => "id",
            };
            object.text("source_type", source);
            write_fields(media, &DATA, object);
        }
        Form::Standard => {
            object.text("type", kind_of(part, media));
            write_fields(media, &STANDARD, object);
        }
        Form::StandardPython => {
            object.text("type", kind_of(part, media));
            write_fields(media, &STANDARD_PYTHON, object);
        }
        Form::Media => {
            object.text("type", "media");
            let by_uri = Media { url: media.url.clone().or(media.file_id.clone()), ..media.clone() };
            write_fields(&by_uri, &GOOGLE, object);
        }
    }
    lost(part, media, form)
}

fn kind_of(part: &Part, media: &Media) -> &'static str {
    let is_film = media.media_type.as_deref().is_some_and(|kind| kind.starts_with("video/"));
    match part.noun() {
        "file" if is_film => "video",
        noun => noun,
    }
}

fn write_fields(media: &Media, [mime, data, url, id]: &[&str; 4], object: &mut ObjectWriter<'_>) {
    if let Some(kind) = &media.media_type {
        object.text(mime, kind);
    }
    match (&media.data, &media.url, &media.file_id) {
        (Some(bytes), _, _) => object.text(data, bytes),
        (None, Some(place), _) => object.text(url, place),
        (None, None, place) => object.text(id, place.as_deref().unwrap_or_default()),
    }
    if let Some(name) = &media.name {
        let mut inner = ObjectWriter::begin(object.key("metadata"));
        inner.text("filename", name);
        inner.end();
    }
}

fn lost(part: &Part, media: &Media, form: Form) -> Vec<&'static str> {
    let is_file = matches!(part.kind, PartKind::File(_));
    let (has_name, has_detail) = match form {
        Form::ImageUrl => (false, true),
        Form::ImageUrlText => (false, false),
        Form::Anthropic => (is_file, false),
        Form::OpenaiChat => (is_file, false),
        Form::OpenaiResponses => (is_file, true),
        Form::Data | Form::Standard | Form::StandardPython | Form::Media => (true, false),
    };
    let other_place = (media.data.is_some() && media.url.is_some(), "url");
    let other_id = (media.file_id.is_some() && (media.data.is_some() || media.url.is_some()), "fileId");
    let name = (media.name.is_some() && !has_name, "name");
    let detail = (media.detail.is_some() && !has_detail, "detail");
    let all = [other_place, other_id, name, detail];
    all.into_iter().filter(|(is_lost, _)| *is_lost).map(|(_, name)| name).collect()
}
