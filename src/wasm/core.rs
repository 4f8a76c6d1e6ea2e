//! A conversation as the TypeScript layer uses it.

use super::buffers::{Inbox, Outbox};
use super::error::thrown;
use crate::engine::{Answers, Conversation, Settings};
use crate::error::{Code, ConversationError, Outcome};
use crate::format::{sizes, unrepaired_anthropic, unrepaired_openai};
use crate::json::{Limits, ListWriter, ObjectWriter, push_string};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// A conversation with its buffers.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Core {
    pub(super) conversation: Conversation,
    pub(super) inbox: Inbox,
    pub(super) outbox: Outbox,
    id_prefix: Option<String>,
    pub(super) is_new: bool,
}

pub(super) type Thrown<T> = Result<T, JsValue>;

#[wasm_bindgen]
impl Core {
    /// Returns an empty conversation. Draws no randomness, so that it may be called at module scope.
    #[wasm_bindgen(constructor)]
    pub fn new(estimator: &str, message_bytes: f64, depth: f64) -> Thrown<Core> {
        let estimator = sizes::estimator(estimator).map_err(thrown)?;
        let limits = Limits { bytes: whole(message_bytes), depth: whole(depth) };
        Ok(Self {
            conversation: Conversation::new(Settings { estimator, limits, keeps_transcript: false }),
            inbox: Inbox::default(),
            outbox: Outbox::default(),
            id_prefix: None,
            is_new: false,
        })
    }

    pub fn reserve(&mut self, bytes: usize) -> Thrown<*mut u8> {
        self.inbox.reserve(bytes).map_err(thrown)
    }

    #[wasm_bindgen(js_name = outPtr)]
    pub fn out_ptr(&self) -> usize {
        self.outbox.address()
    }

    /// The prefix of minted ids.
    #[wasm_bindgen(js_name = idPrefix)]
    pub fn id_prefix(&self) -> String {
        self.id_prefix.as_deref().unwrap_or(UNDRAWN).to_owned()
    }

    #[wasm_bindgen(js_name = systemPrompt)]
    pub fn system_prompt(&self) -> Option<String> {
        self.conversation.system_prompt()
    }

    /// Sets the system prompt to the text in the inbox. Without a length, removes it.
    #[wasm_bindgen(js_name = setSystemPrompt)]
    pub fn set_system_prompt(&mut self, length: Option<usize>, created_at: f64) -> Thrown<()> {
        if self.name_ids().is_err() {
            self.conversation.name_ids(UNDRAWN);
        }
        let text = length.map(|length| self.inbox.text(0, length)).transpose().map_err(thrown)?;
        self.conversation.set_system_prompt(text, time(created_at)).map_err(thrown)
    }

    /// Pins or unpins the message whose id is in the inbox.
    pub fn pin(&mut self, length: usize, is_pinned: bool) -> Thrown<()> {
        let id = self.inbox.text(0, length).map_err(thrown)?;
        self.conversation.pin(id, is_pinned).map_err(thrown)
    }

    #[wasm_bindgen(js_name = setLimits)]
    pub fn set_limits(&mut self, message_bytes: f64, depth: f64) {
        self.conversation.set_limits(Limits { bytes: whole(message_bytes), depth: whole(depth) });
    }

    pub fn messages(&mut self) -> usize {
        self.conversation.write_messages(self.outbox.open());
        self.outbox.length()
    }

    pub fn ids(&mut self) -> usize {
        self.conversation.write_ids(self.outbox.open());
        self.outbox.length()
    }

    #[wasm_bindgen(js_name = lastAssistant)]
    pub fn last_assistant(&mut self) -> usize {
        self.conversation.write_last_assistant(self.outbox.open());
        self.outbox.length()
    }

    #[wasm_bindgen(js_name = currentRequest)]
    pub fn current_request(&self) -> Option<String> {
        self.conversation.current_request().map(|id| id.to_string())
    }

    #[wasm_bindgen(js_name = messageCount)]
    pub fn message_count(&self) -> usize {
        self.conversation.history().len()
    }

    #[wasm_bindgen(js_name = tokensSpent)]
    pub fn tokens_spent(&self) -> f64 {
        count(self.conversation.history().ledger().spent())
    }

    #[wasm_bindgen(js_name = contextTokens)]
    pub fn context_tokens(&self) -> f64 {
        count(self.conversation.history().context_tokens())
    }

    /// The sizes of the last request in tokens: the history, the params, its own prompt beyond the history's prompt,
    /// and the additions by repairs; then the answer's limit and the model's window. 0 for an unknown size.
    #[wasm_bindgen(js_name = requestSize)]
    pub fn request_size(&self) -> Vec<f64> {
        let own = &self.conversation;
        let prompt = own.prompt_tokens();
        let prompt = count(prompt.unsigned_abs()) * if prompt < 0 { -1.0 } else { 1.0 };
        let [history, params, added] =
            [own.history().context_tokens(), own.params_tokens(), own.added_tokens()].map(count);
        vec![history, params, prompt, added, count(own.answer_tokens()), count(own.window_tokens())]
    }

    pub fn breakdown(&mut self) -> usize {
        self.conversation.write_breakdown(self.outbox.open());
        self.outbox.length()
    }

    pub fn truncate(&mut self, keep_recent: f64, keep_system: bool) -> usize {
        let keep = (keep_recent >= 0.0).then(|| whole(keep_recent));
        self.conversation.truncate(keep, keep_system)
    }

    pub fn clear(&mut self) {
        self.conversation.clear();
    }

    #[wasm_bindgen(js_name = plainOpenai)]
    pub fn unrepaired_openai(&mut self) -> usize {
        self.conversation.write_unrepaired(unrepaired_openai, self.outbox.open());
        self.outbox.length()
    }

    #[wasm_bindgen(js_name = plainAnthropic)]
    pub fn unrepaired_anthropic(&mut self) -> usize {
        self.conversation.write_unrepaired(unrepaired_anthropic, self.outbox.open());
        self.outbox.length()
    }

    pub fn read(&mut self, format: &str, length: usize, created_at: f64) -> Thrown<usize> {
        self.name_ids().map_err(thrown)?;
        let text = self.inbox.text(0, length).map_err(thrown)?;
        self.conversation.read(format, text, time(created_at)).map_err(thrown)?;
        Ok(self.repairs())
    }

    #[wasm_bindgen(js_name = addResponse)]
    pub fn add_response(&mut self, format: &str, length: usize, created_at: f64) -> Thrown<usize> {
        self.name_ids().map_err(thrown)?;
        let text = self.inbox.text(0, length).map_err(thrown)?;
        let id = self.conversation.add_response(format, text, time(created_at)).map_err(thrown)?;
        self.conversation.write_message(&id, self.outbox.open());
        Ok(self.outbox.length())
    }

    /// Appends messages that the host read. The outbox holds their ids.
    #[wasm_bindgen(js_name = readProgram)]
    pub fn read_program(&mut self, length: usize, created_at: f64) -> Thrown<usize> {
        self.name_ids().map_err(thrown)?;
        let text = self.inbox.text(0, length).map_err(thrown)?;
        let ids = self.conversation.read_program(text, time(created_at)).map_err(thrown)?;
        let mut list = ListWriter::begin(self.outbox.open());
        ids.iter().for_each(|id| push_string(list.item(), id));
        list.end();
        Ok(self.outbox.length())
    }

    /// Appends an answer that the host read. The outbox holds `{"message", "known", "ids"}`: the newest assistant
    /// message, the number of messages at the start of the list that were already in the history, and the ids of the
    /// other messages.
    #[wasm_bindgen(js_name = addProgramResponse)]
    pub fn add_program_response(&mut self, length: usize, created_at: f64) -> Thrown<usize> {
        self.name_ids().map_err(thrown)?;
        let text = self.inbox.text(0, length).map_err(thrown)?;
        let Answers { last, known, ids } =
            self.conversation.add_program_response(text, time(created_at)).map_err(thrown)?;
        let mut object = ObjectWriter::begin(self.outbox.open());
        self.conversation.write_message(&last, object.key("message"));
        object.number("known", known);
        let mut list = ListWriter::begin(object.key("ids"));
        ids.iter().for_each(|id| push_string(list.item(), id));
        list.end();
        object.end();
        Ok(self.outbox.length())
    }

    pub fn request(&mut self, target: usize, params: usize, options: usize) -> Thrown<usize> {
        let texts = || Ok((self.inbox.text(0, params)?, self.inbox.text(params, options)?));
        let (params, options) = texts().map_err(thrown)?;
        let body = self.conversation.request_view(target, params, options).map_err(thrown)?;
        Ok(self.outbox.show(body))
    }

    /// Writes a request with the system prompt at the end of the inbox. Without a length, the request has no system
    /// prompt.
    #[wasm_bindgen(js_name = requestWithPrompt)]
    pub fn request_with_prompt(
        &mut self,
        target: usize,
        params: usize,
        options: usize,
        prompt: Option<usize>,
    ) -> Thrown<usize> {
        let start = params.saturating_add(options);
        let prompt = prompt.map(|length| self.inbox.text(start, length)).transpose().map_err(thrown)?;
        let texts = || Ok((self.inbox.text(0, params)?, self.inbox.text(params, options)?));
        let (params, options) = texts().map_err(thrown)?;
        let body = self.conversation.request_with_prompt(target, params, options, prompt);
        let body = body.map_err(thrown)?;
        Ok(self.outbox.show(body))
    }

    #[wasm_bindgen(js_name = markSent)]
    pub fn mark_sent(&mut self, target: usize) {
        self.conversation.mark_sent(target);
    }

    #[wasm_bindgen(js_name = repairCount)]
    pub fn repair_count(&self) -> usize {
        self.conversation.repairs().len()
    }

    pub fn repairs(&mut self) -> usize {
        let mut list = ListWriter::begin(self.outbox.open());
        self.conversation.repairs().iter().for_each(|repair| repair.write(list.item()));
        list.end();
        self.outbox.length()
    }

    #[wasm_bindgen(js_name = isBusy)]
    pub fn is_busy(&self) -> bool {
        self.conversation.is_busy()
    }

    #[wasm_bindgen(js_name = setRunning)]
    pub fn set_running(&mut self, is_running: bool) -> bool {
        self.conversation.set_running(is_running)
    }

    #[wasm_bindgen(js_name = changeCount)]
    pub fn change_count(&self) -> f64 {
        count(self.conversation.change_count())
    }

    #[wasm_bindgen(js_name = rewriteCount)]
    pub fn rewrite_count(&self) -> f64 {
        count(self.conversation.rewrite_count())
    }

    #[wasm_bindgen(js_name = appendedCount)]
    pub fn appended_count(&self) -> f64 {
        count(self.conversation.appended_count())
    }

    #[wasm_bindgen(js_name = reductionCount)]
    pub fn reduction_count(&self) -> f64 {
        count(self.conversation.last_reduction().1)
    }

    pub fn reduction(&mut self) -> usize {
        self.conversation.write_reduction(self.outbox.open());
        self.outbox.length()
    }
}

impl Core {
    /// Replaces the conversation. New ids still get the prefix of this object.
    pub(super) fn become_other(&mut self, mut conversation: Conversation) {
        conversation.count_on_from(&self.conversation);
        self.conversation = conversation;
        if let Some(prefix) = &self.id_prefix {
            self.conversation.name_ids(prefix);
        }
    }

    /// Draws the prefix of minted ids. Called at the first message, not earlier.
    pub(super) fn name_ids(&mut self) -> Outcome<()> {
        if self.id_prefix.is_some() {
            return Ok(());
        }
        let mut bytes = [0_u8; 8];
        getrandom::fill(&mut bytes).map_err(|error| {
            ConversationError::new(
                Code::InvalidArgument,
                format!(
                    "random bytes for message ids are not available here ({error}); give each message an `id`"
                ),
            )
        })?;
        let digits: String =
            bytes.iter().filter_map(|byte| char::from_digit(u32::from(byte % 32), 32)).collect();
        let prefix = format!("msg-{digits}-");
        self.conversation.name_ids(&prefix);
        self.id_prefix = Some(prefix);
        Ok(())
    }
}

/// The prefix of the system prompt's id when no prefix could be drawn.
pub(super) const UNDRAWN: &str = "msg-";

/// Converts a count to a number of JavaScript. Above 2^53 it is rounded.
pub(super) fn count(number: u64) -> f64 {
    // Two halves of 32 bits are exact, so no lossy cast is needed.
    let high = u32::try_from(number >> 32).unwrap_or(u32::MAX);
    let low = u32::try_from(number & 0xffff_ffff).unwrap_or(u32::MAX);
    f64::from(high) * 4_294_967_296.0 + f64::from(low)
}

/// A count from JavaScript. The TypeScript layer checked that it is whole and within range.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "`as` saturates between a float and a whole number, which is what is wanted"
)]
pub(super) fn whole(number: f64) -> usize {
    number as usize
}

/// Milliseconds from JavaScript.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the face passes whole numbers that a float holds exactly"
)]
pub(super) fn time(number: f64) -> i64 {
    number as i64
}

/// Tokens from JavaScript.
pub(super) fn tokens(number: f64) -> u64 {
    u64::try_from(whole(number)).unwrap_or(u64::MAX)
}
