//! Pending messages as JSON.

use crate::error::Outcome;
use crate::format::json::read::{object, optional, required};
use crate::history::PendingQueue;
use crate::json::{Node, ObjectWriter};
use crate::message::{MessageId, Pending, Source};

/// Reads a pending message, and keeps its `id`. A message without an id gets the next id of the queue.
///
/// # Errors
///
/// `invalid-pending`, `invalid-message`, with the path of the fault.
pub fn read_pending(node: Node<'_>, queue: &PendingQueue) -> Outcome<Pending> {
    let fields = object(node)?;
    let source = Source::parse(&required(&fields, "source")?)?;
    let (name, content) = (optional(&fields, "name")?, required(&fields, "content")?);
    match fields.get("id").and_then(Node::count) {
        Some(id) => Pending::new(id, source, name, content),
        None => queue.next(source, name, content),
    }
}

/// Appends a pending message. A promoted one comes with the id of its message in the history.
pub fn write_pending(pending: &Pending, message_id: Option<&MessageId>, out: &mut Vec<u8>) {
    let mut object = ObjectWriter::begin(out);
    object.number("id", pending.id);
    object.text("source", pending.source.as_str());
    let mut text_or_null = |name: &str, text: Option<&str>| match text {
        Some(text) => object.text(name, text),
        None => object.json(name, "null"),
    };
    text_or_null("name", pending.name.as_deref());
    text_or_null("content", Some(&pending.content));
    text_or_null("displayContent", Some(&pending.display()));
    text_or_null("messageId", message_id.map(AsRef::as_ref));
    text_or_null("phantomToolName", pending.source.tool());
    object.json("phantomToolInput", pending.input().as_deref().unwrap_or("null"));
    object.end();
}
