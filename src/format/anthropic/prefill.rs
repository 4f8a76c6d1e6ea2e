//! Models that continue words of the assistant (AN11).

use crate::text::rsplit_once;

/// Reports whether the model continues a last message of the assistant: every Claude up to 4.5 does, later ones
/// refuse it. A name without a version is taken for that of a newer model.
///
/// Sources: claude-haiku-4-5 (recorded: 200); "Prefilling assistant messages returns a 400 error on Claude 4.6 models"
/// (Anthropic's migration guide, 2026-02); strands-agents/sdk-python#1694, agno-agi/agno#7015: 4.5 accepts it.
pub(in crate::format) fn continues_words(model: &str) -> bool {
    version(model).is_some_and(|version| version <= (4, 5))
}

/// The version in a name of Claude: (4, 5) of `us.anthropic.claude-haiku-4-5-20251001-v1:0`, (3, 0) of
/// `claude-3-opus@20240229`.
pub(super) fn version(model: &str) -> Option<(u32, u32)> {
    let (_, name) = rsplit_once(model, "claude")?;
    let mut words = name.split(|character: char| !character.is_ascii_alphanumeric());
    // A date has more digits.
    let number = |word: &str| word.parse().ok().filter(|_| word.len() <= 2);
    let major = words.find_map(number)?;
    Some((major, words.next().and_then(number).unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::{continues_words, version};

    #[test]
    fn the_version_in_a_name_decides() {
        let cases = [
            ("claude-haiku-4-5-20251001", Some((4, 5)), true),
            ("us.anthropic.claude-sonnet-4-5-20250929-v1:0", Some((4, 5)), true),
            ("claude-sonnet-4-20250514", Some((4, 0)), true),
            ("claude-opus-4-1", Some((4, 1)), true),
            ("anthropic/claude-opus-4.5", Some((4, 5)), true),
            ("claude-3-5-sonnet-v2@20241022", Some((3, 5)), true),
            ("anthropic.claude-3-haiku-20240307-v1:0", Some((3, 0)), true),
            ("claude-instant-1.2", Some((1, 2)), true),
            ("claude-opus-4-6", Some((4, 6)), false),
            ("us.anthropic.claude-opus-4-6-v1", Some((4, 6)), false),
            ("claude-sonnet-4-10", Some((4, 10)), false),
            ("claude-sonnet-5", Some((5, 0)), false),
            ("claude-fable-5-1", Some((5, 1)), false),
            ("claude-sonnet-latest", None, false),
            ("gpt-5", None, false),
        ];
        for (model, expected, continues) in cases {
            assert_eq!((version(model), continues_words(model)), (expected, continues), "{model}");
        }
    }
}
