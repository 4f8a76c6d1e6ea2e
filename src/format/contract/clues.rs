//! The clues that a body is in the format of a provider, or in a format of programs that is named after the provider.

use crate::message::Format;

/// The clues of one provider.
#[derive(Clone, Copy, Debug)]
pub(in crate::format) struct Clues {
    /// The fields in which bodies keep their messages.
    pub(in crate::format) lists: &'static [(&'static str, Format)],
    /// The field in which bodies of a format of programs keep their messages, if it is not `messages`.
    pub(in crate::format) program_lists: &'static [(Format, &'static str)],
    /// The types of items in formats that have items instead of messages.
    pub(in crate::format) items: &'static [NameClue],
    /// The types of blocks in the content of a message.
    pub(in crate::format) blocks: &'static [NameClue],
    /// The fields of blocks that have no type.
    pub(in crate::format) block_fields: &'static [NameClue],
    /// The format whose messages are made of `parts` in place of content.
    pub(in crate::format) parts: Option<Format>,
    /// The format whose system prompt beside the messages is text or blocks with a type.
    pub(in crate::format) typed_system: Option<Format>,
    /// The format whose blocks have no type, in the system prompt beside the messages, too.
    pub(in crate::format) untyped_blocks: Option<Format>,
    /// The formats whose clients spell calls as `toolCalls`: the clue's own format, and another one.
    pub(in crate::format) camel_calls: Option<(Format, Format)>,
}

/// A name that only one format has.
#[derive(Clone, Copy, Debug)]
pub(in crate::format) struct NameClue {
    /// The name.
    pub(in crate::format) name: &'static str,
    /// The format.
    pub(in crate::format) format: Format,
    /// Another format that has the name, too.
    pub(in crate::format) other: Option<Format>,
}

impl NameClue {
    /// A name of this format alone.
    pub(in crate::format) const fn of(format: Format, name: &'static str) -> Self {
        Self { name, format, other: None }
    }

    /// A name of both formats.
    pub(in crate::format) const fn of_both(format: Format, other: Format, name: &'static str) -> Self {
        Self { name, format, other: Some(other) }
    }
}

impl Clues {
    /// No clues.
    pub(in crate::format) const NONE: Self = Self {
        lists: &[],
        program_lists: &[],
        items: &[],
        blocks: &[],
        block_fields: &[],
        parts: None,
        typed_system: None,
        untyped_blocks: None,
        camel_calls: None,
    };
}
