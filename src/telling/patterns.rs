//! Searches a text for many words at once. Upper and lower case are equal (ASCII).
//!
//! A pattern that begins with an ASCII letter matches only at the beginning of a word. If it also ends in a letter,
//! it matches only a whole word; a `*` at its end lets more letters follow. Other patterns match anywhere.

/// A set of patterns, by their first two bytes.
#[derive(Debug)]
pub(super) struct Patterns {
    /// For each key, one bit for the third byte of each pattern. Most words of a text have none of these third bytes.
    thirds: Vec<u32>,
    /// For each key, one more than the index of its last pattern; 0 if it has no pattern.
    lasts: Vec<usize>,
    list: Vec<WordPattern>,
}

/// A pattern: `word`, the bit of its list, and whether more letters may follow.
#[derive(Clone, Copy, Debug)]
struct WordPattern {
    word: &'static [u8],
    list: u16,
    is_open: bool,
    /// One more than the index of the previous pattern with this key; 0 for the first.
    before: usize,
}

/// A match of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hit {
    /// The bit of its list.
    pub(super) list: u16,
    /// The first byte, and the byte after the last.
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The number of keys: five bits of each of two bytes, and one bit for a first byte that is not ASCII. In the five
/// bits, the two cases of a letter are equal.
const KEYS: usize = 1 << 11;

impl Patterns {
    /// Reads lists of patterns in lower case, separated by `|`. Patterns have at least two bytes.
    pub(super) fn new(lists: &[(u16, &'static str)]) -> Self {
        let mut own = Self { thirds: vec![0; KEYS], lasts: vec![0; KEYS], list: Vec::new() };
        for (list, text) in lists {
            for pattern in text.split('|') {
                let word = pattern.strip_suffix('*').unwrap_or(pattern).as_bytes();
                let is_word = word.first().is_some_and(u8::is_ascii_alphabetic)
                    && word.last().is_some_and(|last| is_letter(*last));
                let key = key_at(word, 0);
                let (Some(last), Some(thirds)) = (own.lasts.get_mut(key), own.thirds.get_mut(key)) else {
                    continue;
                };
                *thirds |= if word.len() > 2 { third_at(word, 0) } else { u32::MAX };
                let is_open = word.len() < pattern.len() || !is_word;
                let before = std::mem::replace(last, own.list.len().saturating_add(1));
                own.list.push(WordPattern { word, list: *list, is_open, before });
            }
        }
        own
    }

    /// Calls `found` with each match in the text, in order of place.
    pub(super) fn each(&self, text: &[u8], found: &mut dyn FnMut(Hit)) {
        self.each_from(text, 0, text.len(), found);
    }

    /// Calls `found` with each match that begins from `from` up to `to`. `from` must be the beginning of a word.
    pub(super) fn each_from(&self, text: &[u8], from: usize, to: usize, found: &mut dyn FnMut(Hit)) {
        let mut start = from;
        while start < to {
            let thirds = self.thirds.get(key_at(text, start)).copied().unwrap_or_default();
            if thirds & third_at(text, start) != 0 {
                self.find_at(text, start, found);
            }
            let byte = text.get(start).copied().unwrap_or_default();
            start = start.wrapping_add(1);
            if start < to && is_letter(byte) {
                // No pattern begins with an ASCII letter inside a word.
                while text.get(start).is_some_and(u8::is_ascii_alphabetic) {
                    start = start.wrapping_add(1);
                }
            }
        }
    }

    /// Calls `found` with each match that begins at a place.
    fn find_at(&self, text: &[u8], start: usize, found: &mut dyn FnMut(Hit)) {
        let mut next = self.lasts.get(key_at(text, start)).copied().unwrap_or_default();
        while let Some(WordPattern { word, list, is_open, before }) =
            next.checked_sub(1).and_then(|at| self.list.get(at))
        {
            next = *before;
            let end = start.saturating_add(word.len());
            // Most patterns already differ in the last byte.
            let last = |bytes: &[u8], end: usize| bytes.get(end.wrapping_sub(1)).map(|byte| byte & 31);
            if last(text, end) != last(word, word.len()) {
                continue;
            }
            let is_whole = *is_open || !text.get(end).is_some_and(|next| is_letter(*next));
            if is_whole && text.get(start..end).is_some_and(|own| own.eq_ignore_ascii_case(word)) {
                found(Hit { list: *list, start, end });
            }
        }
    }
}

/// Returns the key of the two bytes at a place.
#[inline(always)]
fn key_at(bytes: &[u8], at: usize) -> usize {
    let byte = |at: usize| usize::from(bytes.get(at).copied().unwrap_or(0));
    let first = byte(at);
    ((first & 0x80) << 3) | ((first & 31) << 5) | (byte(at.wrapping_add(1)) & 31)
}

/// Returns the bit of the third byte from a place on.
#[inline(always)]
fn third_at(bytes: &[u8], at: usize) -> u32 {
    1 << (bytes.get(at.wrapping_add(2)).copied().unwrap_or(0) & 31)
}

#[inline(always)]
fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte >= 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_found_at_words_whatever_their_case() {
        let patterns = Patterns::new(&[(1, "do not|max*|不要"), (2, "n'|never")]);
        for (text, wanted) in [
            ("Do NOT touch it", vec![(1, 0, 6)]),
            ("do nothing", vec![]),
            ("the maximum, never", vec![(1, 4, 7), (2, 13, 18)]),
            ("climax", vec![]),
            ("请不要改", vec![(1, 3, 9)]),
            ("je n'ai", vec![(2, 3, 5)]),
            ("", vec![]),
        ] {
            let mut found = Vec::new();
            patterns.each(text.as_bytes(), &mut |hit| found.push((hit.list, hit.start, hit.end)));
            assert_eq!(found, wanted, "{text}");
        }
    }
}
