//! Continuing a response that OpenAI keeps.

use crate::json::{Fields, push_string};
use crate::sanitize::Continuation;

/// "When using along with `previous_response_id`, the instructions from a previous response will not be carried over":
/// the system prompt is sent with every request.
pub(super) static CONTINUATION: Continuation = Continuation {
    field: "previous_response_id",
    read: |field| field.text(),
    write,
    begin: None,
    only_once: false,
    conversation: Some("conversation"),
    is_complete,
};

fn write(id: &str) -> String {
    let mut out = Vec::new();
    push_string(&mut out, id);
    String::from_utf8(out).unwrap_or_default()
}

/// The provider says why it ended a response early. A stream that broke off has no such reason.
fn is_complete(response: &Fields<'_>) -> bool {
    match response.text("status").as_deref() {
        None | Some("completed") => true,
        Some("incomplete") => response.get("incomplete_details").is_some_and(|details| !details.is_null()),
        Some(_) => false,
    }
}
