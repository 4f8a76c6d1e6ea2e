//! What every table is checked with.

use backscroll::engine::convert_body;
use backscroll::error::ConversationError;
use serde_json::{Value, json};

/// A conversion: the body, and what is said of it, each as `code: detail`.
pub(crate) struct Converted {
    pub(crate) body: Value,
    pub(crate) repairs: Vec<String>,
    pub(crate) losses: Vec<String>,
}

/// Converts a body; `to` may name a form, as in `ai-sdk/ui`.
pub(crate) fn convert(from: &str, to: &str, body: &Value) -> Result<Converted, ConversationError> {
    let (to, form) = to.split_once('/').unwrap_or((to, ""));
    let mut out = Vec::new();
    convert_body([from, to], &body.to_string(), "", form, &mut out)?;
    let mut done: Value = serde_json::from_slice(&out).expect("JSON");
    let told = |value: &Value| -> Vec<String> {
        let named = |name: &str, repair: &Value| repair[name].as_str().unwrap_or_default().to_owned();
        let repairs = value.as_array().expect("a list").iter();
        repairs
            .map(|repair| {
                let code = named("code", repair);
                format!("{code} {}: {}", named("messageId", repair), named("detail", repair))
            })
            .collect()
    };
    let (repairs, losses) = (told(&done["repairs"]), told(&done["losses"]));
    Ok(Converted { body: done["body"].take(), repairs, losses })
}

/// A conversion that has to succeed.
#[track_caller]
pub(crate) fn converted(from: &str, to: &str, body: &Value) -> Converted {
    convert(from, to, body).unwrap_or_else(|error| panic!("{error}: {body}"))
}

/// Reads and writes a list in one form, to which nothing may be done.
#[track_caller]
pub(crate) fn comes_back(form: &str, list: &Value) {
    let Converted { body, repairs, losses } = converted("ai-sdk", &format!("ai-sdk/{form}"), list);
    assert_eq!(body, *list);
    assert_eq!([repairs, losses], [Vec::<String>::new(), Vec::new()], "{list}");
}

/// A call and its result as model messages, with these fields of the call and of the result.
pub(crate) fn called(input: Value, output: Value) -> Value {
    json!([
        { "role": "assistant", "content": [{ "type": "tool-call", "toolCallId": "c1", "toolName": "look", "input": input }] },
        { "role": "tool", "content": [{ "type": "tool-result", "toolCallId": "c1", "toolName": "look", "output": output }] },
    ])
}
