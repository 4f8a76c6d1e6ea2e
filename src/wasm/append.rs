//! Appending messages, as the TypeScript layer does it.

use super::core::{Core, Thrown, UNDRAWN, count, time};
use super::error::thrown;
use crate::engine::{CallParts, MessageParts};
use crate::error::{Code, ConversationError, Outcome};
use crate::history::Appended;
use crate::json::Node;
use crate::message::{Role, Usage};
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
impl Core {
    #[wasm_bindgen(js_name = appendText)]
    pub fn append_text(&mut self, role: usize, length: usize, created_at: f64) -> Thrown<f64> {
        let role = role_of(role).map_err(thrown)?;
        match self.name_ids() {
            // The constructor adds the system prompt, and it may run before random bytes are available.
            Err(_) if role == Role::System => self.conversation.name_ids(UNDRAWN),
            drawn => drawn.map_err(thrown)?,
        }
        let text = self.inbox.text(0, length).map_err(thrown)?;
        self.conversation.append_text(role, text, time(created_at)).map(count).map_err(thrown)
    }

    #[wasm_bindgen(js_name = appendMessage)]
    pub fn append_message(&mut self, length: usize) -> Thrown<usize> {
        let drawn = self.name_ids();
        let text = self.inbox.text(0, length).map_err(thrown)?;
        if let Err(error) = drawn {
            // A message with an id of its own needs no randomness.
            if !has_id(text) {
                return Err(thrown(error));
            }
        }
        let (id, appended) = self.conversation.append_json(text, 0).map_err(thrown)?;
        self.is_new = appended == Appended::New;
        self.conversation.write_message(&id, self.outbox.open());
        Ok(self.outbox.length())
    }

    /// Appends a message. The inbox holds its texts, then a header of `header` bytes (`parts_of`). If the message has
    /// no id of its own, returns the number at the end of its new id.
    #[wasm_bindgen(js_name = appendParts)]
    pub fn append_parts(&mut self, role: usize, texts: usize, header: usize, created_at: f64) -> Thrown<f64> {
        let role = role_of(role).map_err(thrown)?;
        let drawn = self.name_ids();
        let read = || parts_of(self.inbox.text(0, texts)?, self.inbox.bytes(texts, header));
        let parts = read().map_err(thrown)?;
        // A message with an id of its own needs no randomness.
        if parts.id.is_none() {
            drawn.map_err(thrown)?;
        }
        let (_, appended) = self.conversation.append_parts(role, &parts, time(created_at)).map_err(thrown)?;
        self.is_new = appended == Appended::New;
        Ok(count(self.conversation.minted().saturating_sub(1)))
    }

    #[wasm_bindgen(js_name = lastAppendWasNew)]
    pub fn last_append_was_new(&self) -> bool {
        self.is_new
    }
}

fn role_of(number: usize) -> Outcome<Role> {
    let role = Role::ALL.get(number).copied();
    role.ok_or_else(|| ConversationError::new(Code::InvalidRole, "no role of this number"))
}

/// Reads the parts of a message. The header is a list of numbers of four bytes: flags; the lengths of content, id, id
/// of the answered call, name, model and vendor; the number of calls; for each call the lengths of its id, its name
/// and its arguments; and, if there is a usage report, its eight counts in two halves each. `ABSENT` marks a missing
/// text or count.
fn parts_of<'a>(texts: &'a str, header: &[u8]) -> Outcome<MessageParts<'a>> {
    let mut reader = Reader { texts, header: header.as_chunks::<4>().0.iter() };
    let flags = reader.number()?;
    let [content, id, call_id] = [reader.text()?, reader.text()?, reader.text()?];
    let [name, model, vendor] = [reader.text()?, reader.text()?, reader.text()?];
    let mut calls = Vec::new();
    for _ in 0..reader.number()? {
        let (id, name) = (reader.text()?.unwrap_or_default(), reader.text()?.unwrap_or_default());
        let length = reader.number()?;
        let arguments = reader.take(length & !IS_OBJECT)?;
        calls.push(CallParts { id, name, arguments, is_object: length & IS_OBJECT != 0 });
    }
    let usage = (flags & HAS_USAGE != 0).then(|| reader.usage()).transpose()?;
    let is_error = (flags & HAS_IS_ERROR != 0).then_some(flags & IS_ERROR != 0);
    let pinned = flags & PINNED != 0;
    Ok(MessageParts { content, id, call_id, is_error, name, model, vendor, usage, pinned, calls })
}

const HAS_IS_ERROR: u32 = 1;
const IS_ERROR: u32 = 2;
const PINNED: u32 = 4;
const HAS_USAGE: u32 = 8;
/// The bit in the length of arguments that were given as an object.
const IS_OBJECT: u32 = 1 << 31;
const ABSENT: u32 = u32::MAX;

/// Reads numbers, and texts by their lengths.
struct Reader<'a, 'h> {
    texts: &'a str,
    header: std::slice::Iter<'h, [u8; 4]>,
}

impl<'a> Reader<'a, '_> {
    fn number(&mut self) -> Outcome<u32> {
        self.header.next().map(|bytes| u32::from_le_bytes(*bytes)).ok_or_else(too_short)
    }

    fn text(&mut self) -> Outcome<Option<&'a str>> {
        let length = self.number()?;
        (length != ABSENT).then(|| self.take(length)).transpose()
    }

    fn take(&mut self, length: u32) -> Outcome<&'a str> {
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        let (text, rest) = self.texts.split_at_checked(length).ok_or_else(too_short)?;
        self.texts = rest;
        Ok(text)
    }

    fn count(&mut self) -> Outcome<Option<u64>> {
        let [high, low] = [self.number()?, self.number()?];
        Ok((high != ABSENT).then_some(u64::from(high) << 32 | u64::from(low)))
    }

    fn usage(&mut self) -> Outcome<Usage> {
        Ok(Usage {
            input: self.count()?,
            output: self.count()?,
            cached_input: self.count()?,
            cache_write: self.count()?,
            cache_write_5m: self.count()?,
            cache_write_1h: self.count()?,
            reasoning: self.count()?,
            tool_input: self.count()?,
        })
    }
}

fn too_short() -> ConversationError {
    ConversationError::new(Code::InvalidArgument, "the inbox does not hold that much text")
}

/// Reports whether a message has an id.
fn has_id(message: &str) -> bool {
    Node::parse(message).and_then(Node::fields).is_some_and(|fields| fields.get("id").is_some())
}
