//! Telling words of a text: ids, paths, names and amounts. They show that two messages are about the same thing.

use backscroll_kernels::eight;

/// A shorter word, in bytes, occurs everywhere by chance.
const SHORTEST: usize = 3;

/// The role of a character in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Letter {
    /// A character between words.
    Outside,
    /// A lower-case letter.
    Lower,
    /// A capital.
    Upper,
    /// A letter that is not ASCII.
    Other,
    /// A digit.
    Digit,
    /// `_`, `/` or `@`, as in ids, paths and addresses.
    Mark,
    /// `.`, which is part of a word only inside it.
    Dot,
    /// `-`, which is part of a word only inside it.
    Hyphen,
}

/// Calls `found` with each telling word of the text and its hash, in order, until it returns false. A telling word
/// has at least 3 bytes. It holds a digit, `_`, `/`, `@`, an inner dot, or a capital after a lower-case letter.
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
        let mut word = ReadWord::default();
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

/// Returns the start of the next word that is not plain. A plain word is ASCII letters in which no capital follows a
/// lower-case letter; a dot or a hyphen may follow the word. Most words are plain, and no plain word is telling.
fn behind_plain_words(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    loop {
        let rest = bytes.get(at..).unwrap_or_default();
        let Some(skipped) = next_sign(rest) else { return bytes.len() };
        at = at.saturating_add(skipped);
        let letter = |at: usize| bytes.get(at).map_or(Letter::Outside, |byte| letter_of(*byte));
        let is_plain = match letter(at) {
            Letter::Upper => at == from || letter(at.saturating_sub(1)) != Letter::Lower,
            Letter::Dot | Letter::Hyphen => letter(at.saturating_add(1)) == Letter::Outside,
            Letter::Outside | Letter::Lower | Letter::Other | Letter::Digit | Letter::Mark => false,
        };
        if !is_plain {
            let before = bytes.get(from..at).unwrap_or_default();
            let letters = before.iter().rev().take_while(|byte| byte.is_ascii_alphabetic()).count();
            return at.saturating_sub(letters);
        }
        at = at.saturating_add(1);
    }
}

/// Returns the index of the first byte that is neither a lower-case letter nor an ASCII character between words.
fn next_sign(bytes: &[u8]) -> Option<usize> {
    let (chunks, rest) = bytes.as_chunks();
    let is_sign = |byte: &u8| !matches!(letter_of(*byte), Letter::Lower | Letter::Outside);
    let mut at = 0_usize;
    for chunk in chunks {
        let sign = if is_prose(u64::from_le_bytes(*chunk)) { None } else { chunk.iter().position(is_sign) };
        if let Some(sign) = sign {
            return Some(at.saturating_add(sign));
        }
        at = at.saturating_add(chunk.len());
    }
    rest.iter().position(is_sign).map(|sign| at.saturating_add(sign))
}

/// Reports whether all eight bytes are lower-case letters or spaces.
fn is_prose(bytes: u64) -> bool {
    // Now letters are 0x41 to 0x5A, and spaces are 0. The sums set the highest bit of bytes from 0x41, 0x5B and 1 on.
    let flipped = bytes ^ eight(b' ');
    let letters = flipped.wrapping_add(eight(0x3F)) & !flipped.wrapping_add(eight(0x25));
    let spaces = !flipped.wrapping_add(eight(0x7F));
    (letters | spaces) & !bytes & eight(0x80) == eight(0x80)
}

/// The letter of each byte. A table is faster than comparisons.
static LETTERS: [Letter; 256] = letters();

const fn letters() -> [Letter; 256] {
    let mut letters = [Letter::Other; 256];
    let mut rest: &mut [Letter] = &mut letters;
    let mut byte = 0_u8;
    while let Some((letter, behind)) = rest.split_first_mut() {
        *letter = match byte {
            b'a'..=b'z' => Letter::Lower,
            b'A'..=b'Z' => Letter::Upper,
            b'0'..=b'9' => Letter::Digit,
            b'_' | b'/' | b'@' => Letter::Mark,
            b'.' => Letter::Dot,
            b'-' => Letter::Hyphen,
            0..=0x7F => Letter::Outside,
            0x80..=0xFF => Letter::Other,
        };
        byte = byte.wrapping_add(1);
        rest = behind;
    }
    letters
}

/// Returns the letter of an ASCII character; [`Letter::Other`] for a byte of another character.
#[inline]
fn letter_of(byte: u8) -> Letter {
    LETTERS.get(usize::from(byte)).copied().unwrap_or(Letter::Other)
}

/// A word that is being read.
#[derive(Clone, Copy, Debug, Default)]
struct ReadWord {
    is_telling: bool,
    is_readable: bool,
    /// True after a lower-case letter.
    is_lower: bool,
    /// True after a dot.
    has_dot: bool,
}

impl ReadWord {
    #[inline]
    fn take(&mut self, letter: Letter) {
        match letter {
            Letter::Lower | Letter::Other => {
                self.is_telling |= self.has_dot;
                self.is_readable = true;
            }
            Letter::Upper => {
                self.is_telling |= self.has_dot || self.is_lower;
                self.is_readable = true;
            }
            Letter::Digit => (self.is_telling, self.is_readable) = (true, true),
            Letter::Mark => self.is_telling = true,
            Letter::Dot => self.has_dot = true,
            Letter::Hyphen | Letter::Outside => {}
        }
        self.is_lower = letter == Letter::Lower;
    }
}

/// Returns the letter that begins at this byte, and its length in bytes; `None` at the end.
#[inline]
fn letter_at(bytes: &[u8], at: usize) -> Option<(Letter, usize)> {
    let byte = *bytes.get(at)?;
    Some(match byte {
        0..=0x7F => (letter_of(byte), 1),
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
