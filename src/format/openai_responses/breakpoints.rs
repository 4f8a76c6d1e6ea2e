//! The cache breakpoints of OpenAI Responses.

use crate::format::openai_chat::{OPENAI_BREAKPOINTS, takes_openais_breakpoints};
use crate::sanitize::{BreakpointForm, RequestOptions};

/// The `instructions` and an output that is a string take none.
const FORM: BreakpointForm = BreakpointForm {
    blocks: &["input_text", "input_image", "input_file"],
    text: "input_text",
    ..OPENAI_BREAKPOINTS
};

/// The form for the model.
pub(super) fn breakpoints(options: &RequestOptions) -> Option<&'static BreakpointForm> {
    takes_openais_breakpoints(options).then_some(&FORM)
}
