//! Messages of LangChain 1, of JavaScript and of Python.
//!
//! Read are messages as `mapChatMessagesToStoredMessages` and `messages_to_dict` store them, as `JSON.stringify` and
//! `dumps` serialise them, and everything that `coerceMessageLikeToMessage` takes. They are written in the words of
//! JavaScript, which Python reads too. What comes back is what was read, but that
//!
//! - fields that are null and objects and lists that are empty are as good as absent, and the fields that LangChain
//!   itself always writes (`additional_kwargs`, `response_metadata`, both lists of calls) are there;
//! - the inner `type` of Python's stored messages goes, absent content is the empty text, `content_blocks` are
//!   `content`, and `developer` is `system` with `__openai_role__`;
//! - a call has its `type` and its `id`, and one that only the content or `additional_kwargs` hold is in `tool_calls` too;
//! - a chunk is the message that it came to.
//!
//! Calls whose arguments are no object are `invalid_tool_calls`, with their text as it is. In `serialized` form, data
//! that looks like a serialised object is wrapped, so that no loader builds it.

mod beside;
mod block;
mod call;
mod envelope;
mod escape;
mod media;
mod part;
mod read;
mod text_block;
mod write;

use super::interchange::{Interchange, Told};
use super::reading::Reading;
use super::target::Place;
use crate::error::Outcome;
use crate::json::{Limits, Node};
use crate::message::{Format, MessageId};
use crate::repair::Repair;

pub(super) use text_block::read_text_block;

/// Messages of LangChain.
#[derive(Debug)]
pub struct Langchain;

impl Interchange for Langchain {
    fn format(&self) -> Format {
        Format::Langchain
    }

    fn forms(&self) -> &'static [&'static str] {
        &["stored", "serialized"]
    }

    fn has_sound(&self) -> bool {
        true
    }

    fn envelopes(&self) -> &'static [&'static str] {
        &["data", "kwargs"]
    }

    /// Blocks of providers are LangChain's own, or are wrapped.
    fn holds(&self, of: Format, _: &str) -> bool {
        !matches!(of, Format::AiSdk | Format::Strands)
    }

    fn read(
        &self,
        body: Node<'_>,
        limits: Limits,
        created_at: i64,
        mint: &mut dyn FnMut(Place) -> MessageId,
    ) -> Outcome<Reading> {
        read::read(body, limits, created_at, mint)
    }

    fn write(&self, told: &[Told<'_>], form: &str, out: &mut Vec<u8>) -> Vec<Repair> {
        write::write(told, form == "serialized", out)
    }
}
