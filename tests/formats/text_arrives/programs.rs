//! The parts that hold text, in the formats of programs.

use super::cases::Row;
use super::check::{WORD, WORD_IN_BASE64};
use serde_json::{Value, json};

pub(super) fn langchain() -> Vec<Row> {
    let row = |what, messages: Value| ("langchain", what, messages);
    let asked = |block: Value| json!([{ "type": "human", "content": [block] }]);
    let said = |block: Value| json!([{ "type": "human", "content": "Hi" }, { "type": "ai", "content": [block, { "type": "text", "text": "Yes" }] }]);
    let called = |block: Value| json!([{ "type": "human", "content": "Hi" }, { "type": "ai", "content": "", "tool_calls": [{ "id": "c1", "name": "f", "args": {}, "type": "tool_call" }] }, { "type": "tool", "tool_call_id": "c1", "content": [block] }]);
    let found = json!({ "type": "search_result", "source": "s", "title": "t", "content": [{ "type": "text", "text": WORD }] });
    let document =
        json!({ "type": "document", "source": { "type": "text", "media_type": "text/plain", "data": WORD } });
    vec![
        row("user text", asked(json!({ "type": "text", "text": WORD }))),
        row(
            "user text-plain",
            asked(json!({ "type": "text-plain", "text": WORD, "mimeType": "text/plain" })),
        ),
        row(
            "user text-plain's title",
            asked(json!({ "type": "text-plain", "text": "x", "title": WORD, "mimeType": "text/plain" })),
        ),
        row("user data block of text", asked(json!({ "type": "text", "source_type": "text", "text": WORD }))),
        row(
            "user file block of text",
            asked(json!({ "type": "file", "source_type": "text", "mime_type": "text/plain", "text": WORD })),
        ),
        row(
            "user file of base64",
            asked(
                json!({ "type": "file", "source_type": "base64", "mime_type": "text/plain", "data": WORD_IN_BASE64 }),
            ),
        ),
        row("user document", asked(document.clone())),
        row("user search result", asked(found.clone())),
        row(
            "user document of Converse",
            asked(json!({ "document": { "name": "d", "format": "txt", "source": { "text": WORD } } })),
        ),
        row("tool text", called(json!({ "type": "text", "text": WORD }))),
        row("tool document", called(document)),
        row("tool search result", called(found)),
        row("assistant text", said(json!({ "type": "text", "text": WORD }))),
        row("assistant reasoning", said(json!({ "type": "reasoning", "reasoning": WORD }))),
        row("system", json!([{ "type": "system", "content": WORD }, { "type": "human", "content": "Hi" }])),
    ]
}

pub(super) fn strands() -> Vec<Row> {
    let row = |what, messages: Value| ("strands", what, messages);
    let text = |word: &str| json!({ "text": word });
    let asked = |block: Value| json!([{ "role": "user", "content": [block] }]);
    let said = |block: Value| json!([{ "role": "user", "content": [text("Hi")] }, { "role": "assistant", "content": [block] }]);
    let called = |block: Value| json!([{ "role": "user", "content": [text("Hi")] }, { "role": "assistant", "content": [{ "toolUse": { "toolUseId": "c1", "name": "f", "input": {} } }] }, { "role": "user", "content": [{ "toolResult": { "toolUseId": "c1", "status": "success", "content": [block] } }] }]);
    let document = |name: &str, source: Value| json!({ "document": { "name": name, "format": "txt", "source": source } });
    vec![
        row("user text", asked(text(WORD))),
        row("user document", asked(document("d", text(WORD)))),
        row("user document's name", asked(document(WORD, text("d")))),
        row(
            "user document of blocks",
            asked(document("d", json!({ "content": [text("first"), text(WORD)] }))),
        ),
        row("user document of bytes", asked(document("d", json!({ "bytes": WORD_IN_BASE64 })))),
        row(
            "user guarded text",
            asked(json!({ "guardContent": { "text": { "text": WORD, "qualifiers": ["query"] } } })),
        ),
        row("tool text", called(text(WORD))),
        row("tool json", called(json!({ "json": { "a": WORD } }))),
        row("tool document", called(document("d", text(WORD)))),
        row("tool document of blocks", called(document("d", json!({ "content": [text(WORD)] })))),
        row("assistant text", said(text(WORD))),
        row(
            "assistant cited text",
            said(json!({ "citations": { "content": [text(WORD)], "citations": [] } })),
        ),
        row(
            "assistant cited texts",
            said(json!({ "citations": { "content": [text("first"), text(WORD)], "citations": [] } })),
        ),
        row("assistant reasoning", said(json!({ "reasoning": { "text": WORD } }))),
        ("strands", "system", json!({ "systemPrompt": WORD, "messages": asked(text("Hi")) })),
    ]
}

pub(super) fn neutral() -> Vec<Row> {
    let row = |what, messages: Value| ("backscroll", what, messages);
    let asked = |content: Value| json!([{ "role": "user", "content": content }]);
    let said = |content: Value| json!([{ "role": "user", "content": "Hi" }, { "role": "assistant", "content": content }]);
    let called = |content: Value| json!([{ "role": "user", "content": "Hi" }, { "role": "assistant", "content": null, "toolCalls": [{ "id": "c1", "name": "f", "arguments": "{}" }] }, { "role": "tool", "toolCallId": "c1", "content": content }]);
    let file = json!({ "type": "file", "mediaType": "text/plain", "name": "a.txt", "data": WORD_IN_BASE64 });
    let url = json!({ "type": "file", "url": format!("data:text/plain,{WORD}") });
    vec![
        row("user text", asked(json!([{ "type": "text", "text": WORD }]))),
        row("user file", asked(json!([file]))),
        row("user file at a data URL", asked(json!([url]))),
        row("assistant file", said(json!([file]))),
        row("assistant refusal", said(json!([{ "type": "refusal", "text": WORD }]))),
        row("assistant reasoning", said(json!([{ "type": "reasoning", "text": WORD }]))),
        row("tool string", called(json!(WORD))),
        row("tool file", called(json!([file]))),
        row(
            "system file",
            json!([{ "role": "system", "content": [file] }, { "role": "user", "content": "Hi" }]),
        ),
        row(
            "summary",
            json!([{ "role": "system", "isSummary": true, "content": WORD }, { "role": "user", "content": "Hi" }]),
        ),
    ]
}
