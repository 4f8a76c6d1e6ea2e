//! The transcript of a conversation, and the paths through it.

use super::core::{Core, Thrown, time};
use super::error::thrown;
use crate::engine::PathEnd;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
impl Core {
    #[wasm_bindgen(js_name = keepTranscript)]
    pub fn keep_transcript(&mut self, keeps: bool) {
        self.conversation.keep_transcript(keeps);
    }

    /// Writes the message of the transcript whose id is in the inbox. Returns 0 if there is none.
    pub fn message(&mut self, length: usize) -> Thrown<usize> {
        let id = self.inbox.text(0, length).map_err(thrown)?;
        self.conversation.write_message(id, self.outbox.open());
        Ok(self.outbox.length())
    }

    /// Writes the transcript without its first `since` appended messages.
    pub fn transcript(&mut self, since: f64) -> usize {
        self.conversation.write_transcript(super::core::tokens(since), self.outbox.open());
        self.outbox.length()
    }

    pub fn reductions(&mut self) -> usize {
        self.conversation.write_reductions(self.outbox.open());
        self.outbox.length()
    }

    pub fn archive(&mut self) -> usize {
        self.conversation.archive(self.outbox.open());
        self.outbox.length()
    }

    pub fn undo(&mut self) -> bool {
        self.conversation.undo()
    }

    /// Ends the path with the message whose id is in the inbox, or before it. Returns how many messages leave the path.
    pub fn rewind(&mut self, length: usize, is_before: bool) -> Thrown<usize> {
        let end = if is_before { PathEnd::Before } else { PathEnd::Through };
        let id = self.inbox.text(0, length).map_err(thrown)?;
        self.conversation.rewind(id, end).map_err(thrown)
    }

    /// Replaces a message. The inbox holds the id of the old message, then the new message.
    #[wasm_bindgen(js_name = editMessage)]
    pub fn edit_message(&mut self, id: usize, message: usize, created_at: f64) -> Thrown<usize> {
        self.name_ids().map_err(thrown)?;
        let texts = || Ok((self.inbox.text(0, id)?, self.inbox.text(id, message)?));
        let (id, message) = texts().map_err(thrown)?;
        let id = self.conversation.edit_message(id, message, time(created_at)).map_err(thrown)?;
        self.conversation.write_message(&id, self.outbox.open());
        Ok(self.outbox.length())
    }

    /// Selects the path that holds the message whose id is in the inbox.
    pub fn select(&mut self, length: usize) -> Thrown<()> {
        let id = self.inbox.text(0, length).map_err(thrown)?;
        self.conversation.select(id).map_err(thrown)
    }

    /// Frees all other paths, and begins a new bill.
    #[wasm_bindgen(js_name = becomeFork)]
    pub fn become_fork(&mut self) {
        self.conversation.become_fork();
    }
}
