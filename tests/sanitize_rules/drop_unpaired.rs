//! `sanitize_tool_calls`: calls and results without their counterpart are dropped, and nothing else changes.

use backscroll::engine::sanitize_tool_calls;
use serde_json::{Value, json};

fn check(given: &Value, expected: &Value) {
    let mut out = Vec::new();
    sanitize_tool_calls(&given.to_string(), &mut out).expect("messages");
    let kept: Value = serde_json::from_slice(&out).expect("a list");
    assert_eq!(kept, *expected, "{given:#}");
    let mut again = Vec::new();
    sanitize_tool_calls(&expected.to_string(), &mut again).expect("messages");
    assert_eq!(again, out, "a second time");
}

fn calls(content: Value, ids: &[&str]) -> Value {
    let calls: Vec<Value> =
        ids.iter().map(|id| json!({ "id": id, "name": "f", "arguments": "{}" })).collect();
    json!({ "role": "assistant", "content": content, "toolCalls": calls })
}

fn result(id: &str) -> Value {
    json!({ "role": "tool", "toolCallId": id, "content": "1" })
}

fn user() -> Value {
    json!({ "role": "user", "content": "a" })
}

#[test]
fn a_result_stays_when_an_earlier_message_announced_its_call() {
    check(&json!([user(), result("x")]), &json!([user()]));
    check(&json!([result("x"), calls(json!("b"), &["x"])]), &json!([calls(json!("b"), &[])]));
    let apart = json!([calls(Value::Null, &["x"]), user(), result("x")]);
    check(&apart, &apart);
}

#[test]
fn a_call_stays_when_a_kept_result_answers_it() {
    let given = json!([calls(Value::Null, &["x", "y"]), result("y")]);
    check(&given, &json!([calls(Value::Null, &["y"]), result("y")]));
}

#[test]
fn an_assistant_message_goes_when_it_is_left_without_calls_and_words() {
    check(&json!([user(), calls(Value::Null, &["x"])]), &json!([user()]));
    check(&json!([user(), calls(json!(""), &["x"])]), &json!([user()]));
    check(&json!([user(), calls(json!("words"), &["x"])]), &json!([user(), calls(json!("words"), &[])]));
    let silent = json!([user(), { "role": "assistant", "content": "" }]);
    check(&silent, &silent);
}

#[test]
fn order_and_count_of_results_do_not_matter() {
    let given = json!([calls(Value::Null, &["x"]), calls(Value::Null, &["x"]), result("x"), result("x")]);
    check(&given, &given);
}

#[test]
fn a_result_without_an_id_is_dropped() {
    check(&json!([calls(json!("b"), &[""]), result("")]), &json!([calls(json!("b"), &[])]));
}
