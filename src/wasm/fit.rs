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
    /// Reads a body. In the inbox, its options follow, then a description of the format if the host read the body,
    /// and the places of its messages if the body is an excerpt. A missing text has the length 0.
    #[wasm_bindgen(js_name = openReplay)]
    pub fn open_replay(
        &mut self,
        format: &str,
        length: usize,
        options: usize,
        program: usize,
        wires: usize,
    ) -> Thrown<CoreReplay> {
        let estimator = self.conversation.settings().estimator;
        let read = || {
            let body = self.inbox.text(0, length)?;
            let mut end = length;
            let given = self.inbox.text(end, options)?;
            end = end.saturating_add(options);
            let program = self.inbox.text(end, program)?;
            let wires = self.inbox.text(end.saturating_add(program.len()), wires)?;
            Replay::open(format, program, body, wires, given, estimator)
        };
        let replay = read().map_err(thrown)?;
        self.conversation.begin_replay(&replay);
        Ok(CoreReplay(replay))
    }

    /// Returns the tokens of all fields except the messages.
    #[wasm_bindgen(js_name = besideTokens)]
    pub fn beside_tokens(&self, replay: &CoreReplay) -> f64 {
        count(replay.0.beside())
    }

    /// Continues from the memory in the inbox, which covers `items` items of the list.
    #[wasm_bindgen(js_name = resumeReplay)]
    pub fn resume_replay(&mut self, replay: &mut CoreReplay, length: usize, items: usize) -> Thrown<()> {
        let memory = self.inbox.text(0, length).map_err(thrown)?;
        self.conversation.resume_replay(&mut replay.0, memory, items).map_err(thrown)
    }

    /// Appends messages up to the next point where a request may be too long. Returns false at the end of the list.
    pub fn advance(&mut self, replay: &mut CoreReplay, room: f64) -> Thrown<bool> {
        self.conversation.advance(&mut replay.0, tokens(room)).map_err(thrown)
    }

    /// Returns the tokens of the current messages in a request.
    #[wasm_bindgen(js_name = sentTokens)]
    pub fn sent_tokens(&self, replay: &mut CoreReplay) -> f64 {
        count(self.conversation.sent_tokens(&mut replay.0))
    }

    pub fn fitted(&mut self, replay: &CoreReplay) -> Thrown<usize> {
        self.conversation.write_fitted(&replay.0, self.outbox.open()).map_err(thrown)?;
        Ok(self.outbox.length())
    }

    /// Writes the memory. The inbox lists the places of items to read again although no message of theirs is left.
    #[wasm_bindgen(js_name = fitMemory)]
    pub fn fit_memory(&mut self, replay: &CoreReplay, length: usize) -> Thrown<usize> {
        let others = self.inbox.text(0, length).map_err(thrown)?;
        self.conversation.write_memory(&replay.0, others, self.outbox.open());
        Ok(self.outbox.length())
    }
}
