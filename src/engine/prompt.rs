//! Changes of the system prompt and of pins, and requests with a prompt of their own.

use super::conversation::Conversation;
use super::stateless::numbered;
use crate::error::{Code, ConversationError, Outcome};
use crate::format::read_options;
use crate::history::{History, Serial};
use crate::json::Limits;
use crate::message::{Body, Content, Message};
use crate::sanitize::RequestOptions;
use std::sync::Arc;

impl Conversation {
    /// The text of the system prompt, if there is one.
    pub fn system_prompt(&self) -> Option<String> {
        self.paths.history().system_prompt().map(|prompt| prompt.head().content().plain_text())
    }

    /// Replaces the system prompt on all paths; `None` removes it. The new prompt has the id of the old one.
    ///
    /// # Errors
    ///
    /// `too-large`.
    pub fn set_system_prompt(&mut self, text: Option<&str>, created_at: i64) -> Outcome<()> {
        let (serial, prompt, minted) = self.other_prompt(text, created_at)?;
        let prompt = prompt.map(Arc::new);
        let has = |history: &History| has_prompt(history, prompt.as_deref());
        if self.paths.all().iter().all(|path| has(path.history())) {
            return Ok(());
        }
        self.paths.change_prompt(serial, prompt.as_ref());
        self.set_minted(minted);
        self.repairs.clear();
        self.bodies.clear_all();
        self.forget_shared();
        Ok(())
    }

    /// Pins or unpins a message of the path.
    ///
    /// # Errors
    ///
    /// `invalid-argument` when the history has no such message, for example because a reduction removed it.
    pub fn pin(&mut self, message_id: &str, is_pinned: bool) -> Outcome<()> {
        if self.paths.history().message(message_id).is_none() {
            let text = match self.paths.layers().hidden(message_id) {
                Some(_) => format!(
                    "a reduction removed the message `{message_id}` from the history; `undo` the reduction first"
                ),
                None => format!("the history has no message with id `{message_id}`"),
            };
            return Err(ConversationError::new(Code::InvalidArgument, text));
        }
        self.paths.pin(message_id, is_pinned);
        Ok(())
    }

    /// Sets the limits on input.
    pub fn set_limits(&mut self, limits: Limits) {
        self.settings.limits = limits;
    }

    /// Writes a body like [`Conversation::request_view`], with another system prompt, or with none. The history does not
    /// change.
    ///
    /// # Errors
    ///
    /// As [`Conversation::request`].
    pub fn request_with_prompt(
        &mut self,
        number: usize,
        params: &str,
        options: &str,
        prompt: Option<&str>,
    ) -> Outcome<&[u8]> {
        let target = numbered(number)?;
        let (_, message, _) = self.other_prompt(prompt, 0)?;
        if has_prompt(self.paths.history(), message.as_ref()) {
            return self.request_view(number, params, options);
        }
        let options = read_options(options)?;
        self.turn_to(target);
        self.declaring(number, params, options, |conversation, params, options| {
            conversation.write_with_prompt(number, params, options, prompt)
        })?;
        self.correct_for_model(number);
        self.bodies.bytes_of_other_prompt()
    }

    fn write_with_prompt(
        &mut self,
        number: usize,
        params: &str,
        options: RequestOptions,
        prompt: Option<&str>,
    ) -> Outcome<()> {
        let (serial, message, _) = self.other_prompt(prompt, 0)?;
        let message = message.map(Arc::new);
        let kept = self.bodies.put_aside(number)?;
        let own = Arc::clone(self.paths.history());
        self.history_mut().change_prompt(serial, message.as_ref());
        if let Some((text, message)) = prompt.zip(message.as_ref()).filter(|_| own.estimator().is_given()) {
            let weight = self.weighed_texts.given(text);
            self.history_mut().weigh(&message.id, weight);
        }
        let written = self.write_request(number, params, options).map(|_| ());
        self.bodies.put_back(number, kept);
        let tokens = self.paths.history().context_tokens();
        let revision = own.revision();
        self.go_back_to(own);
        let before = self.paths.history().context_tokens();
        written?;
        self.beside.prompt = tokens.cast_signed().saturating_sub(before.cast_signed());
        if let Some(asked) = self.requests.get_mut(number).map(|requests| &mut requests.written) {
            asked.has_other_prompt = true;
            // Its answer is appended to the unchanged history.
            asked.estimate.iter_mut().for_each(|estimate| {
                estimate.revision = revision;
                estimate.beside = None;
            });
        }
        if let Some(text) = prompt.filter(|_| self.settings.estimator.is_given()) {
            self.weighed_texts.given(text);
        }
        Ok(())
    }

    /// The place of the system prompt, a message of this text for it, and the next number of minted ids.
    fn other_prompt(&self, text: Option<&str>, created_at: i64) -> Outcome<(Serial, Option<Message>, u64)> {
        let known = self.paths.said_prompt();
        let mut minted = self.minted();
        let Some(text) = text else {
            return Ok((known.map_or(Serial::PROMPT, |(serial, _)| serial), None, minted));
        };
        self.settings.limits.check_bytes(text.len())?;
        let (serial, id) = known.unwrap_or_else(|| (Serial::PROMPT, self.mint(&mut minted)));
        let message = Message::new(id, created_at, Body::System(Content::text(text)));
        Ok((serial, Some(message), minted))
    }
}

/// Reports whether the history has this system prompt already.
fn has_prompt(history: &History, prompt: Option<&Message>) -> bool {
    history.system_prompt().map(|own| &own.head().body) == prompt.map(|prompt| &prompt.body)
}
