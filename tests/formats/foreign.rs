//! A body in another format than the one that it is given as: refused by name, or read without a loss.

use super::desk::try_convert;
use super::text_arrives::{FORMATS, number};
use backscroll::engine::{sanitize_body, trim_body, validate_body};
use backscroll::error::{Code, ConversationError};
use backscroll::tokens::Estimator;
use serde_json::{Value, json};

/// The forms of a format.
fn forms(format: &str) -> &[&str] {
    match format {
        "langchain" => &["messages", "stored", "serialized"],
        _ => &[""],
    }
}

fn plain() -> Value {
    json!([
        { "role": "user", "content": "Weather?" },
        { "role": "assistant", "content": "Rain." },
        { "role": "user", "content": "Thanks." },
    ])
}

fn with_calls() -> Value {
    let function = json!({ "name": "weather", "arguments": "{\"city\":\"Oslo\"}" });
    json!([
        { "role": "system", "content": "Be brief." },
        { "role": "user", "content": "Weather?" },
        { "role": "assistant", "content": "I look.", "tool_calls": [{ "id": "call_abc1", "type": "function", "function": function }] },
        { "role": "tool", "tool_call_id": "call_abc1", "content": "rain" },
        { "role": "assistant", "content": "Rain." },
        { "role": "user", "content": "Thanks." },
    ])
}

/// Texts, calls and results, without roles and ids.
fn said(neutral: &Value) -> Vec<String> {
    let texts = |content: &Value| -> String {
        let of_parts =
            || content.as_array().into_iter().flatten().filter_map(|part| part["text"].as_str()).collect();
        content.as_str().map_or_else(of_parts, str::to_owned)
    };
    let messages = neutral.as_array().expect("messages").iter();
    messages
        .map(|message| format!("{} {}", texts(&message["content"]), message["toolCalls"][0]["name"]))
        .collect()
}

#[test]
fn each_format_given_as_each_other_is_refused_or_read_without_a_loss() {
    let mut read = 0;
    for sample in [plain(), with_calls()] {
        let neutral = try_convert(["openai-chat", "backscroll"], &sample, "").expect("a conversation").body;
        for is in FORMATS {
            for form in forms(is) {
                let Ok(body) = try_convert(["openai-chat", is], &sample, form) else { continue };
                for given in FORMATS.into_iter().filter(|given| *given != is) {
                    if let Ok(converted) = try_convert([given, "backscroll"], &body.body, "") {
                        assert_eq!(
                            said(&converted.body),
                            said(&neutral),
                            "{is} {form} given as {given}: {}",
                            body.body
                        );
                        read += 1;
                    }
                }
            }
        }
    }
    assert!(read > 10, "{read}");
}

fn refused(given: &str, body: &Value) -> ConversationError {
    try_convert([given, "backscroll"], body, "").expect_err(&format!("{given}: {body}"))
}

/// The format given, the body, the format that it shows, and the path of the sign.
fn cases() -> Vec<(&'static str, Value, &'static str, &'static str)> {
    let call = json!({ "role": "assistant", "content": [{ "type": "tool_use", "id": "t", "name": "f", "input": {} }] });
    let result =
        json!({ "role": "user", "content": [{ "type": "tool_result", "tool_use_id": "t", "content": "x" }] });
    let bedrock = json!({ "role": "assistant", "content": [{ "toolUse": { "toolUseId": "t", "name": "f", "input": {} } }] });
    let chat = json!({ "role": "tool", "tool_call_id": "t", "content": "x" });
    let words = json!({ "role": "user", "content": "Hello" });
    let parts = json!({ "role": "user", "parts": [{ "text": "Hello" }] });
    vec![
        ("openai-chat", json!({ "messages": [words, call] }), "anthropic", "messages[1].content[0]"),
        ("mistral", json!({ "messages": [words, result] }), "anthropic", "messages[1].content[0]"),
        (
            "openai-chat",
            json!({ "max_tokens": 9, "system": "s", "messages": [words] }),
            "anthropic",
            "system",
        ),
        ("openai-chat", json!({ "system": [{ "text": "s" }], "messages": [words] }), "bedrock", "system"),
        ("openai-chat", json!({ "messages": [words, bedrock] }), "bedrock", "messages[1].content[0]"),
        ("anthropic", json!({ "messages": [words, bedrock] }), "bedrock", "messages[1].content[0]"),
        ("anthropic", json!({ "messages": [words, chat] }), "openai-chat", "messages[1].tool_call_id"),
        ("openai-chat", json!({ "contents": [parts] }), "gemini", "contents"),
        ("openai-chat", json!({ "messages": [parts] }), "gemini", "messages[0].parts"),
        ("openai-chat", json!({ "input": "Hello" }), "openai-responses", "input"),
        ("gemini", json!({ "messages": [words] }), "openai-chat", "messages"),
        ("gemini", json!({ "messages": [words, call] }), "anthropic", "messages"),
        ("gemini", json!([words]), "openai-chat", "[0].content"),
        ("openai-responses", json!({ "messages": [words, bedrock] }), "bedrock", "messages"),
        (
            "openai-responses",
            json!([{ "role": "user", "parts": [{ "type": "text", "text": "x" }] }]),
            "ai-sdk",
            "[0].parts",
        ),
        (
            "openai-chat",
            json!([{ "role": "assistant", "content": "", "toolCalls": [{ "id": "a", "name": "f", "arguments": "{}" }] }]),
            "backscroll",
            "[0].toolCalls",
        ),
        ("openai-responses", json!([{ "type": "human", "data": { "content": "x" } }]), "langchain", "[0]"),
    ]
}

#[test]
fn the_error_names_the_format_and_the_place() {
    for (given, body, is, place) in cases() {
        let error = refused(given, &body);
        assert_eq!(
            (error.code(), error.path(), error.names()),
            (Code::WrongFormat, Some(place), &[("looksLike", is)][..]),
            "{body}"
        );
        assert!(error.reason().contains(&format!("`{is}`, not `{given}`")), "{error}");
    }
}

#[test]
fn sanitize_trim_and_validate_say_so_too() {
    for (given, body, is, place) in cases() {
        let Some(number) = number(given).filter(|_| body.is_object()) else { continue };
        let (text, mut out) = (body.to_string(), Vec::new());
        for outcome in [
            sanitize_body(number, &text, "{}", &mut out),
            trim_body(number, &text, "{}", Estimator::Script, 1_000, &mut out),
        ] {
            assert_eq!(outcome.expect_err(&text).code(), Code::WrongFormat, "{text}");
        }
        assert!(out.is_empty());
        validate_body(number, &text, "{}", &mut out).expect("judged");
        let violations: Value = serde_json::from_slice(&out).expect("JSON");
        assert_eq!(violations[0]["path"], place, "{text}");
        assert!(violations[0]["message"].as_str().expect("a text").contains(is), "{violations}");
    }
}

#[test]
fn what_the_given_format_can_have_is_no_mark() {
    let cases = [
        (
            "openai-chat",
            json!({ "model": "m", "system": "a field of a vendor", "messages": [{ "role": "user", "content": "x" }] }),
        ),
        (
            "openai-chat",
            json!({ "messages": [{ "role": "user", "content": [{ "type": "text", "text": "tool_use" }] }] }),
        ),
        (
            "langchain",
            json!([{ "type": "ai", "content": [{ "type": "tool_use", "id": "t", "name": "f", "input": {} }] }]),
        ),
        (
            "openai-chat",
            json!({ "messages": [{ "role": "assistant", "content": null, "tool_calls": [{ "id": "a", "function": { "name": "f", "arguments": "{}" }, "args": {} }] }] }),
        ),
        (
            "gemini",
            json!({ "contents": [{ "role": "model", "content": null }, { "role": "user", "parts": [{ "text": "x" }] }] }),
        ),
        (
            "mistral",
            json!({ "messages": [{ "role": "assistant", "content": "", "toolCalls": [{ "id": "a", "function": { "name": "f", "arguments": "{}" } }] }] }),
        ),
        (
            "mistral",
            json!({ "messages": [{ "role": "assistant", "content": "", "toolCalls": [{ "id": "a", "type": "custom", "custom": { "name": "f", "input": "x" } }] }] }),
        ),
    ];
    for (given, body) in cases {
        try_convert([given, "backscroll"], &body, "")
            .unwrap_or_else(|error| panic!("{given}: {error}: {body}"));
    }
}
