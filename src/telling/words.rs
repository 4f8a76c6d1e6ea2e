//! Telling words of a text: ids, paths, names and amounts. They show that a message speaks of the same thing as another.

/// Shorter words occur everywhere by chance. In bytes.
const SHORTEST: usize = 3;

/// The role of a character in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Letter {
    /// It stands between words.
    Outside,
    /// A lower-case letter.
    Lower,
    /// A capital.
    Upper,
    /// A letter of a script that is not Latin, or has no ASCII letter.
    Other,
    /// A digit.
    Digit,
    /// `_`, `/` or `@`, with which ids, paths and addresses are written.
    Mark,
    /// `.`, which belongs to a word only inside it.
    Dot,
    /// `-`, which belongs to a word only inside it.
    Hyphen,
}

/// Calls `found` with each telling word of the text, in order, and its hash, until it returns false. A telling word
/// has at least 3 bytes, and among them a digit, `_`, `/`, `@`, a dot inside it, or a capital behind a lower-case letter.
pub(super) fn telling_words(text: &str, mut found: impl FnMut(&str, u32) -> bool) {
    let bytes = text.as_bytes();
    let mut at = behind_plain_words(bytes, 0);
    while let Some((letter, length)) = letter_at(bytes, at) {
        let start = at;
        at = at.saturating_add(length);
        if matches!(letter, Letter::Outside | Letter::Dot | Letter::Hyphen) {
            at = behind_plain_words(bytes, at);
            continue;
        }
        let mut word = Word::default();
        word.take(letter);
        let mut end = at;
        while let Some((letter, length)) = letter_at(bytes, at).filter(|(next, _)| *next != Letter::Outside) {
            word.take(letter);
            at = at.saturating_add(length);
            end = if matches!(letter, Letter::Dot | Letter::Hyphen) { end } else { at };
        }
        let run = bytes.get(start..end).unwrap_or_default();
        if word.is_telling && word.is_readable && run.len() >= SHORTEST {
            let goes_on = found(text.get(start..end).unwrap_or_default(), hash(run));
            if !goes_on {
                return;
            }
        }
        at = behind_plain_words(bytes, at);
    }
}

/// The start of the next word that is not plain. A plain word is lower-case ASCII letters, of which the first ones may be
/// capitals. Most words are plain, and no plain word is telling.
fn behind_plain_words(bytes: &[u8], from: usize) -> usize {
    let mut start = from;
    let mut is_lower = false;
    for (offset, byte) in bytes.get(from..).unwrap_or_default().iter().enumerate() {
        match byte {
            b'a'..=b'z' => is_lower = true,
            b'A'..=b'Z' if !is_lower => {}
            b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'/' | b'@' | b'.' | b'-' | 0x80..=0xFF => return start,
            _ => {
                start = from.saturating_add(offset).saturating_add(1);
                is_lower = false;
            }
        }
    }
    bytes.len()
}

/// A word that is being read.
#[derive(Clone, Copy, Debug, Default)]
struct Word {
    is_telling: bool,
    is_readable: bool,
    /// True behind a lower-case letter.
    is_lower: bool,
    /// True behind a dot.
    has_dot: bool,
}

impl Word {
    fn take(&mut self, letter: Letter) {
        let is_readable = !matches!(letter, Letter::Mark | Letter::Dot | Letter::Hyphen | Letter::Outside);
        self.is_telling |= matches!(letter, Letter::Digit | Letter::Mark)
            || (letter == Letter::Upper && self.is_lower)
            || (self.has_dot && is_readable);
        self.is_readable |= is_readable;
        self.is_lower = letter == Letter::Lower;
        self.has_dot |= letter == Letter::Dot;
    }
}

/// The letter that begins at this byte, and its bytes; `None` at the end.
fn letter_at(bytes: &[u8], at: usize) -> Option<(Letter, usize)> {
    let byte = *bytes.get(at)?;
    Some(match byte {
        b'a'..=b'z' => (Letter::Lower, 1),
        b'A'..=b'Z' => (Letter::Upper, 1),
        b'0'..=b'9' => (Letter::Digit, 1),
        b'_' | b'/' | b'@' => (Letter::Mark, 1),
        b'.' => (Letter::Dot, 1),
        b'-' => (Letter::Hyphen, 1),
        0..=0x7F => (Letter::Outside, 1),
        // Latin-1 signs; punctuation, arrows, symbols and frames; CJK punctuation; full-width signs; emoji.
        0xC2 => (Letter::Outside, 2),
        0xE2 | 0xEF => (Letter::Outside, 3),
        0xE3 if bytes.get(at.saturating_add(1)) == Some(&0x80) => (Letter::Outside, 3),
        0xF0..=0xFF => (Letter::Outside, 4),
        0xE0..=0xEF => (Letter::Other, 3),
        0xC0..=0xDF => (Letter::Other, 2),
        0x80..=0xBF => (Letter::Other, 1),
    })
}

/// FNV-1a.
fn hash(word: &[u8]) -> u32 {
    word.iter().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_paths_names_and_amounts_are_telling() {
        let table: [(&str, &[&str]); 8] = [
            ("Order #W123 costs 5.50, as in src/a.rs.", &["W123", "5.50", "src/a.rs"]),
            ("Write to ann@x.de, not to Ann.", &["ann@x.de"]),
            ("getUser, user_id, HTML, Hello", &["getUser", "user_id"]),
            ("e.g. this; and... so on -- 42", &["e.g"]),
            ("{\"date\": \"2024-05-24\", \"price\": 253}", &["2024-05-24", "253"]),
            ("주문 A17을 취소", &["A17을"]),
            ("“x1y” … 🙂 ok9", &["x1y", "ok9"]),
            ("", &[]),
        ];
        for (text, wanted) in table {
            let mut found = Vec::new();
            telling_words(text, |_, hash| {
                found.push(hash);
                true
            });
            let wanted: Vec<u32> = wanted.iter().map(|word| hash(word.as_bytes())).collect();
            assert_eq!(found, wanted, "{text}");
        }
    }
}
