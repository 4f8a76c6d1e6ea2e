//! The contract of a format in which programs keep conversations, and that is no provider's request.

use super::backscroll::Backscroll;
use super::reading::{Mint, Reading};
use crate::error::Outcome;
use crate::json::{Limits, Node};
use crate::message::{Format, Message, ToolCall};
use crate::sanitize::WriteTextBlock;
use std::collections::HashSet;

/// The time of a message of which none is known.
pub const NO_TIME: i64 = i64::MIN;

/// A format in which programs keep conversations. It demands nothing of them: open calls stay open, and results
/// without calls stay where they are.
pub trait Interchange {
    /// The format's name.
    fn format(&self) -> Format;

    /// True if a message has a place for speech; else its transcript is written.
    fn carries_audio(&self) -> bool;

    /// True if an unmodelled part of this format has a place of its own there. Of others, only the words are written.
    fn holds(&self, of: Format, json: &str) -> bool;

    /// The writer of words as a block of the user's or of a result, where there is one.
    fn text_block(&self) -> Option<WriteTextBlock>;

    /// True if every call must have an id.
    fn needs_call_ids(&self) -> bool;

    /// Reads a conversation into neutral messages. Those that have no time of their own get `created_at`.
    ///
    /// # Errors
    ///
    /// `invalid-message`, `invalid-role`, `too-deep`, `too-large`, with the path of what is wrong.
    fn read(&self, body: Node<'_>, limits: Limits, created_at: i64, mint: Mint<'_>) -> Outcome<Reading>;

    /// The ids that messages of the body have by themselves.
    fn ids(&self, body: Node<'_>) -> HashSet<String>;

    /// Appends the messages as JSON.
    fn write(&self, messages: &[Written<'_>], out: &mut Vec<u8>);
}

/// A message to be written. Results stand behind the message with their calls.
#[derive(Clone, Copy, Debug)]
pub struct Written<'a> {
    /// The message. A summary has the role that it is to be written with.
    pub message: &'a Message,
    /// The call that it answers.
    pub call: Option<&'a ToolCall>,
    /// True if its id was made for it, so that it means nothing to the caller.
    pub is_minted: bool,
}

/// The format of this name, when it is one of programs that the core reads and writes by itself.
pub fn interchange(format: Format) -> Option<&'static dyn Interchange> {
    (format == Format::Backscroll).then_some(&Backscroll)
}
