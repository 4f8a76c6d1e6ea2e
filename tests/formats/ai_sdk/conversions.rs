//! From other formats and to them.

use super::desk::{Converted, called, converted};
use serde_json::{Value, json};

/// Converts a body to the SDK's messages; expects them, and these losses.
#[track_caller]
fn becomes((from, body): (&str, Value), form: &str, list: Value, losses: &[&str]) {
    let done = converted(from, &format!("ai-sdk/{form}"), &body);
    assert_eq!(done.body, list);
    assert_eq!(done.losses, losses, "{body}");
}

/// Converts to the SDK's messages and back; expects the same body.
#[track_caller]
fn returns(format: &str, body: Value) {
    for form in ["model", "ui"] {
        let there = converted(format, &format!("ai-sdk/{form}"), &body);
        assert_eq!(there.losses, Vec::<String>::new(), "{form}: {}", there.body);
        let back = converted("ai-sdk", format, &there.body);
        assert_eq!(back.body, body, "{form}: {}", there.body);
        assert_eq!(back.losses, Vec::<String>::new(), "{form}: {}", there.body);
    }
}

/// An assistant that says these parts, as model messages.
fn says(parts: Value) -> Value {
    json!([{ "role": "user", "content": "Hi." }, { "role": "assistant", "content": parts }, { "role": "user", "content": "Go on." }])
}

#[test]
fn signed_thinking_and_cache_breakpoints_return_to_anthropic() {
    returns(
        "anthropic",
        json!({ "messages": [
        { "role": "user", "content": [{ "type": "text", "text": "Hi.", "cache_control": { "type": "ephemeral" } }] },
        { "role": "assistant", "content": [
            { "type": "thinking", "thinking": "Hm.", "signature": "c2ln" },
            { "type": "redacted_thinking", "data": "b3Bh" },
            { "type": "text", "text": "Let me see." },
            { "type": "tool_use", "id": "c1", "name": "look", "input": { "q": 1 } },
        ] },
        { "role": "user", "content": [{ "type": "tool_result", "tool_use_id": "c1", "content": "seen" }, { "type": "text", "text": "And?" }] },
    ] }),
    );
}

#[test]
fn signatures_of_calls_and_words_return_to_gemini() {
    returns(
        "gemini",
        json!({ "contents": [
        { "role": "user", "parts": [{ "text": "Hi." }, { "inlineData": { "mimeType": "image/png", "data": "iVBORw==" } }] },
        { "role": "model", "parts": [
            { "text": "Hm.", "thought": true },
            { "text": "Let me see.", "thoughtSignature": "c2ln" },
            { "functionCall": { "id": "c1", "name": "look", "args": { "q": 1 } }, "thoughtSignature": "Mg==" },
            { "functionCall": { "name": "look", "args": {} } },
        ] },
        { "role": "user", "parts": [
            { "functionResponse": { "id": "c1", "name": "look", "response": { "a": [1] } } },
            { "functionResponse": { "name": "look", "response": { "error": "gone" } } },
        ] },
        { "role": "model", "parts": [{ "text": "There." }] },
        { "role": "user", "parts": [{ "text": "Thanks." }] },
    ] }),
    );
}

#[test]
fn items_return_to_responses() {
    returns(
        "openai-responses",
        json!({ "input": [
        { "role": "user", "content": "Hi." },
        { "type": "reasoning", "id": "rs_1", "encrypted_content": "b3Bh", "summary": [{ "type": "summary_text", "text": "One." }, { "type": "summary_text", "text": "Two." }] },
        { "type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "phase": "commentary", "content": [{ "type": "output_text", "text": "Let me see.", "annotations": [] }] },
        { "type": "function_call", "id": "fc_1", "call_id": "c1", "name": "look", "arguments": "{\"q\":1}" },
        { "type": "custom_tool_call", "id": "ctc_1", "call_id": "c2", "name": "write", "input": "free text" },
        { "type": "function_call_output", "call_id": "c1", "output": "seen" },
        { "type": "custom_tool_call_output", "call_id": "c2", "output": "written" },
    ] }),
    );
}

#[test]
fn signed_reasoning_and_values_return_to_bedrock() {
    returns(
        "bedrock",
        json!({ "messages": [
        { "role": "user", "content": [{ "text": "Hi." }, { "cachePoint": { "type": "default" } }] },
        { "role": "assistant", "content": [
            { "reasoningContent": { "reasoningText": { "text": "Hm.", "signature": "c2ln" } } },
            { "reasoningContent": { "redactedContent": "b3Bh" } },
            { "toolUse": { "toolUseId": "c1", "name": "look", "input": { "q": 1 } } },
        ] },
        { "role": "user", "content": [{ "toolResult": { "toolUseId": "c1", "content": [{ "text": "seen" }] } }] },
    ] }),
    );
}

#[test]
fn chat_returns() {
    returns(
        "openai-chat",
        json!({ "messages": [
        { "role": "system", "content": "Be brief." },
        { "role": "user", "content": [{ "type": "text", "text": "Hi." }, { "type": "image_url", "image_url": { "url": "data:image/png;base64,iVBORw==", "detail": "low" } }, { "type": "file", "file": { "file_id": "file-1" } }] },
        { "role": "assistant", "content": "", "tool_calls": [{ "id": "c1", "type": "function", "function": { "name": "look", "arguments": "{\"q\":1}" } }] },
        { "role": "tool", "content": "seen", "tool_call_id": "c1" },
        { "role": "assistant", "content": "There." },
        { "role": "user", "content": "Thanks." },
    ] }),
    );
}

#[test]
fn what_only_its_maker_reads_goes_to_nobody_else() {
    let thought = |options: Value| {
        says(json!([
            { "type": "reasoning", "text": "Hm.", "providerOptions": options },
            // Reasoning of OpenAI's is bound to the item behind it.
            { "type": "text", "text": "Hello.", "providerOptions": { "azure": { "itemId": "msg_1" } } },
        ]))
    };
    let signed = [
        (json!({ "anthropic": { "signature": "c2ln" } }), "anthropic"),
        (json!({ "bedrock": { "signature": "c2ln" } }), "bedrock"),
        (json!({ "google": { "thoughtSignature": "c2ln" } }), "gemini"),
        (json!({ "azure": { "itemId": "rs_1", "reasoningEncryptedContent": "c2ln" } }), "openai-responses"),
    ];
    for (options, maker) in signed {
        for to in ["anthropic", "bedrock", "gemini", "openai-responses"] {
            let Converted { body, losses, .. } = converted("ai-sdk", to, &thought(options.clone()));
            assert_eq!(body.to_string().contains("c2ln"), to == maker, "{maker} to {to}: {body}");
            assert_eq!(
                losses.iter().any(|loss| loss.starts_with("reasoning-dropped m1")),
                to != maker,
                "{losses:?}"
            );
        }
    }
}

#[test]
fn options_of_other_providers_are_reported() {
    let list = says(json!([{ "type": "text", "text": "Hello.", "providerOptions": { "xai": { "a": 1 } } }]));
    let done = converted("ai-sdk", "openai-chat", &list);
    assert_eq!(
        done.losses,
        ["field-dropped m1: left out what the format does not define: `providerOptions`"]
    );
}

#[test]
fn marks_of_the_form_go_without_a_word() {
    let list = json!([
        { "id": "u", "role": "user", "parts": [{ "type": "text", "text": "Hi." }] },
        { "id": "a", "role": "assistant", "parts": [
            { "type": "text", "text": "Hm." }, { "type": "text", "text": "Let me see.", "state": "streaming" },
            { "type": "dynamic-tool", "toolName": "look", "toolCallId": "c1", "state": "output-available", "input": "{}", "output": { "a": 1 } },
        ] },
    ]);
    let done = converted("ai-sdk", "openai-chat", &list);
    assert_eq!(done.losses, Vec::<String>::new());
    assert_eq!(
        done.body,
        json!({ "messages": [
        { "role": "user", "content": "Hi." },
        { "role": "assistant", "content": [{ "type": "text", "text": "Hm." }, { "type": "text", "text": "Let me see." }], "tool_calls": [{ "id": "c1", "type": "function", "function": { "name": "look", "arguments": "{}" } }] },
        { "role": "tool", "content": "{\"a\":1}", "tool_call_id": "c1" },
    ] })
    );
}

#[test]
fn what_only_the_sdk_knows_is_reported_when_it_goes() {
    let list = json!([
        { "id": "u", "role": "user", "parts": [{ "type": "text", "text": "Hi." }, { "type": "data-place", "data": 1 }] },
        { "id": "a", "role": "assistant", "metadata": { "at": 1 }, "parts": [
            { "type": "source-url", "sourceId": "s", "url": "https://example.org" },
            { "type": "tool-pay", "toolCallId": "c1", "state": "approval-requested", "input": {}, "title": "Pay", "approval": { "id": "ap" } },
            { "type": "tool-web_search", "toolCallId": "s1", "state": "output-available", "input": {}, "output": [], "providerExecuted": true },
        ] },
    ]);
    let done = converted("ai-sdk", "openai-chat", &list);
    assert_eq!(
        done.losses,
        [
            "part-dropped u: a part of type `data-place` is not defined by the format, and was left out",
            "written-as-text a: a part of type `tool-web_search` has no form there, and is sent as text",
            "part-dropped a: a part of type `source-url` is not defined by the format, and was left out",
            "field-dropped a: left out what the format does not define: `uiFields.title`, `approval`, `metadata`",
        ]
    );
    assert_eq!(
        done.repairs,
        ["missing-result-added a: the call `c1` of pay has no result; one that says so was put in"]
    );
}

#[test]
fn ui_messages_become_model_messages() {
    let ui = json!([
        { "id": "u", "role": "user", "parts": [{ "type": "file", "mediaType": "image/png", "url": "data:image/png;base64,iVBORw==" }] },
        { "id": "a", "role": "assistant", "metadata": 1, "parts": [
            { "type": "step-start" },
            { "type": "reasoning", "id": "0", "text": "Hm.", "state": "done", "providerMetadata": { "anthropic": { "signature": "c2ln" } } },
            { "type": "tool-web_search", "toolCallId": "s1", "state": "output-available", "input": { "q": 1 }, "output": [1], "providerExecuted": true },
            { "type": "tool-pay", "toolCallId": "c1", "state": "output-denied", "input": {}, "approval": { "id": "ap", "approved": false, "reason": "no" } },
            { "type": "tool-pay", "toolCallId": "c2", "state": "output-error", "input": {}, "errorText": "gone" },
            { "type": "tool-pay", "toolCallId": "c3", "state": "input-streaming", "input": {} },
            { "type": "step-start" },
            { "type": "text", "text": "There.", "state": "done" },
        ] },
    ]);
    let result = |id: &str, output: Value| json!({ "type": "tool-result", "toolCallId": id, "toolName": "pay", "output": output });
    becomes(
        ("ai-sdk", ui),
        "model",
        json!([
            { "role": "user", "content": [{ "type": "image", "image": "iVBORw==", "mediaType": "image/png" }] },
            { "role": "assistant", "content": [
                { "type": "reasoning", "text": "Hm.", "providerOptions": { "anthropic": { "signature": "c2ln" } } },
                { "type": "tool-call", "toolCallId": "s1", "toolName": "web_search", "input": { "q": 1 }, "providerExecuted": true },
                { "type": "tool-result", "toolCallId": "s1", "toolName": "web_search", "output": { "type": "json", "value": [1] } },
                { "type": "tool-call", "toolCallId": "c1", "toolName": "pay", "input": {} },
                { "type": "tool-approval-request", "approvalId": "ap", "toolCallId": "c1" },
                { "type": "tool-call", "toolCallId": "c2", "toolName": "pay", "input": {} },
            ] },
            { "role": "tool", "content": [
                { "type": "tool-approval-response", "approvalId": "ap", "approved": false, "reason": "no" },
                result("c1", json!({ "type": "execution-denied", "reason": "no" })),
                result("c2", json!({ "type": "error-text", "value": "gone" })),
            ] },
            { "role": "assistant", "content": "There." },
        ]),
        &[
            "field-dropped u: left out what the format does not define: `id`",
            "part-dropped a: the call of pay was left out: its input had not arrived",
            "field-dropped a: left out what the format does not define: `id`, `metadata`",
        ],
    );
}

#[test]
fn model_messages_become_ui_messages() {
    let model = json!([
        { "role": "user", "content": [{ "type": "image", "image": "iVBORw0KGgo=" }], "providerOptions": { "anthropic": { "cacheControl": 1 } } },
        { "role": "assistant", "content": [
            { "type": "tool-call", "toolCallId": "s1", "toolName": "web_search", "input": {}, "providerExecuted": true, "providerOptions": { "x": { "y": 1 } } },
            { "type": "tool-result", "toolCallId": "s1", "toolName": "web_search", "output": { "type": "error-json", "value": { "code": 1 } } },
            { "type": "tool-call", "toolCallId": "c1", "toolName": "pay", "input": {} },
            { "type": "tool-approval-request", "approvalId": "ap", "toolCallId": "c1" },
        ] },
        { "role": "tool", "content": [
            { "type": "tool-approval-response", "approvalId": "ap", "approved": true },
            { "type": "tool-result", "toolCallId": "c1", "toolName": "pay", "output": { "type": "content", "value": [{ "type": "image-data", "data": "iVBORw0KGgo=", "mediaType": "image/png" }] } },
            { "type": "tool-result", "toolCallId": "c9", "toolName": "pay", "output": { "type": "text", "value": "x" } },
        ] },
    ]);
    becomes(
        ("ai-sdk", model),
        "ui",
        json!([
            { "id": "m0", "role": "user", "parts": [{ "type": "file", "mediaType": "image/png", "url": "data:image/png;base64,iVBORw0KGgo=" }] },
            { "id": "m1", "role": "assistant", "parts": [
                { "type": "step-start" },
                { "type": "tool-web_search", "toolCallId": "s1", "state": "output-error", "input": {}, "errorText": "{\"code\":1}", "providerExecuted": true, "callProviderMetadata": { "x": { "y": 1 } } },
                { "type": "tool-pay", "toolCallId": "c1", "state": "output-available", "input": {}, "approval": { "id": "ap", "approved": true },
                  "output": { "type": "content", "value": [{ "type": "image-data", "data": "iVBORw0KGgo=", "mediaType": "image/png" }] } },
            ] },
        ]),
        &[
            "field-dropped m0: left out what the format does not define: `providerOptions`",
            "part-dropped m2.1: the result answers no call, for which there is no form; it was left out",
        ],
    );
}

#[test]
fn what_has_no_form_is_told() {
    let neutral = json!([
        { "id": "s", "role": "system", "content": "So far: nothing.", "isSummary": true },
        { "id": "u", "role": "user", "name": "Ada", "content": [{ "type": "image", "fileId": "f", "origin": { "format": "mistral" } }, { "type": "file", "url": "https://example.org/a" }] },
        { "id": "a", "role": "assistant", "model": "m", "content": [
            { "type": "refusal", "text": "No." }, { "type": "reasoning", "text": "Hm.", "signature": "c2ln" }, { "type": "other", "format": "anthropic", "value": { "type": "compaction" } },
        ], "toolCalls": [{ "id": "c1", "name": "look", "arguments": "" }, { "id": "c2", "name": "write", "arguments": "free", "kind": "custom" }] },
        { "id": "t", "role": "tool", "toolCallId": "c1", "isError": true, "content": [{ "type": "text", "text": "See:" }, { "type": "image", "mediaType": "image/png", "data": "iVBORw==" }] },
        { "id": "o", "role": "tool", "toolCallId": "c7", "content": "x" },
    ]);
    let done = converted("backscroll", "ai-sdk", &neutral);
    assert_eq!(
        done.body,
        json!([
            { "role": "system", "content": "So far: nothing." },
            { "role": "user", "content": [{ "type": "text", "text": "[image]" }, { "type": "file", "data": "https://example.org/a", "mediaType": "application/octet-stream" }] },
            { "role": "assistant", "content": [
                { "type": "text", "text": "No." }, { "type": "reasoning", "text": "Hm." },
                { "type": "tool-call", "toolCallId": "c1", "toolName": "look", "input": {} }, { "type": "tool-call", "toolCallId": "c2", "toolName": "write", "input": "free" },
            ] },
            { "role": "tool", "content": [
                { "type": "tool-result", "toolCallId": "c1", "toolName": "look", "output": { "type": "content", "value": [{ "type": "text", "text": "[error]" }, { "type": "text", "text": "See:" }, { "type": "image-data", "data": "iVBORw==", "mediaType": "image/png" }] } },
                { "type": "tool-result", "toolCallId": "c7", "toolName": "unknown", "output": { "type": "text", "value": "x" } },
            ] },
        ])
    );
    assert_eq!(
        done.losses,
        [
            "field-dropped s: left out what the format does not define: `id`, `isSummary`",
            "media-replaced u: the image became the text `[image]`: its source has no form there",
            "field-dropped u: left out what the format does not define: `id`, `name`",
            "written-as-text a: a refusal has no form there, and is told as text",
            "part-dropped a: a part of type `compaction` is not defined by the format, and was left out",
            "field-dropped a: left out what the format does not define: `id`, `model`, `signature`, `kind`",
            "written-as-text t: an error of a tool has no parts there; its result begins with `[error]`",
            "field-dropped t: left out what the format does not define: `id`",
            "field-dropped o: left out what the format does not define: `id`",
        ]
    );
    assert_eq!(
        done.repairs,
        [
            "content-filled u: a file of no known type is said to be `application/octet-stream`",
            "arguments-filled a: the empty arguments of look are written as {}",
            "content-filled o: the result answers no call; its tool is called `unknown`",
        ]
    );
}

#[test]
fn a_body_of_a_program_is_read_with_its_instructions() {
    let body =
        json!({ "id": "chat-1", "system": "Be brief.", "messages": [{ "role": "user", "content": "Hi." }] });
    let done = converted("ai-sdk", "ai-sdk", &body);
    assert_eq!(
        done.body,
        json!([{ "role": "system", "content": "Be brief." }, { "role": "user", "content": "Hi." }])
    );
    assert_eq!(done.losses, ["field-dropped : `id` is no part of the conversation, and stays behind"]);
}

#[test]
fn inputs_that_are_no_objects_are_wrapped_where_objects_are_wanted() {
    for (input, wrapped) in [
        (json!("no JSON"), json!({ "_raw": "no JSON" })),
        (json!([1]), json!({ "_raw": [1] })),
        (json!("{\"a\":1}"), json!({ "a": 1 })),
    ] {
        let list = called(input, json!({ "type": "text", "value": "x" }));
        let body = converted("ai-sdk", "anthropic", &list).body;
        let input = body["messages"]
            .as_array()
            .expect("messages")
            .iter()
            .find_map(|message| message["content"][0].get("input").cloned());
        assert_eq!(input, Some(wrapped), "{body}");
    }
}

#[test]
fn answers_without_a_question_stay_where_they_can() {
    let answer = json!({ "type": "tool-approval-response", "approvalId": "a", "approved": true });
    let first = json!([{ "role": "tool", "content": [answer] }, { "role": "user", "content": "Hi." }]);
    let done = converted("ai-sdk", "ai-sdk", &first);
    assert_eq!(done.body, json!([{ "role": "user", "content": "Hi." }]));
    assert_eq!(done.losses, ["part-dropped : an answer to a question before the first message was left out"]);
    let later = json!([{ "role": "user", "content": "Hi." }, { "role": "tool", "content": [answer] }]);
    assert_eq!(converted("ai-sdk", "ai-sdk", &later).body, later);
    let done = converted("ai-sdk", "ai-sdk/ui", &later);
    assert_eq!(
        done.losses,
        ["field-dropped m0: left out what the format does not define: `approvalResponses`"]
    );
}
