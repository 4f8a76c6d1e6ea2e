//! Reductions that are under way, as the face sees them.

use super::core::{Core, Thrown, count, time, tokens, whole};
use super::fault::thrown;
use crate::engine::DraftId;
use crate::error::{Code, ConversationError};
use crate::reduce::{Cut, Fit, Rounding, ShortenResults, SlidingWindow};
use serde::Deserialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Shortening {
    longer_than: f64,
    head: f64,
    tail: f64,
    media: bool,
    largest: bool,
    until: Option<f64>,
}

#[wasm_bindgen]
impl Core {
    #[wasm_bindgen(js_name = beginDraft)]
    pub fn begin_draft(&mut self) -> u32 {
        self.conversation.begin_draft().0
    }

    #[wasm_bindgen(js_name = draftTokens)]
    pub fn draft_tokens(&self, id: u32) -> Thrown<f64> {
        self.conversation.draft_tokens(DraftId(id)).map(count).map_err(thrown)
    }

    #[wasm_bindgen(js_name = draftTurns)]
    pub fn draft_turns(&self, id: u32) -> Thrown<usize> {
        self.conversation.draft_turns(DraftId(id)).map_err(thrown)
    }

    #[wasm_bindgen(js_name = draftKeepTurns)]
    pub fn draft_keep_turns(&mut self, id: u32, turns: f64) -> Thrown<usize> {
        self.conversation.draft_keep_turns(DraftId(id), whole(turns)).map_err(thrown)
    }

    #[wasm_bindgen(js_name = draftKeepMessages)]
    pub fn draft_keep_messages(&mut self, id: u32, messages: f64) -> Thrown<usize> {
        self.conversation.draft_keep_messages(DraftId(id), whole(messages)).map_err(thrown)
    }

    #[wasm_bindgen(js_name = draftShrink)]
    pub fn draft_shrink(&mut self, id: u32, target: f64, jump: f64) -> Thrown<usize> {
        let fit = Fit { target: tokens(target), jump: tokens(jump), keep_turns: 1 };
        self.conversation.draft_shrink(DraftId(id), fit).map_err(thrown)
    }

    #[wasm_bindgen(js_name = draftGiveUp)]
    pub fn draft_give_up(&mut self, id: u32, target: f64, jump: f64, keep_turns: f64) -> Thrown<usize> {
        let fit = Fit { target: tokens(target), jump: tokens(jump), keep_turns: whole(keep_turns) };
        self.conversation.draft_give_up(DraftId(id), fit).map_err(thrown)
    }

    #[wasm_bindgen(js_name = draftSlide)]
    pub fn draft_slide(&mut self, id: u32, size: f64, pin_first: f64, until: Option<f64>) -> Thrown<usize> {
        let window =
            SlidingWindow { size: whole(size), pin_first: whole(pin_first), until: until.map(tokens) };
        self.conversation.draft_slide(DraftId(id), window).map_err(thrown)
    }

    #[wasm_bindgen(js_name = draftCount)]
    pub fn draft_count(&self, id: u32) -> Thrown<usize> {
        self.conversation.draft_count(DraftId(id)).map_err(thrown)
    }

    #[wasm_bindgen(js_name = draftMessages)]
    pub fn draft_messages(&mut self, id: u32) -> Thrown<usize> {
        self.conversation.write_draft_messages(DraftId(id), self.outbox.open()).map_err(thrown)?;
        Ok(self.outbox.length())
    }

    /// 0 when there is no such span.
    #[wasm_bindgen(js_name = draftOldest)]
    pub fn draft_oldest(
        &mut self,
        id: u32,
        messages: f64,
        rounds_up: bool,
        pin_first: f64,
        budget: f64,
    ) -> Thrown<usize> {
        let rounding = if rounds_up { Rounding::Up } else { Rounding::Down };
        let (messages, pin_first, out) = (whole(messages), whole(pin_first), self.outbox.open());
        let written =
            self.conversation.write_oldest(DraftId(id), messages, rounding, pin_first, tokens(budget), out);
        written.map_err(thrown)?;
        Ok(self.outbox.length())
    }

    /// 0 when there is no such span.
    #[wasm_bindgen(js_name = draftSurplus)]
    pub fn draft_surplus(
        &mut self,
        id: u32,
        goal: f64,
        keep_turns: f64,
        may_split: bool,
        budget: f64,
    ) -> Thrown<usize> {
        let (goal, keep_turns, out) = (tokens(goal), whole(keep_turns), self.outbox.open());
        let written =
            self.conversation.write_surplus(DraftId(id), goal, keep_turns, may_split, tokens(budget), out);
        written.map_err(thrown)?;
        Ok(self.outbox.length())
    }

    #[wasm_bindgen(js_name = copyDraft)]
    pub fn copy_draft(&mut self, id: u32) -> Thrown<u32> {
        self.conversation.copy_draft(DraftId(id)).map(|copy| copy.0).map_err(thrown)
    }

    #[wasm_bindgen(js_name = restoreDraft)]
    pub fn restore_draft(&mut self, id: u32, copy: u32) -> Thrown<()> {
        self.conversation.restore_draft(DraftId(id), DraftId(copy)).map_err(thrown)
    }

    #[wasm_bindgen(js_name = draftRemove)]
    pub fn draft_remove(&mut self, id: u32, length: usize) -> Thrown<usize> {
        let ids = self.inbox.text(0, length).map_err(thrown)?;
        self.conversation.draft_remove(DraftId(id), ids).map_err(thrown)
    }

    #[wasm_bindgen(js_name = draftShorten)]
    pub fn draft_shorten(&mut self, id: u32, options: JsValue) -> Thrown<usize> {
        let options: Shortening = serde_wasm_bindgen::from_value(options).map_err(|error| {
            thrown(ConversationError::new(Code::InvalidArgument, format!("invalid options: {error}")))
        })?;
        let Shortening { longer_than, head, tail, media, largest, until } = options;
        let cut = Cut { longer_than: whole(longer_than), head: whole(head), tail: whole(tail), media };
        let options = ShortenResults { cut, largest_first: largest, until: until.map(tokens) };
        self.conversation.draft_shorten(DraftId(id), options).map_err(thrown)
    }

    #[wasm_bindgen(js_name = draftClear)]
    pub fn draft_clear(&mut self, id: u32, keep: f64, length: usize) -> Thrown<usize> {
        let options = self.inbox.text(0, length).map_err(thrown)?;
        self.conversation.draft_clear(DraftId(id), whole(keep), options).map_err(thrown)
    }

    #[wasm_bindgen(js_name = draftSummarize)]
    pub fn draft_summarize(
        &mut self,
        id: u32,
        length: usize,
        pin_first: f64,
        created_at: f64,
    ) -> Thrown<usize> {
        self.name_ids().map_err(thrown)?;
        let options = self.inbox.text(0, length).map_err(thrown)?;
        let (pin_first, created_at) = (whole(pin_first), time(created_at));
        self.conversation.draft_summarize(DraftId(id), options, pin_first, created_at).map_err(thrown)
    }

    #[wasm_bindgen(js_name = draftReplace)]
    pub fn draft_replace(&mut self, id: u32, length: usize, created_at: f64) -> Thrown<()> {
        self.name_ids().map_err(thrown)?;
        let list = self.inbox.text(0, length).map_err(thrown)?;
        self.conversation.draft_replace(DraftId(id), list, time(created_at)).map_err(thrown)
    }

    #[wasm_bindgen(js_name = draftNoteSurrogates)]
    pub fn draft_note_surrogates(&mut self, id: u32, count: usize) -> Thrown<()> {
        self.conversation.draft_note_surrogates(DraftId(id), count).map_err(thrown)
    }

    #[wasm_bindgen(js_name = draftNoteSkipped)]
    pub fn draft_note_skipped(&mut self, id: u32, length: usize) -> Thrown<()> {
        let detail = self.inbox.text(0, length).map_err(thrown)?;
        self.conversation.draft_note_skipped(DraftId(id), detail).map_err(thrown)
    }

    #[wasm_bindgen(js_name = commitDraft)]
    pub fn commit_draft(&mut self, id: u32) -> Thrown<bool> {
        self.conversation.commit_draft(DraftId(id)).map_err(thrown)
    }

    #[wasm_bindgen(js_name = dropDraft)]
    pub fn drop_draft(&mut self, id: u32) {
        self.conversation.drop_draft(DraftId(id));
    }
}
