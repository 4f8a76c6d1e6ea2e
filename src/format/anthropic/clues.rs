//! The clues of Anthropic Messages.

use crate::format::contract::clues::{Clues, NameClue};
use crate::message::Format;

/// The clues.
pub(in crate::format) const CLUES: Clues = Clues {
    blocks: &[
        NameClue::of_both(Format::Anthropic, Format::Langchain, "tool_use"),
        NameClue::of_both(Format::Anthropic, Format::Langchain, "tool_result"),
        NameClue::of_both(Format::Anthropic, Format::Langchain, "server_tool_use"),
    ],
    typed_system: Some(Format::Anthropic),
    ..Clues::NONE
};
