//! Anthropic Messages: `POST /v1/messages`.

mod block;
mod dialect;
mod read;
mod response;
mod write;

use super::blocks;
use super::parsed::Parsed;
use super::target::{Answer, Fragment, Lane, Place, Target};
use crate::error::Outcome;
use crate::json::{Fields, Node};
use crate::message::{Message, MessageId};
use crate::sanitize::Dialect;

pub(super) use block::read_inner as read_part;
pub(super) use write::{write_blocks, write_fields, write_input};

/// Anthropic Messages.
#[derive(Debug)]
pub struct Anthropic;

impl Target for Anthropic {
    fn dialect(&self) -> &'static Dialect {
        &dialect::DIALECT
    }

    fn lane(&self, message: &Message) -> Lane {
        blocks::lane(message)
    }

    fn fragment(&self, messages: &[&Message]) -> Fragment {
        blocks::fragment(messages, write_blocks)
    }

    fn joint(&self, before: Option<Lane>, after: Lane) -> &'static str {
        blocks::joint(before, after)
    }

    fn close(&self, last: Lane) -> &'static str {
        blocks::close(last)
    }

    fn system(&self, messages: &[&Message]) -> Option<Vec<u8>> {
        write::write_system(messages)
    }

    fn read<'a>(&self, body: &Fields<'a>, mint: &mut dyn FnMut(Place) -> MessageId) -> Outcome<Parsed<'a>> {
        blocks::read(&read::GRAMMAR, body, mint)
    }

    fn read_response(&self, response: Node<'_>, id: MessageId, created_at: i64) -> Outcome<Answer> {
        response::read(response, id, created_at)
    }
}
