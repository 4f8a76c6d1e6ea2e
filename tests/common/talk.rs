//! Makes conversations for tables.

use backscroll::engine::{Conversation, Settings};
use serde_json::{Value, json};

/// Returns a conversation of these messages. The id of each message is its index in the list: `0`, `1`, ...
pub(crate) fn talk(messages: &[Value]) -> Conversation {
    let mut talk = Conversation::new(Settings::default());
    for message in messages {
        talk.append_json(&message.to_string(), 0).unwrap_or_else(|error| panic!("{message}: {error}"));
    }
    talk
}

pub(crate) fn user(text: &str) -> Value {
    json!({ "role": "user", "content": text })
}

pub(crate) fn assistant(text: &str) -> Value {
    json!({ "role": "assistant", "content": text })
}
