//! Strands Agents.

use crate::desk::{comes_back, convert, refusal, try_convert};
use serde_json::{Value, json};

/// An agent's data with one message of the user.
fn shown(block: Value) -> Value {
    json!({ "messages": [{ "role": "user", "content": [block] }] })
}

/// An agent's data with one message of the assistant.
fn said(blocks: Value) -> Value {
    json!({ "messages": [{ "role": "assistant", "content": blocks }] })
}

/// One result of these blocks.
fn result(blocks: Value) -> Value {
    shown(json!({ "toolResult": { "toolUseId": "c1", "status": "success", "content": blocks } }))
}

#[test]
fn what_is_read_comes_back() {
    comes_back(
        "strands",
        &[
            ("nothing", json!({ "messages": [] })),
            (
                "a round",
                json!({ "systemPrompt": "Be brief.", "messages": [
                    { "role": "user", "content": [{ "text": "What time is it?" }], "trackingId": "t1" },
                    { "role": "assistant", "content": [
                        { "reasoning": { "text": "hm", "signature": "sig" } },
                        { "text": "Let me see." },
                        { "toolUse": { "name": "clock", "toolUseId": "c1", "input": { "n": 1.50 } } },
                        { "text": "And:" },
                        { "toolUse": { "name": "clock", "toolUseId": "c2", "input": {}, "reasoningSignature": "c2ln" } },
                    ], "trackingId": "t2", "metadata": { "usage": { "inputTokens": 3, "outputTokens": 4, "totalTokens": 7, "cacheWriteInputTokens": 2 }, "metrics": { "latencyMs": 1 } } },
                    { "role": "user", "content": [
                        { "toolResult": { "toolUseId": "c1", "status": "success", "content": [{ "json": { "hour": 12 } }, { "text": "noon" }] } },
                        { "toolResult": { "toolUseId": "c2", "status": "error", "content": [{ "text": "no" }] } },
                        { "text": "Go on." },
                    ], "trackingId": "t3" },
                ] }),
            ),
            (
                "results in messages of their own",
                json!({ "messages": [
                { "role": "user", "content": [{ "toolResult": { "toolUseId": "c1", "status": "success", "content": [] } }] },
                { "role": "user", "content": [{ "toolResult": { "toolUseId": "c2", "status": "success", "content": [] } }], "metadata": { "custom": { "k": 1 } } },
            ] }),
            ),
            (
                "words around a result",
                json!({ "messages": [
                { "role": "user", "content": [{ "text": "a" }, { "toolResult": { "toolUseId": "c1", "status": "success", "content": [] } }, { "text": "b" }], "x": 1 },
                { "role": "user", "content": [{ "text": "c" }] },
            ] }),
            ),
            (
                "an id that comes again",
                json!({ "messages": [
                { "role": "user", "content": [{ "text": "a" }], "trackingId": "t" },
                { "role": "user", "content": [{ "text": "b" }], "trackingId": "t" },
            ] }),
            ),
            ("a message that says nothing", said(json!([]))),
            (
                "a summary",
                json!({ "messages": [{ "role": "user", "content": [{ "text": "Before." }], "metadata": { "custom": { "backscrollSummary": true, "k": 1 } } }] }),
            ),
            (
                "a prompt of blocks",
                json!({ "systemPrompt": [{ "text": "a" }, { "cachePoint": { "cacheType": "default", "ttl": "1h" } }, { "guardContent": { "text": { "text": "b", "qualifiers": ["query"] } } }], "messages": [] }),
            ),
            ("a prompt without blocks", json!({ "systemPrompt": [], "messages": [] })),
            (
                "cache points",
                json!({ "messages": [
                { "role": "user", "content": [{ "cachePoint": { "cacheType": "default" } }, { "text": "a" }, { "cachePoint": { "cacheType": "default" } }, { "cachePoint": { "cacheType": "default" } }] },
                { "role": "assistant", "content": [{ "toolUse": { "name": "n", "toolUseId": "c1", "input": {} } }, { "cachePoint": { "cacheType": "default" } }] },
                { "role": "user", "content": [{ "toolResult": { "toolUseId": "c1", "status": "success", "content": [] } }, { "cachePoint": { "cacheType": "default" } }] },
            ] }),
            ),
            ("an image", shown(json!({ "image": { "format": "jpg", "source": { "bytes": "AAAA" } } }))),
            (
                "an image by URL",
                shown(json!({ "image": { "format": "png", "source": { "url": "https://a.test/b.png" } } })),
            ),
            (
                "an image in S3",
                shown(
                    json!({ "image": { "format": "webp", "source": { "location": { "type": "s3", "uri": "s3://b/a" } } } }),
                ),
            ),
            (
                "an image of somebody's",
                shown(
                    json!({ "image": { "format": "webp", "source": { "location": { "type": "s3", "uri": "s3://b/a", "bucketOwner": "1" } } } }),
                ),
            ),
            ("a sound", shown(json!({ "audio": { "format": "mp3", "source": { "bytes": "AAAA" } } }))),
            ("a film", shown(json!({ "video": { "format": "mp4", "source": { "bytes": "AAAA" } } }))),
            (
                "a film in S3",
                shown(
                    json!({ "video": { "format": "mp4", "source": { "location": { "type": "s3", "uri": "s3://b/a" } } } }),
                ),
            ),
            (
                "a document",
                shown(
                    json!({ "document": { "name": "a", "format": "pdf", "source": { "bytes": "AAAA" }, "citations": { "enabled": true }, "context": "c" } }),
                ),
            ),
            (
                "a document of text",
                shown(
                    json!({ "document": { "name": "a", "format": "txt", "source": { "text": "words" }, "context": "c" } }),
                ),
            ),
            (
                "a document of blocks",
                shown(
                    json!({ "document": { "name": "a", "format": "txt", "source": { "content": [{ "text": "words" }] } } }),
                ),
            ),
            (
                "guarded words",
                shown(json!({ "guardContent": { "text": { "qualifiers": ["query"], "text": "words" } } })),
            ),
            ("a block that nobody knows", shown(json!({ "hologram": { "x": [1.50] } }))),
            (
                "what was redacted",
                said(json!([{ "reasoning": { "redactedContent": "AAAA" } }, { "reasoning": {} }])),
            ),
            (
                "thoughts of a known maker",
                json!({ "messages": [{ "role": "assistant", "content": [{ "reasoning": { "text": "hm" } }], "metadata": { "custom": { "backscrollOrigin": { "format": "anthropic", "model": "claude" } } } }] }),
            ),
            (
                "words that are taken from somewhere",
                said(json!([
                    { "citations": { "citations": [{ "location": { "type": "web", "url": "u" }, "source": "s", "sourceContent": [{ "text": "x" }], "title": "t" }, { "location": { "type": "searchResult", "searchResultIndex": 0, "start": 1, "end": 2 } }], "content": [{ "text": "words" }] } },
                    { "citations": { "citations": [], "content": [{ "text": "a" }, { "text": "b" }] } },
                ])),
            ),
            (
                "input that is no object",
                said(
                    json!([{ "toolUse": { "name": "n", "toolUseId": "c1", "input": "{\"a\":" } }, { "toolUse": { "name": "n", "toolUseId": "c2", "input": [1] } }, { "toolUse": { "name": "n", "toolUseId": "c3", "input": null, "more": 1 } }]),
                ),
            ),
            ("results of all kinds", result(json!([{ "json": { "a": 1 } }]))),
            (
                "results that are no object",
                result(
                    json!([{ "json": [1] }, { "json": "x" }, { "json": null }, { "image": { "format": "png", "source": { "bytes": "AAAA" } } }]),
                ),
            ),
            (
                "what stands where it does not belong",
                json!({ "messages": [
                { "role": "user", "content": [{ "toolUse": { "name": "n", "toolUseId": "c1", "input": {} } }] },
                { "role": "assistant", "content": [{ "toolResult": { "toolUseId": "c1", "status": "success", "content": [] } }] },
            ] }),
            ),
        ],
    );
}

#[test]
fn python_writes_the_same_in_words_of_its_own() {
    let python = json!({ "system_prompt": "Be brief.", "messages": [
        { "role": "user", "content": [{ "text": "Hi" }, { "cachePoint": { "type": "default" } }, { "image": { "format": "png", "source": { "bytes": { "__bytes_encoded__": true, "data": "AAAA" } } } }], "tracking_id": "t1" },
        { "role": "assistant", "content": [
            { "reasoningContent": { "reasoningText": { "text": "hm", "signature": "s" } } },
            { "reasoningContent": { "redactedContent": { "__bytes_encoded__": true, "data": "AAAA" } } },
            { "citationsContent": { "citations": [{ "location": { "searchResultLocation": { "start": 1 } }, "title": "t" }], "content": [{ "text": "words" }] } },
        ] },
    ] });
    let typescript = json!({ "systemPrompt": "Be brief.", "messages": [
        { "role": "user", "content": [{ "text": "Hi" }, { "cachePoint": { "cacheType": "default" } }, { "image": { "format": "png", "source": { "bytes": "AAAA" } } }], "trackingId": "t1" },
        { "role": "assistant", "content": [
            { "reasoning": { "text": "hm", "signature": "s" } },
            { "reasoning": { "redactedContent": "AAAA" } },
            { "citations": { "citations": [{ "location": { "type": "searchResult", "start": 1 }, "title": "t" }], "content": [{ "text": "words" }] } },
        ] },
    ] });
    let told =
        |body: &Value, form: &str| try_convert(["strands", "strands"], body, form).expect("converted").body;
    assert_eq!(told(&python, "python"), python);
    assert_eq!(told(&python, "agent"), typescript);
    assert_eq!(told(&typescript, "python"), python);
}

#[test]
fn envelopes_are_opened_and_what_stands_beside_is_named() {
    let message = json!({ "role": "user", "content": [{ "text": "Hi" }] });
    let bare = json!({ "messages": [message] });
    let snapshot = json!({ "scope": "agent", "schemaVersion": "1.0", "data": { "messages": [message], "systemPrompt": null, "state": { "k": 1 } }, "appData": {} });
    let session = json!([
        { "message": message, "message_id": 0, "redact_message": null, "created_at": "2026-01-01T00:00:00Z" },
        { "message": message, "message_id": 1, "redact_message": { "role": "user", "content": [{ "text": "[redacted]" }] } },
    ]);
    assert_eq!(convert(["strands", "strands"], &json!([message])).body, bare);
    let opened = convert(["strands", "strands"], &snapshot);
    assert_eq!(opened.body, bare);
    assert_eq!(
        opened.losses(),
        ["state", "scope", "schemaVersion", "appData"]
            .map(|name| format!("field-dropped: `{name}` is no part of the conversation, and stays behind"))
    );
    let opened = try_convert(["strands", "strands"], &session, "messages").expect("converted");
    assert_eq!(opened.body, json!([message, { "role": "user", "content": [{ "text": "[redacted]" }] }]));
    assert_eq!(opened.losses().len(), 2);
}

#[test]
fn what_is_no_message_is_refused_with_its_place() {
    let of = |content: Value| json!([{ "role": "user", "content": content }]);
    let cases = [
        (json!({}), "invalid-message expected a list, found an object"),
        (json!([1]), "invalid-message [0]: expected an object, found a number"),
        (
            json!([{ "role": "system", "content": [] }]),
            "invalid-role [0].role: Invalid role: system. Must be one of user, assistant",
        ),
        (
            json!([{ "role": "user" }]),
            "invalid-message [0].content: expected a list of blocks, found nothing",
        ),
        (of(json!("Hi")), "invalid-message [0].content: expected a list, found a string"),
        (
            of(json!([{}])),
            "invalid-message [0].content[0]: a block needs a field that says what it is, such as `text`; found none",
        ),
        (
            of(json!([{ "text": "a", "image": {} }])),
            "invalid-message [0].content[0]: a block has one field that says what it is; found `text` and `image`",
        ),
        (
            of(json!([{ "text": 1 }])),
            "invalid-message [0].content[0].text: expected a string, found a number",
        ),
        (
            of(json!([{ "toolResult": { "toolUseId": "c", "status": "odd", "content": [] } }])),
            "invalid-message [0].content[0].toolResult.status: unknown status `odd`; known are success, error",
        ),
        (
            json!({ "messages": [], "systemPrompt": 1 }),
            "invalid-message systemPrompt: expected a string or a list of blocks, found a number",
        ),
        (
            json!({ "data": { "messages": [1] } }),
            "invalid-message data.messages[0]: expected an object, found a number",
        ),
    ];
    for (body, wanted) in cases {
        assert_eq!(refusal("strands", &body), wanted, "{body}");
    }
}

#[test]
fn a_chat_becomes_an_agent_and_comes_back() {
    let chat = json!([
        { "role": "system", "content": "Be brief." },
        { "role": "user", "content": [{ "type": "text", "text": "See" }, { "type": "image_url", "image_url": { "url": "data:image/png;base64,AAAA" } }] },
        { "role": "assistant", "content": "Hm.", "tool_calls": [
            { "id": "c1", "type": "function", "function": { "name": "clock", "arguments": "{\"n\":1.5}" } },
            { "id": "c2", "type": "function", "function": { "name": "clock", "arguments": "{\"n\":" } },
        ] },
        { "role": "tool", "tool_call_id": "c1", "content": "12" },
        { "role": "tool", "tool_call_id": "c2", "content": "" },
        { "role": "user", "content": "And?" },
    ]);
    let told = convert(["openai-chat", "strands"], &chat);
    assert_eq!(told.losses(), Vec::<String>::new());
    assert_eq!(
        told.body,
        json!({ "systemPrompt": "Be brief.", "messages": [
            { "role": "user", "content": [{ "text": "See" }, { "image": { "format": "png", "source": { "bytes": "AAAA" } } }] },
            { "role": "assistant", "content": [
                { "text": "Hm." },
                { "toolUse": { "name": "clock", "toolUseId": "c1", "input": { "n": 1.50 } } },
                { "toolUse": { "name": "clock", "toolUseId": "c2", "input": "{\"n\":" } },
            ] },
            { "role": "user", "content": [
                { "toolResult": { "toolUseId": "c1", "status": "success", "content": [{ "text": "12" }] } },
                { "toolResult": { "toolUseId": "c2", "status": "success", "content": [] } },
            ] },
            { "role": "user", "content": [{ "text": "And?" }] },
        ] })
    );
    let list = try_convert(["openai-chat", "strands"], &chat, "messages").expect("converted");
    assert_eq!(list.body, told.body["messages"]);
    assert_eq!(
        list.losses(),
        ["field-dropped: the system prompt has no place in a list of messages; the form `agent` has one"]
    );
    let back = convert(["strands", "openai-chat"], &told.body);
    assert_eq!(back.losses(), Vec::<String>::new());
    assert_eq!(back.body["messages"][2]["tool_calls"], chat[2]["tool_calls"]);
}

#[test]
fn what_providers_signed_goes_back_to_them() {
    let anthropic = json!({ "messages": [
        { "role": "user", "content": [{ "type": "text", "text": "Hi" }] },
        { "role": "assistant", "content": [
            { "type": "thinking", "thinking": "hm", "signature": "c2ln" },
            { "type": "redacted_thinking", "data": "zz" },
            { "type": "tool_use", "id": "c1", "name": "clock", "input": { "n": 1 } },
            { "type": "text", "text": "And:" },
        ] },
        { "role": "user", "content": [{ "type": "tool_result", "tool_use_id": "c1", "content": [{ "type": "text", "text": "1" }], "is_error": true }] },
    ] });
    let gemini = json!({ "contents": [
        { "role": "user", "parts": [{ "text": "Hi" }] },
        { "role": "model", "parts": [
            { "text": "hm", "thought": true },
            { "functionCall": { "id": "c1", "name": "clock", "args": {} }, "thoughtSignature": "c2ln" },
        ] },
        { "role": "user", "parts": [{ "functionResponse": { "id": "c1", "name": "clock", "response": { "hour": 12 } } }] },
    ] });
    let bedrock = json!({ "system": [{ "text": "Be brief." }], "messages": [
        { "role": "user", "content": [{ "text": "Hi" }, { "cachePoint": { "type": "default" } }, { "video": { "format": "mp4", "source": { "bytes": "AAAA" } } }, { "text": "and" }] },
        { "role": "assistant", "content": [
            { "reasoningContent": { "reasoningText": { "text": "hm", "signature": "c2ln" } } },
            { "citationsContent": { "citations": [{ "location": { "documentChar": { "documentIndex": 0, "start": 1, "end": 2 } } }], "content": [{ "text": "words" }] } },
            { "toolUse": { "toolUseId": "c1", "name": "clock", "input": {} } },
        ] },
        { "role": "user", "content": [{ "toolResult": { "toolUseId": "c1", "content": [{ "json": { "hour": 12 } }], "status": "success" } }] },
    ] });
    for (format, body) in [("anthropic", anthropic), ("gemini", gemini), ("bedrock", bedrock)] {
        let told = convert([format, "strands"], &body);
        assert_eq!(told.losses(), Vec::<String>::new(), "{format}");
        let back = convert(["strands", format], &told.body);
        assert_eq!(back.body, body, "{format}: {}", told.body);
        assert_eq!(back.losses(), Vec::<String>::new(), "{format}");
    }
}

#[test]
fn what_others_do_not_define_is_left_out_and_named() {
    let body = json!({ "messages": [
        { "role": "user", "content": [{ "hologram": {} }, { "text": "Hi" }], "metadata": { "custom": { "k": 1 } }, "x": 1 },
        { "role": "assistant", "content": [{ "toolUse": { "name": "n", "toolUseId": "c1", "input": {}, "more": 1 } }], "metadata": { "usage": { "inputTokens": 1, "outputTokens": 1, "totalTokens": 2 } } },
        { "role": "user", "content": [{ "toolResult": { "toolUseId": "c1", "status": "success", "content": [] } }, { "text": "And" }] },
    ] });
    for target in ["openai-chat", "anthropic", "openai-responses", "gemini", "bedrock", "mistral"] {
        let made = convert(["strands", target], &body);
        let text = made.body.to_string();
        assert!(!text.contains("writtenAs") && !text.contains("metadata"), "{target}: {text}");
        let losses = made.losses();
        for wanted in [
            "part-dropped: a part of type `hologram` is not defined by the format, and was left out",
            "field-dropped: left out what the format does not define: `metadata`, `strands.x`",
            "field-dropped: left out what the format does not define: `strands.more`",
        ] {
            assert!(losses.contains(&wanted.to_owned()), "{target}: {wanted} of {losses:?}");
        }
        assert_eq!(losses.len(), 3, "{target}: {losses:?}");
    }
}

#[test]
fn what_strands_does_not_define_is_left_out_and_named() {
    let body = json!([
        { "id": "u", "role": "user", "content": [
            { "type": "image", "url": "https://a.test/b.gif", "detail": "low" },
            { "type": "file", "fileId": "f1", "name": "a.pdf" },
            { "type": "file", "data": "AAAA", "mediaType": "application/pdf" },
            { "type": "other", "format": "gemini", "value": { "executableCode": {} } },
            { "type": "text", "text": "x", "cache_control": {} },
        ] },
        { "id": "a", "role": "assistant", "content": [{ "type": "refusal", "text": "No." }], "toolCalls": [
            { "id": "c", "name": "n", "arguments": "", "itemId": "fc" },
            { "id": "d", "name": "n", "arguments": "ls", "kind": "custom" },
        ] },
        { "id": "s", "role": "system", "content": "Now:" },
        { "id": "z", "role": "system", "isSummary": true, "content": "Before." },
    ]);
    let prompts = json!([{ "role": "system", "content": "a" }, { "role": "system", "content": "b" }]);
    let told = convert(["backscroll", "strands"], &prompts);
    assert_eq!(told.body["systemPrompt"], json!([{ "text": "a" }, { "text": "b" }]));
    let joined = "system-moved: instructions at the start were joined to the system prompt";
    assert_eq!(told.losses(), [joined]);
    let told = convert(["backscroll", "strands"], &body);
    assert_eq!(
        told.losses(),
        [
            "media-replaced: the file became the text `[file: a.pdf]`: its type or source has no form there",
            "part-dropped: a part of type `executableCode` is not defined by the format, and was left out",
            "field-dropped: left out what the format does not define: `detail`, `cache_control`",
            "written-as-text: a refusal has no form there, and is written as text",
            "field-dropped: left out what the format does not define: `itemId`",
            "system-moved: instructions in the middle have no form there, and are told by the user",
        ]
    );
    assert_eq!(
        told.repairs(),
        [
            "name-mapped: a document without a name is written as `document`",
            "arguments-filled: the empty arguments of n are written as {}",
            "arguments-wrapped: the input of n has no form there, and is written inside an object",
        ]
    );
    assert_eq!(
        told.body["messages"][0]["content"][0],
        json!({ "image": { "format": "gif", "source": { "url": "https://a.test/b.gif" } } })
    );
    assert_eq!(told.body["messages"][1]["content"][2]["toolUse"]["input"], json!({ "input": "ls" }));
    assert_eq!(told.body["messages"][3]["metadata"], json!({ "custom": { "backscrollSummary": true } }));
}
