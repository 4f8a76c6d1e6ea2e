//! Requests of Responses.

use super::case::responses;
use backscroll::engine::sanitize_body;
use backscroll::format::BodyForm;
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

/// The repaired body, and the repairs, each as its code and its rule.
fn repair(target: usize, body: &Value, options: &Value) -> (Value, Vec<String>) {
    let mut out = Vec::new();
    sanitize_body(BodyForm::Whole, target, &body.to_string(), &options.to_string(), &mut out)
        .expect("sendable");
    let report: Value = serde_json::from_slice(&out).expect("a report");
    let repairs = report["repairs"].as_array().cloned().unwrap_or_default();
    let name = |repair: &Value| format!("{} {}", repair["code"], repair["rule"]).replace('"', "");
    (report["body"].clone(), repairs.iter().map(name).collect())
}

#[test]
fn an_added_first_turn_does_not_count_as_the_last_one() {
    let options = json!({ "capabilities": { "prefill": false, "assistantFirst": false } });
    let call = json!({ "type": "function_call", "call_id": "c1", "name": "clock", "arguments": "{}" });
    let output = json!({ "type": "function_call_output", "call_id": "c1", "output": "noon" });
    let words = json!({ "role": "assistant", "content": "It is noon." });
    for items in
        [vec![words.clone()], vec![call.clone(), output.clone(), words.clone()], vec![output, call, words]]
    {
        let body = json!({ "model": "m", "input": items });
        let (repaired, repairs) = repair(2, &body, &options);
        assert_eq!(repairs, ["user-message-added null", "user-message-added null"], "{repaired:#}");
        let input = repaired["input"].as_array().expect("a list of items");
        let ends = [&input[0]["role"], &input[input.len() - 1]["role"]];
        assert_eq!(ends, ["user", "user"], "{repaired:#}");
        assert_eq!(repair(2, &repaired, &options), (repaired.clone(), Vec::new()), "a second time");
    }
}
