//! Searches in text. The searchers of the standard library are built for long patterns, and cost 4 KB of every
//! download.

/// The index of the first `wanted` in `text`.
pub(crate) fn find(text: &str, wanted: &str) -> Option<usize> {
    find_bytes(text.as_bytes(), wanted.as_bytes())
}

/// The index of the first `wanted` in the bytes of a text.
pub(crate) fn find_bytes(text: &[u8], wanted: &[u8]) -> Option<usize> {
    let first = wanted.first()?;
    let mut from = 0_usize;
    loop {
        let at = find_byte(text.get(from..)?, *first)?.saturating_add(from);
        if text.get(at..)?.starts_with(wanted) {
            return Some(at);
        }
        from = at.saturating_add(1);
    }
}

/// A byte in each of the eight bytes of a number.
pub(crate) const fn eight(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// The index of the first of two bytes.
pub(crate) fn find_either(bytes: &[u8], one: u8, other: u8) -> Option<usize> {
    find_sign(bytes, |word| zeros(word ^ eight(one)) | zeros(word ^ eight(other)))
}

/// The index of the first wanted byte.
pub(crate) fn find_byte(bytes: &[u8], wanted: u8) -> Option<usize> {
    find_sign(bytes, |word| zeros(word ^ eight(wanted)))
}

/// The index of the first byte for which `signs` has a bit in that byte. Sixteen bytes are read at a time.
#[inline(always)]
fn find_sign(bytes: &[u8], signs: impl Fn(u64) -> u64) -> Option<usize> {
    let (pairs, rest) = bytes.as_chunks::<16>();
    let mut at = 0_usize;
    for pair in pairs {
        let ([low, high], _) = pair.as_chunks::<8>() else { break };
        let (low, high) = (signs(u64::from_le_bytes(*low)), signs(u64::from_le_bytes(*high)));
        if low | high != 0 {
            let own = if low != 0 { byte_of(low) } else { byte_of(high).saturating_add(8) };
            return Some(at.saturating_add(own));
        }
        at = at.saturating_add(16);
    }
    for byte in rest {
        if signs(u64::from(*byte)) & 0x80 != 0 {
            return Some(at);
        }
        at = at.saturating_add(1);
    }
    None
}

/// The top bits of the bytes that are 0. Bits above the lowest one may be wrong.
const fn zeros(word: u64) -> u64 {
    word.wrapping_sub(eight(1)) & !word & eight(0x80)
}

/// The index of the byte whose bit is the lowest one of these.
pub(crate) fn byte_of(bits: u64) -> usize {
    usize::try_from(bits.trailing_zeros() / 8).unwrap_or(0)
}

/// The text before and after the first `wanted`.
pub(crate) fn split_once<'a>(text: &'a str, wanted: &str) -> Option<(&'a str, &'a str)> {
    split(text, find(text, wanted)?, wanted)
}

/// The text before and after the last `wanted`.
pub(crate) fn rsplit_once<'a>(text: &'a str, wanted: &str) -> Option<(&'a str, &'a str)> {
    let at = (0..text.len()).rev().find(|at| text.get(*at..).is_some_and(|rest| rest.starts_with(wanted)))?;
    split(text, at, wanted)
}

fn split<'a>(text: &'a str, at: usize, wanted: &str) -> Option<(&'a str, &'a str)> {
    Some((text.get(..at)?, text.get(at.saturating_add(wanted.len())..)?))
}

/// The text without any `suffix` at its end.
pub(crate) fn trim_end<'a>(mut text: &'a str, suffix: &str) -> &'a str {
    while let Some(rest) = text.strip_suffix(suffix).filter(|_| !suffix.is_empty()) {
        text = rest;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_two_characters_is_found_anywhere() {
        for length in 0..40 {
            let plain = "é!# a\u{7f}".repeat(length);
            for text in [plain.clone(), format!("{plain}\\{plain}\""), format!("{plain}\"\\")] {
                assert_eq!(find_either(text.as_bytes(), b'"', b'\\'), text.find(['"', '\\']), "{text}");
            }
        }
    }

    #[test]
    fn words_are_found_as_the_standard_library_finds_them() {
        for text in ["", "ab", "aab", "abab", "é-é--é", "xx://y://z", "a_call_call", "_call"] {
            for wanted in ["ab", "--", "://", "é", "_call", "a", "x://"] {
                assert_eq!(find(text, wanted), text.find(wanted));
                assert_eq!(split_once(text, wanted), text.split_once(wanted));
                assert_eq!(rsplit_once(text, wanted), text.rsplit_once(wanted));
                assert_eq!(trim_end(text, wanted), text.trim_end_matches(wanted));
            }
        }
    }
}
