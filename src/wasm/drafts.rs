//! Drafts and transactions of a conversation.

use super::core::{Core, Thrown, count, time};
use super::error::thrown;
use crate::engine::TransactionId;
use crate::history::Draft;
use wasm_bindgen::prelude::wasm_bindgen;

/// A draft of one conversation, which belongs to JavaScript: `free` drops it.
#[wasm_bindgen]
#[derive(Debug)]
pub struct CoreDraft(Draft);

#[wasm_bindgen]
impl CoreDraft {
    /// Returns a copy of the draft in its current state.
    pub fn copy(&self) -> CoreDraft {
        CoreDraft(self.0.clone())
    }
}

#[wasm_bindgen]
impl Core {
    #[wasm_bindgen(js_name = beginDraft)]
    pub fn begin_draft(&self) -> CoreDraft {
        CoreDraft(self.conversation.begin_draft())
    }

    /// Edits a draft by the operation in the inbox. Returns how many messages it removes or changes. Only operations
    /// that make messages use `created_at` and ids.
    pub fn edit(&mut self, draft: &mut CoreDraft, length: usize, created_at: Option<f64>) -> Thrown<usize> {
        if created_at.is_some() {
            self.name_ids().map_err(thrown)?;
        }
        let operation = self.inbox.text(0, length).map_err(thrown)?;
        let created_at = time(created_at.unwrap_or_default());
        self.conversation.edit_json(&mut draft.0, operation, created_at).map_err(thrown)
    }

    /// Answers the query in the inbox about a draft. Returns 0 when there is no answer.
    pub fn query(&mut self, draft: &mut CoreDraft, length: usize) -> Thrown<usize> {
        let question = self.inbox.text(0, length).map_err(thrown)?;
        self.conversation.query(&mut draft.0, question, self.outbox.open()).map_err(thrown)?;
        Ok(self.outbox.length())
    }

    /// Returns the tokens of the next request if the draft were committed now.
    #[wasm_bindgen(js_name = draftTokens)]
    pub fn draft_tokens(&self, draft: &mut CoreDraft) -> Thrown<f64> {
        self.conversation.refresh(&mut draft.0).map_err(thrown)?;
        Ok(count(draft.0.tokens()))
    }

    /// Applies a draft and drops it. Returns false when the draft would not make the history smaller; the history is
    /// then unchanged.
    pub fn commit(&mut self, draft: CoreDraft) -> Thrown<bool> {
        self.conversation.commit(draft.0).map_err(thrown)
    }

    /// Writes the messages that wait for the host's estimate. Returns 0 if there are none.
    pub fn unweighed(&mut self) -> usize {
        self.conversation.write_unweighed(self.outbox.open());
        self.outbox.length()
    }

    /// Writes the messages of a draft that wait for the host's estimate. Returns 0 if there are none.
    #[wasm_bindgen(js_name = unweighedOf)]
    pub fn unweighed_of(&mut self, draft: &mut CoreDraft) -> Thrown<usize> {
        self.conversation.write_unweighed_of(&mut draft.0, self.outbox.open()).map_err(thrown)?;
        Ok(self.outbox.length())
    }

    pub fn weigh(&mut self, length: usize) -> Thrown<()> {
        let estimates = self.inbox.text(0, length).map_err(thrown)?;
        self.conversation.weigh(estimates).map_err(thrown)
    }

    /// Writes the texts outside the messages of the last request that wait for the host's estimate. Returns 0 if
    /// there are none.
    #[wasm_bindgen(js_name = unweighedBeside)]
    pub fn unweighed_beside(&mut self) -> usize {
        self.conversation.write_unweighed_beside(self.outbox.open());
        self.outbox.length()
    }

    #[wasm_bindgen(js_name = weighTexts)]
    pub fn weigh_texts(&mut self, length: usize) -> Thrown<()> {
        let estimates = self.inbox.text(0, length).map_err(thrown)?;
        self.conversation.weigh_texts(estimates).map_err(thrown)
    }

    #[wasm_bindgen(js_name = weighIn)]
    pub fn weigh_in(&mut self, draft: &mut CoreDraft, length: usize) -> Thrown<()> {
        let estimates = self.inbox.text(0, length).map_err(thrown)?;
        self.conversation.weigh_in(&mut draft.0, estimates).map_err(thrown)
    }

    /// Begins a transaction, and promotes the pending messages in it.
    #[wasm_bindgen(js_name = beginTransaction)]
    pub fn begin_transaction(&mut self, created_at: f64) -> Thrown<u32> {
        self.name_ids().map_err(thrown)?;
        let id = self.conversation.begin_transaction();
        let promoted = self.conversation.promote_within(id, time(created_at));
        if promoted.is_err() {
            self.conversation.commit_transaction(id);
        }
        promoted.map(|_| id.0).map_err(thrown)
    }

    #[wasm_bindgen(js_name = saveHistory)]
    pub fn save_history(&mut self, id: u32) {
        self.conversation.save(TransactionId(id));
    }

    #[wasm_bindgen(js_name = commitTransaction)]
    pub fn commit_transaction(&mut self, id: u32) {
        self.conversation.commit_transaction(TransactionId(id));
    }

    #[wasm_bindgen(js_name = rollBackTransaction)]
    pub fn roll_back_transaction(&mut self, id: u32, undoes_reductions: bool) {
        self.conversation.roll_back_transaction(TransactionId(id), undoes_reductions);
    }
}
