//! Requests to Mistral.

use super::case::{calls, chat_calls, chat_result, mistral, result, user};
use backscroll::engine::{Conversation, Settings};
use serde_json::{Value, json};

#[test]
fn a_valid_conversation_is_written_unchanged() {
    let said = json!([
        { "role": "system", "content": "s" },
        user("a"),
        calls(&["D681PevKs", "000000009"]),
        result("000000009"),
        result("D681PevKs"),
        { "role": "assistant", "content": "b" },
        user(""),
    ]);
    let mut expected = said.clone();
    expected[2] = chat_calls(&["D681PevKs", "000000009"]);
    expected[3] = chat_result("000000009");
    expected[4] = chat_result("D681PevKs");
    mistral(said).gives(&[], &expected);
}

fn reply() -> Value {
    json!({ "role": "assistant", "content": "OK." })
}

#[test]
fn mi1_bytes_before_the_reply_and_the_reply_stay_the_same() {
    let mut talk = Conversation::new(Settings::default());
    let mut before: Vec<Value> = Vec::new();
    for turn in 0..6 {
        let id = format!("call0000{turn}");
        for message in [user(&format!("question {turn}")), calls(&[&id]), result(&id)] {
            talk.append_json(&message.to_string(), 0).expect("a message");
            if talk.history().newest().is_some_and(|newest| !newest.open_calls().is_empty()) {
                continue;
            }
            let body = talk.request_view(5, r#"{"model":"m"}"#, "").expect("a request");
            let body: Value = serde_json::from_slice(body).expect("a body");
            let after = body["messages"].as_array().cloned().expect("messages");
            assert_eq!(after.get(..before.len()), Some(before.as_slice()), "what was written stays");
            before = after;
        }
    }
    assert_eq!(before.iter().filter(|message| **message == reply()).count(), 5);
}

#[test]
fn mi3_ids_of_others_are_mapped_on_both_sides_and_stay_the_same_from_turn_to_turn() {
    let mapped = ["call-id-mapped MI3", "call-id-mapped MI3"];
    let first = [user("a"), calls(&["call_1", "call_2"]), result("call_2"), result("call_1")];
    let more = [user("b"), calls(&["call_1"]), result("call_1"), user("c")];
    let later: Vec<Value> = first.iter().chain(&more).cloned().collect();
    let before = mistral(json!(first)).body();
    let after = mistral(json!(later)).body();
    let (before, after) = (before["messages"].as_array(), after["messages"].as_array());
    let (before, after) = (before.expect("messages"), after.expect("messages"));
    assert_eq!(after[..4], before[..], "what was written stays");
    let ids: Vec<&Value> =
        [&before[1]["tool_calls"][0], &before[1]["tool_calls"][1]].map(|call| &call["id"]).into();
    assert_ne!(ids[0], ids[1]);
    assert_eq!((ids[1], ids[0]), (&before[2]["tool_call_id"], &before[3]["tool_call_id"]));
    for id in ids {
        let id = id.as_str().expect("an id");
        assert!(id.len() == 9 && id.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{id}");
    }
    mistral(json!(first)).gives_at(&mapped, "/messages/0/content", &json!("a"));
}

#[test]
fn mi4_the_last_words_of_the_assistant_are_continued_where_the_caller_says_so() {
    let said = || json!([user("a"), { "role": "assistant", "content": "It is " }]);
    let continued = json!({ "role": "assistant", "content": "It is ", "prefix": true });
    mistral(said()).gives(&["user-message-added MI4"], &json!([user("a"), said()[1], user("Continue.")]));
    mistral(said()).able(json!({ "prefill": true })).gives(&[], &json!([user("a"), continued]));
    let alone = json!([said()[1]]);
    let opened = json!([user("(The conversation continues.)"), continued]);
    mistral(alone).able(json!({ "prefill": true })).gives(&["user-message-added MI1"], &opened);
}

#[test]
fn mi10_thinking_goes_back_to_its_model() {
    let thought = |origin: Value, signature: Value| {
        let part = json!({ "type": "reasoning", "text": "Hm.", "signature": signature, "origin": origin });
        let text = json!({ "type": "text", "text": "b" });
        json!([user("a"), { "role": "assistant", "content": [part, text] }, user("c")])
    };
    let chunk = json!({ "type": "thinking", "thinking": [{ "type": "text", "text": "Hm." }] });
    let own = |model: &str| json!({ "format": "mistral", "model": model });
    let place = "/messages/1/content/0";
    mistral(thought(own("m"), Value::Null)).gives_at(&[], place, &chunk);
    mistral(thought(own("other"), Value::Null)).gives_at(&[], place, &chunk);
    let mut signed = chunk;
    signed["signature"] = json!("c2ln");
    mistral(thought(own("m"), json!("c2ln"))).gives_at(&[], place, &signed);
    let words = json!({ "type": "text", "text": "b" });
    let dropped = ["reasoning-dropped MI10"];
    mistral(thought(own("other"), json!("c2ln"))).gives_at(&dropped, place, &words);
    mistral(thought(json!({ "format": "anthropic" }), json!("c2ln"))).gives_at(&dropped, place, &words);
}

#[test]
fn media_have_the_forms_of_the_format() {
    let part = |part: Value| json!([{ "role": "user", "content": [part] }]);
    let cases = [
        (
            json!({ "type": "image", "mediaType": "image/png", "data": "iVBORw0KGgo=" }),
            json!({ "type": "image_url", "image_url": { "url": "data:image/png;base64,iVBORw0KGgo=" } }),
        ),
        (
            json!({ "type": "audio", "mediaType": "audio/mpeg", "data": "SUQz" }),
            json!({ "type": "input_audio", "input_audio": "SUQz" }),
        ),
        (
            json!({ "type": "file", "mediaType": "application/pdf", "data": "JVBERg==", "name": "a.pdf" }),
            json!({ "type": "document_url", "document_url": "data:application/pdf;base64,JVBERg==", "document_name": "a.pdf" }),
        ),
        (
            json!({ "type": "file", "url": "https://example.org/a.pdf" }),
            json!({ "type": "document_url", "document_url": "https://example.org/a.pdf" }),
        ),
        (
            json!({ "type": "file", "fileId": "3f2c", "origin": { "format": "mistral" } }),
            json!({ "type": "file", "file_id": "3f2c" }),
        ),
    ];
    for (given, written) in cases {
        mistral(part(given)).gives_at(&[], "/messages/0/content/0", &written);
    }
    let foreign = json!({ "type": "file", "fileId": "file-1", "origin": { "format": "openai-chat" } });
    let named = json!({ "type": "text", "text": "[file]" });
    mistral(part(foreign)).gives_at(&["media-replaced MI8"], "/messages/0/content/0", &named);
}

#[test]
fn content_without_a_form_is_written_in_another() {
    let custom = json!({ "id": "D681PevKs", "name": "shell", "arguments": "ls", "kind": "custom" });
    let failed = json!({ "role": "tool", "toolCallId": "D681PevKs", "content": "no", "isError": true });
    let said = json!([user("a"), { "role": "assistant", "content": null, "toolCalls": [custom] }, failed]);
    let repairs = ["arguments-wrapped MI11", "written-as-text"];
    let called = json!({ "name": "shell", "arguments": "{\"input\":\"ls\"}" });
    mistral(said.clone()).gives_at(&repairs, "/messages/1/tool_calls/0/function", &called);
    mistral(said).gives_at(&repairs, "/messages/2/content", &json!("[error] no"));
    let refused = json!([user("a"), { "role": "assistant", "content": [{ "type": "refusal", "text": "No." }] }, user("b")]);
    let text = json!({ "type": "text", "text": "No." });
    mistral(refused).gives_at(&["written-as-text"], "/messages/1/content/0", &text);
    let named = json!([{ "role": "user", "content": "a", "name": "Ada" }]);
    mistral(named).gives(&["field-dropped MI7"], &json!([user("a")]));
}

#[test]
fn a_report_uses_the_conversations_ids_whatever_ids_are_sent() {
    let failing = json!({ "role": "tool", "toolCallId": "call_1", "content": "no", "isError": true });
    let mut asking = calls(&["call_1", "call_2", "call_1"]);
    asking["toolCalls"][1]["arguments"] = json!("");
    let said = json!([user("a"), asking, failing.clone(), result("call_2"), failing]);
    mistral(said).names(&[
        ("call-id-mapped", "call_1"),
        ("call-id-mapped", "call_2"),
        ("call-id-mapped", "call_1"),
        ("arguments-filled", "call_2"),
        ("written-as-text", "call_1"),
        ("written-as-text", "call_1"),
    ]);
}

#[test]
fn an_answer_is_read_in_the_words_of_the_format_and_of_its_client() {
    let call = json!({ "id": "D681PevKs", "type": "function", "function": { "name": "f", "arguments": { "imageUrl": 1 } }, "index": 0 });
    let thought = json!({ "type": "thinking", "thinking": [{ "type": "text", "text": "Hm." }] });
    let wire = json!({
        "id": "1", "object": "chat.completion", "created": 1, "model": "m",
        "choices": [{ "index": 0, "finish_reason": "tool_calls", "message": {
            "role": "assistant", "prefix": false, "tool_calls": [call],
            "content": [thought, { "type": "reference", "reference_ids": [1] }],
        } }],
        "usage": { "prompt_tokens": 9, "completion_tokens": 2, "total_tokens": 11, "prompt_tokens_details": { "cached_tokens": 4 } },
    });
    let client = json!({
        "id": "1", "object": "chat.completion", "created": 1, "model": "m",
        "choices": [{ "index": 0, "finishReason": "tool_calls", "message": {
            "role": "assistant", "prefix": false, "toolCalls": [call],
            "content": [thought, { "type": "reference", "referenceIds": [1] }],
        } }],
        "usage": { "promptTokens": 9, "completionTokens": 2, "totalTokens": 11, "promptTokensDetails": { "cachedTokens": 4 } },
    });
    let read = |answer: &Value| {
        let mut talk = Conversation::new(Settings::default());
        talk.add_response("mistral", &answer.to_string(), 0).expect("an answer");
        assert!(talk.repairs().is_empty());
        let mut out = Vec::new();
        talk.write_messages(&mut out);
        let messages: Value = serde_json::from_slice(&out).expect("messages");
        messages[0].clone()
    };
    let message = read(&wire);
    assert_eq!(read(&client)["content"], message["content"]);
    assert_eq!(read(&client), message);
    assert_eq!(message["tokens"]["input"], 9);
    assert_eq!(message["tokens"]["cachedInput"], 4);
    assert_eq!(message["content"][0]["origin"], json!({ "format": "mistral", "model": "m" }));
    assert_eq!(message["content"][1]["value"], json!({ "type": "reference", "reference_ids": [1] }));
    assert_eq!(message["toolCalls"][0]["arguments"], json!({ "imageUrl": 1 }));
}
