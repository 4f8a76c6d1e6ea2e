//! Bodies in which one repair requires another.

use backscroll::engine::sanitize_body;
use serde_json::{Value, json};

/// The repaired body, and the repairs, each as its code and its rule.
fn repair(target: usize, body: &Value, options: &Value) -> (Value, Vec<String>) {
    let mut out = Vec::new();
    sanitize_body(target, &body.to_string(), &options.to_string(), &mut out).expect("sendable");
    let report: Value = serde_json::from_slice(&out).expect("a report");
    let repairs = report["repairs"].as_array().cloned().unwrap_or_default();
    let name = |repair: &Value| format!("{} {}", repair["code"], repair["rule"]).replace('"', "");
    (report["body"].clone(), repairs.iter().map(name).collect())
}

#[test]
fn an21_instructions_are_judged_by_the_neighbours_that_are_left() {
    let answers: Value = json!([{ "type": "redacted_thinking", "data": "b3BhcXVl" }]);
    let body = json!({ "model": "m", "max_tokens": 9, "messages": [
        { "role": "user", "content": [
            { "type": "text", "text": "a" },
            { "type": "tool_result", "tool_use_id": "gone", "content": "x" },
        ] },
        { "role": "system", "content": "s" },
        { "role": "assistant", "content": answers },
        { "role": "user", "content": "b" },
    ] });
    let (repaired, repairs) = repair(1, &body, &json!({}));
    let roles: Vec<&Value> =
        repaired["messages"].as_array().into_iter().flatten().map(|message| &message["role"]).collect();
    assert!(!roles.contains(&&json!("system")), "{roles:?}, {repairs:?}");
    assert!(repairs.contains(&"system-moved AN21".to_owned()), "{repairs:?}");
    assert_eq!(repair(1, &repaired, &json!({})), (repaired.clone(), Vec::new()), "a second time");
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
