//! Gemini generateContent: `POST /v1beta/models/{model}:generateContent`.

mod call;
mod clues;
mod continuation;
mod dialect;
mod file_type;
mod media;
mod models;
mod part;
mod read;
mod reasoning;
mod response;
mod rules;
mod signatures;
mod sizes;
mod spelling;
mod text_block;
mod write;

use super::contract::parsed::Parsed;
use super::contract::target::{Answer, Fragment, Place, Target, WireTurn};
use super::json::write::room_for;
use crate::error::Outcome;
use crate::json::{Fields, Node};
use crate::message::{CallsById, Message, MessageId, Role};
use crate::sanitize::Dialect;
use crate::text;
use crate::tokens::ModelSize;

pub(super) use clues::CLUES;
pub(super) use models::MODELS;
pub(super) use sizes::SIZES;
pub(super) use text_block::WORDS;

/// Gemini generateContent.
#[derive(Debug)]
pub struct Gemini;

impl Target for Gemini {
    fn dialect(&self) -> &'static Dialect {
        &dialect::DIALECT
    }

    fn wire_turn(&self, message: &Message) -> WireTurn {
        wire_turn(message)
    }

    /// Vertex, whose clients spell `thought_signature`, counts no signatures.
    fn sizes(&self, body: &Fields<'_>, size: &'static ModelSize) -> &'static ModelSize {
        let contents = body.get("contents").map_or("", Node::json);
        if text::find(contents, "\"thought_signature\"").is_some() { sizes::unsigned(size) } else { size }
    }

    fn fragment(&self, messages: &[&Message]) -> Fragment {
        let mut bytes = Vec::with_capacity(room_for(messages));
        let mut before: Option<WireTurn> = None;
        let mut calls = CallsById::default();
        for message in messages {
            let turn = wire_turn(message);
            if before.is_some() {
                bytes.extend_from_slice(self.separator(before, turn).as_bytes());
            }
            if message.role() == Role::Assistant {
                calls = CallsById::new(message.calls(), messages.len());
            }
            write::write_parts(message, &calls, &mut bytes);
            before = Some(turn);
        }
        let first = messages.first().map_or(WireTurn::User, |message| wire_turn(message));
        Fragment { bytes, first, last: before.unwrap_or(first) }
    }

    /// Neighbouring messages of the model share a content, and so do neighbouring results. No other message shares the
    /// content of results, because the newest models refuse that (GE11). Other neighbours stay apart; the provider
    /// joins them itself.
    fn separator(&self, before: Option<WireTurn>, after: WireTurn) -> &'static str {
        match (before, after) {
            (Some(WireTurn::Assistant), WireTurn::Assistant)
            | (Some(WireTurn::Results), WireTurn::Results) => ",",
            (None, WireTurn::Assistant) => "{\"role\":\"model\",\"parts\":[",
            (None, WireTurn::User | WireTurn::Results | WireTurn::System | WireTurn::Alone) => {
                "{\"role\":\"user\",\"parts\":["
            }
            (Some(_), WireTurn::Assistant) => "]},{\"role\":\"model\",\"parts\":[",
            (Some(_), WireTurn::User | WireTurn::Results | WireTurn::System | WireTurn::Alone) => {
                "]},{\"role\":\"user\",\"parts\":["
            }
        }
    }

    fn terminator(&self, _: WireTurn) -> &'static str {
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

/// The kind of content that a message is written in. Instructions in the list are written as the user's.
fn wire_turn(message: &Message) -> WireTurn {
    match message.role() {
        Role::System | Role::User => WireTurn::User,
        Role::Tool => WireTurn::Results,
        Role::Assistant => WireTurn::Assistant,
    }
}
