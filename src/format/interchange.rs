//! What a format has to provide that programs keep conversations in, and that is no provider's request.

use super::backscroll::Backscroll;
use super::reading::Reading;
use super::strands::Strands;
use super::target::Place;
use crate::error::{Code, ConversationError, Outcome};
use crate::json::{Fields, Limits, Node};
use crate::message::{Format, Message, MessageId, ToolCall};
use crate::repair::Repair;
use crate::sanitize::WriteTextBlock;
use std::collections::HashSet;

/// The time of a message of which none is known.
pub const NO_TIME: i64 = i64::MIN;

/// A format in which programs keep conversations. It demands nothing of them: open calls stay open, and results
/// without calls stay where they are.
pub trait Interchange: Sync {
    /// Its name.
    fn format(&self) -> Format;

    /// The names of the forms that it is written in, the usual one first; empty when there is only one. All of them are
    /// read.
    fn forms(&self) -> &'static [&'static str];

    /// Whether a message has a place for what was spoken.
    fn has_sound(&self) -> bool {
        false
    }

    /// Reports whether an unmodelled part of this format has a place of its own there. Of other formats, only the words are sent.
    fn holds(&self, _of: Format, _json: &str) -> bool {
        true
    }

    /// Writes words as a block of the user's or of a result, where there is one.
    fn text_block(&self) -> Option<WriteTextBlock> {
        None
    }

    /// True if every call must have an id.
    fn needs_call_ids(&self) -> bool {
        false
    }

    /// Reads a conversation into neutral messages. Those that have no time of their own get `created_at`.
    ///
    /// # Errors
    ///
    /// `invalid-message`, `invalid-role`, `too-deep`, `too-large`, with the path of what is wrong.
    fn read(
        &self,
        body: Node<'_>,
        limits: Limits,
        created_at: i64,
        mint: &mut dyn FnMut(Place) -> MessageId,
    ) -> Outcome<Reading>;

    /// What it calls the id of a message.
    fn id_names(&self) -> &'static [&'static str] {
        &["id"]
    }

    /// The fields in which those of a message, or of the conversation, may stand.
    fn envelopes(&self) -> &'static [&'static str] {
        &[]
    }

    /// The ids that messages of the body have by themselves.
    fn ids(&self, body: Node<'_>) -> HashSet<String> {
        let outer = body.fields().unwrap_or_default();
        let opened = |name: &&str| outer.get(name)?.fields()?.get("messages");
        let list = self.envelopes().iter().find_map(opened).or(outer.get("messages")).unwrap_or(body);
        let messages = list.list().unwrap_or_default().into_iter().filter_map(Node::fields);
        let id = |fields: Fields<'_>| {
            let inner = self.envelopes().iter().find_map(|name| fields.get(name)?.fields());
            let fields = inner.unwrap_or(fields);
            self.id_names().iter().find_map(|name| fields.text(name).map(|id| id.to_string()))
        };
        messages.filter_map(id).collect()
    }

    /// Appends the messages as JSON, in the form of this name. Returns what the format cannot carry.
    fn write(&self, told: &[Told<'_>], form: &str, out: &mut Vec<u8>) -> Vec<Repair>;
}

/// A message to be written. Results stand behind the message with their calls.
#[derive(Clone, Copy, Debug)]
pub struct Told<'a> {
    /// The message. A summary has the role that it is to be told in.
    pub message: &'a Message,
    /// The call that it answers.
    pub call: Option<&'a ToolCall>,
    /// Whether its id was made for it, so that it means nothing to the caller.
    pub is_minted: bool,
}

/// Every format of this kind. A new one is a folder, and a line here.
pub static INTERCHANGES: [&dyn Interchange; 2] = [&Strands, &Backscroll];

/// The format of this name, when it is of this kind.
pub fn interchange(format: Format) -> Option<&'static dyn Interchange> {
    INTERCHANGES.into_iter().find(|known| known.format() == format)
}

/// The form of this name, or the usual one for none.
///
/// # Errors
///
/// `invalid-argument`, naming those that there are.
pub fn form_of(format: Format, name: &str) -> Outcome<&'static str> {
    let forms = interchange(format).map_or(&[][..], |known| known.forms());
    if name.is_empty() {
        return Ok(forms.first().copied().unwrap_or_default());
    }
    forms.iter().copied().find(|form| *form == name).ok_or_else(|| {
        let format = format.as_str();
        let known = match forms {
            [] => format!("`{format}` is written in one form, so leave it out"),
            forms => format!("`{format}` is written as {}", forms.join(" or ")),
        };
        ConversationError::new(Code::InvalidArgument, format!("unknown form `{name}`: {known}"))
    })
}
