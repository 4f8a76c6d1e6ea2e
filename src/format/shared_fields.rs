//! Fields that several formats have.

use crate::message::STRUCTURED;
use crate::sanitize::Place;

/// Reports whether a field means the same whatever format it came from: one of OpenAI's two formats, a marker that
/// others took over from Anthropic, or a field of documents that Converse has as Anthropic does.
pub(super) fn is_shared(place: Place, name: &str) -> bool {
    match name {
        STRUCTURED | "role" | "prompt_cache_breakpoint" | "cache_control" => true,
        "citations" | "context" => place == Place::Media,
        _ => false,
    }
}
