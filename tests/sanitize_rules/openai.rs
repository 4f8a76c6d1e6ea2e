//! Requests of Chat Completions.

use super::case::{calls, chat_calls, chat_result, openai, result, user};
use serde_json::{Value, json};

#[test]
fn a_valid_conversation_is_written_unchanged() {
    let said = json!([
        { "role": "system", "content": "s" },
        user("a"),
        { "role": "assistant", "content": "b \n" },
        user(""),
        calls(&["x", "y"]),
        result("y"),
        result("x"),
    ]);
    let mut expected = said.clone();
    expected[4] = chat_calls(&["x", "y"]);
    expected[5] = chat_result("y");
    expected[6] = chat_result("x");
    openai(said).gives(&[], &expected);
}

#[test]
fn oc5_content_is_present_unless_there_are_calls() {
    let silent = json!([{ "role": "user", "content": null }, { "role": "assistant", "content": null }, calls(&["x"]), result("x")]);
    let expected = json!([{ "role": "assistant", "content": "" }, chat_calls(&["x"]), chat_result("x")]);
    openai(silent).gives(&["empty-message-dropped", "content-filled OC5"], &expected);
}

#[test]
fn oc13_reasoning_goes_back_to_vendors_that_want_it_only() {
    let thought = json!({ "role": "assistant", "content": [{ "type": "reasoning", "text": "Hm." }, { "type": "text", "text": "b" }] });
    let case = openai(json!([user("a"), thought, user("c")]));
    case.clone().gives_at(&["reasoning-dropped OC13"], "/messages/1/reasoning_content", &Value::Null);
    let vendor = case.able(json!({ "reasoningContent": true }));
    vendor.gives_at(&[], "/messages/1/reasoning_content", &json!("Hm."));
}

#[test]
fn fields_and_parts_of_others_are_left_out_and_listed() {
    let marked = json!({ "type": "text", "text": "a", "cache_control": { "type": "ephemeral" } });
    let foreign = json!({ "type": "other", "format": "anthropic", "value": { "type": "search_result" } });
    let case = openai(json!([{ "role": "user", "content": [marked, foreign] }]));
    let expected = json!([{ "role": "user", "content": [{ "type": "text", "text": "a" }] }]);
    case.gives(&["part-dropped", "field-dropped"], &expected);
}

#[test]
fn flattened_tool_turns_are_text() {
    let case = openai(json!([user("a"), calls(&["x"]), result("x")])).able(json!({ "toolsDeclared": false }));
    let text = |text: &str| json!({ "type": "text", "text": text });
    let expected = json!([
        user("a"),
        { "role": "assistant", "content": [text("[called clock with {}]")] },
        { "role": "user", "content": [text("[clock returned]"), text("noon")] },
    ]);
    case.gives(&["tool-call-written-as-text"], &expected);
}
