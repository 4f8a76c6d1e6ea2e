//! The makers of models, by the ids that Bedrock gives them.

use super::claude::is_claude;
use crate::format::models::{Family, model};

/// The groups of models that the demands of Converse distinguish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MadeBy {
    /// A Claude that continues words of the assistant.
    ContinuingClaude,
    /// Any other Claude.
    Claude,
    /// A Nova of Amazon's.
    Nova,
    /// Another model of Amazon's, or one of another maker.
    Other,
}

/// The makers of models that are not Claude, as in the id `us.amazon.nova-pro-v1:0`.
const MAKERS: [&str; 17] = [
    "ai21",
    "amazon",
    "cohere",
    "deepseek",
    "google",
    "luma",
    "meta",
    "minimax",
    "mistral",
    "moonshot",
    "moonshotai",
    "nvidia",
    "openai",
    "qwen",
    "stability",
    "writer",
    "zai",
];

/// Finds the maker of a model by its id. `None` for an id that names no maker, such as a profile's or a custom model's.
pub(super) fn made_by(name: &str) -> Option<MadeBy> {
    let last = name.rsplit('/').next().unwrap_or(name);
    match model(name) {
        Some(row) if row.family == Family::Claude && row.continues_words => Some(MadeBy::ContinuingClaude),
        Some(row) if row.family == Family::Claude => Some(MadeBy::Claude),
        Some(row) if row.family == Family::Nova => Some(MadeBy::Nova),
        _ if is_claude(last) => Some(MadeBy::Claude),
        _ if last.split('.').any(|word| MAKERS.contains(&word)) => Some(MadeBy::Other),
        _ => None,
    }
}
