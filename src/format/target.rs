//! What a target's format has to provide.

use super::parsed::Parsed;
use crate::error::{Code, ConversationError, Outcome};
use crate::json::{Fields, Node};
use crate::message::{Format, Message, MessageId, providers};
use crate::repair::Repair;
use crate::sanitize::{Dialect, Spelling};
use std::fmt;

/// By its name. Not demanded of each target: what stands in a table of methods stays in the wasm, asked for or not.
impl fmt::Debug for dyn Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Target").field(&self.dialect().format).finish()
    }
}

/// A provider's request format.
pub trait Target: Sync {
    /// What it demands.
    fn dialect(&self) -> &'static Dialect;

    /// The same target with its fields spelled so, where the provider's own client has them so.
    fn spelled(&self, _spelling: Option<Spelling>) -> Option<&'static dyn Target> {
        None
    }

    /// How a body or an answer is spelled, where the format has two spellings and a field of it tells.
    fn spelling(&self, _body: &Fields<'_>) -> Option<Spelling> {
        None
    }

    /// How params are spelled, where the format has two spellings and one of them tells.
    fn params_spelling(&self, _params: &Fields<'_>) -> Option<Spelling> {
        None
    }

    /// The wire message that a message belongs to.
    fn lane(&self, message: &Message) -> WireTurn;

    /// Writes messages that stand next to each other, without what joins them to their neighbours.
    fn fragment(&self, messages: &[&Message]) -> Fragment;

    /// The same for messages that were parted from the head of their unit, for formats in which the form of a result
    /// depends on its call.
    fn fragment_of(&self, _head: Option<&Message>, messages: &[&Message]) -> Fragment {
        self.fragment(messages)
    }

    /// Returns true for the family of chat completions: calls stand beside the content, and results are messages.
    fn is_chat(&self) -> bool {
        false
    }

    /// What stands between two fragments; before the first one when `before` is `None`.
    fn separator(&self, before: Option<WireTurn>, after: WireTurn) -> &'static str;

    /// What closes the last fragment.
    fn terminator(&self, last: WireTurn) -> &'static str;

    /// The value of the field beside the messages that holds the system prompt, where the format has one.
    fn system(&self, messages: &[&Message]) -> Option<Vec<u8>>;

    /// Reads a request body into neutral messages.
    ///
    /// # Errors
    ///
    /// `invalid-message`, `invalid-role`, with the path of what is wrong.
    fn read<'a>(&self, body: &Fields<'a>, mint: &mut dyn FnMut(Place) -> MessageId) -> Outcome<Parsed<'a>>;

    /// Reads a provider's response object into one message, and tells what of it was changed or left out.
    ///
    /// # Errors
    ///
    /// `invalid-message`, with the path of what is wrong.
    fn read_response(&self, response: Node<'_>, id: MessageId, created_at: i64) -> Outcome<Answer>;
}

/// A provider's answer, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What was said, with what was reported.
    pub message: Message,
    /// What was done to read it.
    pub repairs: Vec<Repair>,
}

/// Where a message stood in the body that it is read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The field for the system prompt.
    System,
    /// The list of messages: which message, and which piece of it.
    Message {
        /// The message.
        wire: usize,
        /// The piece, counted from 0.
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
    /// The bytes, without what joins them to their neighbours.
    pub bytes: Vec<u8>,
    /// How it begins.
    pub first: WireTurn,
    /// How it ends.
    pub last: WireTurn,
}

/// The wire message that a piece belongs to; neighbours in one lane may share it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WireTurn {
    /// A wire message of its own.
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

/// Makes [`TARGETS`] of the providers.
macro_rules! make_targets {
    ($($provider:ident, $name:literal, $folder:ident::$target:ident;)*) => {
        /// Every target, in the order of their numbers at the wasm boundary.
        pub static TARGETS: [&dyn Target; [$($name),*].len()] = [$(&super::$folder::$target),*];
    };
}
providers!(make_targets);

/// The target of this format.
///
/// # Errors
///
/// `unknown-format` when it is no request format of a provider.
pub fn target(format: Format) -> Outcome<&'static dyn Target> {
    TARGETS.into_iter().find(|target| target.dialect().format == format).ok_or_else(|| {
        let known: Vec<&str> = TARGETS.iter().map(|target| target.dialect().format.as_str()).collect();
        ConversationError::new(
            Code::UnknownFormat,
            format!("`{}` is no request format; known are {}", format.as_str(), known.join(", ")),
        )
    })
}
