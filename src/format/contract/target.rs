//! The contract of a target: a provider's request format.

use super::parsed::Parsed;
use crate::error::Outcome;
use crate::json::{Fields, Node};
use crate::message::{CallsById, Message, MessageId};
use crate::repair::Repair;
use crate::sanitize::{Dialect, Spelling};
use crate::tokens::ModelSize;
use std::fmt;

/// Prints the name of the format. This is not a method of [`Target`], because every method of a trait object stays in
/// the wasm, used or not.
impl fmt::Debug for dyn Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Target").field(&self.dialect().format).finish()
    }
}

/// A provider's request format.
pub trait Target: Sync {
    /// The demands of the provider.
    fn dialect(&self) -> &'static Dialect;

    /// The target that writes fields in this spelling; `None` when the provider's own client spells them as the
    /// provider does.
    fn spelled(&self, _spelling: Option<Spelling>) -> Option<&'static dyn Target> {
        None
    }

    /// The spelling of a body or an answer; `None` unless the format has two spellings and a field shows which one.
    fn spelling(&self, _body: &Fields<'_>) -> Option<Spelling> {
        None
    }

    /// The spelling of params; `None` unless the format has two spellings and a param shows which one.
    fn params_spelling(&self, _params: &Fields<'_>) -> Option<Spelling> {
        None
    }

    /// The sizes of a model of these sizes for this body.
    fn sizes(&self, _body: &Fields<'_>, size: &'static ModelSize) -> &'static ModelSize {
        size
    }

    /// The kind of wire message that a message is written in.
    fn wire_turn(&self, message: &Message) -> WireTurn;

    /// Writes neighbouring messages, without the separators around them.
    fn fragment(&self, messages: &[&Message]) -> Fragment;

    /// Writes messages that are separated from the first message of their unit, which has these calls. Formats use them
    /// when the form of a result depends on its call.
    fn fragment_of(&self, _calls: &CallsById<'_>, messages: &[&Message]) -> Fragment {
        self.fragment(messages)
    }

    /// Returns true for the family of chat completions: calls are beside the content, and results are messages.
    fn is_chat(&self) -> bool {
        false
    }

    /// The bytes between two fragments, or before the first one when `before` is `None`.
    fn separator(&self, before: Option<WireTurn>, after: WireTurn) -> &'static str;

    /// The bytes after the last fragment.
    fn terminator(&self, last: WireTurn) -> &'static str;

    /// The value of the field beside the messages that holds the system prompt, where the format has one.
    fn system(&self, messages: &[&Message]) -> Option<Vec<u8>>;

    /// Reads a request body into neutral messages.
    ///
    /// # Errors
    ///
    /// `invalid-message`, `invalid-role`, with the path of the fault.
    fn read<'a>(&self, body: &Fields<'a>, mint: &mut dyn FnMut(Place) -> MessageId) -> Outcome<Parsed<'a>>;

    /// Reads a provider's response object into one message, and reports each part of it that was changed or left out.
    ///
    /// # Errors
    ///
    /// `invalid-message`, with the path of the fault.
    fn read_response(&self, response: Node<'_>, id: MessageId, created_at: i64) -> Outcome<Answer>;
}

/// A provider's answer, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The message, with the model and the tokens that the provider reported.
    pub message: Message,
    /// The repairs that reading made.
    pub repairs: Vec<Repair>,
}

/// The place of a message in the body that it is read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The field for the system prompt.
    System,
    /// The list of messages.
    Message {
        /// The index of the wire message.
        wire: usize,
        /// The index of the piece in the wire message.
        piece: usize,
    },
}

impl Place {
    /// The place in the whole list, where the list that was read holds only the messages at the places `wires` of it.
    pub fn among(self, wires: &[usize]) -> Self {
        match self {
            Self::System => self,
            Self::Message { wire, piece } => {
                Self::Message { wire: wires.get(wire).copied().unwrap_or(wire), piece }
            }
        }
    }
}

/// Messages as bytes of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fragment {
    /// The bytes, without the separators around them.
    pub bytes: Vec<u8>,
    /// The kind of wire message that it begins with.
    pub first: WireTurn,
    /// The kind of wire message that it ends with.
    pub last: WireTurn,
}

/// The kind of wire message that a message is written in. Neighbours of one kind may share a wire message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WireTurn {
    /// A separate wire message.
    Alone,
    /// Words of the user, and results.
    User,
    /// Results, where nothing is written beside them (GE11).
    Results,
    /// Words of the assistant, and calls.
    Assistant,
    /// Instructions in the middle.
    System,
}

impl WireTurn {
    /// The name of the kind.
    pub fn name(self) -> &'static str {
        match self {
            Self::Alone => "alone",
            Self::User => "user",
            Self::Results => "results",
            Self::Assistant => "assistant",
            Self::System => "system",
        }
    }
}
