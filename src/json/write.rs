//! JSON text, written straight into the bytes of a request.

pub use backscroll_kernels::push_string;

/// `text` as a JSON string, as [`push_string`] writes it.
pub fn quoted(text: &str) -> String {
    let mut json = Vec::new();
    push_string(&mut json, text);
    String::from_utf8(json).unwrap_or_default()
}

/// Writes an object field by field. Dropping it does not close it: call [`ObjectWriter::end`].
#[must_use]
pub(crate) struct ObjectWriter<'a> {
    out: &'a mut Vec<u8>,
    empty: bool,
}

impl<'a> ObjectWriter<'a> {
    pub(crate) fn begin(out: &'a mut Vec<u8>) -> Self {
        out.push(b'{');
        Self { out, empty: true }
    }

    /// Writes the name of a field. Returns the buffer, to which the caller appends the value.
    pub(crate) fn key(&mut self, name: &str) -> &mut Vec<u8> {
        if !self.empty {
            self.out.push(b',');
        }
        self.empty = false;
        push_string(self.out, name);
        self.out.push(b':');
        self.out
    }

    pub(crate) fn text(&mut self, name: &str, value: &str) {
        push_string(self.key(name), value);
    }

    pub(crate) fn json(&mut self, name: &str, value: &str) {
        self.key(name).extend_from_slice(value.as_bytes());
    }

    pub(crate) fn number(&mut self, name: &str, value: impl std::fmt::Display) {
        self.json(name, &value.to_string());
    }

    pub(crate) fn end(self) {
        self.out.push(b'}');
    }
}

/// Writes an array item by item.
#[must_use]
pub(crate) struct ListWriter<'a> {
    out: &'a mut Vec<u8>,
    empty: bool,
}

impl<'a> ListWriter<'a> {
    pub(crate) fn begin(out: &'a mut Vec<u8>) -> Self {
        out.push(b'[');
        Self { out, empty: true }
    }

    /// Writes the comma before an item. Returns the buffer, to which the caller appends the item.
    pub(crate) fn item(&mut self) -> &mut Vec<u8> {
        if !self.empty {
            self.out.push(b',');
        }
        self.empty = false;
        self.out
    }

    pub(crate) fn end(self) {
        self.out.push(b']');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped_as_json_stringify_does() {
        for text in ["", "plain", "\"\\\u{8}\t\n\u{c}\r\u{1f}\u{7f}", "한국어 🙂 a\"b", "\u{0}end"] {
            assert_eq!(quoted(text), serde_json::to_string(text).expect("json"));
        }
    }
}
