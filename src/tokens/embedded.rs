//! Bytes of media inside unmodelled parts, for example a picture that the provider made, or a video.

use super::media::MediaSize;
use crate::json::Node;
use crate::message::Media;
use crate::text;

/// Text of fewer characters than this is weighed as text, even if it is base64.
const FEWEST_CHARACTERS: usize = 1_024;

/// The fields that hold media in base64. Encrypted fields are in base64, too, but are weighed as text.
const FIELDS: [&str; 5] = ["result", "bytes", "data", "image_url", "file_data"];

/// The text and the media of a part that is not modelled.
pub(super) struct Embedded<'a> {
    /// The JSON text around the bytes.
    pub(super) texts: Vec<&'a str>,
    /// Tokens of the media.
    pub(super) tokens: u64,
}

impl<'a> Embedded<'a> {
    /// Splits a part's JSON text into text and media.
    pub(super) fn of(json: &'a str, sizes: &MediaSize) -> Self {
        let mut embedded = Self { texts: vec![json], tokens: 0 };
        if json.len() >= FEWEST_CHARACTERS
            && let Some(node) = Node::parse(json)
        {
            embedded.walk(node, "", Medium::Picture, sizes);
        }
        embedded
    }

    fn walk(&mut self, node: Node<'a>, name: &str, medium: Medium, sizes: &MediaSize) {
        let medium = Medium::of(name).unwrap_or(medium);
        if is_bytes(node, name) {
            self.tokens = self.tokens.saturating_add(medium.tokens(bytes_of(node.json()), sizes));
            let last = self.texts.pop().unwrap_or_default();
            let (before, after) = text::split_once(last, node.json()).unwrap_or((last, ""));
            self.texts.extend([before, after]);
            return;
        }
        for inner in node.list().unwrap_or_default() {
            self.walk(inner, name, medium, sizes);
        }
        for (name, inner) in node.fields().unwrap_or_default().iter() {
            self.walk(inner, name, medium, sizes);
        }
    }
}

fn is_bytes(node: Node<'_>, name: &str) -> bool {
    let Some(text) = node.json().strip_prefix('"').filter(|text| text.len() >= FEWEST_CHARACTERS) else {
        return false;
    };
    let in_alphabet = |byte: u8| byte.is_ascii_alphanumeric() || b"+/=-_\\\"".contains(&byte);
    match text::split_once(text, ";base64,") {
        Some((kind, data)) if kind.starts_with("data:") => data.bytes().all(in_alphabet),
        _ => FIELDS.contains(&name) && text.bytes().all(in_alphabet),
    }
}

/// The kind of media that the fields around the bytes show.
#[derive(Clone, Copy)]
enum Medium {
    Picture,
    Film,
    Sound,
    Document,
}

impl Medium {
    fn of(name: &str) -> Option<Self> {
        match name {
            "video" => Some(Self::Film),
            "audio" => Some(Self::Sound),
            "document" | "file_data" => Some(Self::Document),
            _ => None,
        }
    }

    /// Tokens of media in this base64.
    fn tokens(self, data: &str, sizes: &MediaSize) -> u64 {
        let media = || Media { data: Some(data.into()), ..Media::default() };
        match self {
            Self::Picture => sizes.picture(&media()),
            Self::Film => sizes.film(data),
            Self::Sound => sizes.sound(data),
            Self::Document => sizes.file(&media()),
        }
    }
}

/// The base64 in the JSON text of a value.
fn bytes_of(json: &str) -> &str {
    let text = json.trim_matches('"');
    text::split_once(text, ";base64,").map_or(text, |(_, data)| data)
}
