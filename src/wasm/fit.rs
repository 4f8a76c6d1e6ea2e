//! Replays of a caller's list or body.

use super::core::{Core, Thrown, count, tokens};
use super::error::thrown;
use crate::engine::Replay;
use wasm_bindgen::prelude::wasm_bindgen;

/// A replay, which belongs to JavaScript: `free` drops it.
#[wasm_bindgen]
#[derive(Debug)]
pub struct CoreReplay(Replay);

#[wasm_bindgen]
impl Core {
    /// Reads a body and its options. If the host read the body, a description of the format follows them; otherwise its
    /// length is 0.
    #[wasm_bindgen(js_name = openReplay)]
    pub fn open_replay(
        &self,
        format: &str,
        length: usize,
        options: usize,
        program: usize,
    ) -> Thrown<CoreReplay> {
        let estimator = self.conversation.settings().estimator;
        let read = || {
            let body = self.inbox.text(0, length)?;
            let given = self.inbox.text(length, options)?;
            let program = self.inbox.text(length.saturating_add(options), program)?;
            Replay::open(format, program, body, given, estimator)
        };
        read().map(CoreReplay).map_err(thrown)
    }

    /// Tokens of the fields beside the messages.
    #[wasm_bindgen(js_name = besideTokens)]
    pub fn beside_tokens(&self, replay: &CoreReplay) -> f64 {
        count(replay.0.beside(self.conversation.settings().estimator))
    }

    /// Continues from the memory in the inbox.
    #[wasm_bindgen(js_name = resumeReplay)]
    pub fn resume_replay(&mut self, replay: &mut CoreReplay, length: usize) -> Thrown<()> {
        let memory = self.inbox.text(0, length).map_err(thrown)?;
        self.conversation.resume_replay(&mut replay.0, memory).map_err(thrown)
    }

    /// Appends messages until a request may not have fitted. Returns false at the end of the list.
    pub fn advance(&mut self, replay: &mut CoreReplay, room: f64) -> Thrown<bool> {
        self.conversation.advance(&mut replay.0, tokens(room)).map_err(thrown)
    }

    /// Tokens of the current messages in a request.
    #[wasm_bindgen(js_name = sentTokens)]
    pub fn sent_tokens(&self, replay: &CoreReplay) -> f64 {
        count(self.conversation.sent_tokens(&replay.0))
    }

    pub fn fitted(&mut self, replay: &CoreReplay) -> Thrown<usize> {
        self.conversation.write_fitted(&replay.0, self.outbox.open()).map_err(thrown)?;
        Ok(self.outbox.length())
    }

    #[wasm_bindgen(js_name = fitMemory)]
    pub fn fit_memory(&mut self, replay: &CoreReplay) -> usize {
        self.conversation.write_memory(&replay.0, self.outbox.open());
        self.outbox.length()
    }
}
