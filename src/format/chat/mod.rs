//! Chat completions, the format of OpenAI that other providers adopted: one list of messages, each with a role, calls
//! beside the content, and a message for each result. Providers differ in a [`ChatForm`] and a [`Dialect`].

mod foreign_part;
mod form;
mod media;
mod part;
mod read;
mod response;
mod spelling;
mod write;

use super::contract::parsed::Parsed;
use super::contract::target::{Answer, Fragment, Place, Target, WireTurn};
use super::json::write::room_for;
use crate::error::Outcome;
use crate::json::{Fields, Node};
use crate::message::{Message, MessageId};
use crate::sanitize::{Dialect, Spelling};

pub(super) use form::ChatForm;
pub(super) use media::{is_picture, is_reachable, only, url, write_picture};
pub(super) use part::{read_part, sound};
pub(super) use read::{REASONING_FIELDS, hinted_fields};

/// A format of chat completions.
#[derive(Debug)]
pub struct Chat {
    pub(super) form: &'static ChatForm,
    pub(super) dialect: &'static Dialect,
    /// The target in the spelling of the provider's own client, if that differs.
    pub(super) client: Option<&'static Chat>,
}

impl Chat {
    /// Writes one message.
    pub(super) fn write_message(&self, message: &Message, out: &mut Vec<u8>) {
        write::write_message(self.form, message, out);
    }
}

impl Target for Chat {
    fn dialect(&self) -> &'static Dialect {
        self.dialect
    }

    fn spelled(&self, spelling: Option<Spelling>) -> Option<&'static dyn Target> {
        let client = self.client.filter(|_| spelling == Some(Spelling::Camel))?;
        Some(client)
    }

    fn spelling(&self, body: &Fields<'_>) -> Option<Spelling> {
        spelling::of_body(self.form, body)
    }

    fn params_spelling(&self, params: &Fields<'_>) -> Option<Spelling> {
        spelling::of_params(self.form, params)
    }

    fn is_chat(&self) -> bool {
        true
    }

    fn wire_turn(&self, _: &Message) -> WireTurn {
        WireTurn::Alone
    }

    fn fragment(&self, messages: &[&Message]) -> Fragment {
        let mut bytes = Vec::with_capacity(room_for(messages));
        for (place, message) in messages.iter().enumerate() {
            if place > 0 {
                bytes.push(b',');
            }
            self.write_message(message, &mut bytes);
        }
        Fragment { bytes, first: WireTurn::Alone, last: WireTurn::Alone }
    }

    fn separator(&self, before: Option<WireTurn>, _: WireTurn) -> &'static str {
        if before.is_some() { "," } else { "" }
    }

    fn terminator(&self, _: WireTurn) -> &'static str {
        ""
    }

    fn system(&self, _: &[&Message]) -> Option<Vec<u8>> {
        None
    }

    fn read<'a>(&self, body: &Fields<'a>, mint: &mut dyn FnMut(Place) -> MessageId) -> Outcome<Parsed<'a>> {
        read::read(self.form, body, mint)
    }

    fn read_response(&self, response: Node<'_>, id: MessageId, created_at: i64) -> Outcome<Answer> {
        response::read(self.form, response, id, created_at)
    }
}
