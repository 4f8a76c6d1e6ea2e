//! Makes messages for tables, and summarises histories in one line.

use backscroll::engine::Conversation;
use backscroll::history::{Standing, Unit};
use serde_json::{Value, json};

pub(crate) fn system(text: &str) -> Value {
    json!({ "role": "system", "content": text })
}

/// Returns an answer that calls a tool once for each id.
pub(crate) fn calls(ids: &[&str]) -> Value {
    let calls: Vec<Value> =
        ids.iter().map(|id| json!({ "id": id, "name": "clock", "arguments": "{}" })).collect();
    json!({ "role": "assistant", "content": null, "toolCalls": calls })
}

pub(crate) fn result(id: &str, text: &str) -> Value {
    json!({ "role": "tool", "toolCallId": id, "content": text })
}

/// Returns the message, pinned.
pub(crate) fn pinned(mut message: Value) -> Value {
    message["pinned"] = json!(true);
    message
}

/// Returns the ids of all messages, in order of arrival.
pub(crate) fn ids(talk: &Conversation) -> Vec<String> {
    talk.history().messages().into_iter().map(|message| message.id.to_string()).collect()
}

/// Returns the units, each as the ids of its messages joined by `+`. A `?` marks an unpaired result.
pub(crate) fn units(talk: &Conversation) -> Vec<String> {
    talk.history().units().map(message_ids).collect()
}

fn message_ids(unit: &Unit) -> String {
    let ids: Vec<&str> = unit.messages().map(|message| message.id.as_ref()).collect();
    let mark = if unit.standing() == Standing::Whole { "" } else { "?" };
    format!("{}{mark}", ids.join("+"))
}
