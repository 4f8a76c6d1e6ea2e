//! Formats of media, by the names of Converse and by their MIME types.

use super::rules;
use crate::json::Node;
use crate::list::Listed;
use crate::message::{Part, plain_type};
use crate::repair::RepairCode;
use crate::sanitize::{Work, kind_of};

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
    ("m4a", "audio/m4a"),
    ("mka", "audio/mka"),
    ("mkv", "audio/mkv"),
    // Another name of `mp3`, which is written as it came.
    ("mpeg", "audio/x-mpeg"),
    ("mpga", "audio/mpga"),
    ("pcm", "audio/pcm"),
    ("x-aac", "audio/x-aac"),
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

/// Films.
const FILMS: [&str; 9] = ["mkv", "mov", "mp4", "webm", "flv", "mpeg", "mpg", "wmv", "three_gp"];

/// Names films of a format that Converse does not know by a line (BE13).
pub(super) fn name_unknown_films(work: &mut Work<'_>) {
    let format = |part: &Part| -> Option<String> {
        let (_, json) = part.as_other().filter(|(_, json)| kind_of(json) == "video")?;
        let film = Node::parse(json)?.fields()?.get("video")?.fields()?;
        film.text("format")
            .filter(|format| !FILMS.contains(&format.as_ref()))
            .map(|format| format.into_owned())
    };
    for at in 0..work.messages.len() {
        let formats: Vec<Option<String>> = work
            .messages
            .get(at)
            .map(|message| message.content().parts().iter().map(format).listed())
            .unwrap_or_default();
        for format in formats.iter().flatten() {
            let detail =
                format!("the film became the text `[video: {format}]`: the target does not take its type");
            work.report_message(at, RepairCode::MediaReplaced, Some(&rules::BE13), detail);
        }
        if formats.iter().any(Option::is_some) {
            let mut formats = formats.into_iter();
            work.edit(at, |message| {
                message.replace_parts(|_| {
                    formats.next().flatten().map(|format| vec![Part::text(&format!("[video: {format}]"))])
                });
            });
        }
    }
}

/// The MIME type of a format.
pub(super) fn media_type(formats: &[(&str, &'static str)], format: &str) -> Option<&'static str> {
    formats.iter().find(|(name, _)| *name == format).map(|(_, kind)| *kind)
}

/// The format of a MIME type.
pub(super) fn format(formats: &[(&'static str, &str)], media_type: &str) -> Option<&'static str> {
    formats.iter().find(|(_, kind)| *kind == plain_type(media_type)).map(|(name, _)| *name)
}
