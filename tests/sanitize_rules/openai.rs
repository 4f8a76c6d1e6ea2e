//! OC1 to OC13.

use super::case::openai;
use serde_json::{Value, json};

fn calls(ids: &[&str]) -> Value {
    let calls: Vec<Value> =
        ids.iter().map(|id| json!({ "id": id, "name": "clock", "arguments": "{}" })).collect();
    json!({ "role": "assistant", "content": null, "toolCalls": calls })
}

fn wire_calls(ids: &[&str]) -> Value {
    let call = |id: &&str| json!({ "id": id, "type": "function", "function": { "name": "clock", "arguments": "{}" } });
    let calls: Vec<Value> = ids.iter().map(call).collect();
    json!({ "role": "assistant", "content": null, "tool_calls": calls })
}

fn result(id: &str) -> Value {
    json!({ "role": "tool", "toolCallId": id, "content": "noon" })
}

fn wire_result(id: &str) -> Value {
    json!({ "role": "tool", "tool_call_id": id, "content": "noon" })
}

fn user(text: &str) -> Value {
    json!({ "role": "user", "content": text })
}

const INTERRUPTED: &str = "[interrupted: this tool call has no result]";

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
    expected[4] = wire_calls(&["x", "y"]);
    expected[5] = wire_result("y");
    expected[6] = wire_result("x");
    openai(said).gives(&[], &expected);
}

#[test]
fn oc1_a_result_is_moved_to_its_call_or_dropped() {
    let moved = json!([user("a"), calls(&["x"]), user("b"), result("x")]);
    openai(moved)
        .gives(&["result-moved OC1"], &json!([user("a"), wire_calls(&["x"]), wire_result("x"), user("b")]));
    let orphan = json!([user("a"), result("x")]);
    openai(orphan).gives(&["orphan-result-dropped OC1"], &json!([user("a")]));
    let nameless = json!([user("a"), calls(&["x"]), { "role": "tool", "content": "whose?" }, result("x")]);
    let kept = json!([user("a"), wire_calls(&["x"]), wire_result("x")]);
    openai(nameless).gives(&["orphan-result-dropped OC1"], &kept);
}

#[test]
fn oc1_a_user_message_between_results_moves_behind_them() {
    let said = json!([user("a"), calls(&["x", "y"]), result("x"), user("b"), result("y"), user("c")]);
    let expected =
        json!(
            [user("a"), wire_calls(&["x", "y"]), wire_result("x"), wire_result("y"), user("b"), user("c"),]
        );
    openai(said).gives(&["result-moved OC1"], &expected);
}

#[test]
fn oc2_a_call_without_a_result_is_closed_kept_or_left_out() {
    let open = || openai(json!([user("a"), calls(&["x", "y"]), result("x")]));
    let closed = json!({ "role": "tool", "tool_call_id": "y", "content": INTERRUPTED });
    let begun = [user("a"), wire_calls(&["x", "y"]), wire_result("x")];
    open().gives(&["missing-result-added OC2"], &json!([begun[0], begun[1], begun[2], closed]));
    open().option("openCalls", json!("keep")).gives(&[], &json!(begun));
    let left = json!([user("a"), wire_calls(&["x"]), wire_result("x")]);
    open().option("openCalls", json!("drop")).gives(&["call-dropped OC2"], &left);
    let told = open().option("interruptedText", json!("stopped"));
    told.gives_at(&["missing-result-added OC2"], "/messages/3/content", &json!("stopped"));
}

#[test]
fn oc2_an_abandoned_call_is_closed_or_dropped_but_not_kept() {
    let said = || openai(json!([user("a"), calls(&["x"]), user("b")]));
    let closed = json!({ "role": "tool", "tool_call_id": "x", "content": INTERRUPTED });
    for asked in ["close", "keep"] {
        let expected = json!([user("a"), wire_calls(&["x"]), closed, user("b")]);
        said().option("openCalls", json!(asked)).gives(&["missing-result-added OC2"], &expected);
    }
    let dropped = said().option("openCalls", json!("drop"));
    dropped.gives(&["call-dropped OC2", "empty-message-dropped OC5"], &json!([user("a"), user("b")]));
}

#[test]
fn oc3_ids_are_mapped_on_both_sides_when_they_are_too_long_or_empty() {
    let long = "x".repeat(65);
    for id in [long.as_str(), ""] {
        let case = openai(json!([user("a"), calls(&[id]), result(id)]));
        let mapped = format!("{}_", "x".repeat(id.len().min(29)));
        case.clone().gives_at(&["call-id-mapped OC3"], "/messages/1/role", &json!("assistant"));
        let body = case.body();
        let new = body["messages"][1]["tool_calls"][0]["id"].as_str().unwrap_or_default().to_owned();
        assert!(new.starts_with(&mapped) && new.len() <= 40, "{new}");
        assert_eq!(body["messages"][2]["tool_call_id"], json!(new));
    }
    for id in ["functions.Web:3", "a b", &"x".repeat(64)] {
        openai(json!([user("a"), calls(&[id]), result(id)])).gives_at(
            &[],
            "/messages/2/tool_call_id",
            &json!(id),
        );
    }
}

#[test]
fn oc3_the_limit_is_of_characters() {
    let id = "가".repeat(64);
    openai(json!([user("a"), calls(&[&id]), result(&id)])).gives_at(
        &[],
        "/messages/2/tool_call_id",
        &json!(id),
    );
}

#[test]
fn oc4_names_of_tools_are_mapped() {
    for (name, is_mapped) in
        [("read_file-2", false), ("read file", true), ("날씨", true), ("", true), ("a.b", true)]
    {
        let mut called = calls(&["x"]);
        called["toolCalls"][0]["name"] = json!(name);
        let case = openai(json!([user("a"), called, result("x")]));
        let repairs: &[&str] = if is_mapped { &["tool-name-mapped OC4"] } else { &[] };
        case.gives_at(repairs, "/messages/0/content", &json!("a"));
        let new = case.body()["messages"][1]["tool_calls"][0]["function"]["name"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        assert_eq!(new == name, !is_mapped, "{name} became {new}");
    }
}

#[test]
fn oc5_content_is_present_unless_there_are_calls() {
    let silent = json!([{ "role": "user", "content": null }, { "role": "assistant", "content": null }, calls(&["x"]), result("x")]);
    let expected = json!([{ "role": "assistant", "content": "" }, wire_calls(&["x"]), wire_result("x")]);
    openai(silent).gives(&["empty-message-dropped", "content-filled OC5"], &expected);
}

#[test]
fn oc6_arguments_are_text_and_text_that_is_no_json_stays() {
    for (given, sent, repairs) in [
        (json!("{\"a\": 1.0}"), "{\"a\": 1.0}", &[][..]),
        (json!({ "a": 1 }), "{\"a\":1}", &[]),
        (json!("{\"cut\": "), "{\"cut\": ", &[]),
        (json!("null"), "null", &[]),
        (json!(""), "{}", &["arguments-filled OC6"]),
        (json!(" \n"), "{}", &["arguments-filled OC6"]),
    ] {
        let mut called = calls(&["x"]);
        called["toolCalls"][0]["arguments"] = given;
        let case = openai(json!([user("a"), called, result("x")]));
        case.gives_at(repairs, "/messages/1/tool_calls/0/function/arguments", &json!(sent));
    }
}

#[test]
fn oc7_no_list_of_parts_is_empty() {
    let empty = json!([{ "role": "user", "content": [] }, { "role": "assistant", "content": "b" }]);
    openai(empty).gives(&["content-filled OC7"], &json!([user(""), { "role": "assistant", "content": "b" }]));
    let mut called = calls(&["x"]);
    called["content"] = json!([]);
    openai(json!([user("a"), called, result("x")])).gives_at(
        &["content-filled OC7"],
        "/messages/1/content",
        &Value::Null,
    );
}

#[test]
fn oc7b_an_empty_list_of_tools_is_left_out() {
    openai(json!([user("a")])).param("tools", json!([])).gives_at(
        &["field-dropped OC7b"],
        "/tools",
        &Value::Null,
    );
    openai(json!([user("a")])).param("tools", json!([1])).gives_at(&[], "/tools", &json!([1]));
}

#[test]
fn oc7c_names_of_speakers_are_mapped() {
    let named = |name: &str| openai(json!([{ "role": "user", "content": "a", "name": name }]));
    named("Ada_L-2").gives_at(&[], "/messages/0/name", &json!("Ada_L-2"));
    named("Ada Lovelace").gives_at(&["name-mapped OC7c"], "/messages/0/content", &json!("a"));
}

#[test]
fn oc8_media_of_results_go_to_a_user_message_after_the_last_result() {
    let image = json!({ "type": "image", "url": "https://example.org/a.png" });
    let mut seen = result("x");
    seen["content"] = json!([{ "type": "text", "text": "here" }, image]);
    let case = openai(json!([user("a"), calls(&["x", "y"]), seen, result("y")]));
    let expected = json!([
        user("a"),
        wire_calls(&["x", "y"]),
        { "role": "tool", "tool_call_id": "x", "content": [{ "type": "text", "text": "here" }] },
        wire_result("y"),
        { "role": "user", "content": [
            { "type": "text", "text": "[image of tool result x]" },
            { "type": "image_url", "image_url": { "url": "https://example.org/a.png" } },
        ] },
    ]);
    case.gives(&["media-moved OC8"], &expected);
}

#[test]
fn oc9_a_second_call_of_one_id_is_renamed_with_its_result_and_a_second_result_goes() {
    let twice = openai(json!([user("a"), calls(&["x", "x"]), result("x"), result("x")]));
    twice.gives_at(&["call-id-renamed OC9"], "/messages/2/tool_call_id", &json!("x"));
    let body = twice.body();
    assert_ne!(body["messages"][1]["tool_calls"][1]["id"], json!("x"));
    assert_eq!(body["messages"][1]["tool_calls"][1]["id"], body["messages"][3]["tool_call_id"]);

    let second = openai(
        json!([user("a"), calls(&["x"]), result("x"), { "role": "tool", "toolCallId": "x", "content": "one" }]),
    );
    second
        .gives(&["duplicate-result-dropped OC9"], &json!([user("a"), wire_calls(&["x"]), wire_result("x")]));
}

#[test]
fn oc12_pictures_of_unknown_types_become_a_line_that_names_them() {
    let picture = |kind: &str| {
        openai(
            json!([{ "role": "user", "content": [{ "type": "image", "mediaType": kind, "data": "aaaa" }] }]),
        )
    };
    picture("image/png").gives_at(
        &[],
        "/messages/0/content/0/image_url/url",
        &json!("data:image/png;base64,aaaa"),
    );
    picture("image/bmp").gives_at(
        &["media-replaced OC12"],
        "/messages/0/content/0/text",
        &json!("[image: image/bmp]"),
    );
    let blind = picture("image/png").able(json!({ "media": false }));
    blind.gives_at(&["media-replaced"], "/messages/0/content/0/text", &json!("[image: image/png]"));
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
fn accepted_bodies_get_no_repair() {
    let said = json!([user("a"), user("b"), { "role": "assistant", "content": "c" }, { "role": "assistant", "content": "d" }]);
    openai(said.clone()).gives(&[], &said);
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
