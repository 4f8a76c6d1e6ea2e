//! Gemini generateContent: `POST /v1beta/models/{model}:generateContent`.

mod call;
mod dialect;
mod file_type;
mod model;
mod part;
mod read;
mod reasoning;
mod response;
mod rules;
mod signatures;
mod spelling;
mod text_block;
mod write;

use super::parsed::Parsed;
use super::target::{Answer, Fragment, Lane, Place, Target};
use crate::error::Outcome;
use crate::json::{Fields, Node};
use crate::message::{Message, MessageId, Role};
use crate::sanitize::Dialect;

pub(super) use text_block::read_text_block;

/// The field of signatures.
const SIGNATURE: &str = "thoughtSignature";

/// Gemini generateContent.
#[derive(Debug)]
pub struct Gemini;

impl Target for Gemini {
    fn dialect(&self) -> &'static Dialect {
        &dialect::DIALECT
    }

    fn lane(&self, message: &Message) -> Lane {
        lane(message)
    }

    fn fragment(&self, messages: &[&Message]) -> Fragment {
        let mut bytes = Vec::new();
        let mut before: Option<Lane> = None;
        let mut calls = [].as_slice();
        for message in messages {
            let lane = lane(message);
            if before.is_some() {
                bytes.extend_from_slice(self.joint(before, lane).as_bytes());
            }
            if message.role() == Role::Assistant {
                calls = message.calls();
            }
            write::write_parts(message, calls, &mut bytes);
            before = Some(lane);
        }
        let first = messages.first().map_or(Lane::User, |message| lane(message));
        Fragment { bytes, first, last: before.unwrap_or(first) }
    }

    /// Neighbouring messages of the model are one content, and so are results. Nothing is written beside results, which the
    /// newest models refuse (GE11); the provider joins neighbours itself.
    fn joint(&self, before: Option<Lane>, after: Lane) -> &'static str {
        match (before, after) {
            (Some(Lane::Assistant), Lane::Assistant) | (Some(Lane::Results), Lane::Results) => ",",
            (None, Lane::Assistant) => "{\"role\":\"model\",\"parts\":[",
            (None, Lane::User | Lane::Results | Lane::System | Lane::Alone) => {
                "{\"role\":\"user\",\"parts\":["
            }
            (Some(_), Lane::Assistant) => "]},{\"role\":\"model\",\"parts\":[",
            (Some(_), Lane::User | Lane::Results | Lane::System | Lane::Alone) => {
                "]},{\"role\":\"user\",\"parts\":["
            }
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

/// The content that a message belongs to: instructions in the list are the user's.
fn lane(message: &Message) -> Lane {
    match message.role() {
        Role::System | Role::User => Lane::User,
        Role::Tool => Lane::Results,
        Role::Assistant => Lane::Assistant,
    }
}
