//! Tokens of a sentence: the text between white space and punctuation.

use crate::hash::mixed;
use backscroll_kernels::eight;
use std::ops::Range;

/// A token, without dots, colons and hyphens at its ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    /// The sentence from the token on.
    rest: &'a [u8],
    /// The kinds of its bytes.
    pub(super) has: u8,
}

/// Kinds of bytes. A byte of the kind `BETWEEN` ends a token.
const BETWEEN: u8 = 1;
pub(super) const DIGIT: u8 = 1 << 1;
pub(super) const LETTER: u8 = 1 << 2;
pub(super) const SLASH: u8 = 1 << 3;
pub(super) const AT: u8 = 1 << 4;
/// A dot, a colon or a hyphen. They are cut off at both ends of a token.
pub(super) const EDGE: u8 = 1 << 5;
/// A byte of a character that is not ASCII.
pub(super) const WIDE: u8 = 1 << 6;
/// Any other sign, such as a currency sign.
pub(super) const SIGN: u8 = 1 << 7;

static KINDS: [u8; 256] = kinds();

const fn kinds() -> [u8; 256] {
    let mut kinds = [SIGN; 256];
    let mut rest: &mut [u8] = &mut kinds;
    let mut byte = 0_u8;
    while let Some((kind, behind)) = rest.split_first_mut() {
        *kind = match byte {
            b'0'..=b'9' => DIGIT,
            b'a'..=b'z' | b'A'..=b'Z' => LETTER,
            b'/' => SLASH,
            b'@' => AT,
            b'.' | b':' | b'-' => EDGE,
            b' ' | b'\t' | b'\n' | b'\r' | 12 | b',' | b';' | b'(' | b')' | b'"' | b'!' | b'?' | b'['
            | b']' | b'{' | b'}' | b'`' | b'*' | b'<' | b'>' | b'\'' => BETWEEN,
            0x80..=0xFF => WIDE,
            _ => SIGN,
        };
        byte = byte.wrapping_add(1);
        rest = behind;
    }
    kinds
}

#[inline(always)]
fn kind_of(byte: u8) -> u8 {
    KINDS.get(usize::from(byte)).copied().unwrap_or(SIGN)
}

impl Token<'_> {
    /// Returns a digest of the first `length` bytes.
    pub(super) fn digest(self, length: usize) -> u32 {
        digest(self.rest, length)
    }

    /// Returns the token's place in its sentence.
    pub(super) fn range(self, sentence: &str) -> Range<usize> {
        let start = sentence.len().saturating_sub(self.rest.len());
        start..start.saturating_add(self.text.len())
    }
}

/// Calls `found` with each token of the sentence, in order. Returns true if the sentence holds a question mark.
pub(super) fn each_token<'a>(sentence: &'a str, found: &mut dyn FnMut(Token<'a>)) -> bool {
    let bytes = sentence.as_bytes();
    let (mut at, mut asks) = (0_usize, false);
    while at < bytes.len() {
        let mut start = at;
        let (mut has, mut between) = (0_u8, 0_usize);
        while let Some(byte) = bytes.get(at) {
            let kind = kind_of(*byte);
            if kind & (BETWEEN | WIDE) != 0 {
                if kind == BETWEEN {
                    asks |= *byte == b'?';
                    between = 1;
                    break;
                }
                let rest = bytes.get(at..).unwrap_or_default();
                between = wide_sign(rest);
                if between > 0 {
                    asks |= matches!(rest, [0xEF, 0xBC, 0x9F, ..] | [0xD8, 0x9F, ..]);
                    break;
                }
            }
            has |= kind;
            at = at.wrapping_add(1);
        }
        let mut end = at;
        at = at.wrapping_add(between);
        if has & EDGE != 0 {
            let is_edge = |at: usize| bytes.get(at).is_some_and(|byte| kind_of(*byte) == EDGE);
            while start < end && is_edge(start) {
                start = start.wrapping_add(1);
            }
            while start < end && is_edge(end.wrapping_sub(1)) {
                end = end.wrapping_sub(1);
            }
        }
        if start < end {
            let text = sentence.get(start..end).unwrap_or_default();
            found(Token { text, rest: bytes.get(start..).unwrap_or_default(), has });
        }
    }
    asks
}

/// Returns the length of a separator that is not ASCII; 0 for a character of a token.
#[inline(always)]
fn wide_sign(rest: &[u8]) -> usize {
    match rest {
        // Punctuation and spaces; signs of Chinese and Japanese; full-width signs.
        [0xE2, 0x80, ..]
        | [0xE2, 0x81, 0x80..=0xAF, ..]
        | [0xE3, 0x80, ..]
        | [0xEF, 0xBC, 0x80..=0x8F | 0x9A..=0x9F, ..] => 3,
        // Arabic.
        [0xD8, 0x8C | 0x9F, ..] => 2,
        _ => 0,
    }
}

/// Returns a digest of the first `length` bytes in lower case (ASCII). It reads eight bytes at a time, even past the
/// word, because most words are shorter.
pub(super) fn digest(bytes: &[u8], length: usize) -> u32 {
    let mut hash = u64::try_from(length).unwrap_or(0);
    let mut at = 0_usize;
    while at < length {
        let word = eight_at(bytes, at);
        let behind = 8_usize.saturating_sub(length.wrapping_sub(at));
        // Bytes after the word are shifted out.
        let own = word << (behind.wrapping_mul(8) & 63);
        let lower = own | ((!own & eight(0x80)) >> 2);
        hash = mixed(hash, lower);
        at = at.wrapping_add(8);
    }
    let [a, b, c, d, ..] = hash.to_le_bytes();
    u32::from_le_bytes([a, b, c, d])
}

/// Returns the eight bytes at a place, with zeros after the end.
#[inline(always)]
fn eight_at(bytes: &[u8], at: usize) -> u64 {
    let rest = bytes.get(at..).unwrap_or_default();
    match rest.first_chunk() {
        Some(chunk) => u64::from_le_bytes(*chunk),
        None => rest.iter().rev().fold(0, |word, byte| (word << 8) | u64::from(*byte)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_stand_between_white_space_and_signs() {
        for (sentence, wanted, asks) in [
            ("Pay $500, not 2.5k.", vec!["Pay", "$500", "not", "2.5k"], false),
            ("«a» ann@x.org? (src/a.ts)", vec!["«a»", "ann@x.org", "src/a.ts"], true),
            ("预算是300元，对吗？", vec!["预算是300元", "对吗"], true),
            ("- it – is…", vec!["it", "is"], false),
            ("", vec![], false),
        ] {
            let mut found = Vec::new();
            assert_eq!(each_token(sentence, &mut |token| found.push(token.text)), asks, "{sentence}");
            assert_eq!(found, wanted, "{sentence}");
        }
        let own = |word: &str| digest(word.as_bytes(), word.len());
        assert_eq!(own("Never"), own("never"));
        assert_eq!(own("Nevermore, he said"), digest(b"NEVERMORE, he SAID so", 18));
        assert_ne!(own("never"), own("nevermore"));
    }
}
