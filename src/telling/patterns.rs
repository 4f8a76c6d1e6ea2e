//! Words that are searched in a text all at once, whatever their case (ASCII).
//!
//! A pattern that begins with an ASCII letter begins at a word. If it ends in a letter, too, it ends at one; more letters
//! may follow if it ends in `*`. All others are searched anywhere.

/// A set of patterns, by their first two bytes.
#[derive(Debug)]
pub(super) struct Patterns {
    /// The index of the first pattern of each key; the patterns of a key end where those of the next one begin.
    starts: Vec<u16>,
    /// The patterns, by their keys.
    list: Vec<WordPattern>,
}

/// A pattern: `word`, the bit of its list, and whether more letters may follow it.
#[derive(Clone, Copy, Debug)]
struct WordPattern {
    word: &'static [u8],
    list: u16,
    is_open: bool,
}

/// A pattern in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hit {
    /// The bit of its list.
    pub(super) list: u16,
    /// Its first byte, and the one behind it.
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The number of keys: five bits of either byte, in which the two cases of a letter are the same.
const KEYS: u16 = 1 << 10;

impl Patterns {
    /// Reads lists of patterns in lower case, separated by `|`. Patterns have at least two bytes.
    pub(super) fn new(lists: &[(u16, &'static str)]) -> Self {
        let mut all = Vec::new();
        for (list, text) in lists {
            all.extend(text.split('|').map(|pattern| {
                let word = pattern.strip_suffix('*').unwrap_or(pattern).as_bytes();
                let is_word = word.first().is_some_and(u8::is_ascii_alphabetic)
                    && word.last().is_some_and(|last| is_letter(*last));
                WordPattern { word, list: *list, is_open: word.len() < pattern.len() || !is_word }
            }));
        }
        let (mut starts, mut list) =
            (Vec::with_capacity(usize::from(KEYS) + 1), Vec::with_capacity(all.len()));
        for key in 0..KEYS {
            starts.push(u16::try_from(list.len()).unwrap_or(u16::MAX));
            list.extend(all.iter().filter(|pattern| key_at(pattern.word, 0) == usize::from(key)));
        }
        starts.push(u16::try_from(list.len()).unwrap_or(u16::MAX));
        Self { starts, list }
    }

    /// Calls `found` with the patterns that the text holds, by their place.
    pub(super) fn each(&self, text: &[u8], found: &mut dyn FnMut(Hit)) {
        let mut start = 0_usize;
        while let Some(byte) = text.get(start) {
            let key = key_at(text, start);
            let (from, to) = (self.starts.get(key), self.starts.get(key.wrapping_add(1)));
            if from != to {
                self.find_at(text, start, found);
            }
            start = start.wrapping_add(1);
            if is_letter(*byte) {
                // No pattern begins with an ASCII letter inside a word.
                while text.get(start).is_some_and(u8::is_ascii_alphabetic) {
                    start = start.wrapping_add(1);
                }
            }
        }
    }

    /// Calls `found` with the patterns that begin at a place.
    fn find_at(&self, text: &[u8], start: usize, found: &mut dyn FnMut(Hit)) {
        let key = key_at(text, start);
        let of = |key: usize| self.starts.get(key).map_or(0, |start| usize::from(*start));
        for WordPattern { word, list, is_open } in
            self.list.get(of(key)..of(key.wrapping_add(1))).unwrap_or_default()
        {
            let end = start.saturating_add(word.len());
            // Most patterns differ in their last byte already.
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

/// The key of the two bytes at a place.
#[inline(always)]
fn key_at(bytes: &[u8], at: usize) -> usize {
    let low = |at: usize| usize::from(bytes.get(at).copied().unwrap_or(0) & 31);
    (low(at) << 5) | low(at.wrapping_add(1))
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
