//! Messages of Strands Agents, of TypeScript (`Message.toJSON`) and of Python.
//!
//! Read are lists of messages, what an agent is made with (`messages` and `systemPrompt`), its snapshots, and the
//! messages of Python's session managers. Three forms are written: `agent`, which is `{"systemPrompt", "messages"}`;
//! `messages`, the list alone, which has no place for instructions; and `python`, which is
//! `{"system_prompt", "messages"}` in Python's words. What comes back is what was read, but that
//!
//! - fields that are null, and metadata that says nothing, are as good as absent;
//! - the envelopes of snapshots and sessions stay behind, and the spelling is that of the form;
//! - a result has a `status`, arguments that are the empty text are `{}`, and a document has a name.
//!
//! Only the user and the assistant speak. Results of a round stand in one message; instructions in the middle are told by
//! the user, and reported. A summary is the user's, marked in `metadata.custom` as the adapter for the SDK marks it, and
//! so is the maker of reasoning, which blocks do not name. Arguments that are no object stay text.

mod block;
mod citations;
mod envelope;
mod media;
mod metadata;
mod read;
mod wire;
mod write;

use super::bedrock;
use super::interchange::{Interchange, Told};
use super::reading::Reading;
use super::target::Place;
use crate::error::Outcome;
use crate::json::{Limits, Node};
use crate::message::{Format, MessageId, TextBlock, TextKind};
use crate::repair::Repair;
use crate::sanitize::WriteTextBlock;

/// Messages of Strands Agents.
#[derive(Debug)]
pub struct Strands;

/// In which language's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Words {
    TypeScript,
    Python,
}

/// A document as Converse has it. There are no search results.
fn write_document(block: &TextBlock) -> Option<String> {
    bedrock::write_text_block(block).filter(|_| block.kind == TextKind::Document)
}

impl Interchange for Strands {
    fn format(&self) -> Format {
        Format::Strands
    }

    fn forms(&self) -> &'static [&'static str] {
        &["agent", "messages", "python"]
    }

    fn needs_call_ids(&self) -> bool {
        true
    }

    fn id_names(&self) -> &'static [&'static str] {
        &read::IDS
    }

    fn envelopes(&self) -> &'static [&'static str] {
        &["data", "message"]
    }

    fn holds(&self, of: Format, json: &str) -> bool {
        wire::is_known(of, json)
    }

    fn text_block(&self) -> Option<WriteTextBlock> {
        Some(write_document)
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
        write::write(told, form, out)
    }
}
