//! The cache breakpoints of chat completions: OpenAI's own, and Anthropic's form, which other vendors adopted.

use crate::format::models::{BreakpointSupport, Family, model_of};
use crate::message::CACHE_CONTROL;
use crate::sanitize::{BreakpointForm, Breakpoints, RequestOptions};

/// OpenAI's breakpoints. The request sets their lifetime.
pub(in crate::format) const OPENAI: BreakpointForm = BreakpointForm {
    field: "prompt_cache_breakpoint",
    short: EXPLICIT,
    long: EXPLICIT,
    is_block: false,
    is_in_tools: false,
    is_in_system: false,
    marks_results: false,
    blocks: &["text", "image_url", "input_audio", "file"],
    text: "text",
};

const EXPLICIT: &str = r#"{"mode":"explicit"}"#;

/// OpenRouter and LiteLLM take them in texts.
const VENDORS: BreakpointForm = BreakpointForm {
    field: CACHE_CONTROL,
    short: r#"{"type":"ephemeral"}"#,
    long: r#"{"type":"ephemeral","ttl":"1h"}"#,
    blocks: &["text"],
    ..OPENAI
};

/// The form for the vendor; for OpenAI, the form for the model.
pub(super) fn breakpoints(options: &RequestOptions) -> Option<&'static BreakpointForm> {
    let is_openais = options.vendor.is_none_or(|vendor| vendor.name == "openai");
    match options.vendor.map_or(Breakpoints::Refused, |vendor| vendor.breakpoints) {
        Breakpoints::Taken { on_results: false, for_an_hour: true } => Some(&VENDORS),
        Breakpoints::Taken { on_results: false, for_an_hour: false } => {
            Some(const { &BreakpointForm { long: VENDORS.short, ..VENDORS } })
        }
        Breakpoints::Taken { on_results: true, for_an_hour: true } => {
            Some(const { &BreakpointForm { marks_results: true, ..VENDORS } })
        }
        Breakpoints::Taken { on_results: true, for_an_hour: false } => {
            Some(const { &BreakpointForm { marks_results: true, long: VENDORS.short, ..VENDORS } })
        }
        Breakpoints::Refused if is_openais => takes_openais(options).then_some(&OPENAI),
        Breakpoints::Refused | Breakpoints::Sent => None,
    }
}

/// Reports whether the model is one of OpenAI's, at OpenAI, that takes breakpoints. A maker before a slash is the notation
/// of vendors that serve several makers.
pub(in crate::format) fn takes_openais(options: &RequestOptions) -> bool {
    let name = options.model().filter(|name| !name.as_bytes().contains(&b'/'));
    let row = name.and_then(|name| model_of(Family::OpenAi, name));
    row.is_some_and(|row| row.breakpoints != BreakpointSupport::Never)
}
