//! A scanner of JSON text that is known to be valid: it splits a list or an object into its parts, and reads strings.
//!
//! serde_json would check the text of every level again, and its errors for values of another type add the code that
//! formats floats.

use crate::search::find_byte;
use crate::string::string_rest;
use std::borrow::Cow;

/// The rest of a valid JSON text. Read a value only where one begins.
#[derive(Clone, Copy, Debug)]
pub struct Scanner<'a>(&'a str);

impl<'a> Scanner<'a> {
    /// Starts after the bracket that opens a list or an object.
    pub fn inside(json: &'a str) -> Self {
        Self(json.get(1..).unwrap_or_default())
    }

    /// Moves to the next part, past white space and one comma. Returns false at the end.
    pub fn next_part(&mut self) -> bool {
        let mut start = 0_usize;
        while let Some(b' ' | b'\t' | b'\n' | b'\r' | b',' | b':') = self.0.as_bytes().get(start) {
            start = start.saturating_add(1);
        }
        self.0 = self.0.get(start..).unwrap_or_default();
        !matches!(self.0.as_bytes().first(), None | Some(b']' | b'}'))
    }

    /// Takes the value that comes next.
    pub fn value(&mut self) -> &'a str {
        let (value, rest) = self.0.split_at_checked(length(self.0.as_bytes())).unwrap_or((self.0, ""));
        self.0 = rest;
        value
    }
}

/// Returns the bytes of the value at the start of a text.
pub fn length(json: &[u8]) -> usize {
    let mut depth = 0_usize;
    let mut at = 0_usize;
    while let Some(byte) = json.get(at) {
        match byte {
            b'"' => {
                at = at.saturating_add(1);
                at = at.saturating_add(string_rest(json.get(at..).unwrap_or_default()));
            }
            b'[' | b'{' => {
                depth = depth.saturating_add(1);
                at = at.saturating_add(1);
                continue;
            }
            b']' | b'}' if depth > 0 => {
                depth = depth.saturating_sub(1);
                at = at.saturating_add(1);
            }
            b',' | b':' | b' ' | b'\t' | b'\n' | b'\r' if depth > 0 => {
                at = at.saturating_add(1);
                continue;
            }
            b',' | b']' | b'}' | b' ' | b'\t' | b'\n' | b'\r' => return at,
            _ => {
                at = at.saturating_add(1);
                continue;
            }
        }
        if depth == 0 {
            return at;
        }
    }
    at
}

/// Reads a string with its quotation marks; `None` when an escape is a lone surrogate.
pub fn text(json: &str) -> Option<Cow<'_, str>> {
    let mut rest = json.get(1..json.len().checked_sub(1)?)?;
    let Some(first) = backslash(rest) else { return Some(Cow::Borrowed(rest)) };
    let mut text = String::with_capacity(rest.len());
    let mut next = Some(first);
    while let Some(at) = next {
        text.push_str(rest.get(..at)?);
        let escape = rest.get(at.saturating_add(1)..)?;
        let (character, length) = unescaped(escape)?;
        text.push(character);
        rest = escape.get(length..)?;
        next = backslash(rest);
    }
    text.push_str(rest);
    Some(Cow::Owned(text))
}

fn backslash(text: &str) -> Option<usize> {
    find_byte(text.as_bytes(), b'\\')
}

/// The character of an escape at the start of a text, after its backslash, and the bytes of the escape; `None` for a
/// lone surrogate.
fn unescaped(escape: &str) -> Option<(char, usize)> {
    let short = match escape.as_bytes().first()? {
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => {
            let unit = |from: usize| u32::from_str_radix(escape.get(from..from.checked_add(4)?)?, 16).ok();
            return match unit(1)? {
                high @ 0xd800..=0xdbff => {
                    let low = unit(7).filter(|_| escape.get(5..7) == Some("\\u"))?;
                    let low = low.checked_sub(0xdc00).filter(|low| *low < 0x400)?;
                    Some((char::from_u32(0x1_0000 + ((high - 0xd800) << 10) + low)?, 11))
                }
                unit => Some((char::from_u32(unit)?, 5)),
            };
        }
        sign => char::from(*sign),
    };
    Some((short, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_stand_between_brackets_commas_and_white_space() {
        let mut scanner = Scanner::inside("[ 1.5 ,\n\"a]\\\",\" , {\"b\":[]},[\t] ]");
        let mut parts = Vec::new();
        while scanner.next_part() {
            parts.push(scanner.value());
        }
        assert_eq!(parts, ["1.5", "\"a]\\\",\"", "{\"b\":[]}", "[\t]"]);
        assert!(!Scanner::inside("{ }").next_part());
    }

    #[test]
    fn escapes_are_read_and_half_characters_refused() {
        let escaped = "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00\\u005c!\\\\\"";
        assert_eq!(text(escaped).as_deref(), Some("\"\\/\u{8}\u{c}\n\r\t\u{e9}\u{1f600}\\!\\"));
        for half in ["\"\\ud83d\"", "\"\\ude00\"", "\"\\ud83d!\"", "\"\\ud83d\\n\"", "\"\\ud83d\\u0041\""] {
            assert_eq!(text(half), None, "{half}");
        }
    }
}
