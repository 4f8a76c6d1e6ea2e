//! Searches in JSON strings, eight bytes at a time, and their escapes.

use crate::search::{byte_of, eight, find_byte, find_either};

/// Returns the number of bytes before the first byte that JSON strings must escape: a quotation mark, a backslash or a
/// control character.
fn plain_length(bytes: &[u8]) -> usize {
    let (words, rest) = bytes.as_chunks::<8>();
    let mut at = 0_usize;
    for word in words {
        let found = escaped(u64::from_le_bytes(*word));
        if found != 0 {
            return at.saturating_add(byte_of(found));
        }
        at = at.saturating_add(8);
    }
    for byte in rest {
        if is_escaped(*byte) {
            break;
        }
        at = at.saturating_add(1);
    }
    at
}

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

/// Returns the number of bytes before the next quotation mark or backslash, and that byte.
pub fn next_sign(inside: &[u8]) -> Option<(usize, u8)> {
    let at = find_either(inside, b'"', b'\\')?;
    Some((at, *inside.get(at)?))
}

/// Returns the number of bytes up to the end of a JSON string, its closing quotation mark included. The string has begun
/// before; it may lack its end.
pub fn string_rest(json: &[u8]) -> usize {
    let mut from = 0_usize;
    // Most strings hold escapes other than of a quotation mark, so only backslashes are searched.
    while let Some(length) = json.get(from..).and_then(|rest| find_byte(rest, b'"')) {
        let at = from.saturating_add(length);
        from = at.saturating_add(1);
        let mut first = at;
        while let Some(before) = first.checked_sub(1)
            && json.get(before) == Some(&b'\\')
        {
            first = before;
        }
        let is_escaped = at.saturating_sub(first) % 2 == 1;
        if !is_escaped {
            return from;
        }
    }
    json.len()
}

/// Reports whether JSON strings must escape a byte.
const fn is_escaped(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

/// The top bits of the bytes of a word that must be escaped. Bits above the lowest set bit may be wrong.
const fn escaped(word: u64) -> u64 {
    let controls = word.wrapping_sub(eight(0x20));
    let quotes = (word ^ eight(b'"')).wrapping_sub(eight(1));
    let backslashes = (word ^ eight(b'\\')).wrapping_sub(eight(1));
    // A byte with its top bit set is part of another character, so its differences mean nothing.
    (controls | quotes | backslashes) & !word & eight(0x80)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_escaped_byte_is_found_wherever_it_stands() {
        for byte in 0..=255_u8 {
            for before in [b'a', b'!', b'#', 0x7f, 0x80, 0xff] {
                for place in 0..20_usize {
                    let mut text = vec![before; place];
                    text.push(byte);
                    text.extend_from_slice(b"\"\\\n and more text");
                    let expected = text.iter().position(|byte| is_escaped(*byte)).unwrap();
                    assert_eq!(plain_length(&text), expected, "{byte:#x} behind {place} of {before:#x}");
                }
            }
        }
        assert_eq!(plain_length("no such byte, 한국어".as_bytes()), 23);
    }

    #[test]
    fn a_string_ends_at_the_first_quotation_mark_that_is_not_escaped() {
        for (rest, length) in [
            (r#"""#, 1),
            (r#"a" "b""#, 2),
            (r#"\"a" "b""#, 4),
            (r#"\\" "b""#, 3),
            (r#"\\\" \\" "b""#, 8),
            (r#"no end \""#, 9),
            (r"no end \", 8),
            ("", 0),
        ] {
            assert_eq!(string_rest(rest.as_bytes()), length, "{rest}");
        }
    }
}
