//! The words of an unmodelled part, such as a document of text, a search result, or a call or result of a tool that the
//! provider runs.

use super::part::{Extras, Part, PartKind};
use crate::list::{Listed, PushAll};

/// The words of an unmodelled part, for formats that do not know the part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextBlock {
    /// The kind of part.
    pub kind: TextKind,
    /// The title of the document or search result.
    pub title: Option<Box<str>>,
    /// The address or name under which a search found it.
    pub source: Option<Box<str>>,
    /// Remarks on a document, beside its text.
    pub context: Option<Box<str>>,
    /// The setting of citations, as JSON.
    pub citations: Option<Box<str>>,
    /// Texts and pictures, in order.
    pub content: Vec<Part>,
    /// True if the content was a list of blocks, not a text.
    pub is_list: bool,
    /// Unmodelled fields of the part, such as cache markers.
    pub extras: Extras,
}

/// The kind of part that holds the words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextKind {
    /// Words that need no heading.
    #[default]
    Plain,
    /// A document.
    Document,
    /// A search result.
    SearchResult,
}

impl TextBlock {
    /// Words that need no heading.
    pub fn plain(text: &str) -> Self {
        Self { content: vec![Part::text(text)], ..Self::default() }
    }

    /// A document that is one text.
    pub fn document(title: Option<Box<str>>, text: &str) -> Self {
        Self { kind: TextKind::Document, title, ..Self::plain(text) }
    }

    /// The texts of the content; `None` when it holds other parts, too.
    pub fn texts(&self) -> Option<Vec<&str>> {
        self.content.iter().map(Part::as_text).collect()
    }

    /// The word for the kind in reports.
    pub fn noun(&self) -> &'static str {
        match self.kind {
            TextKind::Plain => "part",
            TextKind::Document => "document",
            TextKind::SearchResult => "search result",
        }
    }

    /// Converts the block to parts that every format has. Neighbouring texts become one, with the heading first; other
    /// parts stay between them.
    pub fn into_parts(self) -> Vec<Part> {
        let mut lines: Vec<String> = self.heading().into_iter().listed();
        lines.push_all(self.context.as_deref().map(str::to_owned));
        let mut parts: Vec<Part> = Vec::new();
        for part in self.content {
            match part.kind {
                PartKind::Text(text) => lines.push(text.into()),
                kind @ (PartKind::Image(_)
                | PartKind::Audio(_)
                | PartKind::File(_)
                | PartKind::Reasoning(_)
                | PartKind::Refusal(_)
                | PartKind::Other { .. }) => {
                    flush(&mut lines, &mut parts);
                    parts.push(Part { kind, extras: part.extras });
                }
            }
        }
        flush(&mut lines, &mut parts);
        parts.first_mut().into_iter().for_each(|first| first.extras = self.extras.clone());
        parts
    }

    /// The heading: a line with the kind, the title and the source.
    fn heading(&self) -> Option<String> {
        let noun = match self.kind {
            TextKind::Plain => return None,
            TextKind::Document | TextKind::SearchResult => self.noun(),
        };
        let about: Vec<&str> =
            [&self.title, &self.source].into_iter().filter_map(|text| text.as_deref()).listed();
        Some(if about.is_empty() { format!("[{noun}]") } else { format!("[{noun}: {}]", about.join(", ")) })
    }
}

fn flush(lines: &mut Vec<String>, parts: &mut Vec<Part>) {
    if !lines.is_empty() {
        parts.push(Part::text(&std::mem::take(lines).join("\n")));
    }
}
