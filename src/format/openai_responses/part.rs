//! Parts of a content, and the fields that items keep beside the modelled ones.

use crate::error::Outcome;
use crate::format::json::read::{data_url, extras, located, object, optional, required};
use crate::format::json::source_hints::SourceHints;
use crate::format::json::write::write_data_url;
use crate::json::{Fields, Kind, Node, ObjectWriter};
use crate::message::{Extras, Format, ITEM_ID, Media, Part, PartKind};

/// The default detail of a picture.
pub(super) const DETAIL: &str = "auto";

/// Marks a picture that had no detail, so that it is written without a detail again (I10).
pub(super) const NO_DETAIL: &str = "noDetail";

/// The fields that only texts of the assistant have.
pub(super) const OF_ASSISTANT: [&str; 2] = ["annotations", "logprobs"];

/// The types of text: of the input, of the output, and of Chat Completions.
const TEXTS: [&str; 3] = ["input_text", "output_text", "text"];

/// Reads a part of an input message or of an output.
pub(super) fn read_input(node: Node<'_>) -> Outcome<Part> {
    let fields = object(node)?;
    let kind = required(&fields, "type")?;
    let (kind, known): (PartKind, &[&str]) = match kind.as_ref() {
        kind if TEXTS.contains(&kind) => (PartKind::Text(required(&fields, "text")?), &["type", "text"]),
        // As an input, a refusal becomes a text, so another field `text` cannot stay.
        "refusal" => (PartKind::Text(required(&fields, "refusal")?), &["type", "refusal", "text"]),
        "input_image" => match read_image(&fields)? {
            Some(media) => (PartKind::Image(Box::new(media)), &["type", "image_url", "file_id", "detail"]),
            None => return Ok(verbatim(node)),
        },
        "input_file" => match read_file(&fields)? {
            Some(media) => (
                PartKind::File(Box::new(media)),
                &["type", "file_data", "file_url", "file_id", "filename", "detail"],
            ),
            None => return Ok(verbatim(node)),
        },
        _ => return Ok(verbatim(node)),
    };
    let mut own = extras(&fields, known);
    if matches!(kind, PartKind::Image(_)) && fields.get("detail").is_none() {
        let mut hints = SourceHints::default();
        hints.flag(NO_DETAIL);
        hints.keep(&mut own);
    }
    if is_corrected(node) {
        own.retain(|name| !OF_ASSISTANT.contains(&name));
    }
    Ok(Part { kind, extras: own })
}

/// Keeps an unmodelled part verbatim.
pub(super) fn verbatim(node: Node<'_>) -> Part {
    Part::from(PartKind::other(Format::OpenaiResponses, node.json()))
}

/// Reports whether a part of an input message is a refusal, or text of another type than `input_text`. It is sent as
/// `input_text` (OR8).
pub(super) fn is_corrected(node: Node<'_>) -> bool {
    let kind = node.fields().and_then(|fields| Some(fields.text("type")?.into_owned()));
    kind.is_some_and(|kind| kind == "refusal") || is_text_of_others(node, "input_text")
}

/// Reports whether a part is text of another type than `own` (OR8).
pub(super) fn is_text_of_others(node: Node<'_>, own: &str) -> bool {
    let kind = node.fields().and_then(|fields| Some(fields.text("type")?.into_owned()));
    kind.is_some_and(|kind| TEXTS.contains(&kind.as_str()) && kind != own)
}

fn read_image(fields: &Fields<'_>) -> Outcome<Option<Media>> {
    let detail = optional(fields, "detail")?.filter(|detail| detail.as_ref() != DETAIL);
    let media = match (optional(fields, "image_url")?, optional(fields, "file_id")?) {
        (Some(url), None) => located(&url),
        (None, Some(id)) => uploaded(id),
        _ => return Ok(None),
    };
    Ok(Some(Media { detail, ..media }))
}

fn read_file(fields: &Fields<'_>) -> Outcome<Option<Media>> {
    let text = |name: &str| optional(fields, name);
    let media = match (text("file_data")?, text("file_url")?, text("file_id")?) {
        (Some(data), None, None) => match data_url(&data) {
            Some(_) => located(&data),
            // Base64 without a data URL, which the provider refuses (OR11).
            None => Media { data: Some(data), ..Media::default() },
        },
        (None, Some(url), None) => Media { url: Some(url), ..Media::default() },
        (None, None, Some(id)) => uploaded(id),
        _ => return Ok(None),
    };
    Ok(Some(Media { name: text("filename")?, detail: text("detail")?, ..media }))
}

pub(super) fn uploaded(id: Box<str>) -> Media {
    Media { file_id: Some(id), origin: Some(Format::OpenaiResponses), ..Media::default() }
}

/// Keeps the id of an item under the name [`ITEM_ID`], which does not clash with the ids of messages and calls.
pub(super) fn keep_id(extras: &mut Extras, fields: &Fields<'_>) {
    if let Some(id) = fields.get("id").filter(|id| id.kind() == Kind::Text) {
        extras.push(ITEM_ID, id.json());
    }
}

/// Writes unmodelled fields, and the id of the item under the provider's name.
pub(super) fn write_extras(extras: Option<&Extras>, object: &mut ObjectWriter<'_>, written: &[&str]) {
    let Some(extras) = extras else { return };
    for (name, json) in extras.iter() {
        if !written.contains(&name) {
            object.json(if name == ITEM_ID { "id" } else { name }, json);
        }
    }
}

/// The URL of media; a data URL when they hold bytes.
pub(super) fn url(media: &Media) -> String {
    match (&media.url, &media.data) {
        (Some(url), None) => url.to_string(),
        _ => write_data_url(media),
    }
}
