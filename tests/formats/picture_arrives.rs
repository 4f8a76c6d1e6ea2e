//! A picture arrives in every format as its bytes and their type, whatever its form in the source.

use super::desk::try_convert;
use super::text_arrives::FORMATS;
use backscroll::engine::{Conversation, Settings};
use serde_json::{Value, json};

/// The bytes of a picture, in base64.
const BYTES: &str = "iVBORw0KGgo=";

/// User messages with the picture, in every form of every format.
fn cases() -> Vec<(&'static str, Value)> {
    let url = format!("data:image/png;base64,{BYTES}");
    let untyped = format!("data:;base64,{BYTES}");
    let content = |part: Value| json!([{ "role": "user", "content": [part] }]);
    let neutral = |fields: Value| ("backscroll", content(fields));
    let chat = |url: &str| {
        (
            "openai-chat",
            json!({ "messages": content(json!({ "type": "image_url", "image_url": { "url": url } })) }),
        )
    };
    let anthropic = |source: Value| {
        ("anthropic", json!({ "messages": content(json!({ "type": "image", "source": source })) }))
    };
    let responses = |url: &str| {
        ("openai-responses", json!({ "input": content(json!({ "type": "input_image", "image_url": url })) }))
    };
    let gemini = |data: Value| {
        ("gemini", json!({ "contents": [{ "role": "user", "parts": [{ "inlineData": data }] }] }))
    };
    let bedrock = |bytes: &str| {
        (
            "bedrock",
            json!({ "messages": content(json!({ "image": { "format": "png", "source": { "bytes": bytes } } })) }),
        )
    };
    let mistral = |url: &str| {
        ("mistral", json!({ "messages": content(json!({ "type": "image_url", "image_url": url })) }))
    };
    let langchain = |block: Value| ("langchain", json!([{ "type": "human", "content": [block] }]));
    let strands =
        |source: Value| ("strands", content(json!({ "image": { "format": "png", "source": source } })));
    vec![
        neutral(json!({ "type": "image", "url": url })),
        neutral(json!({ "type": "image", "url": untyped })),
        neutral(json!({ "type": "image", "data": url })),
        neutral(json!({ "type": "image", "data": url, "mediaType": "image/png" })),
        neutral(json!({ "type": "image", "data": BYTES })),
        neutral(json!({ "type": "image", "data": BYTES, "mediaType": "image/*" })),
        neutral(json!({ "type": "image", "data": BYTES, "mediaType": "image/jpeg" })),
        neutral(json!({ "type": "image", "data": BYTES, "mediaType": "application/octet-stream" })),
        neutral(json!({ "type": "file", "url": url })),
        chat(&url),
        chat(&untyped),
        anthropic(json!({ "type": "base64", "media_type": "image/png", "data": BYTES })),
        anthropic(json!({ "type": "base64", "media_type": "image/png", "data": url })),
        anthropic(json!({ "type": "base64", "media_type": "image/jpeg", "data": BYTES })),
        anthropic(json!({ "type": "url", "url": url })),
        responses(&url),
        responses(&untyped),
        gemini(json!({ "mimeType": "image/png", "data": BYTES })),
        gemini(json!({ "data": BYTES })),
        gemini(json!({ "mimeType": "image/png", "data": url })),
        bedrock(BYTES),
        bedrock(&url),
        mistral(&url),
        mistral(&untyped),
        langchain(json!({ "type": "image_url", "image_url": url })),
        langchain(json!({ "type": "image_url", "image_url": { "url": untyped } })),
        langchain(json!({ "type": "image", "source_type": "base64", "data": BYTES })),
        langchain(json!({ "type": "image", "source_type": "url", "url": url })),
        langchain(json!({ "type": "image", "data": BYTES })),
        strands(json!({ "bytes": BYTES })),
        strands(json!({ "bytes": url })),
        strands(json!({ "url": url })),
    ]
}

/// Reports whether a body holds the bytes once, with their type, bare or as a data URL.
fn holds_picture(body: &Value) -> bool {
    let text = body.to_string();
    let has_type = text.contains("image/png") || text.contains("\"format\":\"png\"");
    let is_bare = text.contains(&format!("\"{BYTES}\""))
        || text.contains(&format!("\"data:image/png;base64,{BYTES}\""));
    has_type && is_bare && text.matches(BYTES).count() == 1
}

#[test]
fn a_picture_arrives_in_every_format_however_it_was_told() {
    let mut missing = Vec::new();
    for (from, body) in cases() {
        for to in FORMATS.into_iter().filter(|to| *to != from) {
            let converted = try_convert([from, to], &body, "")
                .map_or_else(|error| json!(error.to_string()), |done| done.body);
            if !holds_picture(&converted) {
                missing.push(format!("{from} -> {to}: {body}\n    {converted}"));
            }
        }
    }
    assert!(missing.is_empty(), "{} pictures are lost:\n{}", missing.len(), missing.join("\n"));
}

#[test]
fn bytes_that_show_no_type_are_refused_with_advice() {
    let table = [
        (json!({ "type": "image", "data": "aGVsbG8=" }), Some("image/png")),
        (json!({ "type": "image", "data": "aGVsbG8=", "mediaType": "image/*" }), Some("image/png")),
        (json!({ "type": "audio", "data": "aGVsbG8=" }), Some("audio/wav")),
        (json!({ "type": "image", "data": "/path/to.png!" }), Some("image/png")),
        (json!({ "type": "image", "data": BYTES }), None),
        (json!({ "type": "audio", "data": "SUQzBAAAAAA=" }), None),
        (json!({ "type": "image", "url": "https://a.example/b" }), None),
        (json!({ "type": "file", "data": "aGVsbG8=" }), None),
    ];
    for (part, example) in table {
        let mut talk = Conversation::new(Settings::default());
        let outcome = talk.append_json(&json!({ "role": "user", "content": [part] }).to_string(), 0);
        let said = outcome.err().map(|error| format!("{} {error}", error.code().as_str()));
        let expected = example.is_some();
        assert_eq!(said.is_some(), expected, "{part}");
        for words in [example.unwrap_or_default(), "mediaType", "content[0]", "invalid-message"] {
            assert!(
                !expected || said.as_deref().is_some_and(|said| said.contains(words)),
                "{part}: {said:?}"
            );
        }
        assert_eq!(talk.history().len(), usize::from(!expected), "{part}");
    }
}
