//! Appending messages, as the TypeScript layer does it.

use super::core::{Core, Thrown, UNDRAWN, count, time};
use super::error::thrown;
use crate::error::{Code, ConversationError};
use crate::history::Appended;
use crate::json::Node;
use crate::message::Role;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
impl Core {
    #[wasm_bindgen(js_name = appendText)]
    pub fn append_text(&mut self, role: usize, length: usize, created_at: f64) -> Thrown<f64> {
        let role = Role::ALL.get(role).copied();
        let role =
            role.ok_or_else(|| thrown(ConversationError::new(Code::InvalidRole, "no role of this number")))?;
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

    /// Appends a message of which the inbox holds the texts, and behind them JSON with everything else. Returns the number
    /// at the end of its id, if it has none of its own.
    #[wasm_bindgen(js_name = appendTexts)]
    pub fn append_texts(&mut self, texts: usize, rest: usize) -> Thrown<f64> {
        let drawn = self.name_ids();
        let read = || Ok((self.inbox.text(0, texts)?, self.inbox.text(texts, rest)?));
        let (texts, rest) = read().map_err(thrown)?;
        if let Err(error) = drawn {
            // A message with an id of its own needs no randomness.
            if !has_id(rest) {
                return Err(thrown(error));
            }
        }
        let (_, appended) = self.conversation.append_texts(rest, texts, 0).map_err(thrown)?;
        self.is_new = appended == Appended::New;
        Ok(count(self.conversation.minted().saturating_sub(1)))
    }

    #[wasm_bindgen(js_name = lastAppendWasNew)]
    pub fn last_append_was_new(&self) -> bool {
        self.is_new
    }
}

/// Reports whether a message has an id.
fn has_id(message: &str) -> bool {
    Node::parse(message).and_then(Node::fields).is_some_and(|fields| fields.get("id").is_some())
}
