//! Models that check what stands before reasoning that comes back (OR15).

use crate::text::rsplit_once;

/// Reports whether the model checks it: GPT-6 and newer do. An unknown name is taken for that of a newer model.
///
/// Sources: OpenAI's guide "Keep the prefix unchanged" ("Starting with newer frontier models"), 2026-11, which came with
/// GPT-6.
pub(super) fn checks_prefix(model: Option<&str>) -> bool {
    version(model).is_none_or(|version| version >= (6, 0))
}

/// Reports whether `instructions` are checked, too: before GPT-6.2 they are. Newer models take them for the end of the
/// input.
///
/// Source: as above.
pub(super) fn checks_prompt(model: Option<&str>) -> bool {
    version(model).is_some_and(|version| version < (6, 2))
}

/// The version in a name: (5, 6) of `gpt-5.6-luna`, (4, 0) of `gpt-4o`. Names of older series are (0, 0); `None` for an
/// unknown name.
fn version(model: Option<&str>) -> Option<(u32, u32)> {
    let model = model?;
    let name = rsplit_once(model, "/").map_or(model, |(_, name)| name);
    let name = name.strip_prefix("ft:").unwrap_or(name);
    let is_series =
        name.strip_prefix('o').is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()));
    if is_series
        || name.starts_with("codex")
        || name.starts_with("computer-use")
        || name.starts_with("chatgpt")
    {
        return Some((0, 0));
    }
    let mut numbers = name.strip_prefix("gpt-")?.split('-').next()?.splitn(2, '.');
    let mut number = || {
        let digits = numbers.next()?;
        let end = digits.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(digits.len());
        digits.get(..end)?.parse().ok()
    };
    Some((number()?, number().unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::{checks_prefix, checks_prompt};

    #[test]
    fn the_version_in_a_name_decides() {
        let cases = [
            ("gpt-4o-2024-08-06", false, true),
            ("gpt-5", false, true),
            ("gpt-5.6-luna", false, true),
            ("openai/gpt-5.6", false, true),
            ("o4-mini", false, true),
            ("codex-mini-latest", false, true),
            ("ft:gpt-4.1-2025-04-14:org::id", false, true),
            ("gpt-6-astra", true, true),
            ("gpt-6.2", true, false),
            ("gpt-7", true, false),
            ("a-deployment", true, false),
        ];
        for (model, prefix, prompt) in cases {
            assert_eq!((checks_prefix(Some(model)), checks_prompt(Some(model))), (prefix, prompt), "{model}");
        }
    }
}
