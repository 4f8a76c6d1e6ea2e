//! Requests to Anthropic.

use super::case::{Case, anthropic, calls, result, user};
use serde_json::{Value, json};

fn assistant(content: Value) -> Value {
    json!({ "role": "assistant", "content": content })
}

fn text(text: &str) -> Value {
    json!({ "type": "text", "text": text })
}

fn said(parts: Value) -> Case {
    anthropic(json!([{ "role": "user", "content": parts }]))
}

#[test]
fn an13_neighbours_of_one_role_share_a_message() {
    let case =
        anthropic(json!([user("a"), user("b"), assistant(json!("c")), assistant(json!("d")), user("e")]));
    let expected = json!([
        { "role": "user", "content": [text("a"), text("b")] },
        { "role": "assistant", "content": [text("c"), text("d")] },
        { "role": "user", "content": [text("e")] },
    ]);
    case.gives(&[], &expected);
}

fn thought(origin: &Value) -> Value {
    json!({ "type": "reasoning", "text": "Hm.", "signature": "c2ln", "origin": origin })
}

fn loop_with(parts: Value) -> Case {
    let call = json!({ "role": "assistant", "content": parts, "toolCalls": [{ "id": "x", "name": "f", "arguments": "{}" }] });
    anthropic(json!([user("a"), call, { "role": "tool", "toolCallId": "x", "content": "1" }]))
}

#[test]
fn an17_foreign_and_unsigned_thinking_is_dropped() {
    for (origin, signed, repairs) in [
        (json!({ "format": "anthropic", "model": "m" }), true, &[][..]),
        (json!({ "format": "anthropic" }), true, &[]),
        (json!({ "format": "anthropic", "model": "m" }), false, &["reasoning-dropped AN17"]),
        (json!({ "format": "openai-chat", "model": "m" }), true, &["reasoning-dropped AN17"]),
        (json!({ "format": "anthropic", "model": "another" }), true, &["reasoning-dropped AN17"]),
    ] {
        let mut part = thought(&origin);
        if !signed {
            part["signature"] = Value::Null;
        }
        let kind = if repairs.is_empty() { "thinking" } else { "tool_use" };
        loop_with(json!([part])).gives_at(repairs, "/messages/1/content/0/type", &json!(kind));
    }
}

#[test]
fn an23_media_without_a_form_there_become_a_line_that_names_them() {
    for (part, sent) in [
        (json!({ "type": "image", "mediaType": "image/png", "data": "aaaa", "width": 8_001 }), "text"),
        (json!({ "type": "audio", "mediaType": "audio/wav", "data": "aaaa" }), "text"),
        (json!({ "type": "file", "mediaType": "application/pdf", "data": "aaaa" }), "document"),
        (json!({ "type": "file", "mediaType": "text/csv", "data": "aaaa" }), "text"),
        (json!({ "type": "file", "fileId": "file-1", "origin": { "format": "openai-chat" } }), "text"),
    ] {
        let repairs: &[&str] = if sent == "text" { &["media-replaced AN23"] } else { &[] };
        said(json!([part])).gives_at(repairs, "/messages/0/content/0/type", &json!(sent));
    }
}

#[test]
fn names_of_speakers_are_dropped() {
    let case = anthropic(json!([{ "role": "user", "content": "a", "name": "Ada" }]));
    case.gives(&["field-dropped"], &json!([{ "role": "user", "content": [text("a")] }]));
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
fn an7_text_arguments_become_an_object() {
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
