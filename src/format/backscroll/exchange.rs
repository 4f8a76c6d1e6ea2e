//! Neutral messages as a format like others.

use super::read::read_list;
use super::write::write_said;
use crate::error::Outcome;
use crate::format::interchange::{Interchange, Told};
use crate::format::reading::Reading;
use crate::format::target::Place;
use crate::json::{Limits, ListWriter, Node};
use crate::message::{Format, MessageId};
use crate::repair::Repair;

/// This library's own neutral messages.
#[derive(Debug)]
pub struct Backscroll;

impl Interchange for Backscroll {
    fn format(&self) -> Format {
        Format::Backscroll
    }

    fn forms(&self) -> &'static [&'static str] {
        &[]
    }

    fn has_sound(&self) -> bool {
        true
    }

    /// Reads a list of messages, or an object that holds one as `messages`.
    fn read(
        &self,
        body: Node<'_>,
        limits: Limits,
        created_at: i64,
        mint: &mut dyn FnMut(Place) -> MessageId,
    ) -> Outcome<Reading> {
        let list = body.fields().and_then(|fields| fields.get("messages")).unwrap_or(body);
        let mut places = 0..;
        let mut mint = || mint(Place::Message { wire: places.next().unwrap_or_default(), piece: 0 });
        let messages = read_list(list, limits, created_at, &mut mint)?;
        Ok(Reading { messages, ..Reading::default() })
    }

    /// Writes the messages without ids and times that are not the caller's: those are the history's that they are added to.
    fn write(&self, told: &[Told<'_>], _form: &str, out: &mut Vec<u8>) -> Vec<Repair> {
        let mut list = ListWriter::begin(out);
        told.iter().for_each(|told| write_said(told.message, !told.is_minted, list.item()));
        list.end();
        Vec::new()
    }
}
