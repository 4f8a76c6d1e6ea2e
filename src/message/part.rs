//! The parts of a content.

use super::format_name::Format;
use super::text_block::TextBlock;
use std::borrow::Cow;

/// A part of a content, with its unmodelled fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The kind.
    pub kind: PartKind,
    /// Fields that are not modelled, such as cache markers and citations.
    pub extras: Extras,
}

/// The kind of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// Text.
    Text(Box<str>),
    /// A picture.
    Image(Box<Media>),
    /// Sound.
    Audio(Box<Media>),
    /// A document.
    File(Box<Media>),
    /// Reasoning.
    Reasoning(Box<Reasoning>),
    /// The model's refusal to answer.
    Refusal(Box<str>),
    /// An unmodelled part, kept verbatim for the format that it came from.
    Other {
        /// The format that defines the part.
        format: Format,
        /// The part's JSON text.
        json: Box<str>,
        /// The words of the part, if the host's reader gave them.
        words: Option<Box<TextBlock>>,
    },
}

/// Media: the source of the bytes, and their properties.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Media {
    /// MIME type, such as `image/png`.
    pub media_type: Option<Box<str>>,
    /// The bytes in base64.
    pub data: Option<Box<str>>,
    /// The address of the bytes.
    pub url: Option<Box<str>>,
    /// The provider's id of an uploaded file.
    pub file_id: Option<Box<str>>,
    /// File name or title.
    pub name: Option<Box<str>>,
    /// OpenAI's resolution hint for pictures: `auto`, `low` or `high`.
    pub detail: Option<Box<str>>,
    /// The provider that issued `file_id`; `None` when the host gave it.
    pub origin: Option<Format>,
    /// Pixels.
    pub width: Option<u64>,
    /// Pixels.
    pub height: Option<u64>,
}

impl Media {
    /// True if it has the id of a file that this format can name: a file of the same provider, or of an unknown one.
    pub fn has_file_of(&self, format: Format) -> bool {
        let is_of = |origin: Format| origin == format || Some(origin) == format.sibling();
        self.file_id.is_some() && self.origin.is_none_or(is_of)
    }
}

/// Reasoning of a model. The opaque fields are only sent back to their provider.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reasoning {
    /// The text, if the provider shows it.
    pub text: Option<Box<str>>,
    /// The provider's signature over the text.
    pub signature: Option<Box<str>>,
    /// Encrypted reasoning, which only the provider can read.
    pub encrypted: Option<Box<str>>,
    /// The provider and the model that made it, if known.
    pub origin: Option<Origin>,
}

impl Reasoning {
    /// True if this provider made the reasoning, or its maker is unknown.
    pub fn may_be_of(&self, format: Format) -> bool {
        self.origin.as_ref().is_none_or(|origin| origin.format == format)
    }

    /// True if it has a signature that is not empty.
    pub fn has_signature(&self) -> bool {
        self.signature.as_ref().is_some_and(|text| !text.is_empty())
    }

    /// True if its provider can verify it: it is encrypted, or text with a signature.
    pub fn is_verifiable(&self) -> bool {
        self.encrypted.is_some() || (self.text.is_some() && self.has_signature())
    }
}

/// The provider and model that made an opaque part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The provider's format.
    pub format: Format,
    /// The model, where known.
    pub model: Option<Box<str>>,
}

/// Fields that are not modelled: names, and their values as JSON text, in the order of the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extras {
    fields: Vec<(Box<str>, Box<str>)>,
    origin: Option<Format>,
}

/// The field of a message, a part or a call with the spelling that its source chose where the format allows several:
/// `"json"` for a text that is the JSON text of a value. A format that does not know the field loses no content.
pub const WRITTEN_AS: &str = "writtenAs";

/// The field of a result whose text is the JSON text of an object. A format whose results are objects sends it as an
/// object; a format whose results are text needs no field.
pub const STRUCTURED: &str = "structured";

/// The field of a part, a call or a result that marks a cache breakpoint at Anthropic, and at vendors that took it over.
pub(crate) const CACHE_CONTROL: &str = "cache_control";

/// Reads the words of an unmodelled part of this format.
pub type ReadTextBlock = fn(Format, &str) -> Option<TextBlock>;

impl PartKind {
    /// An unmodelled part, as its JSON text.
    pub fn other(format: Format, json: &str) -> Self {
        Self::Other { format, json: json.into(), words: None }
    }
}

impl Part {
    /// A text part.
    pub fn text(text: &str) -> Self {
        Self::from(PartKind::Text(text.into()))
    }

    /// The text of a text part; `None` for other parts.
    pub fn as_text(&self) -> Option<&str> {
        if let PartKind::Text(text) = &self.kind { Some(text) } else { None }
    }

    /// The reasoning; `None` for other parts.
    pub fn as_reasoning(&self) -> Option<&Reasoning> {
        if let PartKind::Reasoning(reasoning) = &self.kind { Some(reasoning) } else { None }
    }

    /// Reports whether the part is reasoning.
    pub fn is_reasoning(&self) -> bool {
        self.as_reasoning().is_some()
    }

    /// The picture, sound or document; `None` for other parts.
    pub fn as_media(&self) -> Option<&Media> {
        match &self.kind {
            PartKind::Image(media) | PartKind::Audio(media) | PartKind::File(media) => Some(media),
            PartKind::Text(_) | PartKind::Reasoning(_) | PartKind::Refusal(_) | PartKind::Other { .. } => {
                None
            }
        }
    }

    /// The picture, sound or document, to be changed.
    pub fn as_media_mut(&mut self) -> Option<&mut Media> {
        match &mut self.kind {
            PartKind::Image(media) | PartKind::Audio(media) | PartKind::File(media) => Some(media),
            PartKind::Text(_) | PartKind::Reasoning(_) | PartKind::Refusal(_) | PartKind::Other { .. } => {
                None
            }
        }
    }

    /// The format and the JSON text of an unmodelled part; `None` for other parts.
    pub fn as_other(&self) -> Option<(Format, &str)> {
        if let PartKind::Other { format, json, .. } = &self.kind { Some((*format, json)) } else { None }
    }

    /// The words of an unmodelled part: the words that came with it, else the words that `read` finds.
    pub fn words(&self, read: ReadTextBlock) -> Option<TextBlock> {
        let PartKind::Other { format, json, words } = &self.kind else { return None };
        words.as_deref().cloned().or_else(|| read(*format, json))
    }

    /// The word for the kind in reports.
    pub fn noun(&self) -> &'static str {
        match self.kind {
            PartKind::Text(_) => "text",
            PartKind::Image(_) => "image",
            PartKind::Audio(_) => "audio",
            PartKind::File(_) => "file",
            PartKind::Reasoning(_) => "reasoning",
            PartKind::Refusal(_) => "refusal",
            PartKind::Other { .. } => "other",
        }
    }
}

impl From<PartKind> for Part {
    fn from(kind: PartKind) -> Self {
        Self { kind, extras: Extras::default() }
    }
}

impl Media {
    /// The bytes in the plain alphabet of base64, which every provider reads. Google's clients use the alphabet for
    /// URLs, which only Google reads.
    pub fn base64(&self) -> Option<Cow<'_, str>> {
        let data = self.data.as_deref()?;
        let is_for_urls = data.bytes().any(|byte| matches!(byte, b'-' | b'_'));
        Some(if is_for_urls { data.replace('-', "+").replace('_', "/").into() } else { data.into() })
    }
}

impl Extras {
    /// The format of the fields. `None` if they come from a program, or from a format that keeps other formats' fields.
    pub fn origin(&self) -> Option<Format> {
        self.origin
    }

    /// Sets the format that the fields came from, if there are fields.
    pub fn claim(&mut self, origin: Format) {
        self.origin = (!self.is_empty()).then_some(origin);
    }

    /// Keeps a field.
    pub fn push(&mut self, name: &str, json: &str) {
        self.fields.push((name.into(), json.into()));
    }

    /// The JSON text of a field, if there is one.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(key, _)| key.as_ref() == name).map(|(_, json)| json.as_ref())
    }

    /// All fields in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.fields.iter().map(|(name, json)| (name.as_ref(), json.as_ref()))
    }

    /// Keeps the fields for which `keep` returns true.
    pub fn retain(&mut self, mut keep: impl FnMut(&str) -> bool) {
        self.retain_dyn(&mut keep);
    }

    /// Compiled once for all callers.
    fn retain_dyn(&mut self, keep: &mut dyn FnMut(&str) -> bool) {
        self.fields.retain(|(name, _)| keep(name));
        self.origin = self.origin.filter(|_| !self.fields.is_empty());
    }

    /// Reports whether there are no fields.
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }
}
