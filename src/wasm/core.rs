//! The one object that JavaScript holds: a conversation, its drafts, and the buffers.

use super::boxes::{Inbox, Outbox};
#[cfg(feature = "conversations")]
use super::drafts::Drafts;
use super::error::thrown;
use super::memory::Memory;
use super::method::Method;
#[cfg(feature = "conversations")]
use crate::engine::{Conversation, Replay};
use crate::error::ConversationError;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// A conversation with its drafts and buffers. A call that needs no conversation has one without messages.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Core {
    #[cfg(feature = "conversations")]
    pub(super) conversation: Conversation,
    #[cfg(feature = "conversations")]
    pub(super) drafts: Drafts,
    #[cfg(feature = "conversations")]
    pub(super) replay: Option<Replay>,
    #[cfg(feature = "conversations")]
    pub(super) id_prefix: Option<String>,
    inbox: Inbox,
    memory: Memory,
    pub(super) outbox: Outbox,
    failure: Option<ConversationError>,
}

#[wasm_bindgen]
impl Core {
    /// Returns an empty conversation. Draws no randomness, so that it may be called at module scope.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Core {
        Self::default()
    }

    /// Makes room for bytes in the inbox. Returns its address.
    pub fn reserve(&mut self, bytes: usize) -> Result<*mut u8, JsValue> {
        Memory::expect(bytes);
        self.inbox.reserve(bytes).map_err(thrown)
    }

    /// Makes room for as many numbers in the header. Returns its address.
    #[wasm_bindgen(js_name = reserveNumbers)]
    pub fn reserve_numbers(&mut self, numbers: usize) -> *mut f64 {
        self.inbox.reserve_numbers(numbers)
    }

    /// Runs a method. The inbox holds `texts` bytes of texts, and the header `numbers` numbers. Afterwards, the header
    /// begins with the address and the length of the outbox.
    /// Returns a number; NaN after a failure. (A `Result` would take three more reads of the memory for each call.)
    pub fn call(&mut self, method: Method, texts: usize, numbers: usize) -> f64 {
        let mut inbox = std::mem::take(&mut self.inbox);
        self.outbox.open();
        let answer = self.run(method, inbox.inputs(texts, numbers));
        inbox.answer(self.outbox.place());
        self.inbox = inbox;
        self.memory.follow();
        answer.unwrap_or_else(|error| {
            self.failure = Some(error);
            f64::NAN
        })
    }

    /// Returns the error of the last method that failed, to be thrown.
    pub fn failure(&mut self) -> JsValue {
        self.failure.take().map_or(JsValue::UNDEFINED, thrown)
    }
}
