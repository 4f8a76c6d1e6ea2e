//! Digests of everything before an answer in its request.

use crate::hash::mixed;

/// A digest of the request to which an answer belongs: system prompt, tools and messages, without cache breakpoints.
/// Some models bind reasoning to them: in a request with another beginning, it is not valid.
///
/// Two equal beginnings have equal digests. Two different ones have equal digests about once in 2^64.
///
/// ```
/// use backscroll::message::PrefixDigest;
///
/// let one = PrefixDigest::of(b"[1]");
/// assert_ne!(one, PrefixDigest::of(b"[2]"));
/// assert_eq!(PrefixDigest::parse(&one.to_hex()), Some(one));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PrefixDigest(u64);

impl PrefixDigest {
    /// The digest of these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        let (words, rest) = bytes.as_chunks::<8>();
        let mut digest = Self(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
        for word in words {
            digest = digest.mixed(u64::from_le_bytes(*word));
        }
        let mut last = [0; 8];
        for (to, from) in last.iter_mut().zip(rest) {
            *to = *from;
        }
        digest.mixed(u64::from_le_bytes(last))
    }

    /// The digest of this digest's content followed by the content of `next`.
    #[must_use]
    pub fn then(self, next: Self) -> Self {
        self.mixed(next.0)
    }

    /// Reads the 16 hexadecimal digits that [`PrefixDigest::to_hex`] writes.
    pub fn parse(text: &str) -> Option<Self> {
        let is_hexadecimal = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_hexadecimal.then(|| u64::from_str_radix(text, 16).ok().map(Self)).flatten()
    }

    /// The digest as 16 hexadecimal digits.
    // The standard library's formatter for these numbers would add a kilobyte to every download.
    pub fn to_hex(self) -> String {
        let digit =
            |place: u32| char::from_digit(u32::try_from(self.0 >> (60 - 4 * place) & 15).unwrap_or(0), 16);
        (0..16).filter_map(digit).collect()
    }

    fn mixed(self, word: u64) -> Self {
        Self(mixed(self.0, word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::HashSet;

    #[test]
    fn texts_that_differ_in_one_byte_or_in_length_have_other_digests() {
        let mut digests = HashSet::default();
        for length in 0..40 {
            for place in 0..length {
                for byte in [0_u8, 1, 32, 128, 255] {
                    let mut text = vec![b'x'; length];
                    text[place] = byte;
                    assert!(digests.insert(PrefixDigest::of(&text).0), "{text:?}");
                }
            }
        }
    }

    #[test]
    fn the_order_counts() {
        let [one, two] = [PrefixDigest::of(b"one"), PrefixDigest::of(b"two")];
        assert_ne!(one.then(two), two.then(one));
        assert_ne!(PrefixDigest::default().then(one), one);
    }

    #[test]
    fn only_16_hexadecimal_digits_are_a_digest() {
        for text in ["", "0", "+123456789abcdef", "0123456789abcdef0", "0123456789abcdeg"] {
            assert_eq!(PrefixDigest::parse(text), None, "{text}");
        }
        assert_eq!(PrefixDigest::parse("00000000000000ff"), Some(PrefixDigest(255)));
        assert_eq!(PrefixDigest(0x0123_4567_89ab_cdef).to_hex(), "0123456789abcdef");
    }
}
