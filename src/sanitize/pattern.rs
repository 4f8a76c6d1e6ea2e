//! The patterns that providers demand of ids and names.

use crate::rules::Rule;

/// The form that an id or a name must have, and its rule.
#[derive(Clone, Copy, Debug)]
pub struct Pattern {
    /// The rule on this form: its length and its characters.
    pub rule: Option<&'static Rule>,
    /// The minimum number of characters.
    pub shortest: usize,
    /// The maximum number of characters.
    pub longest: usize,
    /// The accepted characters.
    pub letters: Letters,
}

/// Characters of ids and names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Letters {
    /// Any.
    Any,
    /// Letters, digits, `_` and `-`.
    Plain,
    /// Letters and digits.
    Alphanumeric,
    /// Letters, digits, `_`, `-`, `.` and `:`.
    Dotted,
    /// A letter or `_`, then also digits, `.`, `:` and `-`.
    Identifier,
}

/// The maximum length of mapped ids and names, whatever the target: OpenAI's older models take 40 (OC3).
const LONGEST_MAPPED: usize = 40;
const HASH_DIGITS: usize = 10;

impl Pattern {
    /// Reports whether the provider accepts `text`.
    pub fn accepts(&self, text: &str) -> bool {
        let length = match text.is_ascii() {
            true => text.len(),
            false => text.chars().take(self.longest.saturating_add(1)).count(),
        };
        (self.shortest..=self.longest).contains(&length) && self.letters.spell(text)
    }

    /// Returns the name to send instead of `text`; `None` when `text` is accepted. It is made of the plain characters
    /// of `text` and a hash of the whole, so different texts get different names. One text always gets one name.
    pub fn map(&self, text: &str) -> Option<Box<str>> {
        (!self.accepts(text)).then(|| self.derived(text, ""))
    }

    /// A name derived from `text`, different for each `variant`. Only the hash if the pattern leaves no room for more, or
    /// refuses the `_` between them.
    pub(super) fn derived(&self, text: &str, variant: &str) -> Box<str> {
        let hash = digits(hash(&[text, variant]));
        let longest = self.longest.min(LONGEST_MAPPED);
        let room = longest.checked_sub(HASH_DIGITS.saturating_add(1));
        let Some(room) = room.filter(|room| *room > 0 && self.letters.spell_within('_')) else {
            return hash.chars().take(longest).collect::<String>().into();
        };
        let is_plain = |character| is_plain(character) && self.letters.spell_within(character);
        let mut name: String = text
            .chars()
            .map(|character| if is_plain(character) { character } else { '_' })
            .take(room)
            .collect();
        if self.letters == Letters::Identifier && name.starts_with(|first: char| !may_begin(first)) {
            name.insert(0, '_');
            name.truncate(room);
        }
        name.push('_');
        name.push_str(&hash);
        name.into()
    }
}

impl Letters {
    fn spell(self, text: &str) -> bool {
        let begins = self != Self::Identifier || text.starts_with(may_begin);
        begins && text.chars().all(|character| self.spell_within(character))
    }

    fn spell_within(self, character: char) -> bool {
        match self {
            Self::Any => true,
            Self::Plain => is_plain(character),
            Self::Alphanumeric => character.is_ascii_alphanumeric(),
            Self::Dotted | Self::Identifier => is_plain(character) || character == '.' || character == ':',
        }
    }
}

fn is_plain(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_' || character == '-'
}

/// Reports whether an identifier may begin with the character.
fn may_begin(character: char) -> bool {
    character.is_ascii_alphabetic() || character == '_'
}

/// FNV-1a with 64 bits: little code, and equal on every machine. Nothing secret depends on it.
fn hash(texts: &[&str]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for text in texts {
        for byte in text.bytes().chain([0xff]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    hash
}

fn digits(mut number: u64) -> String {
    let mut text = String::with_capacity(HASH_DIGITS);
    for _ in 0..HASH_DIGITS {
        let digit = u32::try_from(number % 36).unwrap_or(0);
        text.push(char::from_digit(digit, 36).unwrap_or('0'));
        number /= 36;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn pattern(longest: usize, letters: Letters) -> Pattern {
        Pattern { rule: None, shortest: 1, longest, letters }
    }

    #[test]
    fn accepted_text_is_left_alone_and_mapped_text_is_accepted() {
        let patterns = [
            (pattern(64, Letters::Plain), "call_1-A"),
            (pattern(128, Letters::Identifier), "functions.Web:3"),
            (Pattern { shortest: 9, ..pattern(9, Letters::Alphanumeric) }, "abcDEF123"),
            (pattern(12, Letters::Alphanumeric), "abcDEF123456"),
            (pattern(12, Letters::Plain), "call-12"),
            (pattern(64, Letters::Alphanumeric), "abcDEF123456"),
        ];
        for (pattern, accepted) in patterns {
            assert_eq!(pattern.map(accepted), None);
            for text in ["", "a b", "1.5/x", "Bash:12!", "한국어", &"x y".repeat(65)] {
                let mapped = pattern.map(text).expect("mapped");
                assert!(pattern.accepts(&mapped), "{text} -> {mapped}");
                assert!(mapped.len() <= LONGEST_MAPPED);
                assert_eq!(pattern.map(text), Some(mapped));
            }
            assert_ne!(pattern.map("a/b"), pattern.map("a,b"));
        }
    }
}
