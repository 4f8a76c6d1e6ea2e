//! Cuts the middle out of a tool result.

use crate::json::{Fields, Node};
use crate::message::{Content, Media, Message, Part, PartKind, STRUCTURED, WRITTEN_AS};

/// The size to which a result is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Texts of at most this many characters are left alone.
    pub longer_than: usize,
    /// Characters kept from the start.
    pub head: usize,
    /// Characters kept from the end.
    pub tail: usize,
    /// True if a line replaces pictures, sound, documents, JSON and parts that are not modelled.
    pub media: bool,
}

/// The approximate number of characters of the mark in the middle.
const MARK: usize = 50;

impl Default for Cut {
    /// Keeps 200 characters at either end.
    fn default() -> Self {
        Self::ends(200)
    }
}

impl Cut {
    /// Keeps this many characters at either end of longer texts. A text stays if it has at most the length of both
    /// ends and the mark, so a cut text is never cut again.
    pub fn ends(characters: usize) -> Self {
        let both = characters.saturating_mul(2);
        Self { longer_than: both.saturating_add(MARK), head: characters, tail: characters, media: false }
    }

    /// Returns this cut, with lines that replace media.
    pub fn with_media(self) -> Self {
        Self { media: true, ..self }
    }

    /// Returns the result with shorter content; `None` if there is nothing to shorten.
    pub(super) fn apply(self, message: &Message) -> Option<Message> {
        message.result()?;
        let is_json = message.notes.as_ref().is_some_and(|notes| notes.extras.get(STRUCTURED).is_some());
        let mut copy = message.clone();
        let mut changed = false;
        match copy.content_mut() {
            Content::Null => {}
            Content::Text(text) if is_json && self.media => changed = self.name_json(text),
            Content::Text(text) => changed = self.shorten(text),
            Content::Parts(parts) => {
                for part in parts {
                    changed |= self.shorten_part(part);
                }
            }
        }
        changed.then_some(copy)
    }

    fn shorten_part(self, part: &mut Part) -> bool {
        let is_json = part.extras.get(WRITTEN_AS) == Some("\"json\"");
        if let PartKind::Text(text) = &mut part.kind {
            return if is_json && self.media { self.name_json(text) } else { self.shorten(text) };
        }
        let line = stand_in(part, self.longer_than).filter(|_| self.media);
        let is_changed = line.is_some();
        if let Some(line) = line {
            *part = Part::text(&line);
        }
        is_changed
    }

    /// Replaces JSON that is too long by a line of text. JSON with its middle cut out would not be JSON.
    fn name_json(self, text: &mut Box<str>) -> bool {
        let length = text.chars().count();
        if length > self.longer_than {
            *text = json_line(length).into();
        }
        length > self.longer_than
    }

    /// Cuts the middle out of `text`, unless that would not make it shorter.
    fn shorten(self, text: &mut Box<str>) -> bool {
        let length = text.chars().count();
        let kept = self.head.saturating_add(self.tail);
        if length <= self.longer_than || length <= kept {
            return false;
        }
        let head: String = text.chars().take(self.head).collect();
        let tail: String = text.chars().skip(length.saturating_sub(self.tail)).collect();
        let cut = length.saturating_sub(kept);
        let shorter = format!("{head}\n<truncated chars=\"{cut}\"/>\n{tail}");
        if shorter.len() >= text.len() {
            return false;
        }
        *text = shorter.into();
        true
    }
}

/// Returns the line that replaces a part without text; `None` for a part that stays. JSON of at most `short`
/// characters stays.
pub(super) fn stand_in(part: &Part, short: usize) -> Option<String> {
    match &part.kind {
        PartKind::Text(_) | PartKind::Reasoning(_) | PartKind::Refusal(_) => None,
        PartKind::Image(media) => Some(format!("[image: {}, {}]", kind(media), source(media))),
        PartKind::Audio(media) => Some(format!("[audio: {}, {}]", kind(media), source(media))),
        PartKind::File(media) if is_film(media) => {
            Some(format!("[video: {}, {}]", kind(media), source(media)))
        }
        PartKind::File(media) => {
            let name = media.name.as_deref().unwrap_or("document");
            Some(format!("[document: {name}, {}, {}]", kind(media), source(media)))
        }
        PartKind::Other { json, .. } => {
            let length = json.chars().count();
            film_line(json).or_else(|| (length > short).then(|| json_line(length)))
        }
    }
}

fn json_line(length: usize) -> String {
    format!("[json: {length} chars]")
}

fn is_film(media: &Media) -> bool {
    media.media_type.as_deref().is_some_and(|kind| kind.starts_with("video/"))
}

/// Returns the line that replaces a video in a part that is not modelled: `{video: {format, source}}`.
fn film_line(json: &str) -> Option<String> {
    let film = Node::parse(json)?.fields()?.get("video")?.fields()?;
    let inner = film.get("source").and_then(Node::fields)?;
    let text = |fields: &Fields<'_>, name: &str| fields.text(name).map(|text| text.as_ref().into());
    let place = ["s3Location", "location"].iter().find_map(|name| inner.get(name)?.fields());
    let media = Media {
        media_type: text(&film, "format"),
        data: text(&inner, "bytes"),
        url: place.as_ref().and_then(|place| text(place, "uri")),
        ..Media::default()
    };
    Some(format!("[video: {}, {}]", kind(&media), source(&media)))
}

/// Returns the subtype of the media type: `png` for `image/png`.
fn kind(media: &Media) -> &str {
    let media_type = media.media_type.as_deref().unwrap_or("unknown");
    media_type.split_once('/').map_or(media_type, |(_, subtype)| subtype)
}

fn source(media: &Media) -> String {
    match (&media.data, &media.url) {
        (Some(data), _) => format!("source: bytes, {} bytes", decoded_length(data)),
        (None, Some(url)) if url.starts_with("s3://") => "source: s3".to_owned(),
        (None, Some(_)) => "source: url".to_owned(),
        (None, None) => "source: file".to_owned(),
    }
}

/// Returns the number of bytes that base64 text encodes.
fn decoded_length(base64: &str) -> usize {
    base64.trim_end_matches('=').len().saturating_mul(3) / 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_goes_and_a_second_pass_finds_nothing() {
        let mut text: Box<str> = "가".repeat(1_000).into();
        assert!(Cut::default().shorten(&mut text));
        assert!(text.contains("\n<truncated chars=\"600\"/>\n"));
        assert_eq!(text.chars().filter(|c| *c == '가').count(), 400);
        assert!(!Cut::default().shorten(&mut text));
        let mut short: Box<str> = "x".repeat(450).into();
        assert!(!Cut::default().shorten(&mut short));
    }

    #[test]
    fn what_is_no_text_is_named() {
        let media = |name: Option<&str>, media_type: &str, data: Option<&str>, url: Option<&str>| {
            Box::new(Media {
                name: name.map(Into::into),
                media_type: Some(media_type.into()),
                data: data.map(Into::into),
                url: url.map(Into::into),
                ..Media::default()
            })
        };
        let other = |json: &str| PartKind::other(crate::message::Format::Backscroll, json);
        let long = format!("[{}0]", "0,".repeat(300));
        let table = [
            (
                PartKind::Image(media(None, "image/png", Some("AAAA"), None)),
                "[image: png, source: bytes, 3 bytes]",
            ),
            (PartKind::Image(media(None, "image/webp", None, Some("u"))), "[image: webp, source: url]"),
            (PartKind::Image(media(None, "image/gif", None, None)), "[image: gif, source: file]"),
            (
                PartKind::Audio(media(None, "audio/wav", Some("AA=="), None)),
                "[audio: wav, source: bytes, 1 bytes]",
            ),
            (
                PartKind::File(media(Some("a.pdf"), "application/pdf", Some("AAA="), None)),
                "[document: a.pdf, pdf, source: bytes, 2 bytes]",
            ),
            (PartKind::Image(media(None, "image/png", None, Some("s3://b/k"))), "[image: png, source: s3]"),
            (
                PartKind::File(media(Some("video"), "video/mp4", None, Some("s3://b/k"))),
                "[video: mp4, source: s3]",
            ),
            (
                PartKind::File(media(None, "video/mp4", Some("AAAA"), None)),
                "[video: mp4, source: bytes, 3 bytes]",
            ),
            (
                other(r#"{"video":{"format":"mov","source":{"s3Location":{"uri":"s3://b/k"}}}}"#),
                "[video: mov, source: s3]",
            ),
            (
                other(r#"{"video":{"format":"mov","source":{"bytes":"AAAA"}}}"#),
                "[video: mov, source: bytes, 3 bytes]",
            ),
            (other(&long), "[json: 603 chars]"),
        ];
        for (kind, line) in table {
            assert_eq!(stand_in(&Part::from(kind), 450).as_deref(), Some(line));
        }
        assert_eq!(stand_in(&Part::from(other("[1]")), 450), None);
        assert_eq!(stand_in(&Part::text("said"), 450), None);
    }
}
