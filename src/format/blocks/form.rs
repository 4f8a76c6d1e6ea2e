//! A format whose messages are lists of blocks.

use super::piece::Grammar;
use super::read::read;
use crate::error::Outcome;
use crate::format::contract::parsed::Parsed;
use crate::format::contract::target::{Answer, Fragment, Place, Target, WireTurn};
use crate::format::json::write::room_for;
use crate::json::{Fields, Node};
use crate::message::{Message, MessageId, Role};
use crate::sanitize::Dialect;
use std::fmt;

/// A format whose messages are lists of blocks. Providers differ in the dialect, the grammar and the writers of blocks.
pub struct Blockwise {
    pub(in crate::format) dialect: &'static Dialect,
    pub(in crate::format) grammar: &'static Grammar,
    /// Writes the blocks of a message, with commas between.
    pub(in crate::format) write_blocks: fn(&Message, &mut Vec<u8>),
    /// Writes the system prompt beside the messages.
    pub(in crate::format) write_system: fn(&[&Message]) -> Option<Vec<u8>>,
    pub(in crate::format) read_response: fn(Node<'_>, MessageId, i64) -> Outcome<Answer>,
}

impl fmt::Debug for Blockwise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Blockwise").field(&self.dialect.format).finish()
    }
}

impl Target for Blockwise {
    fn dialect(&self) -> &'static Dialect {
        self.dialect
    }

    fn wire_turn(&self, message: &Message) -> WireTurn {
        match message.role() {
            Role::System => WireTurn::System,
            Role::User | Role::Tool => WireTurn::User,
            Role::Assistant => WireTurn::Assistant,
        }
    }

    fn fragment(&self, messages: &[&Message]) -> Fragment {
        let mut bytes = Vec::with_capacity(room_for(messages));
        let mut before: Option<WireTurn> = None;
        for message in messages {
            let turn = self.wire_turn(message);
            if before.is_some() {
                bytes.extend_from_slice(self.separator(before, turn).as_bytes());
            }
            (self.write_blocks)(message, &mut bytes);
            before = Some(turn);
        }
        let first = messages.first().map_or(WireTurn::User, |message| self.wire_turn(message));
        Fragment { bytes, first, last: before.unwrap_or(first) }
    }

    fn separator(&self, before: Option<WireTurn>, after: WireTurn) -> &'static str {
        // Neighbours of one role share a message, as the provider joins them itself or wants them joined (AN13, BE2);
        // instructions never do.
        match (before, after) {
            (Some(WireTurn::User), WireTurn::User) | (Some(WireTurn::Assistant), WireTurn::Assistant) => ",",
            (None, WireTurn::Assistant) => "{\"role\":\"assistant\",\"content\":[",
            (None, WireTurn::System) => "{\"role\":\"system\",\"content\":[",
            (None, WireTurn::User | WireTurn::Results | WireTurn::Alone) => {
                "{\"role\":\"user\",\"content\":["
            }
            (Some(_), WireTurn::Assistant) => "]},{\"role\":\"assistant\",\"content\":[",
            (Some(_), WireTurn::System) => "]},{\"role\":\"system\",\"content\":[",
            (Some(_), WireTurn::User | WireTurn::Results | WireTurn::Alone) => {
                "]},{\"role\":\"user\",\"content\":["
            }
        }
    }

    fn terminator(&self, _: WireTurn) -> &'static str {
        "]}"
    }

    fn system(&self, messages: &[&Message]) -> Option<Vec<u8>> {
        (self.write_system)(messages)
    }

    fn read<'a>(&self, body: &Fields<'a>, mint: &mut dyn FnMut(Place) -> MessageId) -> Outcome<Parsed<'a>> {
        read(self.grammar, body, mint)
    }

    fn read_response(&self, response: Node<'_>, id: MessageId, created_at: i64) -> Outcome<Answer> {
        (self.read_response)(response, id, created_at)
    }
}
