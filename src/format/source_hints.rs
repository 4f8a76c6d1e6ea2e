//! Hints about how the source wrote something that can be written in several ways. The same format writes it so again;
//! other formats leave the hints out without a report.

use super::write::{into_text, nested};
use crate::json::{Node, ObjectWriter};
use crate::message::{Extras, WRITTEN_AS};

/// Hints for one part, call or message, to be kept with it.
#[derive(Debug, Default)]
pub(super) struct SourceHints(Vec<(&'static str, String)>);

impl SourceHints {
    /// Sets a hint to JSON text.
    pub(super) fn set(&mut self, name: &'static str, json: String) {
        self.0.push((name, json));
    }

    /// Sets a hint to `true`.
    pub(super) fn flag(&mut self, name: &'static str) {
        self.set(name, "true".to_owned());
    }

    /// Keeps the hints among the extras, as one field. Without hints, there is no field.
    pub(super) fn keep(self, extras: &mut Extras) {
        if self.0.is_empty() {
            return;
        }
        let mut json = Vec::new();
        let mut object = ObjectWriter::begin(&mut json);
        for (name, value) in &self.0 {
            object.json(name, value);
        }
        object.end();
        extras.push(WRITTEN_AS, &into_text(json));
    }
}

/// The hint of this name, if there.
pub(super) fn hint<'a>(extras: &'a Extras, name: &str) -> Option<Node<'a>> {
    nested(extras, WRITTEN_AS).get(name)
}

/// True if the hint of this name is `true`.
pub(super) fn has_hint(extras: &Extras, name: &str) -> bool {
    hint(extras, name).and_then(Node::truth) == Some(true)
}
