//! Adding messages.

use super::core::Core;
use super::inputs::Inputs;
use crate::engine::{Answers, CallParts, MessageParts};
use crate::error::Outcome;
use crate::history::Appended;
use crate::json::{ListWriter, Node, ObjectWriter, push_string};
use crate::message::{MessageId, Role, Usage};

impl Core {
    /// Appends a message of texts and simple fields. If it has no id of its own, returns the number at the end of its
    /// new id. Returns `None` if the history already held the message.
    pub(super) fn append_parts(&mut self, mut given: Inputs<'_>) -> Outcome<Option<u64>> {
        let role = given.role()?;
        let created_at = given.time();
        let parts = parts_of(&mut given)?;
        let drawn = self.name_ids();
        match role {
            // The constructor adds the system prompt, and it may run before random bytes are available.
            Role::System => self.name_prompt(),
            // A message with an id of its own needs no randomness.
            Role::User | Role::Assistant | Role::Tool if parts.id.is_none() => drawn?,
            Role::User | Role::Assistant | Role::Tool => {}
        }
        let (_, appended) = self.conversation.append_parts(role, &parts, created_at)?;
        Ok((appended == Appended::New).then(|| self.conversation.minted().saturating_sub(1)))
    }

    /// Appends a message given as JSON, and writes it. Returns false if the history already held it.
    pub(super) fn append_json(&mut self, message: &str) -> Outcome<bool> {
        let drawn = self.name_ids();
        // A message with an id of its own needs no randomness.
        let fields = Node::parse(message).and_then(Node::fields);
        if fields.is_none_or(|fields| fields.get("id").is_none()) {
            drawn?;
        }
        let (id, appended) = self.conversation.append_json(message, 0)?;
        self.conversation.write_message(&id, self.outbox.open());
        Ok(appended == Appended::New)
    }

    /// Appends messages that the host read. The outbox holds their ids.
    pub(super) fn read_program(&mut self, mut given: Inputs<'_>) -> Outcome<()> {
        self.name_ids()?;
        let ids = self.conversation.read_program(given.text()?, given.time())?;
        write_ids(&ids, self.outbox.open());
        Ok(())
    }

    /// Appends an answer that the host read. The outbox holds `{"message", "known", "ids"}`: the newest assistant
    /// message, the number of messages at the start of the list that were already in the history, and the ids of the
    /// other messages.
    pub(super) fn add_program_response(&mut self, mut given: Inputs<'_>) -> Outcome<()> {
        self.name_ids()?;
        let Answers { last, known, ids } =
            self.conversation.add_program_response(given.text()?, given.time())?;
        let mut object = ObjectWriter::begin(self.outbox.open());
        self.conversation.write_message(&last, object.key("message"));
        object.number("known", known);
        write_ids(&ids, object.key("ids"));
        object.end();
        Ok(())
    }
}

fn write_ids(ids: &[MessageId], out: &mut Vec<u8>) {
    let mut list = ListWriter::begin(out);
    ids.iter().for_each(|id| push_string(list.item(), id));
    list.end();
}

/// Reads the parts of a message: a mark of failure (below 0 for none), whether it is pinned, its texts, its calls, and
/// its report of usage, if there is one.
fn parts_of<'a>(given: &mut Inputs<'a>) -> Outcome<MessageParts<'a>> {
    let is_error = given.maybe_count().map(|is_error| is_error > 0);
    let pinned = given.flag();
    let [content, id, call_id] = [given.maybe_text()?, given.maybe_text()?, given.maybe_text()?];
    let [name, model, vendor] = [given.maybe_text()?, given.maybe_text()?, given.maybe_text()?];
    let mut calls = Vec::new();
    for _ in 0..given.count() {
        let [id, name, arguments] = [given.text()?, given.text()?, given.text()?];
        calls.push(CallParts { id, name, arguments, is_object: given.flag() });
    }
    let usage = given.has_more().then(|| Usage {
        input: given.maybe_tokens(),
        output: given.maybe_tokens(),
        cached_input: given.maybe_tokens(),
        cache_write: given.maybe_tokens(),
        cache_write_5m: given.maybe_tokens(),
        cache_write_1h: given.maybe_tokens(),
        reasoning: given.maybe_tokens(),
        tool_input: given.maybe_tokens(),
    });
    Ok(MessageParts { content, id, call_id, is_error, name, model, vendor, usage, pinned, calls })
}
