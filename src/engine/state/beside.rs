//! Sizes outside the history.

use crate::format::sizes::BesideWeight;
use crate::message::PrefixDigest;

/// Tokens of a request outside the history.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::engine) struct Beside {
    /// Tokens of the tools and schemas in the params, and of the frame of the request.
    pub(in crate::engine) params: u64,
    /// Their weights.
    pub(in crate::engine) weights: BesideWeight,
    pub(in crate::engine) added: u64,
    /// Tokens by which its own system prompt exceeds the history's prompt; below 0 if the history's prompt is larger.
    pub(in crate::engine) prompt: i64,
    /// Tokens that its fields allow the answer; 0 if they do not limit it.
    pub(in crate::engine) answer: u64,
    /// The context window of its model; 0 if unknown.
    pub(in crate::engine) window: u64,
    /// The digest of the params.
    pub(in crate::engine) params_digest: PrefixDigest,
    /// The digest of the fields that have a size. `None` if only the provider knows the size of a field.
    pub(in crate::engine) fields: Option<PrefixDigest>,
}

impl Beside {
    /// Adds tokens of a message that is not in the history yet.
    pub(in crate::engine) fn add(&mut self, tokens: u64) {
        self.added = self.added.saturating_add(tokens);
    }
}
