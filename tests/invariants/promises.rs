//! Capabilities of a model that restrict every body, for every provider.

use super::wish::{GEMINI, OPENAI, RESPONSES};
use serde_json::Value;

/// The features that a model supports.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Promises {
    /// Instructions behind the first message.
    pub(crate) system_mid_conversation: bool,
    /// A first message of the assistant.
    pub(crate) assistant_first: bool,
    /// Pictures, sound and files.
    pub(crate) media: bool,
    /// Calls of tools.
    pub(crate) tools: bool,
    /// A last assistant message without open calls. The strict provider judges it where its rules cover it.
    pub(crate) prefill: bool,
}

const SYSTEM: [&str; 2] = ["system", "developer"];
const ASSISTANT: [&str; 2] = ["assistant", "model"];
const CALLS: [&str; 7] = [
    "tool_calls",
    "toolUse",
    "functionCall",
    "tool_use",
    "function_call",
    "custom_tool_call",
    "computer_call",
];
/// Fields that hold media or their address.
const MEDIA: [&str; 9] = [
    "image_url",
    "document_url",
    "file_data",
    "file_url",
    "file_id",
    "inlineData",
    "fileData",
    "bytes",
    "s3Location",
];

impl Promises {
    /// Returns the unsupported features that the body uses.
    pub(crate) fn broken(&self, target: usize, body: &Value) -> Vec<&'static str> {
        let list = match target {
            RESPONSES => &body["input"],
            GEMINI => &body["contents"],
            _ => &body["messages"],
        };
        let messages = list.as_array().map_or(&[][..], Vec::as_slice);
        let role = |message: &Value| message["role"].as_str().unwrap_or_default().to_owned();
        let is_of = |roles: &[&str], message: Option<&Value>| {
            message.is_some_and(|message| roles.contains(&role(message).as_str()))
        };
        let has_system = messages.iter().skip(1).any(|message| is_of(&SYSTEM, Some(message)));
        let is_begun = is_of(&ASSISTANT, messages.first());
        let last = messages.last();
        let is_ended = is_of(&ASSISTANT, last) && !last.is_some_and(has_calls);
        [
            (!self.system_mid_conversation && has_system, "systemMidConversation"),
            (!self.assistant_first && is_begun, "assistantFirst"),
            (!self.media && messages.iter().any(has_media), "media"),
            (!self.tools && messages.iter().any(has_calls), "toolsDeclared"),
            (!self.prefill && is_ended && [OPENAI, RESPONSES].contains(&target), "prefill"),
        ]
        .into_iter()
        .filter_map(|(is_broken, name)| is_broken.then_some(name))
        .collect()
    }
}

/// Returns true if there is a call, as a field or as the type of an object.
fn has_calls(value: &Value) -> bool {
    is_anywhere(value, &|name, inner| {
        let kind = if name == "type" { inner.as_str().unwrap_or_default() } else { name };
        CALLS.contains(&kind) && !inner.as_array().is_some_and(Vec::is_empty)
    })
}

/// Returns true if there are media that the neutral message models. Video and sound behind a URL are not
/// modelled, and stay in a caller's body.
fn has_media(value: &Value) -> bool {
    is_anywhere(value, &|name, inner| match name {
        "source" => inner["type"].is_string(),
        "input_audio" => !inner.as_str().is_some_and(|url| url.starts_with("http")),
        name => MEDIA.contains(&name),
    })
}

/// Returns true if a field matches, at any depth. Skips video.
fn is_anywhere(value: &Value, is_such: &dyn Fn(&str, &Value) -> bool) -> bool {
    match value {
        Value::Object(fields) => fields
            .iter()
            .any(|(name, inner)| is_such(name, inner) || (name != "video" && is_anywhere(inner, is_such))),
        Value::Array(items) => items.iter().any(|item| is_anywhere(item, is_such)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}
