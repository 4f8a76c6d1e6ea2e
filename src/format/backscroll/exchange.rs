//! Neutral messages as a format that conversations can be read from and written in.

use super::read::{check_call_ids, read_list};
use super::write::write_given;
use crate::error::Outcome;
use crate::format::contract::interchange::{Interchange, WrittenMessage};
use crate::format::contract::reading::{Mint, Reading};
use crate::format::contract::target::Place;
use crate::hash::HashSet;
use crate::json::{Fields, Limits, ListWriter, Node};
use crate::message::Format;
use crate::sanitize::{Dialect, WriteTextBlock};

/// This library's own neutral messages.
#[derive(Debug)]
pub struct Backscroll;

/// The list of messages: the body, or its field `messages`.
fn list_of(body: Node<'_>) -> Node<'_> {
    body.fields().and_then(|fields| fields.get("messages")).unwrap_or(body)
}

impl Interchange for Backscroll {
    fn format(&self) -> Format {
        Format::Backscroll
    }

    fn carries_audio(&self) -> bool {
        true
    }

    fn holds(&self, _of: Format, _json: &str) -> bool {
        true
    }

    fn text_block(&self) -> Option<WriteTextBlock> {
        None
    }

    fn needs_call_ids(&self) -> bool {
        false
    }

    fn pairing(&self) -> Option<&'static Dialect> {
        None
    }

    fn read(&self, body: Node<'_>, limits: Limits, created_at: i64, mint: Mint<'_>) -> Outcome<Reading> {
        let mut places = 0..;
        let mut mint = || mint(Place::Message { wire: places.next().unwrap_or_default(), piece: 0 });
        let list = list_of(body);
        let messages = read_list(list, limits, created_at, &mut mint)?;
        check_call_ids(list)?;
        Ok(Reading { messages, ..Reading::default() })
    }

    fn ids(&self, body: Node<'_>) -> HashSet<String> {
        let id = |fields: Fields<'_>| fields.text("id").map(|id| id.into_owned());
        let messages = list_of(body).list().unwrap_or_default();
        messages.into_iter().filter_map(Node::fields).filter_map(id).collect()
    }

    /// Writes the messages without ids and times that the caller did not give: the history that they are added to makes
    /// its own.
    fn write(&self, messages: &[WrittenMessage<'_>], out: &mut Vec<u8>) {
        let mut list = ListWriter::begin(out);
        for written in messages {
            write_given(written.message, !written.is_minted, list.item());
        }
        list.end();
    }
}
