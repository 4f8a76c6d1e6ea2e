//! Anthropic Messages: `POST /v1/messages`.

mod block;
mod dialect;
mod join;
mod read;
mod response;
mod write;

use super::parsed::Parsed;
use super::target::{Answer, Fragment, Lane, Place, Target};
use crate::error::Outcome;
use crate::json::{Fields, Node};
use crate::message::{Message, MessageId, Role};
use crate::sanitize::Dialect;

pub(super) use join::append;
pub(super) use write::{write_blocks, write_input};

/// Anthropic Messages.
#[derive(Debug)]
pub struct Anthropic;

impl Target for Anthropic {
    fn dialect(&self) -> &'static Dialect {
        &dialect::DIALECT
    }

    fn lane(&self, message: &Message) -> Lane {
        lane(message)
    }

    fn fragment(&self, messages: &[&Message]) -> Fragment {
        let mut bytes = Vec::new();
        let mut before: Option<Lane> = None;
        for message in messages {
            let lane = lane(message);
            if before.is_some() {
                bytes.extend_from_slice(self.joint(before, lane).as_bytes());
            }
            write_blocks(message, &mut bytes);
            before = Some(lane);
        }
        let first = messages.first().map_or(Lane::User, |message| lane(message));
        Fragment { bytes, first, last: before.unwrap_or(first) }
    }

    /// Neighbours of one role share a message, as the provider joins them itself (AN13); instructions never do.
    fn joint(&self, before: Option<Lane>, after: Lane) -> &'static str {
        match (before, after) {
            (Some(Lane::User), Lane::User) | (Some(Lane::Assistant), Lane::Assistant) => ",",
            (None, Lane::Assistant) => "{\"role\":\"assistant\",\"content\":[",
            (None, Lane::System) => "{\"role\":\"system\",\"content\":[",
            (None, Lane::User | Lane::Results | Lane::Alone) => "{\"role\":\"user\",\"content\":[",
            (Some(_), Lane::Assistant) => "]},{\"role\":\"assistant\",\"content\":[",
            (Some(_), Lane::System) => "]},{\"role\":\"system\",\"content\":[",
            (Some(_), Lane::User | Lane::Results | Lane::Alone) => "]},{\"role\":\"user\",\"content\":[",
        }
    }

    fn close(&self, _: Lane) -> &'static str {
        "]}"
    }

    fn system(&self, messages: &[&Message]) -> Option<Vec<u8>> {
        write::write_system(messages)
    }

    fn read<'a>(&self, body: &Fields<'a>, mint: &mut dyn FnMut(Place) -> MessageId) -> Outcome<Parsed<'a>> {
        read::read(body, mint)
    }

    fn read_response(&self, response: Node<'_>, id: MessageId, created_at: i64) -> Outcome<Answer> {
        response::read(response, id, created_at)
    }
}

/// The wire message that a message belongs to: results are the user's.
pub(super) fn lane(message: &Message) -> Lane {
    match message.role() {
        Role::System => Lane::System,
        Role::User | Role::Tool => Lane::User,
        Role::Assistant => Lane::Assistant,
    }
}
