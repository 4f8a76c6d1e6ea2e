//! Parts of Anthropic's API that Converse has for models of Claude, too.

use crate::text::find;

pub(super) use crate::format::anthropic::{NEW_CLAUDE, checks_prefix};

/// Reports whether the id of a model names the maker of Claude.
pub(super) fn is_claude(id: &str) -> bool {
    find(id, "anthropic.").is_some()
}
