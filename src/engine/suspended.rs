//! Calls that wait for a person's decision.

use super::conversation::Conversation;
use crate::error::{Code, ConversationError, Outcome};
use crate::format::backscroll;
use crate::history::History;
use crate::json::{Fields, ListWriter, Node, ObjectWriter};
use crate::list::Listed;
use crate::message::{Arguments, Message, MessageId, ToolCall};
use crate::sanitize::RequestOptions;
use std::sync::Arc;

/// The result of a call, with the arguments if a person edited them.
struct AnsweredCall {
    arguments: Option<Arguments>,
    message: Message,
}

impl Conversation {
    /// Appends `{"messageId", "calls"}`: the open calls of the newest assistant message. Nothing when there are none.
    pub fn write_asking(&self, out: &mut Vec<u8>) {
        let Some(unit) = self.paths.history().asking() else { return };
        let mut object = ObjectWriter::begin(out);
        object.text("messageId", &unit.head().id);
        write_calls(&unit.open_calls(), object.key("calls"));
        object.end();
    }

    /// Appends a message's calls without a result, as a JSON list; nothing if there is no such message.
    pub fn write_open_calls(&self, message_id: &str, out: &mut Vec<u8>) {
        let unit =
            self.paths.history().unit_of(message_id).filter(|unit| unit.head().id.as_ref() == message_id);
        if let Some(unit) = unit {
            write_calls(&unit.open_calls(), out);
        }
    }

    /// Appends the messages of a checkpoint on this message: all messages up to the next answer, each result after its
    /// call.
    pub fn write_until_next_answer(&self, message_id: &str, out: &mut Vec<u8>) {
        let mut list = ListWriter::begin(out);
        let messages = self.paths.history().until_next_answer(message_id);
        messages.into_iter().for_each(|message| backscroll::write_message(message, list.item()));
        list.end();
    }

    /// Lets calls wait for a decision, given as JSON (`checkpointId`, `messageId`, `calls`, `request`).
    ///
    /// # Errors
    ///
    /// `nothing-pending`, `awaiting-approval`, `invalid-message`, `too-deep`, `too-large`.
    pub fn suspend(&mut self, text: &str) -> Outcome<()> {
        let node = Node::read(text, self.settings.limits)?;
        self.history_mut().suspend(backscroll::read_suspension(node)?)?;
        self.count_change();
        Ok(())
    }

    /// Appends the open suspensions as a JSON list, oldest first, each with its waiting calls.
    pub fn write_suspended(&self, out: &mut Vec<u8>) {
        let mut list = ListWriter::begin(out);
        for suspension in self.paths.history().suspended() {
            let mut object = ObjectWriter::begin(list.item());
            let waiting = self.paths.history().open_calls_of(suspension);
            backscroll::write_suspension(suspension, &waiting, object.key("suspension"));
            write_calls(&waiting, object.key("pending"));
            object.end();
        }
        list.end();
    }

    /// Appends the host's data of the newest suspension, open or over; nothing when there was none.
    pub fn write_last_request(&self, out: &mut Vec<u8>) {
        if let Some(suspension) = self.paths.history().last_suspension() {
            out.extend_from_slice(suspension.request.as_bytes());
        }
    }

    /// Adds the results of one message's calls, given as JSON: `{"messageId", "suspension", "answers"}`, each answer
    /// with a tool `message` and, if the call was edited, its `arguments`. Adds all results, or none. `suspension`, if
    /// given, is the suspension of these calls; a history that does not know it adds it, so that a later suspension can
    /// refer to it. Returns the ids of the results.
    ///
    /// Limits are not checked: the host checked each message before a tool ran, and made the rest of the JSON itself.
    ///
    /// # Errors
    ///
    /// `invalid-checkpoint` when there is no such message; `checkpoint-already-resumed` when a call has its result.
    /// Also `invalid-message`, `duplicate-id`, `too-deep`, `too-large`.
    pub fn answer(&mut self, text: &str, created_at: i64) -> Outcome<Vec<MessageId>> {
        let node = Node::parse(text)
            .ok_or_else(|| ConversationError::new(Code::InvalidMessage, "the answers are not valid JSON"))?;
        let fields = node.fields().unwrap_or_default();
        let message_id = fields.text("messageId").unwrap_or_default();
        let suspension = fields.get("suspension").map(backscroll::read_suspension).transpose()?;
        let unit = self.paths.history().unit_of(&message_id);
        let unit = unit.ok_or_else(|| {
            let text = format!("the conversation has no message `{message_id}` with these calls");
            ConversationError::new(Code::InvalidCheckpoint, text)
        })?;
        let serial = unit.serial();
        let mut minted = self.minted();
        let answers = self.read_answers(&fields, created_at, &mut minted)?;
        let mut history = History::clone(self.paths.history());
        let head = Arc::clone(&unit.head_entry().message);
        for AnsweredCall { arguments, message } in &answers {
            self.paths.is_hidden(message)?;
            let call_id = message.result().map(|result| result.call_id.as_ref()).unwrap_or_default();
            if let Some(arguments) = arguments {
                history.edit_arguments(&message_id, call_id, arguments);
            }
        }
        let mut ids = Vec::with_capacity(answers.len());
        for AnsweredCall { message, .. } in answers {
            ids.push(message.id.clone());
            history.answer(&message_id, message)?;
        }
        if let Some(suspension) = suspension {
            history.remember(suspension);
        }
        self.paths.set_history(Arc::new(history));
        self.set_minted(minted);
        self.paths.replace_head(serial, &head);
        self.bodies.forget_units(&[serial]);
        Ok(ids)
    }

    /// Appends these messages of the history as a JSON list.
    pub fn write_messages_of(&self, ids: &[MessageId], out: &mut Vec<u8>) {
        let mut list = ListWriter::begin(out);
        for message in ids.iter().filter_map(|id| self.paths.history().message(id)) {
            backscroll::write_message(message, list.item());
        }
        list.end();
    }

    /// Refuses a request when calls wait for a decision, and its options do not choose a treatment of open calls.
    pub(super) fn check_approvals(&self, options: &RequestOptions) -> Outcome<()> {
        let Some(suspension) =
            self.paths.history().suspended().next().filter(|_| options.open_calls.is_none())
        else {
            return Ok(());
        };
        let names = self.paths.history().open_calls_of(suspension);
        let names: Vec<String> = names.iter().map(|call| format!("`{}` ({})", call.id, call.name)).listed();
        Err(ConversationError::new(
            Code::AwaitingApproval,
            format!(
                "the checkpoint `{}` waits for a decision on {}; resume it, or set `openCalls` to choose what the request does with open calls",
                suspension.id,
                names.join(", ")
            ),
        ))
    }

    fn read_answers(
        &self,
        fields: &Fields<'_>,
        created_at: i64,
        minted: &mut u64,
    ) -> Outcome<Vec<AnsweredCall>> {
        let limits = self.settings.limits;
        let nodes = fields.get("answers").and_then(Node::list).unwrap_or_default();
        let mut read = |node: Node<'_>| {
            let fields = node.fields().unwrap_or_default();
            let message = fields.get("message").unwrap_or(node);
            let message = backscroll::read_message(message, limits, created_at, &mut || self.mint(minted))?;
            let arguments = fields.get("arguments").map(|node| match node.text() {
                Some(text) => Arguments::Text(text.into()),
                None => Arguments::Json(node.json().into()),
            });
            Ok(AnsweredCall { arguments, message })
        };
        let placed =
            |(at, node)| read(node).map_err(|error: ConversationError| error.at(format!("answers[{at}]")));
        nodes.into_iter().enumerate().map(placed).collect()
    }
}

fn write_calls(calls: &[&ToolCall], out: &mut Vec<u8>) {
    let mut list = ListWriter::begin(out);
    calls.iter().for_each(|call| backscroll::write_call(call, list.item()));
    list.end();
}
