//! Requests to Gemini, and what they become elsewhere.

use super::case::{Case, calls, gemini, user};
use backscroll::engine::{Conversation, Settings};
use serde_json::{Value, json};

fn user_says(parts: Value) -> Value {
    json!({ "role": "user", "parts": parts })
}

fn result(id: &str, content: Value) -> Value {
    json!({ "role": "tool", "toolCallId": id, "content": content })
}

fn answered(content: Value) -> Case {
    gemini(json!([user("Time?"), calls(&["c1"]), result("c1", content)]))
}

/// Reads a Gemini body, and writes the request for the target with this number. Returns the request and its
/// repairs.
fn told_elsewhere(contents: Value, target: usize) -> (Value, Vec<String>) {
    let mut talk = Conversation::new(Settings::default());
    talk.read("gemini", &json!({ "contents": contents }).to_string(), 0).expect("a body");
    let mut out = Vec::new();
    talk.request(target, r#"{"model":"m","max_tokens":9}"#, "", &mut out).expect("sendable");
    let told = talk.repairs().iter().map(|repair| format!("{} {}", repair.code.as_str(), repair.detail));
    (serde_json::from_slice(&out).expect("a body"), told.collect())
}

#[test]
fn bytes_are_in_the_base64_alphabet_of_each_provider() {
    let contents = json!([
        user_says(json!([{ "inlineData": { "mimeType": "image/png", "data": "iVBOR-_w" } }])),
        user_says(json!([{ "text": "What is it?" }])),
    ]);
    let url = "data:image/png;base64,iVBOR+/w";
    for (target, place, told) in [
        (0, "/messages/0/content/0/image_url/url", url),
        (1, "/messages/0/content/0/source/data", "iVBOR+/w"),
        (2, "/input/0/content/0/image_url", url),
        (3, "/contents/0/parts/0/inlineData/data", "iVBOR-_w"),
        (4, "/messages/0/content/0/image/source/bytes", "iVBOR+/w"),
        (5, "/messages/0/content/0/image_url/url", url),
    ] {
        let (body, repairs) = told_elsewhere(contents.clone(), target);
        assert_eq!(body.pointer(place), Some(&json!(told)), "{body:#}");
        assert_eq!(repairs, [""; 0], "{body:#}");
    }
}

#[test]
fn ge1_results_of_calls_without_ids_stand_in_their_order() {
    let (first, second) = ("gemini-noid-m-0", "gemini-noid-m-1");
    let case = gemini(json!([
        user("Time?"),
        calls(&[first, second]),
        result(second, json!("two")),
        result(first, json!("one")),
    ]));
    let answer =
        |text: &str| json!({ "functionResponse": { "name": "clock", "response": { "output": text } } });
    case.gives_at(&["result-moved GE1"], "/contents/2/parts", &json!([answer("one"), answer("two")]));
    case.gives_at(
        &["result-moved GE1"],
        "/contents/1/parts/0",
        &json!({ "functionCall": { "name": "clock", "args": {} } }),
    );
}

#[test]
fn ge4_every_step_gets_a_placeholder_signature_so_that_its_bytes_stay() {
    let steps = json!([
        user("Time?"),
        calls(&["c1", "c2"]),
        result("c1", json!("noon")),
        result("c2", json!("noon")),
        user("And now?"),
    ]);
    let sign = json!("skip_thought_signature_validator");
    let filled = ["content-filled GE4"];
    let told = gemini(steps.clone()).able(json!({ "model": "models/gemini-3-pro-preview" }));
    told.gives_at(&filled, "/contents/1/parts/0/thoughtSignature", &sign);
    told.gives_at(&filled, "/contents/1/parts/1/thoughtSignature", &Value::Null);
    // The model in the params determines the rules, but is not written, because it is in the URL.
    let param = gemini(steps.clone())
        .param("model", json!("gemini-3-flash-preview"))
        .option("openCalls", json!("close"));
    assert_eq!(param.body()["model"], Value::Null);
    assert_eq!(param.body()["contents"][1]["parts"][0]["thoughtSignature"], sign);
    gemini(steps).gives_at(&[], "/contents/1/parts/0/thoughtSignature", &Value::Null);
}

#[test]
fn ge5_foreign_thoughts_are_dropped() {
    let thought = |format: &str| json!({ "type": "reasoning", "text": "Hm.", "signature": "c2ln", "origin": { "format": format } });
    let said = |part: Value| {
        gemini(
            json!([user("a"), { "role": "assistant", "content": [part, { "type": "text", "text": "b" }] }, user("c")]),
        )
    };
    said(thought("anthropic")).gives_at(
        &["reasoning-dropped GE5"],
        "/contents/1/parts",
        &json!([{ "text": "b" }]),
    );
    let own = json!({ "text": "Hm.", "thought": true, "thoughtSignature": "c2ln" });
    said(thought("gemini")).gives_at(&[], "/contents/1/parts/0", &own);
}

#[test]
fn ge6_empty_texts_are_not_written() {
    let case = gemini(json!([user(""), user("a"), { "role": "assistant", "content": "" }, user("b")]));
    let repairs = [
        "empty-text-dropped GE6",
        "empty-message-dropped GE6",
        "empty-text-dropped GE6",
        "empty-message-dropped GE6",
    ];
    let said = |text: &str| json!({ "role": "user", "parts": [{ "text": text }] });
    case.gives_at(&repairs, "/contents", &json!([said("a"), said("b")]));
    // A text with a signature is written.
    let signed = json!({ "type": "text", "text": "", "thoughtSignature": "c2ln" });
    let case = gemini(json!([user("a"), { "role": "assistant", "content": [signed] }, user("b")]));
    case.gives_at(&[], "/contents/1/parts", &json!([{ "text": "", "thoughtSignature": "c2ln" }]));
}

#[test]
fn ge8_results_are_objects_and_survive_a_round_trip() {
    let at = "/contents/2/parts/0/functionResponse/response";
    answered(json!("{\"a\":1}")).gives_at(&[], at, &json!({ "output": "{\"a\":1}" }));
    answered(json!("")).gives_at(&[], at, &json!({ "output": "" }));
    let contents = json!([
        { "role": "user", "parts": [{ "text": "Time?" }] },
        { "role": "model", "parts": [{ "functionCall": { "id": "c1", "name": "clock", "args": {} } }] },
        { "role": "user", "parts": [{ "functionResponse": { "id": "c1", "name": "clock", "response": { "hour": 12 } } }] },
    ]);
    let (same, told) = told_elsewhere(contents.clone(), 3);
    assert_eq!((same["contents"].clone(), told), (contents.clone(), vec![]));
    // In other formats the result is text, and nothing is lost.
    let (chat, told) = told_elsewhere(contents.clone(), 0);
    assert_eq!((chat["messages"][2]["content"].clone(), told), (json!("{\"hour\":12}"), vec![]));
    let (messages, told) = told_elsewhere(contents, 1);
    assert_eq!(
        (messages["messages"][2]["content"][0]["content"].clone(), told),
        (json!("{\"hour\":12}"), vec![])
    );
}

#[test]
fn a_signature_is_sent_to_gemini_only_and_its_loss_is_reported() {
    let contents = json!([
        { "role": "user", "parts": [{ "text": "Time?" }] },
        { "role": "model", "parts": [{ "functionCall": { "id": "c1", "name": "clock", "args": {} }, "thoughtSignature": "c2ln" }] },
        { "role": "user", "parts": [{ "functionResponse": { "id": "c1", "name": "clock", "response": { "error": "no clock" } } }] },
    ]);
    let (same, told) = told_elsewhere(contents.clone(), 3);
    assert_eq!((same["contents"].clone(), told), (contents.clone(), vec![]));
    let (messages, told) = told_elsewhere(contents, 1);
    assert!(!messages.to_string().contains("c2ln"));
    assert_eq!(told, ["field-dropped left out what the format does not define: `thoughtSignature`"]);
    assert_eq!(messages["messages"][2]["content"][0]["is_error"], true);
}

#[test]
fn ge12_a_file_that_is_told_by_its_address_has_the_type_that_its_name_ends_in() {
    let shown = |part: Value| json!({ "role": "user", "content": [part] });
    let table = [
        ("image", "https://a.example/b.png", None, Some("image/png")),
        ("image", "https://a.example/b", None, None),
        ("image", "https://a.example/b.png", Some("image/webp"), Some("image/webp")),
        ("file", "https://a.example/b.pdf", None, Some("application/pdf")),
    ];
    for (kind, url, given, told) in table {
        let mut part = json!({ "type": kind, "url": url });
        let mut file = json!({ "fileUri": url });
        if let Some(given) = given {
            part["mediaType"] = json!(given);
        }
        if let Some(told) = told {
            file["mimeType"] = json!(told);
        }
        let parts = json!([{ "fileData": file }]);
        gemini(json!([shown(part)])).gives_at(&[], "/contents/0/parts", &parts);
    }
}
