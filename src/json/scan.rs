//! A scanner of JSON text that is known to be valid: it splits a list or an object into its parts, and reads strings.
//!
//! serde_json would check the text of every level again, and its errors for values of another type add the code that
//! formats floats.

use crate::text::find_either;
use std::borrow::Cow;

/// The rest of a valid JSON text. Ask for a value only where one begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scanner<'a>(&'a str);

impl<'a> Scanner<'a> {
    /// Starts after the bracket that opens a list or an object.
    pub(super) fn inside(json: &'a str) -> Self {
        Self(json.get(1..).unwrap_or_default())
    }

    /// Moves to the next part, past white space and one comma. Returns false at the end.
    pub(super) fn next_part(&mut self) -> bool {
        self.0 = self.0.trim_start_matches([' ', '\t', '\n', '\r', ',', ':']);
        !matches!(self.0.as_bytes().first(), None | Some(b']' | b'}'))
    }

    /// Takes the value that comes next.
    pub(super) fn value(&mut self) -> &'a str {
        let (value, rest) = self.0.split_at_checked(length(self.0.as_bytes())).unwrap_or((self.0, ""));
        self.0 = rest;
        value
    }
}

/// Returns the bytes of the value at the start of a text.
pub(super) fn length(json: &[u8]) -> usize {
    let mut depth = 0_usize;
    let mut at = 0_usize;
    while let Some(byte) = json.get(at) {
        match byte {
            b'"' => at = at.saturating_add(string_length(json.get(at..).unwrap_or_default())),
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

/// Returns the bytes of the string at the start of a text, its quotation marks included.
fn string_length(json: &[u8]) -> usize {
    let mut at = 1_usize;
    while let Some((length, sign)) = next_sign(json.get(at..).unwrap_or_default()) {
        at = at.saturating_add(length).saturating_add(if sign == b'"' { 1 } else { 2 });
        if sign == b'"' {
            return at;
        }
    }
    json.len()
}

/// Returns the bytes before the next quotation mark or backslash, and that byte.
pub(super) fn next_sign(inside: &[u8]) -> Option<(usize, u8)> {
    let at = find_either(inside, b'"', b'\\')?;
    Some((at, *inside.get(at)?))
}

/// Reads a string with its quotation marks; `None` when an escape is a lone surrogate.
pub(super) fn text(json: &str) -> Option<Cow<'_, str>> {
    let plain = json.strip_prefix('"')?.strip_suffix('"')?;
    if !plain.as_bytes().contains(&b'\\') {
        return Some(Cow::Borrowed(plain));
    }
    let mut text = String::with_capacity(plain.len());
    let mut parts = plain.split('\\');
    text.push_str(parts.next()?);
    let mut pending: Option<u32> = None;
    while let Some(part) = parts.next() {
        let (escape, rest) = part.split_at_checked(1).unwrap_or(("", ""));
        let unescaped = match escape {
            "u" => {
                let unit = u32::from_str_radix(rest.get(..4)?, 16).ok()?;
                let rest = rest.get(4..)?;
                match (pending.take(), unit) {
                    (None, 0xd800..=0xdbff) if rest.is_empty() => pending = Some(unit),
                    (None, _) => text.push(char::from_u32(unit)?),
                    (Some(high), 0xdc00..=0xdfff) => {
                        text.push(char::from_u32(0x1_0000 + ((high - 0xd800) << 10) + (unit - 0xdc00))?);
                    }
                    (Some(_), _) => return None,
                }
                text.push_str(rest);
                continue;
            }
            "b" => '\u{8}',
            "f" => '\u{c}',
            "n" => '\n',
            "r" => '\r',
            "t" => '\t',
            // `\\` splits into an empty part, and the part after it has no escape.
            "" => '\\',
            other => other.chars().next()?,
        };
        if pending.is_some() {
            return None;
        }
        text.push(unescaped);
        text.push_str(if escape.is_empty() { parts.next()? } else { rest });
    }
    pending.is_none().then_some(Cow::Owned(text))
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
