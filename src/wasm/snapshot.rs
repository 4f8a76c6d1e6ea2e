//! Snapshots, the bill of a conversation, and the tokens that requests share.

use super::core::{Core, Thrown, count, time};
use super::error::thrown;
use crate::engine::{Conversation, Settings};
use crate::format::sizes;
use crate::json::ObjectWriter;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
impl Core {
    /// Writes a snapshot. The inbox holds the host's own settings.
    pub fn snapshot(&mut self, length: usize) -> Thrown<usize> {
        let settings = self.inbox.text(0, length).map_err(thrown)?;
        self.conversation.write_snapshot(settings, self.outbox.open());
        Ok(self.outbox.length())
    }

    /// Writes the frame of the conversation, and its messages: all, or only the new ones since the last call. The
    /// inbox holds the host's own settings.
    pub fn journal(&mut self, length: usize, is_whole: bool) -> Thrown<usize> {
        let settings = self.inbox.text(0, length).map_err(thrown)?;
        self.conversation.write_journal(settings, is_whole, self.outbox.open());
        Ok(self.outbox.length())
    }

    /// Continues a journal whose messages were saved under these keys. If the keys do not fit, starts a new journal
    /// and returns false.
    #[wasm_bindgen(js_name = continueJournal)]
    pub fn continue_journal(&mut self, keys: &[u32], next_key: u32) -> bool {
        self.conversation.continue_journal(keys, next_key)
    }

    /// Returns how many tokens the last written request for this target shares with the start of the request before it.
    #[wasm_bindgen(js_name = sharedTokens)]
    pub fn shared_tokens(&self, target: usize) -> f64 {
        count(self.conversation.shared_tokens(target))
    }

    /// Writes the bill.
    pub fn bill(&mut self) -> usize {
        self.conversation.write_bill(self.outbox.open());
        self.outbox.length()
    }

    /// Replaces the conversation by the conversation of a snapshot. An empty `estimator` keeps the snapshot's
    /// estimator. Writes the settings: `{"settings", "estimator", "messageBytes", "depth"}`.
    pub fn restore(&mut self, length: usize, estimator: &str, created_at: f64) -> Thrown<usize> {
        let text = self.inbox.text(0, length).map_err(thrown)?;
        let estimator =
            (!estimator.is_empty()).then(|| sizes::estimator(estimator)).transpose().map_err(thrown)?;
        let (conversation, settings) =
            Conversation::restored(text, estimator, time(created_at)).map_err(thrown)?;
        let Settings { estimator, limits, .. } = conversation.settings();
        self.become_other(conversation);
        let mut object = ObjectWriter::begin(self.outbox.open());
        object.json("settings", &settings);
        object.text("estimator", estimator.as_str());
        object.number("messageBytes", limits.bytes);
        object.number("depth", limits.depth);
        object.end();
        Ok(self.outbox.length())
    }
}
