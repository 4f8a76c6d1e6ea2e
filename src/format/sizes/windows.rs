//! The context windows of models.

use super::row::WindowRow;
use super::rows::WINDOWS;
use super::without_makers;
use crate::format::models::best;
use crate::json::{Fields, Node};
use crate::list::Listed;
use crate::sanitize::RequestOptions;

/// The window of the model that a request asks; `None` for a model of no row.
pub fn window(options: &RequestOptions) -> Option<u32> {
    let is_meant = |row: &&WindowRow| row.vendor.is_none_or(|vendor| options.vendor_name == Some(vendor));
    let meant: Vec<&WindowRow> = WINDOWS.iter().filter(is_meant).listed();
    let row = |name: &str| {
        let mut rows = meant.iter().map(|row| (row.family, row.words, row.since));
        best(name, &mut rows).and_then(|at| meant.get(at))
    };
    without_makers(options.model()?, row).map(|row| row.tokens)
}

/// The fields that say how long an answer may be. The longest of them counts.
const ANSWER: [&[&str]; 8] = [
    &["max_tokens"],
    &["max_completion_tokens"],
    &["max_output_tokens"],
    &["maxTokens"],
    &["maxOutputTokens"],
    &["generationConfig", "maxOutputTokens"],
    &["config", "maxOutputTokens"],
    &["inferenceConfig", "maxTokens"],
];

/// The tokens that the fields of a request allow an answer; 0 if no field says so.
pub fn answer(fields: &Fields<'_>) -> u64 {
    let tokens = |path: &&[&str]| fields.at(path).and_then(Node::integer);
    ANSWER.iter().filter_map(tokens).max().and_then(|tokens| u64::try_from(tokens).ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::window;
    use crate::sanitize::RequestOptions;

    #[test]
    fn the_window_is_the_models_and_its_makers_own_may_be_larger() {
        let cases = [
            ("claude-haiku-4-5", None, Some(200_000)),
            ("claude-haiku-5-5", None, Some(1_000_000)),
            ("claude-sonnet-4-6", None, Some(1_000_000)),
            ("gpt-5.3-codex-spark", None, Some(128_000)),
            ("gpt-5.6-cyber", None, Some(272_000)),
            ("gpt-6-cyber", None, Some(922_000)),
            ("mistral-large-4", None, Some(1_048_576)),
            ("mistral-large-2512", None, Some(262_144)),
            ("mistral-small-2506", None, Some(128_000)),
            ("grok-4", None, Some(256_000)),
            ("grok-4.3", None, Some(1_000_000)),
            ("grok-4.20-reasoning", None, Some(1_000_000)),
            ("grok-4.7", None, Some(500_000)),
            ("deepseek-v4-pro", None, Some(200_000)),
            ("deepseek-v4-pro", Some("deepseek"), Some(1_000_000)),
            ("deepseek-flash", Some("deepseek"), Some(1_000_000)),
            ("moonshotai/kimi-k3", None, Some(262_144)),
            ("kimi-k3.1-pro", Some("kimi"), Some(1_048_576)),
            ("kimi-k3-256k", Some("kimi"), Some(262_144)),
            ("kimi-k3", Some("fireworks"), Some(262_144)),
            ("glm-5.3", Some("glm"), Some(1_000_000)),
            ("glm-5.1", Some("glm"), Some(200_000)),
            ("MiniMax-M3", Some("minimax"), Some(1_000_000)),
            ("MiniMax-M3", None, Some(196_608)),
            ("qwen4-max", None, Some(1_000_000)),
            ("qwen3-max", None, Some(32_768)),
            ("MiniMax-M2.7", Some("minimax"), Some(204_800)),
            ("MiniMax-M3.1-Flash", Some("minimax"), Some(1_000_000)),
            ("deepseek-v4.1-flash", Some("deepseek"), Some(1_000_000)),
            ("deepseek-v3.2", None, Some(64_000)),
            ("mistral-large-latest", None, Some(1_048_576)),
            ("mistral-small-latest", None, Some(262_144)),
            ("gemma-4-31b-it", None, Some(262_144)),
            ("gemma3:27b", None, Some(32_768)),
            ("muse-spark-1.3", None, Some(1_048_576)),
            ("mimo-v2.6-pro", None, Some(1_048_576)),
            ("a-model", None, None),
        ];
        for (model, vendor_name, expected) in cases {
            let mut options = RequestOptions { vendor_name, ..RequestOptions::default() };
            options.capabilities.model = Some(model.to_owned());
            assert_eq!(window(&options), expected, "{model} at {vendor_name:?}");
        }
    }
}
