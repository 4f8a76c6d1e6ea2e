//! Parts in the form of other formats, in the content of chat completions.

use crate::format::json::read::located;
use crate::json::{Fields, Node};
use crate::message::{Media, Part, PartKind, plain_type};
use crate::text::find;

/// Reads a part that another format defines and this one does not; `None` for any other part. Such media have their
/// type beside their bytes (AI SDK, LangChain, MCP), in a `source` (Anthropic), or are a URL (OpenAI Responses).
pub(super) fn read_foreign(node: Node<'_>) -> Option<Part> {
    let fields = node.fields()?;
    let text = |name: &str| fields.text(name).map(|text| Box::<str>::from(text.as_ref()));
    match fields.text("type")?.as_ref() {
        "input_text" | "output_text" => text("text").map(|text| Part::from(PartKind::Text(text))),
        "input_image" => text("image_url").map(|url| Part::from(PartKind::Image(Box::new(located(&url))))),
        "file" if fields.get("file").is_none() => bytes(&fields),
        "image" | "audio" | "media" | "document" => bytes(&fields),
        _ => None,
    }
}

/// Media with their bytes or address in the part itself, or in its `source`.
fn bytes(fields: &Fields<'_>) -> Option<Part> {
    let source = fields.get("source").and_then(Node::fields);
    let holder = source.as_ref().unwrap_or(fields);
    let text = |names: &[&str]| {
        names.iter().find_map(|name| holder.text(name)).map(|text| Box::<str>::from(text.as_ref()))
    };
    let media_type = text(&["mediaType", "media_type", "mimeType", "mime_type"]);
    let media = match text(&["data", "image"]) {
        Some(data) if find(&data, "://").is_some() || data.starts_with("data:") => located(&data),
        Some(data) => Media { data: Some(data), ..Media::default() },
        None => located(&text(&["url"])?),
    };
    let name = ["filename", "name", "title"].iter().find_map(|name| fields.text(name));
    let media = Media {
        media_type: media.media_type.clone().or(media_type),
        name: name.map(|name| name.as_ref().into()),
        ..media
    };
    let kind = media.media_type.as_deref().map(plain_type).unwrap_or_default();
    let is_image = kind.starts_with("image/") || (kind.is_empty() && fields.text("type")? == "image");
    Some(Part::from(match kind {
        _ if is_image => PartKind::Image(Box::new(Media { name: None, ..media })),
        kind if kind.starts_with("audio/") => PartKind::Audio(Box::new(Media { name: None, ..media })),
        // Without a type, a document cannot be distinguished from other bytes.
        "" => return None,
        _ => PartKind::File(Box::new(media)),
    }))
}
