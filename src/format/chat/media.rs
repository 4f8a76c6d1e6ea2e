//! Media of chat completions.

use crate::format::json::read::starts_with;
use crate::format::json::write::write_data_url;
use crate::json::{Fields, ObjectWriter};
use crate::message::Media;

/// The URL of media; a data URL when they have none.
pub(in crate::format) fn url(media: &Media) -> String {
    match &media.url {
        Some(url) => url.to_string(),
        None => write_data_url(media),
    }
}

/// Writes the fields of a picture's part.
pub(in crate::format) fn write_picture(media: &Media, object: &mut ObjectWriter<'_>) {
    object.text("type", "image_url");
    let mut inner = ObjectWriter::begin(object.key("image_url"));
    inner.text("url", &url(media));
    if let Some(detail) = &media.detail {
        inner.text("detail", detail);
    }
    inner.end();
}

/// Reports whether the provider can fetch the URL, or finds the bytes in it.
pub(in crate::format) fn is_reachable(url: &str) -> bool {
    ["https:", "http:", "data:"].iter().any(|scheme| starts_with(url, scheme))
}

/// Reports whether media are of a type of picture that is accepted as bytes.
pub(in crate::format) fn is_picture(media: &Media) -> bool {
    matches!(media.media_type.as_deref(), Some("image/png" | "image/jpeg" | "image/gif" | "image/webp"))
}

/// Returns `None` when there are fields that are not in `known`, so that the part is kept verbatim.
pub(in crate::format) fn only(fields: &Fields<'_>, known: &[&str]) -> Option<()> {
    fields.iter().all(|(name, _)| known.contains(&name)).then_some(())
}
