//! The cache breakpoints of Anthropic Messages.

use crate::message::CACHE_CONTROL;
use crate::sanitize::{BreakpointForm, RequestOptions};

/// Thinking blocks get no breakpoint. Blocks that the assistant or the provider writes get none either, because
/// breakpoints are where a request ends.
const FORM: BreakpointForm = BreakpointForm {
    field: CACHE_CONTROL,
    short: r#"{"type":"ephemeral"}"#,
    long: r#"{"type":"ephemeral","ttl":"1h"}"#,
    is_block: false,
    is_in_tools: true,
    is_in_system: true,
    marks_results: false,
    blocks: &["text", "image", "document", "search_result", "tool_result", "container_upload"],
    text: "text",
};

/// Every model takes them.
pub(super) fn breakpoints(_: &RequestOptions) -> Option<&'static BreakpointForm> {
    Some(&FORM)
}
