//! The clues of generateContent and of Interactions.

use crate::format::contract::clues::{Clues, NameClue};
use crate::message::Format;

/// The clues.
pub(in crate::format) const CLUES: Clues = Clues {
    lists: &[("contents", Format::Gemini)],
    program_lists: &[(Format::GeminiInteractions, "input")],
    items: &[
        NameClue::of(Format::GeminiInteractions, "user_input"),
        NameClue::of(Format::GeminiInteractions, "model_output"),
        NameClue::of(Format::GeminiInteractions, "function_result"),
    ],
    parts: Some(Format::Gemini),
    ..Clues::NONE
};
