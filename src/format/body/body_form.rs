//! The form in which a body is written.

use crate::json::ObjectWriter;

/// The form in which a body is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyForm {
    /// The body itself.
    Whole,
    /// An object of the same fields. An unchanged field is `[]`, a changed one `[value]`. A changed list of messages is
    /// `{"parts"}`: `[first, count]` for a range of unchanged messages, and `{"new"}` for other messages.
    Parts,
}

impl BodyForm {
    /// Writes a field.
    pub(super) fn field(self, object: &mut ObjectWriter<'_>, name: &str, json: &str, is_same: bool) {
        match (self, is_same) {
            (Self::Whole, _) => object.json(name, json),
            (Self::Parts, true) => object.json(name, "[]"),
            (Self::Parts, false) => object.json(name, &format!("[{json}]")),
        }
    }
}
