//! The context windows of models.

use super::rows::WINDOWS;
use super::without_makers;
use crate::format::models::best;
use crate::json::{Fields, Node};
use crate::sanitize::RequestOptions;

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

/// The tokens that the fields of a request allow an answer; 0 if no field says so.
pub fn answer(fields: &Fields<'_>) -> u64 {
    let tokens = |path: &&[&str]| fields.at(path).and_then(Node::integer);
    ANSWER.iter().filter_map(tokens).max().and_then(|tokens| u64::try_from(tokens).ok()).unwrap_or(0)
}
