//! Amazon Bedrock Converse: `POST /model/{modelId}/converse`.

mod block;
mod dialect;
mod media;
mod response;
mod write;

use super::blocks;
use super::parsed::Parsed;
use super::target::{Answer, Fragment, Lane, Place, Target};
use crate::error::Outcome;
use crate::json::{Fields, Node};
use crate::message::{Message, MessageId};
use crate::sanitize::Dialect;

/// The field that keeps a `cachePoint`, a block of its own, at the part, call or result before it.
pub(in crate::format) const CACHE_POINT: &str = "cachePoint";

/// The field that keeps what stands beside the text of a `citationsContent`.
pub(in crate::format) const CITATIONS: &str = "citationsContent";

/// Amazon Bedrock Converse.
#[derive(Debug)]
pub struct Bedrock;

impl Target for Bedrock {
    fn dialect(&self) -> &'static Dialect {
        &dialect::DIALECT
    }

    fn lane(&self, message: &Message) -> Lane {
        blocks::lane(message)
    }

    fn fragment(&self, messages: &[&Message]) -> Fragment {
        blocks::fragment(messages, write::write_blocks)
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
        blocks::read(&block::GRAMMAR, body, mint)
    }

    fn read_response(&self, response: Node<'_>, id: MessageId, created_at: i64) -> Outcome<Answer> {
        response::read(response, id, created_at)
    }
}
