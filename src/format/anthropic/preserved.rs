//! Models with preserved thinking: they check everything before a returned thinking block (AN18).

use crate::format::models::{Family, model_of};

/// Reports whether the model checks this, also at Bedrock. An unknown name counts as a newer model.
pub(in crate::format) fn checks_prefix(model: Option<&str>) -> bool {
    model.and_then(|name| model_of(Family::Claude, name)).is_none_or(|row| row.is_bound)
}

#[cfg(test)]
mod tests {
    use super::checks_prefix;

    #[test]
    fn the_version_in_a_name_decides() {
        let cases = [
            (Some("claude-fable-5-1"), true),
            (Some("us.anthropic.claude-sonnet-5-5-v1:0"), true),
            (Some("anthropic/claude-opus-5.5"), true),
            (Some("claude-opus-6"), true),
            (Some("claude-opus-5"), false),
            (Some("claude-haiku-4-5-20251001"), false),
            (Some("a-model-behind-a-proxy"), true),
            (None, true),
        ];
        for (model, expected) in cases {
            assert_eq!(checks_prefix(model), expected, "{model:?}");
        }
    }
}
