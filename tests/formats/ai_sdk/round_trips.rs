//! What is read and written in one form is as it was.

use super::desk::{called, comes_back};
use serde_json::{Value, json};

fn user(content: Value) -> Value {
    json!([{ "role": "user", "content": content }])
}

fn assistant(parts: Value) -> Value {
    json!([{ "role": "user", "content": "Hi." }, { "role": "assistant", "content": parts }])
}

#[test]
fn words_of_model_messages_come_back() {
    let cached = json!({ "anthropic": { "cacheControl": { "type": "ephemeral" } } });
    let lists = [
        json!([]),
        json!([{ "role": "system", "content": "Be brief." }, { "role": "user", "content": "Hi." }]),
        json!([{ "role": "system", "content": "Be brief.", "providerOptions": cached }]),
        json!([{ "role": "system", "content": "", "providerOptions": { "x": { "y": 1 }, "anthropic": { "cacheControl": 1 } } }]),
        json!([{ "role": "user", "content": "Hi.", "providerOptions": cached }]),
        user(json!([])),
        user(
            json!([{ "type": "text", "text": "Hi." }, { "type": "text", "text": "", "providerOptions": cached }]),
        ),
        assistant(json!("Hello.")),
        assistant(json!("")),
        assistant(json!([])),
        assistant(
            json!([{ "type": "text", "text": "Hello.", "providerOptions": { "openai": { "itemId": "msg_1", "phase": "commentary" } } }]),
        ),
        assistant(
            json!([{ "type": "text", "text": "Hello.", "providerOptions": { "azure": { "itemId": "msg_1" }, "other": {}, "odd": 1 } }]),
        ),
        assistant(json!([{ "type": "text", "text": "Hello.", "unknown": { "a": 1.50 } }])),
    ];
    lists.iter().for_each(|list| comes_back("model", list));
}

#[test]
fn media_of_model_messages_come_back() {
    let png = "iVBORw0KGgo=";
    let parts = [
        json!({ "type": "image", "image": png }),
        json!({ "type": "image", "image": png, "mediaType": "image/png" }),
        json!({ "type": "image", "image": png, "mediaType": "image/jpeg" }),
        json!({ "type": "image", "image": "Qk0=", "mediaType": "image/*" }),
        json!({ "type": "image", "image": "data:image/png;base64,iVBORw0KGgo=" }),
        json!({ "type": "image", "image": "data:image/png;base64,iVBORw0KGgo=", "mediaType": "image/gif" }),
        json!({ "type": "image", "image": "https://example.org/a.png" }),
        json!({ "type": "image", "image": "file-abc", "providerOptions": { "openai": { "imageDetail": "low" } } }),
        json!({ "type": "file", "data": png, "mediaType": "image/png" }),
        json!({ "type": "file", "data": "file-abc", "mediaType": "application/pdf" }),
        json!({ "type": "file", "data": "SUQz", "mediaType": "audio/mpeg" }),
        json!({ "type": "file", "data": "JVBERg==", "mediaType": "application/pdf", "filename": "a.pdf" }),
        json!({ "type": "file", "data": "https://example.org/a.pdf", "mediaType": "application/pdf" }),
        json!({ "type": "file", "data": "gs://bucket/a.mp4", "mediaType": "video/mp4" }),
        json!({ "type": "file", "data": "https://www.youtube.com/watch?v=1", "mediaType": "video/mp4" }),
        json!({ "type": "file", "data": { "type": "url", "url": "https://example.org" }, "mediaType": "text/plain" }),
        json!({ "type": "file", "data": { "type": "url", "url": "data:image/png;base64,iVBORw0KGgo=" }, "mediaType": "image/png" }),
        json!({ "type": "file", "data": { "type": "data", "data": png }, "mediaType": "image" }),
        json!({ "type": "file", "data": { "type": "data", "data": "aGk=" }, "mediaType": "text/plain", "filename": "a.txt" }),
        json!({ "type": "file", "data": { "type": "text", "text": "hi" }, "mediaType": "text/plain", "filename": "a.txt" }),
        json!({ "type": "file", "data": { "type": "reference", "reference": { "anthropic": "file_1" } }, "mediaType": "application/pdf" }),
        json!({ "type": "file", "data": { "type": "reference", "reference": { "anthropic": "file_1", "openai": "file-1" } }, "mediaType": "image/png" }),
        json!({ "type": "file", "data": { "openai": "file-1" }, "mediaType": "application/pdf" }),
        json!({ "type": "image", "image": { "type": "url", "url": "https://example.org/a.png" } }),
        json!({ "type": "from-the-future", "a": [1] }),
    ];
    for part in parts {
        comes_back("model", &user(json!([{ "type": "text", "text": "See:" }, part])));
    }
    comes_back(
        "model",
        &assistant(
            json!([{ "type": "file", "data": png, "mediaType": "image/png", "providerOptions": { "vertex": { "thoughtSignature": "c2ln" } } }]),
        ),
    );
}

#[test]
fn reasoning_comes_back_with_what_only_its_maker_reads() {
    let options = [
        json!(null),
        json!({ "anthropic": { "signature": "c2ln" } }),
        json!({ "google": { "thoughtSignature": "c2ln" } }),
        json!({ "vertex": { "thoughtSignature": "c2ln" } }),
        json!({ "googleVertex": { "thoughtSignature": "c2ln" } }),
        json!({ "bedrock": { "signature": "c2ln" } }),
        json!({ "amazonBedrock": { "signature": "c2ln" } }),
        json!({ "openai": { "itemId": "rs_1" } }),
        json!({ "openai": { "itemId": "rs_1", "reasoningEncryptedContent": null } }),
        json!({ "azure": { "itemId": "rs_1", "reasoningEncryptedContent": "b3Bh" } }),
        json!({ "openai": { "reasoningEncryptedContent": "b3Bh" } }),
        json!({ "anthropic": { "signature": "c2ln", "redactedData": "b3Bh", "x": 1 }, "bedrock": { "signature": "Mg==" } }),
        json!({ "deepseek": { "x": "y" } }),
    ];
    for options in options {
        let mut part = json!({ "type": "reasoning", "text": "Hm." });
        if !options.is_null() {
            part["providerOptions"] = options;
        }
        comes_back("model", &assistant(json!([part, { "type": "text", "text": "Yes." }])));
    }
    let silent = [
        json!({ "anthropic": { "redactedData": "b3Bh" } }),
        json!({ "bedrock": { "redactedContent": "b3Bh" } }),
        json!({ "bedrock": { "redactedData": "b3Bh" } }),
        json!({ "openai": { "itemId": "rs_1", "reasoningEncryptedContent": "b3Bh" } }),
        json!({ "openai": { "itemId": "rs_1", "reasoningEncryptedContent": null } }),
    ];
    for options in silent {
        comes_back(
            "model",
            &assistant(json!([{ "type": "reasoning", "text": "", "providerOptions": options }])),
        );
    }
}

#[test]
fn paragraphs_of_one_item_come_back_as_they_were() {
    let part = |text: &str, options: Value| json!({ "type": "reasoning", "text": text, "providerOptions": { "openai": options } });
    let sealed = json!({ "itemId": "rs_1", "reasoningEncryptedContent": "b3Bh" });
    let bare = json!({ "itemId": "rs_1" });
    let none = json!({ "itemId": "rs_1", "reasoningEncryptedContent": null });
    for (first, second) in [
        (&sealed, &sealed),
        (&bare, &sealed),
        (&none, &sealed),
        (&none, &none),
        (&bare, &bare),
        (&bare, &none),
    ] {
        let parts = json!([part("One.", first.clone()), part("", second.clone()), part("Two.", second.clone()), { "type": "text", "text": "Yes." }]);
        comes_back("model", &assistant(parts));
    }
    let other = json!({ "itemId": "rs_1", "reasoningEncryptedContent": "Mg==" });
    comes_back("model", &assistant(json!([part("One.", sealed), part("Two.", other)])));
}

#[test]
fn calls_come_back_with_the_spelling_of_their_input() {
    for input in [
        json!({ "a": 1.50, "b": 10_000_000_000_000_000_000_000_u128 as f64 }),
        json!({}),
        json!("no JSON {"),
        json!("{\"a\": 1}"),
        json!(""),
        json!([1]),
        json!(null),
        json!(true),
    ] {
        comes_back("model", &called(input, json!({ "type": "text", "value": "seen" })));
    }
    comes_back(
        "model",
        &json!([{ "role": "assistant", "content": [
        { "type": "tool-call", "toolCallId": "c1", "toolName": "look", "providerExecuted": false, "providerOptions": { "openai": { "itemId": "fc_1", "namespace": "n" }, "google": { "thoughtSignature": "c2ln" } } },
        { "type": "text", "text": "and" },
        { "type": "tool-call", "toolCallId": "c2", "toolName": "write", "input": "free text", "providerOptions": { "openai": { "itemId": "ctc_1" } } },
    ] }]),
    );
}

#[test]
fn numbers_keep_their_spelling() {
    let list = r#"[{"role":"assistant","content":[{"type":"tool-call","toolCallId":"c","toolName":"t","input":{"a":1.50,"b":12345678901234567890123}}]}]"#;
    let mut out = Vec::new();
    backscroll::engine::convert_body(["ai-sdk", "ai-sdk"], list, "", "model", &mut out).expect("a list");
    let out = String::from_utf8(out).expect("text");
    assert!(out.contains(r#"{"a":1.50,"b":12345678901234567890123}"#), "{out}");
}

#[test]
fn outputs_come_back() {
    let shown = json!([
        { "type": "text", "text": "seen", "providerOptions": { "anthropic": { "cacheControl": { "type": "ephemeral" } } } },
        { "type": "media", "data": "iVBORw==", "mediaType": "image/png" },
        { "type": "image-data", "data": "iVBORw==", "mediaType": "image/png" },
        { "type": "image-data", "data": "Qk0=", "mediaType": "image/*" },
        { "type": "image-url", "url": "https://example.org/a.png", "providerOptions": { "openai": { "imageDetail": "low" } } },
        { "type": "image-file-id", "fileId": "file-1" },
        { "type": "image-file-id", "fileId": { "openai": "file-1" } },
        { "type": "file-id", "fileId": { "anthropic": "file_1" } },
        { "type": "file-id", "fileId": { "anthropic": "file_1", "openai": "file-1" } },
        { "type": "file-data", "data": "JVBERg==", "mediaType": "application/pdf", "filename": "a.pdf" },
        { "type": "file-data", "data": "iVBORw==", "mediaType": "image/png" },
        { "type": "file-url", "url": "https://example.org/a.pdf" },
        { "type": "file-url", "url": "https://example.org/a.png", "mediaType": "image/png" },
        { "type": "file-url", "url": "gs://b/a.mp4", "mediaType": "video/mp4" },
        { "type": "file", "data": { "type": "data", "data": "iVBORw0KGgo=" }, "mediaType": "image/png" },
        { "type": "file", "data": { "type": "text", "text": "hi" }, "mediaType": "text/plain", "filename": "a.txt" },
        { "type": "file", "data": { "type": "url", "url": "https://example.org/a.pdf" }, "mediaType": "application/pdf" },
        { "type": "file", "data": { "type": "reference", "reference": { "google": "https://generativelanguage.googleapis.com/v1/a" } }, "mediaType": "video/mp4" },
        { "type": "custom", "providerOptions": { "anthropic": { "type": "tool-reference", "toolName": "x" } } },
    ]);
    let outputs = [
        json!({ "type": "text", "value": "" }),
        json!({ "type": "text", "value": "{\"a\": 1}", "providerOptions": { "openai": { "promptCacheBreakpoint": {} } } }),
        json!({ "type": "json", "value": { "a": [1, null] } }),
        json!({ "type": "json", "value": null }),
        json!({ "type": "json", "value": "text" }),
        json!({ "type": "json", "value": [1] }),
        json!({ "type": "error-text", "value": "gone" }),
        json!({ "type": "error-json", "value": { "code": 404 } }),
        json!({ "type": "execution-denied" }),
        json!({ "type": "execution-denied", "reason": "no" }),
        json!({ "type": "execution-denied", "reason": "Tool call execution denied." }),
        json!({ "type": "content", "value": [] }),
        json!({ "type": "content", "value": [{ "type": "text", "text": "seen" }] }),
        json!({ "type": "content", "value": shown }),
    ];
    outputs.into_iter().for_each(|output| comes_back("model", &called(json!({}), output)));
}

#[test]
fn tools_of_the_provider_questions_and_orphans_come_back() {
    let served = json!([{ "role": "assistant", "content": [
        { "type": "text", "text": "Let me see." },
        { "type": "tool-call", "toolCallId": "s1", "toolName": "web_search", "input": { "q": 1 }, "providerExecuted": true },
        { "type": "tool-result", "toolCallId": "s1", "toolName": "web_search", "output": { "type": "json", "value": [] } },
        { "type": "tool-approval-request", "approvalId": "a9", "toolCallId": "s1" },
        { "type": "text", "text": "There." },
    ] }, { "role": "tool", "content": [{ "type": "tool-approval-response", "approvalId": "a9", "approved": true, "providerExecuted": true }] }]);
    let asked = json!([{ "role": "assistant", "content": [
        { "type": "tool-call", "toolCallId": "c1", "toolName": "pay", "input": {} },
        { "type": "tool-approval-request", "approvalId": "a1", "toolCallId": "c1", "signature": "c2ln" },
        { "type": "tool-call", "toolCallId": "c2", "toolName": "pay", "input": {} },
        { "type": "tool-approval-request", "approvalId": "a2", "toolCallId": "c2" },
    ] }, { "role": "tool", "content": [
        { "type": "tool-approval-response", "approvalId": "a1", "approved": false, "reason": "too much" },
        { "type": "tool-approval-response", "approvalId": "a2", "approved": true },
        { "type": "tool-result", "toolCallId": "c2", "toolName": "pay", "output": { "type": "text", "value": "paid" }, "providerOptions": { "x": { "y": 1 } } },
    ], "providerOptions": { "anthropic": { "cacheControl": { "type": "ephemeral" } } } },
       { "role": "tool", "content": [{ "type": "tool-result", "toolCallId": "c1", "toolName": "pay", "output": { "type": "execution-denied" } }] }]);
    let orphan = json!([
        { "role": "user", "content": "Hi." },
        { "role": "tool", "content": [{ "type": "tool-result", "toolCallId": "c7", "toolName": "look", "output": { "type": "text", "value": "x" } }] },
        { "role": "assistant", "content": [{ "type": "tool-call", "toolCallId": "c8", "toolName": "look", "input": {} }] },
    ]);
    [served, asked, orphan].iter().for_each(|list| comes_back("model", list));
}
