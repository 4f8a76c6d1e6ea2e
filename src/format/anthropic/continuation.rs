//! Continuing a response in a thread that Anthropic keeps.

use crate::json::{Fields, Node, ObjectWriter};
use crate::sanitize::Continuation;
use std::borrow::Cow;

/// The system prompt and the tools are sent with every request of a thread, and must stay the same.
pub(super) static CONTINUATION: Continuation = Continuation {
    field: "thread",
    read,
    write,
    begin: Some("{\"type\":\"create\"}"),
    only_once: true,
    conversation: None,
    is_complete,
};

fn read(thread: Node<'_>) -> Option<Cow<'_, str>> {
    thread.fields()?.text("previous_message_id")
}

fn write(id: &str) -> String {
    let mut out = Vec::new();
    let mut object = ObjectWriter::begin(&mut out);
    object.text("type", "continue");
    object.text("previous_message_id", id);
    object.end();
    String::from_utf8(out).unwrap_or_default()
}

/// A stream that broke off has no reason to stop.
fn is_complete(response: &Fields<'_>) -> bool {
    response.get("stop_reason").is_some_and(|reason| !reason.is_null())
}
