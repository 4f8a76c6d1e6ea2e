//! Fields that several formats have.

use crate::message::{CACHE_CONTROL, STRUCTURED};
use crate::sanitize::FieldPlace;

/// Reports whether a field means the same in every format that has it: a field of OpenAI's two formats, a marker of
/// Anthropic that others adopted, or a field of documents that Anthropic and Converse share.
pub(in crate::format) fn is_shared(place: FieldPlace, name: &str) -> bool {
    match name {
        STRUCTURED | "role" | "prompt_cache_breakpoint" | CACHE_CONTROL => true,
        "citations" | "context" => place == FieldPlace::Media,
        _ => false,
    }
}
