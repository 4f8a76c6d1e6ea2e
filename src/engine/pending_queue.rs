//! Messages that arrive while the program is busy.

use super::conversation::Conversation;
use super::state::Promotion;
use crate::error::Outcome;
use crate::format::backscroll;
use crate::json::{ListWriter, Node, ObjectWriter, push_string};
use crate::list::{Listed, PushAll};
use crate::message::{Message, MessageId, Pending, Role};

impl Conversation {
    /// Reports whether new messages have to wait: during a run, and while calls of the newest assistant message have no
    /// results. Asynchronous calls count only if they wait for a person's decision.
    pub fn is_busy(&self) -> bool {
        self.is_running || self.awaits_results()
    }

    fn awaits_results(&self) -> bool {
        self.paths
            .history()
            .asking()
            .is_some_and(|unit| self.paths.history().is_suspended(unit) || unit.waits_for_results())
    }

    /// Sets whether a run is under way. Returns false when nothing changed.
    pub fn set_running(&mut self, is_running: bool) -> bool {
        let is_change = std::mem::replace(&mut self.is_running, is_running) != is_running;
        if is_change {
            self.count_change();
        }
        is_change
    }

    /// Adds a message, given as JSON (`source`, `name`, `content`). While the conversation is busy, the message
    /// waits. Otherwise it becomes a user message at once, after all pending messages. Writes the message with its
    /// state.
    ///
    /// # Errors
    ///
    /// `invalid-pending`, `invalid-message`, `too-deep`, `too-large`.
    pub fn enqueue(&mut self, text: &str, created_at: i64, out: &mut Vec<u8>) -> Outcome<()> {
        let node = Node::read(text, self.settings.limits)?;
        let pending = backscroll::read_pending(node, &self.queue)?;
        if self.is_busy() {
            backscroll::write_pending(&pending, None, out);
            self.queue.push(pending);
            return Ok(());
        }
        self.promote_all(created_at)?;
        let mut minted = self.minted();
        let message = pending.to_message(self.mint(&mut minted), created_at);
        let id = message.id.clone();
        self.enter(message)?;
        self.set_minted(minted);
        self.queue.note_id(pending.id);
        backscroll::write_pending(&pending, Some(&id), out);
        Ok(())
    }

    /// Appends the pending messages as a JSON list, oldest first.
    pub fn write_pending(&self, out: &mut Vec<u8>) {
        let mut list = ListWriter::begin(out);
        self.queue.iter().for_each(|pending| backscroll::write_pending(pending, None, list.item()));
        list.end();
    }

    /// Removes a message from the queue. Returns false when no pending message has this id.
    pub fn withdraw(&mut self, id: u64) -> bool {
        let is_withdrawn = self.queue.withdraw(id).is_some();
        if is_withdrawn {
            self.count_change();
        }
        is_withdrawn
    }

    /// Moves the pending messages into the history: first user messages, then phantom calls with their results, both in
    /// order of arrival. Nothing moves while the conversation waits for results of calls. Writes `{"texts",
    /// "pairs"}`.
    ///
    /// # Errors
    ///
    /// `duplicate-id`, which minted ids never cause. Messages that were not promoted stay in the queue.
    pub fn promote(&mut self, created_at: i64, out: &mut Vec<u8>) -> Outcome<()> {
        let promotion = self.promote_all(created_at)?;
        let mut object = ObjectWriter::begin(out);
        let mut texts = ListWriter::begin(object.key("texts"));
        let said = promotion.promoted.iter().filter(|pending| pending.source.tool().is_none());
        said.for_each(|pending| push_string(texts.item(), &pending.content));
        texts.end();
        let mut pairs = ListWriter::begin(object.key("pairs"));
        let messages = promotion.messages.iter().filter_map(|id| self.paths.history().message(id));
        messages
            .filter(|message| message.role() != Role::User)
            .for_each(|message| backscroll::write_message(message, pairs.item()));
        pairs.end();
        object.end();
        Ok(())
    }

    /// Returns promoted messages to the queue, except messages that were removed from the history since. Does nothing
    /// if another message was appended after them, which may be the answer to them.
    pub(super) fn return_to_queue(&mut self, Promotion { promoted, heads, .. }: Promotion) {
        if self.paths.history().newest().is_some_and(|newest| !heads.contains(&newest.head().id)) {
            return;
        }
        let (pending, heads): (Vec<Pending>, Vec<MessageId>) =
            promoted.into_iter().zip(heads).filter(|(_, head)| self.paths.is_only_here(head)).unzip();
        let places = self.history_mut().withdraw(&heads);
        self.bodies.forget_units(&places);
        self.queue.put_back(pending);
    }

    pub(super) fn promote_all(&mut self, created_at: i64) -> Outcome<Promotion> {
        let mut promotion = Promotion::default();
        if self.awaits_results() {
            return Ok(promotion);
        }
        let (texts, pairs): (Vec<Pending>, Vec<Pending>) =
            self.queue.take().into_iter().partition(|pending| pending.source.tool().is_none());
        let mut left = texts.into_iter().chain(pairs);
        while let Some(pending) = left.next() {
            match self.promote_one(&pending, created_at) {
                Ok(ids) => {
                    promotion.heads.push_all(ids.first().cloned());
                    promotion.messages.extend(ids);
                    promotion.promoted.push(pending);
                }
                Err(error) => {
                    self.queue.put_back(std::iter::once(pending).chain(left).listed());
                    return Err(error);
                }
            }
        }
        Ok(promotion)
    }

    /// Promotes one pending message: appends all its messages, or none.
    fn promote_one(&mut self, pending: &Pending, created_at: i64) -> Outcome<Vec<MessageId>> {
        let mut minted = self.minted();
        let messages: Vec<Message> = pending.to_messages(created_at, || self.mint(&mut minted));
        let ids = messages.iter().map(|message| message.id.clone()).listed();
        for message in messages {
            self.enter(message)?;
        }
        self.set_minted(minted);
        Ok(ids)
    }
}
