//! JSON text, written straight into the bytes of a request.

use super::plain::plain_length;

/// Appends `text` as a JSON string, quotes included, escaped as `JSON.stringify` does.
pub fn push_string(out: &mut Vec<u8>, text: &str) {
    out.reserve(text.len().saturating_add(2));
    out.push(b'"');
    let mut rest = text.as_bytes();
    loop {
        let (plain, tail) = rest.split_at_checked(plain_length(rest)).unwrap_or((rest, &[]));
        out.extend_from_slice(plain);
        let Some((byte, after)) = tail.split_first() else { break };
        push_escape(out, *byte);
        rest = after;
    }
    out.push(b'"');
}

/// `text` as a JSON string, as [`push_string`] writes it.
pub fn quoted(text: &str) -> String {
    let mut json = Vec::new();
    push_string(&mut json, text);
    String::from_utf8(json).unwrap_or_default()
}

fn push_escape(out: &mut Vec<u8>, byte: u8) {
    let short = match byte {
        b'"' | b'\\' => byte,
        0x08 => b'b',
        0x09 => b't',
        0x0a => b'n',
        0x0c => b'f',
        0x0d => b'r',
        _ => {
            let digit = |value: u8| if value < 10 { b'0' + value } else { b'a' + (value - 10) };
            out.extend_from_slice(b"\\u00");
            out.extend_from_slice(&[digit(byte >> 4), digit(byte & 0xf)]);
            return;
        }
    };
    out.extend_from_slice(&[b'\\', short]);
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
