//! AN1 to AN7, AN22 and AN24: calls and results.

use super::case::anthropic;
use serde_json::{Value, json};

fn user(text: &str) -> Value {
    json!({ "role": "user", "content": text })
}

fn calls(ids: &[&str]) -> Value {
    let calls: Vec<Value> =
        ids.iter().map(|id| json!({ "id": id, "name": "clock", "arguments": "{}" })).collect();
    json!({ "role": "assistant", "content": null, "toolCalls": calls })
}

fn result(id: &str) -> Value {
    json!({ "role": "tool", "toolCallId": id, "content": "noon" })
}

fn text(text: &str) -> Value {
    json!({ "type": "text", "text": text })
}

fn wire_calls(ids: &[&str]) -> Value {
    let blocks: Vec<Value> =
        ids.iter().map(|id| json!({ "type": "tool_use", "id": id, "name": "clock", "input": {} })).collect();
    json!({ "role": "assistant", "content": blocks })
}

fn wire_result(id: &str) -> Value {
    json!({ "type": "tool_result", "tool_use_id": id, "content": "noon" })
}

fn wire_user(blocks: &[Value]) -> Value {
    json!({ "role": "user", "content": blocks })
}

#[test]
fn a_valid_conversation_is_written_unchanged() {
    let case = anthropic(json!([
        { "role": "system", "content": "s" },
        user("a"),
        calls(&["x", "y"]),
        result("y"),
        result("x"),
        user("b"),
    ]));
    let expected = json!([
        wire_user(&[text("a")]),
        wire_calls(&["x", "y"]),
        wire_user(&[wire_result("y"), wire_result("x"), text("b")]),
    ]);
    case.gives(&[], &expected);
    case.gives_at(&[], "/system", &json!("s"));
}

#[test]
fn an1_a_call_without_a_result_is_closed_with_an_error() {
    let case = anthropic(json!([user("a"), calls(&["x"]), user("b")]));
    let closed = json!({
        "type": "tool_result", "tool_use_id": "x", "content": "[interrupted: this tool call has no result]", "is_error": true,
    });
    let expected = json!([wire_user(&[text("a")]), wire_calls(&["x"]), wire_user(&[closed, text("b")])]);
    case.gives(&["missing-result-added AN1"], &expected);
    let dropped = anthropic(json!([user("a"), calls(&["x"])])).option("openCalls", json!("drop"));
    dropped.gives(&["call-dropped AN1", "empty-message-dropped AN9"], &json!([wire_user(&[text("a")])]));
}

#[test]
fn an2_a_result_without_a_call_is_dropped() {
    anthropic(json!([user("a"), result("x")]))
        .gives(&["orphan-result-dropped AN2"], &json!([wire_user(&[text("a")])]));
}

#[test]
fn an3_a_second_call_of_one_id_is_renamed_with_its_result() {
    let case = anthropic(json!([user("a"), calls(&["x", "x"]), result("x"), result("x")]));
    case.gives_at(&["call-id-renamed AN3"], "/messages/1/content/0/id", &json!("x"));
    let body = case.body();
    assert_ne!(body["messages"][1]["content"][1]["id"], json!("x"));
    assert_eq!(body["messages"][1]["content"][1]["id"], body["messages"][2]["content"][1]["tool_use_id"]);
    // A later turn may reuse an id.
    let later = anthropic(json!([user("a"), calls(&["x"]), result("x"), calls(&["x"]), result("x")]));
    later.gives_at(&[], "/messages/3/content/0/id", &json!("x"));
}

#[test]
fn an4_a_second_result_is_dropped() {
    let case = anthropic(
        json!([user("a"), calls(&["x"]), result("x"), { "role": "tool", "toolCallId": "x", "content": "one" }]),
    );
    let expected = json!([wire_user(&[text("a")]), wire_calls(&["x"]), wire_user(&[wire_result("x")])]);
    case.gives(&["duplicate-result-dropped AN4"], &expected);
}

#[test]
fn an5_results_stand_before_words() {
    let case = anthropic(json!([user("a"), calls(&["x"]), user("b"), result("x")]));
    let expected =
        json!([wire_user(&[text("a")]), wire_calls(&["x"]), wire_user(&[wire_result("x"), text("b")])]);
    case.gives(&["result-moved AN5"], &expected);
}

#[test]
fn an6_ids_and_names_are_mapped_on_both_sides() {
    for id in ["functions.Web:3", "", "한국어", "a b"] {
        let case = anthropic(json!([user("a"), calls(&[id]), result(id)]));
        case.gives_at(&["call-id-mapped AN6"], "/messages/0/role", &json!("user"));
        let body = case.body();
        assert_eq!(
            body["messages"][1]["content"][0]["id"], body["messages"][2]["content"][0]["tool_use_id"],
            "{id}"
        );
    }
    let mut named = calls(&["x"]);
    named["toolCalls"][0]["name"] = json!("read file");
    anthropic(json!([user("a"), named, result("x")])).gives_at(
        &["tool-name-mapped AN6"],
        "/messages/0/role",
        &json!("user"),
    );
}

#[test]
fn an6_two_ids_that_look_alike_stay_two() {
    let case = anthropic(json!([user("a"), calls(&["a.b", "a:b"]), result("a:b"), result("a.b")]));
    let body = case.body();
    let [first, second] = ["0", "1"].map(|at| body.pointer(&format!("/messages/1/content/{at}/id")).cloned());
    assert_ne!(first, second);
    assert_eq!(body.pointer("/messages/2/content/0/tool_use_id").cloned(), second);
}

#[test]
fn an7_the_input_is_an_object() {
    for (given, sent, repairs) in [
        (json!("{\"a\":1}"), json!({ "a": 1 }), &[][..]),
        (json!({ "a": 1 }), json!({ "a": 1 }), &[]),
        (json!(""), json!({}), &["arguments-filled AN7"]),
        (json!("null"), json!({}), &["arguments-filled AN7"]),
        (json!("[1]"), json!({ "_raw": [1] }), &["arguments-wrapped AN7"]),
        (json!("{\"cut\": "), json!({ "_raw": "{\"cut\": " }), &["arguments-wrapped AN7"]),
    ] {
        let mut called = calls(&["x"]);
        called["toolCalls"][0]["arguments"] = given;
        anthropic(json!([user("a"), called, result("x")])).gives_at(
            repairs,
            "/messages/1/content/0/input",
            &sent,
        );
    }
}

#[test]
fn an22_an_error_of_a_tool_is_text() {
    let image = json!({ "type": "image", "mediaType": "image/png", "data": "aaaa" });
    let mut failed = result("x");
    failed["content"] = json!([{ "type": "text", "text": "no" }, image]);
    let case = |failed: Value| anthropic(json!([user("a"), calls(&["x"]), failed]));
    case(failed.clone()).gives_at(&[], "/messages/2/content/0/content/1/type", &json!("image"));
    failed["isError"] = json!(true);
    let sent = json!([text("no"), text("[image: image/png]")]);
    case(failed).gives_at(&["media-replaced AN22"], "/messages/2/content/0/content", &sent);
}

#[test]
fn an24_without_tools_calls_and_results_become_text() {
    let case =
        anthropic(json!([user("a"), calls(&["x"]), result("x")])).able(json!({ "toolsDeclared": false }));
    let expected = json!([
        wire_user(&[text("a")]),
        { "role": "assistant", "content": [text("[called clock with {}]")] },
        wire_user(&[text("[clock returned]"), text("noon")]),
    ]);
    case.gives(&["tool-call-written-as-text AN24"], &expected);
}
