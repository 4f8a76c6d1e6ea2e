//! Pictures, sound and documents.

use super::form::{Form, old};
use super::held::{read_reference, reference};
use super::losses::Losses;
use super::options::{MEDIA, Namespaces, OPENAI, Options};
use crate::error::Outcome;
use crate::format::marks::{Marks, is_marked, mark};
use crate::format::read::{data_url, invalid, noun, object, optional};
use crate::json::{Fields, Kind, Node, ObjectWriter, push_string, quoted};
use crate::message::{Extras, Format, Media, Part, PartKind, Role, type_of_bytes};
use crate::repair::RepairCode;

/// How ids of files begin that OpenAI keeps; the SDK tells them from base64 by that.
const OPENAI_FILE: &str = "file-";

/// A type of which nothing is known.
pub(super) const ANY: &str = "application/octet-stream";

/// Reads a part of type `image` or `file`; one whose bytes are told in a way of later versions is kept verbatim.
pub(super) fn read_media(node: Node<'_>, form: Form, role: Role, kind: &str) -> Outcome<Part> {
    let fields = object(node)?;
    let place = match (form, kind) {
        (Form::Ui, _) => "url",
        (Form::Model, "image") => "image",
        (Form::Model, _) => "data",
    };
    if fields.get("mimeType").is_some() {
        return Err(old("`mimeType`").at("mimeType"));
    }
    let mut marks = Marks::default();
    let Some(mut media) = read_source(&fields, place, form, &mut marks)? else {
        return Ok(form.verbatim(node));
    };
    media.name = optional(&fields, "filename")?;
    settle_type(&mut media, optional(&fields, "mediaType")?, kind, &mut marks);
    let mut options = Options::read(fields.get(form.options())).map_err(|error| error.at(form.options()))?;
    media.detail = options.take_text(OPENAI, "imageDetail");
    let part = of_kind(media, kind == "image" || is_wild(&fields, "image"), is_wild(&fields, "audio"));
    let is_image = matches!(part, PartKind::Image(_));
    if form == Form::Model && role != Role::Assistant && is_image && kind == "file" {
        marks.set("type", "\"file\"");
    }
    let mut extras = Extras::default();
    options.keep(MEDIA, &mut extras, &mut marks);
    form.keep_rest(&fields, &["type", place, "mediaType", "filename", form.options()], &mut extras);
    marks.keep(&mut extras);
    Ok(Part { kind: part, extras })
}

/// Where the bytes are; `None` when that is told by an object that is not modelled.
fn read_source(fields: &Fields<'_>, place: &str, form: Form, marks: &mut Marks) -> Outcome<Option<Media>> {
    let node = fields.get(place).ok_or_else(|| invalid("expected a string, found nothing").at(place))?;
    let is_bytes = |inner: &Fields<'_>| {
        inner.text("type").is_some_and(|kind| kind == "Buffer") || inner.get("0").is_some()
    };
    match (node.text(), node.fields()) {
        (Some(text), _) => Ok(Some(located(&text, form, marks))),
        (None, Some(inner)) if !is_bytes(&inner) => Ok(read_tagged(&inner, form, marks)),
        _ => {
            let advice = "bytes have no form in JSON: give them as base64 in a string";
            Err(invalid(format!("expected a URL or base64, found {}; {advice}", noun(node))).at(place))
        }
    }
}

/// The mark of a source that version 7 writes as an object.
pub(super) const TAGGED: &str = "tagged";

/// A source of version 7: `{type: "url", url}`, `{type: "data", data}`, or an id by its provider, bare or as
/// `{type: "reference", reference}`. Text, and ids of several providers, are kept as they are.
fn read_tagged(inner: &Fields<'_>, form: Form, marks: &mut Marks) -> Option<Media> {
    let count = inner.iter().count();
    let mut tag = |name: &str| marks.set(TAGGED, &quoted(name));
    match inner.text("type").as_deref() {
        Some(kind @ ("url" | "data")) if count == 2 => {
            let text = inner.text(kind)?;
            tag(kind);
            let is_bytes = kind == "data" && data_url(&text).is_none();
            let bytes = || Media { data: Some(text.as_ref().into()), ..Media::default() };
            Some(if is_bytes { bytes() } else { located(&text, form, marks) })
        }
        Some("reference") if count == 2 => {
            tag("reference");
            read_reference(&inner.get("reference")?.fields()?)
        }
        None => {
            tag("bare");
            read_reference(inner)
        }
        Some(_) => None,
    }
}

/// Media by their URL, their base64, or their id.
fn located(text: &str, form: Form, marks: &mut Marks) -> Media {
    if let Some((kind, data)) = data_url(text) {
        if form == Form::Model {
            marks.set("at", "\"data\"");
        }
        return Media { media_type: Some(kind.into()), data: Some(data.into()), ..Media::default() };
    }
    if text.starts_with(OPENAI_FILE) {
        let origin = Some(Format::OpenaiResponses);
        return Media { file_id: Some(text.into()), origin, ..Media::default() };
    }
    if text.contains(':') {
        return found(text.into());
    }
    if form == Form::Ui {
        marks.set("at", "\"base64\"");
    }
    Media { data: Some(text.into()), ..Media::default() }
}

/// Media behind a URL; one that only Gemini can fetch is a file of its own.
pub(super) fn found(url: Box<str>) -> Media {
    let hosts = [
        "gs:",
        "https://generativelanguage.googleapis.com/",
        "https://youtu.be/",
        "https://www.youtube.com/",
        "https://m.youtube.com/",
    ];
    match hosts.iter().any(|host| url.starts_with(host)) {
        true => Media { file_id: Some(url), origin: Some(Format::Gemini), ..Media::default() },
        false => Media { url: Some(url), ..Media::default() },
    }
}

/// Gives media their type: a data URL's own, else the one that is said, else what the bytes begin like.
pub(super) fn settle_type(media: &mut Media, said: Option<Box<str>>, kind: &str, marks: &mut Marks) {
    let known = said.clone().filter(|said| said.contains('/') && !said.ends_with("/*"));
    let sniffed = || media.data.as_deref().filter(|_| kind.starts_with("image")).and_then(type_of_bytes);
    let settled = media.media_type.clone().or(known).or_else(|| sniffed().map(Box::from));
    let usual = settled.as_deref().or(usual_of(kind));
    if said.as_deref() != usual {
        marks.set("mediaType", &said.as_deref().map_or("null".to_owned(), quoted));
    }
    media.media_type = settled;
}

/// What is said of media of no known type: nothing where that may be.
fn usual_of(kind: &str) -> Option<&'static str> {
    (kind == "image-data").then_some("image/*")
}

/// Whether the type is that of a whole group.
pub(super) fn is_wild(fields: &Fields<'_>, group: &str) -> bool {
    fields
        .text("mediaType")
        .is_some_and(|kind| kind.strip_prefix(group).is_some_and(|rest| matches!(rest, "" | "/*")))
}

/// The part that media are, by their type.
pub(super) fn of_kind(media: Media, is_image: bool, is_audio: bool) -> PartKind {
    let is = |group: &str| media.media_type.as_deref().is_some_and(|kind| kind.starts_with(group));
    match () {
        () if is_image || is("image/") => PartKind::Image(Box::new(media)),
        () if is_audio || is("audio/") => PartKind::Audio(Box::new(media)),
        () => PartKind::File(Box::new(media)),
    }
}

/// Writes media as a part of a message; gives `None` when there is no form for their source.
pub(super) fn write_media(
    part: &Part,
    form: Form,
    role: Role,
    out: &mut Vec<u8>,
    losses: &mut Losses,
) -> Option<()> {
    let media = part.as_media()?;
    let mut source = Vec::new();
    write_source(media, part, form, &mut source)?;
    let source = String::from_utf8(source).ok()?;
    let is_image = matches!(part.kind, PartKind::Image(_));
    let is_file = form == Form::Ui || !is_image || role == Role::Assistant || media.name.is_some();
    let is_file = is_file || is_marked(&part.extras, "type", "file");
    let mut object = ObjectWriter::begin(out);
    object.text("type", if is_file { "file" } else { "image" });
    let place = match (form, is_file) {
        (Form::Ui, _) => "url",
        (Form::Model, true) => "data",
        (Form::Model, false) => "image",
    };
    object.json(place, &source);
    match mark(&part.extras, "mediaType") {
        Some(noted) if noted.kind() == Kind::Text => object.json("mediaType", noted.json()),
        Some(_) if !is_file => {}
        _ => {
            if let Some(kind) = said_type(media, &part.kind, is_file, losses) {
                object.text("mediaType", kind);
            }
        }
    }
    if let Some(name) = &media.name {
        object.text("filename", name);
    }
    write_rest(part, form, &mut object, losses);
    object.end();
    Some(())
}

/// The type that is written: what a file needs, a picture may leave out.
pub(super) fn said_type<'a>(
    media: &'a Media,
    kind: &PartKind,
    is_needed: bool,
    losses: &mut Losses,
) -> Option<&'a str> {
    match (media.media_type.as_deref(), kind) {
        (Some(known), _) => Some(known),
        (None, _) if !is_needed => None,
        (None, PartKind::Image(_)) => Some("image/*"),
        (None, PartKind::Audio(_)) => Some("audio/*"),
        (None, _) => {
            losses.done(RepairCode::ContentFilled, format!("a file of no known type is said to be `{ANY}`"));
            Some(ANY)
        }
    }
}

pub(super) fn write_rest(part: &Part, form: Form, object: &mut ObjectWriter<'_>, losses: &mut Losses) {
    let mut told = Namespaces::of(&part.extras, MEDIA);
    let detail = part.as_media().and_then(|media| media.detail.as_deref());
    if let Some(detail) = detail {
        told.put(&part.extras, OPENAI, "imageDetail", &quoted(detail));
    }
    told.write(form.options(), object);
    losses.rest(&part.extras, form, MEDIA, &[], object);
    losses.pixels(part);
}

/// Writes the source: as an object where it came as one, else as one text. `None` when it is an id that the form cannot
/// tell.
fn write_source(media: &Media, part: &Part, form: Form, out: &mut Vec<u8>) -> Option<()> {
    let tag = mark(&part.extras, TAGGED).and_then(Node::text).filter(|_| form == Form::Model);
    let text = source(media, part, form);
    match (tag, text) {
        (None, text) => push_string(out, &text?),
        (Some(tag), Some(text)) if media.file_id.is_none() => {
            let is_url = media.url.is_some() || (tag == "url" && is_marked(&part.extras, "at", "data"));
            let mut object = ObjectWriter::begin(out);
            let tag = if is_url { "url" } else { "data" };
            object.text("type", tag);
            object.text(tag, &text);
            object.end();
        }
        (Some(tag), text) => match (reference(media), text) {
            (Some(reference), _) if tag == "bare" => out.extend_from_slice(reference.as_bytes()),
            (Some(reference), _) => {
                let mut object = ObjectWriter::begin(out);
                object.text("type", "reference");
                object.json("reference", &reference);
                object.end();
            }
            (None, text) => push_string(out, &text?),
        },
    }
    Some(())
}

/// The source as one text; `None` when it is an id that the form cannot tell.
fn source(media: &Media, part: &Part, form: Form) -> Option<String> {
    if let Some(data) = &media.data {
        let is_url = match form {
            Form::Model => is_marked(&part.extras, "at", "data"),
            Form::Ui => !is_marked(&part.extras, "at", "base64"),
        };
        let group = if matches!(part.kind, PartKind::Image(_)) { "image/*" } else { ANY };
        let kind = media.media_type.as_deref().unwrap_or(group);
        return Some(if is_url { format!("data:{kind};base64,{data}") } else { data.to_string() });
    }
    match (&media.url, &media.file_id, media.origin) {
        (Some(url), ..) => Some(url.to_string()),
        (None, Some(id), Some(Format::Gemini)) => Some(id.to_string()),
        (None, Some(id), None | Some(Format::OpenaiChat | Format::OpenaiResponses))
            if id.starts_with(OPENAI_FILE) =>
        {
            Some(id.to_string())
        }
        _ => None,
    }
}
