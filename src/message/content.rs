//! The content of a message.

use super::part::{Part, PartKind};
use crate::list::Listed;

/// The content of a message: nothing, text, or parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Content {
    /// No content was given.
    #[default]
    Null,
    /// Text.
    Text(Box<str>),
    /// Text, media, reasoning and more, in order.
    Parts(Vec<Part>),
}

impl Content {
    /// Plain text.
    pub fn text(text: &str) -> Self {
        Self::Text(text.into())
    }

    /// The parts; empty for [`Content::Text`].
    pub fn parts(&self) -> &[Part] {
        match self {
            Self::Parts(parts) => parts,
            Self::Null | Self::Text(_) => &[],
        }
    }

    /// Reports whether the content is absent, the empty text, or a list without parts.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Null => true,
            Self::Text(text) => text.is_empty(),
            Self::Parts(parts) => parts.is_empty(),
        }
    }

    /// Reports whether the content holds nothing but white space.
    pub fn is_blank(&self) -> bool {
        match self {
            Self::Null => true,
            Self::Text(text) => text.chars().all(char::is_whitespace),
            Self::Parts(parts) => parts
                .iter()
                .all(|part| part.as_text().is_some_and(|text| text.chars().all(char::is_whitespace))),
        }
    }

    /// The text of the content: text parts joined by line breaks, without other parts.
    pub fn plain_text(&self) -> String {
        match self {
            Self::Null => String::new(),
            Self::Text(text) => text.to_string(),
            Self::Parts(parts) => {
                let texts: Vec<&str> = parts.iter().filter_map(Part::as_text).listed();
                texts.join("\n")
            }
        }
    }

    /// The text, if there is nothing else; `None` for several parts, too.
    pub fn only_text(&self) -> Option<&str> {
        match self {
            Self::Null => None,
            Self::Text(text) => Some(text),
            Self::Parts(parts) => match parts.as_slice() {
                [part] => part.as_text(),
                _ => None,
            },
        }
    }

    /// Returns the content as parts.
    pub fn into_parts(self) -> Vec<Part> {
        match self {
            Self::Null => Vec::new(),
            Self::Text(text) => vec![Part::from(PartKind::Text(text))],
            Self::Parts(parts) => parts,
        }
    }
}
