//! Formats of media, by the names of Converse and by their MIME types.

use crate::message::plain_type;

/// Pictures.
pub(super) const IMAGES: &[(&str, &str)] =
    &[("png", "image/png"), ("jpeg", "image/jpeg"), ("gif", "image/gif"), ("webp", "image/webp")];

/// Sound.
pub(super) const SOUNDS: &[(&str, &str)] = &[
    ("mp3", "audio/mpeg"),
    ("wav", "audio/wav"),
    ("opus", "audio/opus"),
    ("aac", "audio/aac"),
    ("flac", "audio/flac"),
    ("mp4", "audio/mp4"),
    ("ogg", "audio/ogg"),
    ("webm", "audio/webm"),
];

/// Documents.
pub(super) const DOCUMENTS: &[(&str, &str)] = &[
    ("pdf", "application/pdf"),
    ("csv", "text/csv"),
    ("doc", "application/msword"),
    ("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    ("xls", "application/vnd.ms-excel"),
    ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ("html", "text/html"),
    ("txt", "text/plain"),
    ("md", "text/markdown"),
];

/// The MIME type of a format.
pub(super) fn media_type(formats: &[(&str, &'static str)], format: &str) -> Option<&'static str> {
    formats.iter().find(|(name, _)| *name == format).map(|(_, kind)| *kind)
}

/// The format of a MIME type.
pub(super) fn format(formats: &[(&'static str, &str)], media_type: &str) -> Option<&'static str> {
    formats.iter().find(|(_, kind)| *kind == plain_type(media_type)).map(|(name, _)| *name)
}
