//! The media type of a file, from the end of its address.
//!
//! The field `mimeType` is optional in the Gemini API and required on Vertex ("it has an empty mimeType parameter in
//! fileData"). Other formats refer to files without a type.

use crate::text::split_once;

/// Types that the models read, with the file extensions of each.
const TYPES: [(&str, &[&str]); 24] = [
    ("image/png", &["png"]),
    ("image/jpeg", &["jpg", "jpeg"]),
    ("image/webp", &["webp"]),
    ("image/heic", &["heic"]),
    ("image/heif", &["heif"]),
    ("audio/wav", &["wav"]),
    ("audio/mp3", &["mp3"]),
    ("audio/aiff", &["aif", "aiff"]),
    ("audio/aac", &["aac"]),
    ("audio/ogg", &["ogg"]),
    ("audio/flac", &["flac"]),
    ("video/mp4", &["mp4"]),
    ("video/mpeg", &["mpeg"]),
    ("video/mov", &["mov"]),
    ("video/avi", &["avi"]),
    ("video/x-flv", &["flv"]),
    ("video/mpg", &["mpg"]),
    ("video/webm", &["webm"]),
    ("video/wmv", &["wmv"]),
    ("video/3gpp", &["3gp", "3gpp"]),
    ("application/pdf", &["pdf"]),
    ("text/plain", &["txt"]),
    ("text/html", &["htm", "html"]),
    ("text/csv", &["csv"]),
];

/// The type of the file at this address, by the end of its name.
pub(super) fn file_type(uri: &str) -> Option<&'static str> {
    let (_, rest) = split_once(uri, "://")?;
    let (_, path) = rest.split(['?', '#']).next()?.split_once('/')?;
    let (_, end) = path.rsplit('/').next()?.rsplit_once('.')?;
    let is_its = |ends: &[&str]| ends.iter().any(|known| end.eq_ignore_ascii_case(known));
    TYPES.iter().find(|(_, ends)| is_its(ends)).map(|(kind, _)| *kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_the_name_tells_the_type() {
        let table = [
            ("https://a.example/b/c.png", Some("image/png")),
            ("https://a.example/c.JPG?size=2.gif#d.pdf", Some("image/jpeg")),
            ("gs://a/b.mp4", Some("video/mp4")),
            ("https://a.example/c", None),
            ("https://a.example/b.png/c", None),
            ("https://a.png", None),
            ("https://a.example/c.gif", None),
            ("c.png", None),
        ];
        for (uri, kind) in table {
            assert_eq!(file_type(uri), kind, "{uri}");
        }
    }
}
