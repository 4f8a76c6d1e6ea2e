//! The contract of a format in which programs keep conversations. It is not a provider's request format.

use super::reading::{Mint, Reading};
use crate::error::Outcome;
use crate::hash::HashSet;
use crate::json::{Limits, Node};
use crate::message::{Format, Message, ToolCall};
use crate::sanitize::{Dialect, WriteTextBlock};

/// The time of a message without a known time.
pub const NO_TIME: i64 = i64::MIN;

/// A format in which programs keep conversations. Most make no demands on a conversation: open calls stay open, and
/// results without calls stay where they are.
pub trait Interchange {
    /// The format's name.
    fn format(&self) -> Format;

    /// True if a message has a place for the audio of a spoken answer. Otherwise the transcript is written.
    fn carries_audio(&self) -> bool;

    /// True if the format has a place for this unmodelled part of the format `of`. Of other unmodelled parts, only the
    /// words are written.
    fn holds(&self, of: Format, json: &str) -> bool;

    /// The writer of words as a block for the user's messages and for results; `None` when the format has no such
    /// block.
    fn text_block(&self) -> Option<WriteTextBlock>;

    /// True if every call must have an id.
    fn needs_call_ids(&self) -> bool;

    /// The demands on calls and results, if the messages are those of a provider's request. `None` if a conversation
    /// may stop anywhere.
    fn pairing(&self) -> Option<&'static Dialect>;

    /// Reads a conversation into neutral messages. Messages without a time get `created_at`.
    ///
    /// # Errors
    ///
    /// `invalid-message`, `invalid-role`, `too-deep`, `too-large`, with the path of the fault.
    fn read(&self, body: Node<'_>, limits: Limits, created_at: i64, mint: Mint<'_>) -> Outcome<Reading>;

    /// The ids that messages of the body already have.
    fn ids(&self, body: Node<'_>) -> HashSet<String>;

    /// Appends the messages as JSON.
    fn write(&self, messages: &[WrittenMessage<'_>], out: &mut Vec<u8>);
}

/// A message to be written. Results follow the message with their calls.
#[derive(Clone, Copy, Debug)]
pub struct WrittenMessage<'a> {
    /// The message. A summary has the role that it is to be written with.
    pub message: &'a Message,
    /// The call that the message answers.
    pub call: Option<&'a ToolCall>,
    /// True if backscroll made the id, so that it means nothing to the caller.
    pub is_minted: bool,
}
