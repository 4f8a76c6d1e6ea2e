//! Bodies in which one repair calls for another.

use backscroll::engine::sanitize_body;
use serde_json::{Value, json};

fn mend(body: &Value) -> (Value, Vec<String>) {
    let mut out = Vec::new();
    sanitize_body(1, &body.to_string(), "", &mut out).expect("sendable");
    let report: Value = serde_json::from_slice(&out).expect("a report");
    let repairs = report["repairs"].as_array().cloned().unwrap_or_default();
    let told = |repair: &Value| format!("{} {}", repair["code"], repair["rule"]).replace('"', "");
    (report["body"].clone(), repairs.iter().map(told).collect())
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
    let (mended, repairs) = mend(&body);
    let roles: Vec<&Value> =
        mended["messages"].as_array().into_iter().flatten().map(|message| &message["role"]).collect();
    assert!(!roles.contains(&&json!("system")), "{roles:?}, {repairs:?}");
    assert!(repairs.contains(&"system-moved AN21".to_owned()), "{repairs:?}");
    assert_eq!(mend(&mended), (mended.clone(), Vec::new()), "a second time");
}
