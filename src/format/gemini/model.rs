//! Rules that depend on the model's name.

use crate::text::find;

/// The version in a name: (2, 5) of `models/gemini-2.5-pro`, (3, 0) of `gemini-3-pro-preview`.
pub(super) fn version(model: &str) -> Option<(u32, u32)> {
    let name = model.rsplit('/').next()?.strip_prefix("gemini-")?;
    let mut numbers = name.split('-').next()?.split('.').map(str::parse);
    let major = numbers.next()?.ok()?;
    Some((major, numbers.next().and_then(Result::ok).unwrap_or(0)))
}

/// Reports whether the model continues its own last words (GE10); `None` when the name does not show it.
///
/// Sources: gemini-3.6-flash and gemini-3.5-flash-lite answer 400, gemini-3.5-flash and gemini-2.5-flash answer 200
/// (LibreChat-AI/agents#323, 2026-07); Google says so of these two "and all future releases"
/// (Zoo-Code-Org/Zoo-Code#1052).
pub(super) fn continues_words(model: &str) -> Option<bool> {
    let is_lite = find(model, "flash-lite").is_some();
    version(model).map(|version| version < (3, 5) || (version == (3, 5) && !is_lite))
}

#[cfg(test)]
mod tests {
    use super::{continues_words, version};

    #[test]
    fn the_version_in_a_name_decides() {
        let cases = [
            ("gemini-3-pro-preview", Some((3, 0)), Some(true)),
            ("models/gemini-3.1-flash", Some((3, 1)), Some(true)),
            ("publishers/google/models/gemini-2.5-pro", Some((2, 5)), Some(true)),
            ("gemini-3.5-flash", Some((3, 5)), Some(true)),
            ("gemini-3.5-flash-lite", Some((3, 5)), Some(false)),
            ("gemini-3.6-flash", Some((3, 6)), Some(false)),
            ("gemini-3.10-pro", Some((3, 10)), Some(false)),
            ("gemini-4-pro", Some((4, 0)), Some(false)),
            ("gemini-flash-latest", None, None),
            ("gpt-5", None, None),
        ];
        for (model, expected, continues) in cases {
            assert_eq!((version(model), continues_words(model)), (expected, continues), "{model}");
        }
    }
}
