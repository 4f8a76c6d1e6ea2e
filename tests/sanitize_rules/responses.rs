//! OR1 to OR13 for requests of a conversation with messages of other formats.

use super::case::responses;
use serde_json::{Value, json};

#[test]
fn or8_the_empty_text_is_an_item_only_where_nothing_else_is_said() {
    let call = json!({ "type": "function_call", "call_id": "c1", "name": "clock", "arguments": "{}" });
    let said = |text: &str| json!({ "role": "assistant", "content": text });
    let table: [(&str, bool, Vec<Value>); 4] = [
        ("", true, vec![call.clone()]),
        (" ", true, vec![said(" "), call.clone()]),
        ("Wait.", true, vec![said("Wait."), call]),
        ("", false, vec![said("")]),
    ];
    for (text, calls, items) in table {
        let mut message = json!({ "role": "assistant", "content": text });
        let mut messages = vec![json!({ "role": "user", "content": "Time?" })];
        if calls {
            message["toolCalls"] = json!([{ "id": "c1", "name": "clock", "arguments": "{}" }]);
        }
        messages.push(message);
        if calls {
            messages.push(json!({ "role": "tool", "toolCallId": "c1", "content": "noon" }));
        }
        let mut input = vec![json!({ "role": "user", "content": "Time?" })];
        input.extend(items);
        if calls {
            input.push(json!({ "type": "function_call_output", "call_id": "c1", "output": "noon" }));
        }
        responses(json!(messages)).gives_at(&[], "/input", &json!(input));
    }
}
