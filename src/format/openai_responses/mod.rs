//! OpenAI Responses: `POST /v1/responses`. A request is a list of items, which are matched by id and not by place, so a
//! repaired body keeps its order.
//!
//! ```text
//!  input: [                                               neutral messages
//!    { message, role: user }                              a message of the user
//!    { reasoning,            id: rs_1 } ─┐ OR3    ┐
//!    { message, assistant,   id: msg_1} ◀┘ OR4    │       one message of the assistant: neighbours are a run
//!    { reasoning,            id: rs_2 } ─┐ OR3    │
//!    { function_call,        id: fc_1, call_id } ◀┘ OR4 ─┐ OR1
//!    { function_call_output, call_id } ◀─────────────────┘  a result
//!  ]
//! ```
//!
//! - OR1: a call that the program runs has one output. `call_index.rs` finds the calls by their ids.
//! - OR3, OR4: an item and the reasoning before it stay together, or the item loses its id and the reasoning is left
//!   out. OR5: an id begins with the prefix of its kind. OR10: without storage, an id alone means nothing. These are in
//!   `item_links.rs`.
//! - OR6: an item is in a request once (`duplicate_items.rs`, and `run.rs` while reading).
//! - OR8: outputs have the types of their tools (`builtins.rs`). Tools that OpenAI defines and the host runs have their
//!   own items: `computer_call`, `shell_call` and others (`builtin_items.rs`).
//! - OR12, OR15: reasoning is for its model, after an unchanged beginning (`reasoning.rs`).
//! - Outputs of asynchronous calls stay where they arrived (`late_outputs.rs`).
//! - Items of tools that OpenAI runs are kept, without the fields that only answers have (`output_only.rs`).

mod builtin_items;
mod builtins;
mod call_index;
mod clues;
mod dialect;
mod duplicate_items;
mod item;
mod item_links;
mod late_outputs;
mod models;
mod output_only;
mod part;
mod read;
mod reasoning;
mod request;
mod response;
mod rules;
mod run;
mod sizes;
mod text_block;
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
