//! The clues of Mistral's chat completions and of Conversations.

use crate::format::contract::clues::{Clues, NameClue};
use crate::message::Format;

/// The clues.
pub(in crate::format) const CLUES: Clues = Clues {
    lists: &[("inputs", Format::MistralConversations)],
    program_lists: &[(Format::MistralConversations, "inputs")],
    items: &[
        NameClue::of(Format::MistralConversations, "function.call"),
        NameClue::of(Format::MistralConversations, "function.result"),
    ],
    camel_calls: Some((Format::Mistral, Format::Cohere)),
    ..Clues::NONE
};
