//! The patterns that providers demand of ids and names.

/// What an id or a name may look like, and the rule that says so.
#[derive(Clone, Copy, Debug)]
pub struct Pattern {
    /// The rule's number.
    pub rule: &'static str,
    /// The most characters that are accepted.
    pub longest: usize,
    /// Whether any character will do, or only letters, digits, `_` and `-`.
    pub any_character: bool,
}

/// Mapped ids and names are no longer than this, whatever the target: OpenAI's older models take 40 (OC3).
const LONGEST_MAPPED: usize = 40;
const HASH_DIGITS: usize = 10;

impl Pattern {
    /// Whether the provider accepts `text`.
    pub fn accepts(&self, text: &str) -> bool {
        let fits =
            !text.is_empty() && text.chars().take(self.longest.saturating_add(1)).count() <= self.longest;
        fits && (self.any_character || text.chars().all(is_plain))
    }

    /// What stands for `text`: itself when it is accepted, else its plain characters and a hash of all of it,
    /// so that two texts stay two. The same text always gives the same name.
    pub fn map(&self, text: &str) -> Option<Box<str>> {
        (!self.accepts(text)).then(|| derived(text, ""))
    }
}

/// A name derived from `text`, another one for each `variant`.
pub(super) fn derived(text: &str, variant: &str) -> Box<str> {
    let room = LONGEST_MAPPED.saturating_sub(HASH_DIGITS.saturating_add(1));
    let plain = text.chars().map(|character| if is_plain(character) { character } else { '_' });
    let mut name: String = plain.take(room).collect();
    name.push('_');
    name.push_str(&digits(hash(&[text, variant])));
    name.into()
}

fn is_plain(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_' || character == '-'
}

/// FNV-1a with 64 bits: small, and the same on every machine. No secret hangs on it.
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

    const PATTERN: Pattern = Pattern { rule: "AN6", longest: 64, any_character: false };

    #[test]
    fn accepted_text_is_left_alone_and_mapped_text_is_accepted() {
        assert_eq!(PATTERN.map("call_1-A"), None);
        for text in ["", "functions.Web:3", "Bash:12", "한국어", &"x".repeat(65)] {
            let mapped = PATTERN.map(text).expect("mapped");
            assert!(PATTERN.accepts(&mapped), "{text} -> {mapped}");
            assert!(mapped.len() <= LONGEST_MAPPED);
            assert_eq!(PATTERN.map(text), Some(mapped));
        }
        assert_ne!(PATTERN.map("a.b"), PATTERN.map("a:b"));
    }
}
