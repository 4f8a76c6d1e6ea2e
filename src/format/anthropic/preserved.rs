//! Models with preserved thinking: they check what stands before a thinking block that comes back (AN18).

use super::prefill::version;

/// Reports whether the model checks it: every Claude from 5.1 on does, also at Bedrock. A name without a version is
/// taken for that of a newer model.
///
/// Sources: Anthropic's pages "Preserved thinking" ("Starting with Claude Fable 5.1") and "Prefix checks on thinking
/// blocks" (its list of models), 2026-11; hermes-agent#106426.
pub(in crate::format) fn checks_prefix(model: Option<&str>) -> bool {
    model.and_then(version).is_none_or(|version| version >= (5, 1))
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
