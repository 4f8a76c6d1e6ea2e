//! How the source wrote something that can be written in several ways. Other formats need not know, and leave it out
//! without a word.

use crate::json::{Fields, Node, ObjectWriter};
use crate::message::{Extras, WRITTEN_AS};

/// SourceHints of a part, a call or a message, to be kept with it.
#[derive(Debug, Default)]
pub(super) struct SourceHints(Vec<(String, String)>);

impl SourceHints {
    /// Takes note of JSON under this name.
    pub(super) fn set(&mut self, name: &str, json: &str) {
        self.0.push((name.to_owned(), json.to_owned()));
    }

    /// Takes note of something that is so.
    pub(super) fn note(&mut self, name: &str) {
        self.set(name, "true");
    }

    /// Whether nothing was noted.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The JSON of all of them; `None` when there is none.
    pub(super) fn json(&self) -> Option<String> {
        if self.is_empty() {
            return None;
        }
        let mut json = Vec::new();
        let mut object = ObjectWriter::begin(&mut json);
        self.0.iter().for_each(|(name, value)| object.json(name, value));
        object.end();
        String::from_utf8(json).ok()
    }

    /// Keeps them among the fields.
    pub(super) fn keep(self, extras: &mut Extras) {
        if let Some(json) = self.json() {
            extras.push(WRITTEN_AS, &json);
        }
    }
}

/// All that was noted.
pub(super) fn marks(extras: &Extras) -> Fields<'_> {
    extras.get(WRITTEN_AS).and_then(Node::parse).and_then(Node::fields).unwrap_or_default()
}

/// What was noted under this name.
pub(super) fn mark<'a>(extras: &'a Extras, name: &str) -> Option<Node<'a>> {
    marks(extras).get(name)
}

/// Whether `true` was noted under this name.
pub(super) fn has_hint(extras: &Extras, name: &str) -> bool {
    mark(extras, name).and_then(Node::truth) == Some(true)
}
