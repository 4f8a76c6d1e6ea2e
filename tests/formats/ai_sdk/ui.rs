//! UI messages.

use super::desk::{comes_back, converted};
use serde_json::{Value, json};

fn assistant(parts: Value) -> Value {
    json!([
        { "id": "u1", "role": "user", "parts": [{ "type": "text", "text": "Hi." }] },
        { "id": "a1", "role": "assistant", "metadata": { "model": "gpt-5" }, "parts": parts },
    ])
}

/// A tool that was called, in this state.
fn tool(state: &str, fields: Value) -> Value {
    let mut tool = json!({ "type": "tool-look", "toolCallId": "c1", "state": state, "input": { "q": 1.50 } });
    let own = tool.as_object_mut().expect("an object");
    for (name, value) in fields.as_object().expect("an object") {
        own.insert(name.clone(), value.clone());
    }
    own.retain(|_, value| !value.is_null());
    tool
}

#[test]
fn messages_come_back_with_ids_and_metadata() {
    let text = |text: &str| json!([{ "type": "text", "text": text }]);
    let lists = [
        json!([]),
        json!([
            { "id": "s", "role": "system", "parts": text("Be brief.") },
            { "id": "u", "role": "user", "metadata": { "at": 1 }, "createdAt": "2026-01-01", "parts": text("Hi.") },
            { "id": "a", "role": "assistant", "metadata": null, "parts": [{ "type": "step-start" }, { "type": "text", "text": "Hello.", "state": "done" }] },
            { "id": "b", "role": "assistant", "parts": text("And so on.") },
            { "id": "c", "role": "assistant", "parts": [] },
            { "id": "d", "role": "assistant", "parts": [{ "type": "step-start" }] },
        ]),
        // The SDK gives the empty id where it is told none, and nobody sees to it that ids differ.
        json!([{ "id": "", "role": "assistant", "parts": text("One.") }, { "id": "", "role": "assistant", "parts": text("Two.") }]),
        json!([{ "id": "m1", "role": "user", "parts": text("One.") }, { "id": "m1", "role": "user", "parts": text("One.") }, { "id": "m0", "role": "assistant", "parts": text("Two.") }]),
        json!([{ "id": "u", "role": "user", "parts": [{ "type": "text", "text": "Hi." }, { "type": "data-place", "id": "d1", "data": { "x": 1 } }] }]),
    ];
    lists.iter().for_each(|list| comes_back("ui", list));
}

#[test]
fn parts_come_back() {
    let parts = [
        json!({ "type": "text", "text": "Hello.", "state": "streaming" }),
        json!({ "type": "text", "text": "Hello." }),
        json!({ "type": "text", "text": "Hello.", "state": "done", "providerMetadata": { "openai": { "itemId": "msg_1", "annotations": [] } } }),
        json!({ "type": "reasoning", "text": "Hm.", "state": "done", "id": "0", "providerMetadata": { "anthropic": { "signature": "c2ln" } } }),
        json!({ "type": "reasoning", "text": "Hm.", "state": "streaming" }),
        json!({ "type": "file", "mediaType": "image/png", "url": "data:image/png;base64,iVBORw==" }),
        json!({ "type": "file", "mediaType": "image/*", "url": "https://example.org/a.png", "filename": "a.png" }),
        json!({ "type": "file", "mediaType": "application/pdf", "url": "JVBERg==" }),
        json!({ "type": "file", "mediaType": "application/pdf", "url": "file-abc", "providerMetadata": { "x": { "y": 1 } } }),
        json!({ "type": "source-url", "sourceId": "s1", "url": "https://example.org", "title": "t" }),
        json!({ "type": "source-document", "sourceId": "s2", "mediaType": "application/pdf", "title": "t" }),
        json!({ "type": "data-weather", "id": "w", "data": [1] }),
        json!({ "type": "from-the-future", "a": 1 }),
    ];
    for part in &parts {
        comes_back("ui", &assistant(json!([{ "type": "step-start" }, part])));
        comes_back("ui", &assistant(json!([part, { "type": "step-start" }, part, part])));
    }
    comes_back("ui", &assistant(Value::Array(parts.to_vec())));
    comes_back("ui", &json!([{ "id": "u1", "role": "user", "parts": parts }]));
}

#[test]
fn paragraphs_of_a_stream_come_back() {
    let part = |id: &str, text: &str, options: Value| json!({ "type": "reasoning", "id": id, "text": text, "state": "done", "providerMetadata": { "openai": options } });
    comes_back(
        "ui",
        &assistant(json!([
            { "type": "step-start" },
            part("rs_1:0", "One.", json!({ "itemId": "rs_1" })),
            part("rs_1:1", "Two.", json!({ "itemId": "rs_1", "reasoningEncryptedContent": "b3Bh" })),
            part("rs_2:0", "", json!({ "itemId": "rs_2", "reasoningEncryptedContent": null })),
            { "type": "text", "text": "Yes.", "state": "done" },
        ])),
    );
}

#[test]
fn tools_come_back_in_every_state() {
    let granted = json!({ "id": "ap", "approved": true, "reason": "go on", "signature": "c2ln" });
    let denied = json!({ "id": "ap", "approved": false });
    let metadata = json!({ "openai": { "itemId": "fc_1" }, "google": { "thoughtSignature": "c2ln" } });
    let content = json!({ "type": "content", "value": [{ "type": "text", "text": "x" }] });
    let tools = [
        tool("input-streaming", json!({})),
        tool("input-streaming", json!({ "input": null })),
        tool("input-streaming", json!({ "input": null, "rawInput": "{\"q\":" })),
        tool("input-streaming", json!({ "rawInput": "{\"q\":", "inputEncoding": "json" })),
        tool(
            "input-available",
            json!({ "callProviderMetadata": metadata, "title": "Look", "toolMetadata": { "a": 1 } }),
        ),
        tool("input-available", json!({ "input": "text", "providerExecuted": false })),
        tool("approval-requested", json!({ "approval": { "id": "ap", "inputSchemaInput": {} } })),
        tool("approval-responded", json!({ "approval": granted })),
        tool("approval-responded", json!({ "approval": denied })),
        tool("output-available", json!({ "output": "seen", "approval": granted })),
        tool(
            "output-available",
            json!({ "output": { "a": [1.50] }, "resultProviderMetadata": metadata, "preliminary": true }),
        ),
        tool("output-available", json!({ "output": 0 })),
        tool("output-available", json!({})),
        tool("output-available", json!({ "output": content })),
        tool("output-available", json!({ "output": { "type": "content", "value": 1 } })),
        tool("output-error", json!({ "errorText": "gone" })),
        tool("output-error", json!({ "errorText": "no JSON", "input": null, "rawInput": "{\"q\":" })),
        tool("output-error", json!({ "errorText": "no JSON", "input": null, "rawInput": [1] })),
        tool("output-error", json!({ "errorText": "", "input": null })),
        tool("output-denied", json!({ "approval": denied })),
        tool("output-denied", json!({ "approval": { "id": "ap", "approved": false, "reason": "too much" } })),
        tool(
            "output-available",
            json!({ "type": "dynamic-tool", "toolName": "mcp", "output": "seen", "dynamic": false }),
        ),
        tool("output-available", json!({ "providerExecuted": true, "output": [{ "url": "x" }] })),
        tool(
            "output-error",
            json!({ "type": "dynamic-tool", "toolName": "mcp", "providerExecuted": true, "errorText": "gone" }),
        ),
    ];
    for tool in &tools {
        comes_back("ui", &assistant(json!([{ "type": "step-start" }, tool])));
        let behind = json!({ "type": "text", "text": "So.", "state": "done" });
        comes_back(
            "ui",
            &assistant(
                json!([{ "type": "step-start" }, behind, tool, behind, { "type": "step-start" }, behind, { "type": "step-start" }]),
            ),
        );
    }
}

#[test]
fn calls_of_one_step_keep_their_results_apart() {
    let named = |id: &str, output: Value| json!({ "type": "tool-look", "toolCallId": id, "state": "output-available", "input": {}, "output": output });
    comes_back(
        "ui",
        &assistant(json!([
            { "type": "step-start" }, named("c1", json!("one")), named("c2", json!({ "two": 2 })),
            { "type": "step-start" }, named("c3", json!("three")),
            { "type": "step-start" }, { "type": "text", "text": "Done.", "state": "done" },
        ])),
    );
}

#[test]
fn a_message_that_others_wrote_spans_the_turn() {
    let chat = json!({ "messages": [
        { "role": "user", "content": "Hi." },
        { "role": "assistant", "content": null, "tool_calls": [{ "id": "c1", "type": "function", "function": { "name": "look", "arguments": "{\"q\": 1}" } }] },
        { "role": "tool", "tool_call_id": "c1", "content": "seen" },
        { "role": "assistant", "content": "There." },
        { "role": "user", "content": "Thanks." },
    ] });
    let done = converted("openai-chat", "ai-sdk/ui", &chat);
    assert_eq!(
        done.body,
        json!([
            { "id": "m0", "role": "user", "parts": [{ "type": "text", "text": "Hi." }] },
            { "id": "m1", "role": "assistant", "parts": [
                { "type": "step-start" },
                { "type": "tool-look", "toolCallId": "c1", "state": "output-available", "input": { "q": 1 }, "output": "seen" },
                { "type": "step-start" },
                { "type": "text", "text": "There.", "state": "done" },
            ] },
            { "id": "m4", "role": "user", "parts": [{ "type": "text", "text": "Thanks." }] },
        ])
    );
    assert_eq!(done.losses, Vec::<String>::new());
}
