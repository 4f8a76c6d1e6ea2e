//! A history in the form of Anthropic Messages, without repairs and reports.

use super::write::write_blocks;
use crate::format::blocks::write_input;
use crate::history::History;
use crate::json::{ListWriter, ObjectWriter, push_string};
use crate::message::{Arguments, Body, Content, Message};

/// `{"system", "messages"}` in the form of Anthropic Messages. Results join the user's message before them when
/// that begins with a result. Empty and null arguments become `{}`; nothing else is repaired.
pub fn unrepaired_anthropic(history: &History, out: &mut Vec<u8>) {
    let messages = history.messages();
    let prompt = messages.first().filter(|message| matches!(message.body, Body::System(_)));
    let mut object = ObjectWriter::begin(out);
    match prompt {
        Some(prompt) => push_string(object.key("system"), &prompt.content().plain_text()),
        None => object.json("system", "null"),
    }
    let mut list = ListWriter::begin(object.key("messages"));
    let mut rest = messages.iter().skip(usize::from(prompt.is_some())).copied().peekable();
    while let Some(message) = rest.next() {
        let role = match message.body {
            Body::Assistant { .. } => "assistant",
            Body::System(_) | Body::Summary(_) | Body::User(_) | Body::Tool(_) => "user",
        };
        let mut inner = ObjectWriter::begin(list.item());
        inner.text("role", role);
        let place = inner.key("content");
        place.push(b'[');
        write_blocks(&with_inputs(message), place);
        if message.result().is_some() {
            while let Some(next) = rest.next_if(|next| next.result().is_some()) {
                place.push(b',');
                write_blocks(next, place);
            }
        }
        place.push(b']');
        inner.end();
    }
    list.end();
    object.end();
}

/// Returns the message with `{}` for arguments that are empty.
fn with_inputs(message: &Message) -> Message {
    let mut copy = message.clone();
    if let Body::Assistant { content, calls } = &mut copy.body {
        if matches!(content, Content::Text(text) if text.is_empty()) && !calls.is_empty() {
            *content = Content::Null;
        }
        for call in calls {
            let mut json = Vec::new();
            write_input(&call.arguments, &mut json);
            if matches!(json.as_slice(), b"" | b"\"\"" | b"null") {
                call.arguments = Arguments::Text("{}".into());
            }
        }
    }
    copy
}
