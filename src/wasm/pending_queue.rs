//! The pending queue, and calls that wait for a person's decision.

use super::core::{Core, Thrown, time};
use super::error::thrown;
use crate::error::{Code, ConversationError};
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
impl Core {
    pub fn enqueue(&mut self, length: usize, created_at: f64) -> Thrown<usize> {
        self.name_ids().map_err(thrown)?;
        let text = self.inbox.text(0, length).map_err(thrown)?;
        self.conversation.enqueue(text, time(created_at), self.outbox.open()).map_err(thrown)?;
        Ok(self.outbox.length())
    }

    pub fn pending(&mut self) -> usize {
        self.conversation.write_pending(self.outbox.open());
        self.outbox.length()
    }

    pub fn withdraw(&mut self, id: f64) -> bool {
        // Ids are whole numbers from 1 on, so no message has any other number.
        let is_id = id.fract() == 0.0 && (1.0..=9_007_199_254_740_991.0).contains(&id);
        is_id && self.conversation.withdraw(super::core::tokens(id))
    }

    pub fn promote(&mut self, created_at: f64) -> Thrown<usize> {
        self.name_ids().map_err(thrown)?;
        self.conversation.promote(time(created_at), self.outbox.open()).map_err(thrown)?;
        Ok(self.outbox.length())
    }

    pub fn asking(&mut self) -> usize {
        self.conversation.write_asking(self.outbox.open());
        self.outbox.length()
    }

    #[wasm_bindgen(js_name = openCalls)]
    pub fn open_calls(&mut self, length: usize) -> Thrown<usize> {
        let id = self.inbox.text(0, length).map_err(thrown)?;
        self.conversation.write_open_calls(id, self.outbox.open());
        Ok(self.outbox.length())
    }

    #[wasm_bindgen(js_name = untilNextAnswer)]
    pub fn until_next_answer(&mut self, length: usize) -> Thrown<usize> {
        let id = self.inbox.text(0, length).map_err(thrown)?;
        self.conversation.write_until_next_answer(id, self.outbox.open());
        Ok(self.outbox.length())
    }

    /// The id of a checkpoint: a random UUID, version 4.
    #[wasm_bindgen(js_name = checkpointId)]
    pub fn checkpoint_id(&self) -> Thrown<String> {
        let mut bytes = [0_u8; 16];
        getrandom::fill(&mut bytes).map_err(|error| {
            let text = format!("random bytes for the id of a checkpoint are not available here: {error}");
            thrown(ConversationError::new(Code::InvalidArgument, text))
        })?;
        let random = u128::from_be_bytes(bytes);
        // RFC 9562: four bits for the version, two for the variant.
        let version = random & !(0xf << 76) | (0x4 << 76);
        let digits = format!("{:032x}", version & !(0x3 << 62) | (0x2 << 62));
        let parts = [(0, 8), (8, 12), (12, 16), (16, 20), (20, 32)];
        let parts: Vec<&str> = parts.into_iter().filter_map(|(from, to)| digits.get(from..to)).collect();
        Ok(parts.join("-"))
    }

    pub fn suspend(&mut self, length: usize) -> Thrown<()> {
        let text = self.inbox.text(0, length).map_err(thrown)?;
        self.conversation.suspend(text).map_err(thrown)
    }

    pub fn suspended(&mut self) -> usize {
        self.conversation.write_suspended(self.outbox.open());
        self.outbox.length()
    }

    #[wasm_bindgen(js_name = lastRequest)]
    pub fn last_request(&mut self) -> usize {
        self.conversation.write_last_request(self.outbox.open());
        self.outbox.length()
    }

    pub fn answer(&mut self, length: usize, created_at: f64) -> Thrown<()> {
        self.name_ids().map_err(thrown)?;
        let text = self.inbox.text(0, length).map_err(thrown)?;
        self.conversation.answer(text, time(created_at)).map_err(thrown)
    }
}
