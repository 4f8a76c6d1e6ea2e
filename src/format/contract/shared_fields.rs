//! Fields that several formats have.

use crate::message::{CACHE_CONTROL, STRUCTURED};
use crate::sanitize::FieldPlace;

/// Reports whether a field means the same whatever format it came from: one of OpenAI's two formats, a marker that
/// others took over from Anthropic, or a field of documents that Converse has as Anthropic does.
pub(in crate::format) fn is_shared(place: FieldPlace, name: &str) -> bool {
    match name {
        STRUCTURED | "role" | "prompt_cache_breakpoint" | CACHE_CONTROL => true,
        "citations" | "context" => place == FieldPlace::Media,
        _ => false,
    }
}
