//! Names of models: aliases, and dates.

use super::is_readable;
use crate::format::bedrock::{bare, is_opaque};
use crate::message::Reasoning;
use crate::sanitize::RequestOptions;

/// Reports whether another model than the requested one made this reasoning, and the requested one is not known to read
/// it.
pub(in crate::format) fn is_of_another_model(reasoning: &Reasoning, options: &RequestOptions) -> bool {
    let made_by = reasoning.origin.as_ref().and_then(|origin| origin.model.as_deref());
    let Some((made, asked)) = made_by.zip(options.model()) else { return false };
    let maker = options.model_like(made);
    let reads = options.model_row().is_some_and(|row| row.reads_model(made));
    !(reads || is_same_model(maker, asked) || is_readable(asked, maker))
}

/// Reports whether both names are of one model. An alias and its dated name are of one model. Answers name the model by
/// its date, as `gpt-5-2025-08-07` for `gpt-5`, and `claude-sonnet-4-5-20250929` for `claude-sonnet-4-5`.
pub(in crate::format) fn is_same_model(one: &str, other: &str) -> bool {
    if one != other && (is_opaque(one) || is_opaque(other)) {
        return true;
    }
    let ((one, one_date), (other, other_date)) = (dated(bare(one)), dated(bare(other)));
    one == other && one_date.zip(other_date).is_none_or(|(one, other)| one == other)
}

/// A model's name without its date or `-latest`, and the date.
fn dated(name: &str) -> (&str, Option<&str>) {
    let alias = name.strip_suffix("-latest").or_else(|| name.strip_suffix("-0"));
    if let Some(base) = alias {
        return (base, None);
    }
    let mut starts = name.match_indices(['-', '@']).filter(|(at, _)| {
        let rest = name.get(at.saturating_add(1)..).unwrap_or_default();
        let digits = rest.bytes().filter(u8::is_ascii_digit).count();
        rest.starts_with("20")
            && digits == 8
            && rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
    });
    let Some((at, _)) = starts.next() else { return (name, None) };
    (name.get(..at).unwrap_or(name), name.get(at.saturating_add(1)..))
}

#[cfg(test)]
mod tests {
    use super::is_same_model;

    #[test]
    fn an_alias_is_the_model_that_it_stands_for() {
        let cases = [
            ("gpt-5", "gpt-5-2025-08-07", true),
            ("claude-sonnet-4-5", "claude-sonnet-4-5-20250929", true),
            ("claude-sonnet-4-0", "claude-sonnet-4-20250514", true),
            ("claude-3-7-sonnet-latest", "claude-3-7-sonnet-20250219", true),
            ("claude-sonnet-4-5@20250929", "claude-sonnet-4-5-20250929", true),
            ("claude-sonnet-4-5@20250929", "claude-sonnet-4-5", true),
            ("gpt-4o-2024-05-13", "gpt-4o-2024-08-06", false),
            ("claude-sonnet-4-5", "claude-sonnet-4", false),
            ("claude-sonnet-4-5", "claude-opus-4-5-20251101", false),
            ("gpt-5", "gpt-5-mini", false),
        ];
        for (one, other, expected) in cases {
            assert_eq!(is_same_model(one, other), expected, "{one} and {other}");
            assert_eq!(is_same_model(other, one), expected, "{other} and {one}");
        }
    }
}
