//! The kinds of blocks that are kept beside the modelled ones.

use crate::message::Role;

/// The field that keeps a `cachePoint` block at the part, call or result before it.
pub(super) const CACHE_POINT: &str = "cachePoint";

/// The field that keeps the other fields of a `citationsContent` with its text.
pub(super) const CITATIONS: &str = "citationsContent";

/// Blocks that only the assistant's messages hold, beside calls and reasoning.
const OF_ASSISTANT: [&str; 4] = ["toolUse", "toolResult", "reasoningContent", "citationsContent"];

/// The role of an unmodelled block of this kind, if only one role may hold it. Calls and results of tools that the
/// provider runs are unmodelled.
pub(super) fn role_of(kind: &str) -> Option<Role> {
    OF_ASSISTANT.contains(&kind).then_some(Role::Assistant)
}
