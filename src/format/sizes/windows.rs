//! The context windows of models.

use super::without_makers;
use crate::format::models::{Family, Version, best};
use crate::json::{Fields, Node};
use crate::rules::documented;
use crate::sanitize::RequestOptions;

/// A row of the table: the window of one model, or of a run of versions.
#[derive(Clone, Copy, Debug)]
pub struct WindowRow {
    /// The family.
    pub family: Family,
    /// The words that must be in the name; any of them is enough. Empty: any name of the family.
    pub words: &'static [&'static str],
    /// The first version that the row is about. The row holds up to the next row of the same words.
    pub since: Version,
    /// Tokens that a request may have at most. Of models that providers serve with different windows, the smallest.
    pub tokens: u32,
    /// The source of the row, for people.
    pub source: &'static str,
}

const fn row(
    family: Family,
    words: &'static [&'static str],
    since: Version,
    tokens: u32,
    source: &'static str,
) -> WindowRow {
    WindowRow { family, words, since, tokens, source: documented(source) }
}

const OPENAI: &str = "OpenAI's pages of the models";
/// OpenAI's window of 400,000 tokens holds at most 272,000 of a request, and that of 1,050,000 at most 922,000.
const OPENAI_INPUT: &str = "OpenAI's pages of the models, less the longest answer";
const CLAUDE: &str = "Anthropic's page \"Models overview\"";
const GEMINI: &str = "Google's page \"Gemini models\"";
const MISTRAL: &str = "Mistral's page \"Models\"";
const NOVA: &str = "the user guide of Amazon Nova";
const SERVED: &str = "the makers' model cards, and the smallest window that a provider serves";

/// The table.
pub static WINDOWS: &[WindowRow] = &[
    row(Family::Claude, &[], (0, 0), 100_000, CLAUDE),
    row(Family::Claude, &[], (2, 1), 200_000, CLAUDE),
    row(Family::Claude, &["opus", "sonnet"], (4, 6), 1_000_000, CLAUDE),
    row(Family::Claude, &["fable", "mythos"], (0, 0), 1_000_000, CLAUDE),
    row(Family::OpenAi, &[], (0, 0), 16_385, OPENAI),
    row(Family::OpenAi, &[], (4, 0), 8_192, OPENAI),
    row(Family::OpenAi, &["32k"], (4, 0), 32_768, OPENAI),
    row(Family::OpenAi, &["turbo", "1106", "0125", "4o"], (4, 0), 128_000, OPENAI),
    row(Family::OpenAi, &[], (4, 1), 1_047_576, OPENAI),
    row(Family::OpenAi, &[], (4, 5), 128_000, OPENAI),
    row(Family::OpenAi, &[], (5, 0), 272_000, OPENAI_INPUT),
    row(Family::OpenAi, &["chat"], (5, 0), 128_000, OPENAI),
    row(Family::OpenAi, &[], (5, 4), 922_000, OPENAI_INPUT),
    row(Family::OpenAi, &["mini", "nano"], (5, 4), 272_000, OPENAI_INPUT),
    row(Family::OpenAi, &["o1", "o3", "o4", "codex-mini"], (0, 0), 200_000, OPENAI),
    row(Family::OpenAi, &["o1-mini", "o1-preview"], (0, 0), 128_000, OPENAI),
    row(Family::Gemini, &[], (0, 0), 30_720, GEMINI),
    row(Family::Gemini, &[], (1, 5), 1_048_576, GEMINI),
    row(Family::Gemini, &["image"], (2, 0), 32_768, GEMINI),
    row(Family::Gemini, &["tts"], (2, 0), 8_192, GEMINI),
    row(Family::Gemini, &["live", "audio"], (2, 0), 32_000, GEMINI),
    row(Family::Mistral, &[], (0, 0), 128_000, MISTRAL),
    row(Family::Mistral, &["7b", "tiny", "saba", "voxtral"], (0, 0), 32_000, MISTRAL),
    row(Family::Mistral, &["magistral"], (0, 0), 40_000, MISTRAL),
    row(Family::Nova, &[], (0, 0), 128_000, NOVA),
    row(Family::Nova, &["lite", "pro"], (0, 0), 300_000, NOVA),
    row(Family::Nova, &["premier"], (0, 0), 1_000_000, NOVA),
    row(Family::Nova, &["lite", "pro"], (2, 0), 1_000_000, NOVA),
    row(Family::DeepSeek, &[], (0, 0), 64_000, SERVED),
    row(Family::Grok, &[], (0, 0), 131_072, SERVED),
    row(Family::Grok, &["vision"], (0, 0), 32_768, SERVED),
    row(Family::Grok, &[], (4, 0), 256_000, SERVED),
    row(Family::GptOss, &[], (0, 0), 131_072, SERVED),
    row(Family::Llama, &[], (0, 0), 4_096, SERVED),
    row(Family::Llama, &[], (3, 0), 8_192, SERVED),
    row(Family::Llama, &[], (3, 1), 128_000, SERVED),
    row(Family::Qwen, &[], (0, 0), 32_768, SERVED),
    row(Family::Kimi, &[], (0, 0), 131_072, SERVED),
    row(Family::Kimi, &[], (2, 5), 262_144, SERVED),
    row(Family::Glm, &[], (0, 0), 128_000, SERVED),
    row(Family::Glm, &[], (4, 6), 200_000, SERVED),
    row(Family::MiniMax, &[], (0, 0), 196_608, SERVED),
];

/// The window of the model that a request asks; `None` for a model of no row.
pub fn window(options: &RequestOptions) -> Option<u32> {
    let row = |name: &str| {
        let mut rows = WINDOWS.iter().map(|row| (row.family, row.words, row.since));
        best(name, &mut rows).and_then(|at| WINDOWS.get(at))
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

/// The tokens that the fields of a request allow an answer; 0 where they say nothing.
pub fn answer(fields: &Fields<'_>) -> u64 {
    let tokens = |path: &&[&str]| fields.at(path).and_then(Node::integer);
    ANSWER.iter().filter_map(tokens).max().and_then(|tokens| u64::try_from(tokens).ok()).unwrap_or(0)
}
