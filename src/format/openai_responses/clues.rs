//! The clues of Responses.

use crate::format::contract::clues::{Clues, NameClue};
use crate::message::Format;

/// The clues.
pub(in crate::format) const CLUES: Clues = Clues {
    lists: &[("input", Format::OpenaiResponses)],
    items: &[
        NameClue::of_both(Format::OpenaiResponses, Format::GeminiInteractions, "function_call"),
        NameClue::of(Format::OpenaiResponses, "function_call_output"),
        NameClue::of(Format::OpenaiResponses, "custom_tool_call"),
        NameClue::of(Format::OpenaiResponses, "custom_tool_call_output"),
    ],
    ..Clues::NONE
};
