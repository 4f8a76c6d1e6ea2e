//! Demands on texts, and on messages without content.

use crate::message::{ReadTextBlock, TextBlock};
use crate::rules::Rule;

/// Writes words as a block of the user's turn or of a result; `None` if there is no such block.
pub type WriteTextBlock = fn(&TextBlock) -> Option<String>;

/// Demands on texts, and on messages that say nothing.
#[derive(Clone, Copy, Debug)]
pub struct ContentRules {
    /// The treatment of messages and texts that say nothing.
    pub empty: EmptyContent,
    /// The rule that content is present.
    pub absent_rule: Option<&'static Rule>,
    /// The rule that a list of parts is not empty.
    pub no_parts_rule: Option<&'static Rule>,
    /// The rule that a text is not empty.
    pub empty_text_rule: Option<&'static Rule>,
    /// The rule that a message is not empty.
    pub empty_message_rule: Option<&'static Rule>,
    /// The rule that messages of the assistant are not empty, if messages of other roles may be empty.
    pub silent_rule: Option<&'static Rule>,
    /// True if the last message may be an empty message of the assistant that the model is to continue.
    pub may_end_empty: bool,
    /// True if refusals have a form of their own.
    pub has_refusals: bool,
    /// The types of unmodelled parts that say nothing.
    pub silent_parts: &'static [&'static str],
    /// Reads the words of unmodelled parts of other formats.
    pub read_text_block: ReadTextBlock,
    /// Writes these words as a block of the target; `None` if it has no such block.
    pub write_text_block: Option<WriteTextBlock>,
}

/// The treatment of messages and texts that say nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmptyContent {
    /// Content must be there, but may be the empty text.
    Filled,
    /// Blank texts are refused, and so are messages without content.
    Dropped {
        /// True if texts of white space are accepted in a message with calls.
        beside_calls: bool,
    },
    /// Messages without parts are refused. Empty texts are refused by one host only: a request that is written has none,
    /// and a body that is repaired keeps them, unless it is for this vendor.
    Bare {
        /// The name of the vendor.
        refused_by: &'static str,
    },
}

impl ContentRules {
    /// Content that is filled. `read_text_block` reads the words of unmodelled parts of other formats.
    pub const fn filled(read_text_block: ReadTextBlock) -> Self {
        Self {
            empty: EmptyContent::Filled,
            absent_rule: None,
            no_parts_rule: None,
            empty_text_rule: None,
            empty_message_rule: None,
            silent_rule: None,
            may_end_empty: true,
            has_refusals: false,
            silent_parts: &[],
            read_text_block,
            write_text_block: None,
        }
    }
}
