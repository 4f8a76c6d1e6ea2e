//! Where the bytes of media are.

use crate::format::read::{data_url, starts_with};
use crate::json::{Fields, ObjectWriter};
use crate::message::Media;

/// Media behind a URL, or in it.
pub(in crate::format) fn located(url: &str) -> Media {
    match data_url(url) {
        Some((kind, data)) => {
            Media { media_type: Some(kind.into()), data: Some(data.into()), ..Media::default() }
        }
        None => Media { url: Some(url.into()), ..Media::default() },
    }
}

/// Where the bytes are: a URL, or a data URL that holds them.
pub(in crate::format) fn url(media: &Media) -> String {
    match (&media.url, media.base64()) {
        (Some(url), _) => url.to_string(),
        (None, data) => {
            let kind = media.media_type.as_deref().unwrap_or("application/octet-stream");
            format!("data:{kind};base64,{}", data.unwrap_or_default())
        }
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

/// A picture is fetched, or is in the URL itself.
pub(in crate::format) fn is_reachable(url: &str) -> bool {
    ["https:", "http:", "data:"].iter().any(|scheme| starts_with(url, scheme))
}

/// Whether it is of a type of picture that is taken as bytes.
pub(in crate::format) fn is_picture(media: &Media) -> bool {
    matches!(media.media_type.as_deref(), Some("image/png" | "image/jpeg" | "image/gif" | "image/webp"))
}

/// Whether there are no fields but these; `None` when there are others, so that the part is kept verbatim.
pub(in crate::format) fn only(fields: &Fields<'_>, known: &[&str]) -> Option<()> {
    fields.iter().all(|(name, _)| known.contains(&name)).then_some(())
}
