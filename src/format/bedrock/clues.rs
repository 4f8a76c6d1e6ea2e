//! The clues of Converse.

use crate::format::contract::clues::{Clues, NameClue};
use crate::message::Format;

/// The clues.
pub(in crate::format) const CLUES: Clues = Clues {
    block_fields: &[
        NameClue::of_both(Format::Bedrock, Format::Strands, "toolUse"),
        NameClue::of_both(Format::Bedrock, Format::Strands, "toolResult"),
    ],
    untyped_blocks: Some(Format::Bedrock),
    ..Clues::NONE
};
