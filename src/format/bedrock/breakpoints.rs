//! The cache points of Amazon Bedrock.

use super::block_kinds::CACHE_POINT;
use crate::format::models::{BreakpointSupport, model};
use crate::sanitize::{BreakpointForm, RequestOptions};

/// A cache point cannot come directly after documents other than PDFs ("messages.0.content.3.type: Field required",
/// strands-agents/harness-sdk#1966), videos (pydantic/pydantic-ai#4207) and reasoning. It needs a block before it in
/// its own message (strands-agents/harness-sdk#3677).
const LONG: BreakpointForm = BreakpointForm {
    field: CACHE_POINT,
    short: r#"{"type":"default"}"#,
    long: r#"{"type":"default","ttl":"1h"}"#,
    is_block: true,
    is_in_tools: true,
    is_in_system: true,
    marks_results: false,
    blocks: &["text", "image", "toolResult"],
    text: "text",
};

static SHORT: BreakpointForm = BreakpointForm { long: LONG.short, ..LONG };

/// "Malformed input request: #/toolConfig/tools/0: extraneous key [cachePoint] is not permitted".
static BEHIND_WORDS: BreakpointForm =
    BreakpointForm { is_in_tools: false, blocks: &["text", "image"], long: LONG.short, ..LONG };

/// The form for the model; `None` for an unknown one, because models without a cache refuse the request.
pub(super) fn breakpoints(options: &RequestOptions) -> Option<&'static BreakpointForm> {
    match model(options.model()?)?.breakpoints {
        BreakpointSupport::Never => None,
        BreakpointSupport::BehindWords => Some(&BEHIND_WORDS),
        BreakpointSupport::Short => Some(&SHORT),
        BreakpointSupport::Long => Some(&LONG),
    }
}
