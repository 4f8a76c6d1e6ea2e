//! The clues of chat completions.

use crate::format::contract::clues::Clues;
use crate::message::Format;

/// The clues.
pub(in crate::format) const CLUES: Clues =
    Clues { lists: &[("messages", Format::OpenaiChat)], ..Clues::NONE };
