//! OpenAI Responses: `POST /v1/responses`. A request is a list of items, and neighbouring items of the assistant are
//! one neutral message. Items are matched by id and not by place, so a repaired body keeps its order.

mod breakpoints;
mod builtins;
mod call_index;
mod clues;
mod continuation;
mod dialect;
mod duplicate_items;
mod item;
mod item_fields;
mod item_links;
mod late_outputs;
mod models;
mod output_only;
mod own_call;
mod own_form;
mod own_output;
mod part;
mod preserved;
mod read;
mod reasoning;
mod response;
mod rules;
mod run;
mod sizes;
mod text_block;
mod tool_changes;
mod write;

use super::contract::parsed::Parsed;
use super::contract::target::{Answer, Fragment, Place, Target, WireTurn};
use super::json::write::room_for;
use crate::error::Outcome;
use crate::json::{Fields, Node};
use crate::message::{CallsById, Message, MessageId};
use crate::sanitize::Dialect;

pub(super) use clues::CLUES;
pub(super) use models::MODELS;
pub(super) use sizes::SIZES;
pub(super) use text_block::WORDS;

/// OpenAI Responses.
#[derive(Debug)]
pub struct OpenaiResponses;

impl Target for OpenaiResponses {
    fn dialect(&self) -> &'static Dialect {
        &dialect::DIALECT
    }

    fn wire_turn(&self, _: &Message) -> WireTurn {
        WireTurn::Alone
    }

    fn fragment(&self, messages: &[&Message]) -> Fragment {
        self.fragment_of(&CallsById::default(), messages)
    }

    fn fragment_of(&self, calls: &CallsById<'_>, messages: &[&Message]) -> Fragment {
        let mut bytes = Vec::with_capacity(room_for(messages));
        write::write_items(calls, messages, &mut bytes);
        Fragment { bytes, first: WireTurn::Alone, last: WireTurn::Alone }
    }

    fn separator(&self, before: Option<WireTurn>, _: WireTurn) -> &'static str {
        if before.is_some() { "," } else { "" }
    }

    fn terminator(&self, _: WireTurn) -> &'static str {
        ""
    }

    fn system(&self, messages: &[&Message]) -> Option<Vec<u8>> {
        write::write_instructions(messages)
    }

    fn read<'a>(&self, body: &Fields<'a>, mint: &mut dyn FnMut(Place) -> MessageId) -> Outcome<Parsed<'a>> {
        read::read(body, mint)
    }

    fn read_response(&self, response: Node<'_>, id: MessageId, created_at: i64) -> Outcome<Answer> {
        response::read(response, id, created_at)
    }
}
