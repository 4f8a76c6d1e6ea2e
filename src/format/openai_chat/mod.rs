//! OpenAI Chat Completions: `POST /v1/chat/completions`.

mod dialect;
mod read;
mod response;
mod write;

use super::parsed::Parsed;
use super::target::{Answer, Fragment, Lane, Place, Target};
use crate::error::Outcome;
use crate::json::{Fields, Node};
use crate::message::{Message, MessageId};
use crate::sanitize::Dialect;

pub(super) use write::write_message;

/// OpenAI Chat Completions, and the vendors that speak it.
#[derive(Debug)]
pub struct OpenaiChat;

impl Target for OpenaiChat {
    fn dialect(&self) -> &'static Dialect {
        &dialect::DIALECT
    }

    fn lane(&self, _: &Message) -> Lane {
        Lane::Alone
    }

    fn fragment(&self, messages: &[&Message]) -> Fragment {
        let mut bytes = Vec::new();
        for (place, message) in messages.iter().enumerate() {
            if place > 0 {
                bytes.push(b',');
            }
            write_message(message, &mut bytes);
        }
        Fragment { bytes, first: Lane::Alone, last: Lane::Alone }
    }

    fn joint(&self, before: Option<Lane>, _: Lane) -> &'static str {
        if before.is_some() { "," } else { "" }
    }

    fn close(&self, _: Lane) -> &'static str {
        ""
    }

    fn system(&self, _: &[&Message]) -> Option<Vec<u8>> {
        None
    }

    fn read<'a>(&self, body: &Fields<'a>, mint: &mut dyn FnMut(Place) -> MessageId) -> Outcome<Parsed<'a>> {
        read::read(body, mint)
    }

    fn read_response(&self, response: Node<'_>, id: MessageId, created_at: i64) -> Outcome<Answer> {
        response::read(response, id, created_at)
    }
}
