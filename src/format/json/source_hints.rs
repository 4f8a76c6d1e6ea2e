//! Hints about the spelling that the source chose where a format allows several. The same format writes the same
//! spelling again, so a body that needs no repair comes out byte for byte (I10). Other formats leave the hints out
//! without a report.

use super::read::keep_nested;
use super::write::nested;
use crate::json::Node;
use crate::message::{Extras, WRITTEN_AS};

/// Hints for one part, call or message, to be kept with it.
#[derive(Debug, Default)]
pub(in crate::format) struct SourceHints(Extras);

impl SourceHints {
    /// Sets a hint to JSON text.
    pub(in crate::format) fn set(&mut self, name: &str, json: &str) {
        self.0.push(name, json);
    }

    /// Sets a hint to `true`.
    pub(in crate::format) fn flag(&mut self, name: &str) {
        self.set(name, "true");
    }

    /// Keeps the hints among the extras, as one field. Without hints, there is no field.
    pub(in crate::format) fn keep(self, extras: &mut Extras) {
        keep_nested(extras, WRITTEN_AS, &self.0);
    }
}

/// The hint of this name, if there.
pub(in crate::format) fn hint<'a>(extras: &'a Extras, name: &str) -> Option<Node<'a>> {
    nested(extras, WRITTEN_AS).get(name)
}

/// True if the hint of this name is `true`.
pub(in crate::format) fn has_hint(extras: &Extras, name: &str) -> bool {
    hint(extras, name).and_then(Node::truth) == Some(true)
}
