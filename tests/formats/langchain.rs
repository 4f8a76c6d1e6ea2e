//! LangChain.

use crate::desk::{comes_back, convert, refusal, talk, try_convert};
use serde_json::{Value, json};

/// A stored message.
fn stored(kind: &str, fields: &Value) -> Value {
    let mut data = fields.clone();
    for name in ["additional_kwargs", "response_metadata"] {
        if kind != "remove" && data.get(name).is_none() {
            data[name] = json!({});
        }
    }
    for name in ["tool_calls", "invalid_tool_calls"] {
        if kind == "ai" && data.get(name).is_none() {
            data[name] = json!([]);
        }
    }
    json!({ "type": kind, "data": data })
}

/// An answer of the model.
fn answer(fields: &Value) -> Value {
    stored("ai", fields)
}

fn call(id: &str) -> Value {
    json!({ "name": "clock", "args": { "zone": "UTC", "n": 1 }, "id": id, "type": "tool_call" })
}

#[test]
fn what_is_read_comes_back() {
    let image = |block: Value| json!([stored("human", &json!({ "content": [block] }))]);
    let said = |fields: Value| json!([answer(&fields)]);
    comes_back(
        "langchain",
        &[
            ("nothing", json!([])),
            (
                "a round",
                json!([
                    stored("system", &json!({ "content": "Be brief." })),
                    stored("human", &json!({ "content": "What time is it?", "id": "h1", "name": "ann" })),
                    answer(&json!({ "content": "", "id": "a1", "tool_calls": [call("c1"), call("c2")] })),
                    stored(
                        "tool",
                        &json!({ "content": "12", "tool_call_id": "c1", "name": "clock", "status": "success" })
                    ),
                    stored(
                        "tool",
                        &json!({ "content": [{ "type": "text", "text": "no" }], "tool_call_id": "c2", "status": "error", "artifact": { "raw": [1] } })
                    ),
                    answer(
                        &json!({ "content": "Noon.", "usage_metadata": { "input_tokens": 3, "output_tokens": 4, "total_tokens": 7, "input_token_details": { "cache_read": 1, "cache_creation": 2 } }, "response_metadata": { "model_name": "gpt-5", "finish_reason": "stop" } })
                    ),
                ]),
            ),
            (
                "texts that are no blocks",
                json!([stored(
                    "human",
                    &json!({ "content": ["one", { "type": "text", "text": "two", "index": 1, "id": "t" }] })
                )]),
            ),
            (
                "an image by URL",
                image(
                    json!({ "type": "image_url", "image_url": { "url": "https://a.test/b.png", "detail": "low" } }),
                ),
            ),
            (
                "an image as URL",
                image(json!({ "type": "image_url", "image_url": "data:image/png;base64,AAAA" })),
            ),
            (
                "an image of version 0",
                image(
                    json!({ "type": "image", "source_type": "base64", "mime_type": "image/png", "data": "AAAA", "metadata": { "k": 1 } }),
                ),
            ),
            (
                "an image of version 1",
                image(
                    json!({ "type": "image", "mimeType": "image/png", "data": "AAAA", "metadata": { "filename": "a.png" } }),
                ),
            ),
            (
                "an image of Python",
                image(
                    json!({ "type": "image", "mime_type": "image/png", "base64": "AAAA", "extras": { "k": 1 } }),
                ),
            ),
            (
                "an image of Anthropic",
                image(
                    json!({ "type": "image", "source": { "type": "base64", "media_type": "image/png", "data": "AAAA" }, "cache_control": { "type": "ephemeral" } }),
                ),
            ),
            ("an image by id", image(json!({ "type": "image", "fileId": "f1" }))),
            (
                "a document of Anthropic",
                image(
                    json!({ "type": "document", "source": { "type": "file", "file_id": "f1" }, "title": "t" }),
                ),
            ),
            (
                "a document of text",
                image(
                    json!({ "type": "text-plain", "mime_type": "text/plain", "text": "words", "title": "t", "context": "c" }),
                ),
            ),
            (
                "a sound",
                image(json!({ "type": "input_audio", "input_audio": { "data": "AAAA", "format": "wav" } })),
            ),
            (
                "a sound of version 1",
                image(json!({ "type": "audio", "mimeType": "audio/wav", "data": "AAAA" })),
            ),
            ("a film", image(json!({ "type": "video", "mimeType": "video/mp4", "data": "AAAA" }))),
            ("a film by URL", image(json!({ "type": "video", "url": "https://a.test/b" }))),
            (
                "a file of OpenAI",
                image(
                    json!({ "type": "file", "file": { "file_data": "data:application/pdf;base64,AAAA", "filename": "a.pdf" } }),
                ),
            ),
            ("a file of Responses", image(json!({ "type": "input_file", "file_id": "file-1" }))),
            (
                "a file of Google",
                image(json!({ "type": "media", "mime_type": "application/pdf", "file_uri": "gs://b/a.pdf" })),
            ),
            (
                "a file by URL",
                image(
                    json!({ "type": "file", "source_type": "url", "url": "https://a.test/a.pdf", "mime_type": "application/pdf" }),
                ),
            ),
            ("a block that nobody knows", image(json!({ "type": "hologram", "x": [1.50] }))),
            ("a block without a type", image(json!({ "cachePoint": { "type": "default" } }))),
            (
                "blocks of version 1 that are not modelled",
                said(json!({ "content": [
                { "type": "server_tool_call", "id": "s1", "name": "web_search", "args": { "query": "q" } },
                { "type": "server_tool_call_result", "toolCallId": "s1", "status": "success", "output": {} },
                { "type": "non_standard", "value": { "k": 1 } },
            ], "response_metadata": { "output_version": "v1" } })),
            ),
            ("a refusal", said(json!({ "content": [{ "type": "refusal", "refusal": "No." }] }))),
            ("a refusal beside", said(json!({ "content": "", "additional_kwargs": { "refusal": "No." } }))),
            (
                "thinking of Anthropic",
                said(json!({ "content": [
                { "type": "thinking", "thinking": "hm", "signature": "sig" },
                { "type": "redacted_thinking", "data": "zz" },
                { "type": "text", "text": "Let me see.", "citations": [] },
                { "type": "tool_use", "id": "c1", "name": "clock", "input": { "zone": "UTC", "n": 1 } },
                { "type": "text", "text": "and" },
                { "type": "tool_use", "id": "c2", "name": "clock", "input": "{\"zone\"", "index": 3 },
            ], "tool_calls": [call("c1"), call("c2")], "response_metadata": { "model_provider": "anthropic", "model": "claude" } })),
            ),
            (
                "a search of Anthropic's",
                said(json!({ "content": [
                { "type": "server_tool_use", "id": "s1", "name": "web_search", "input": { "query": "q" } },
                { "type": "web_search_tool_result", "tool_use_id": "s1", "content": [] },
            ] })),
            ),
            (
                "reasoning of Responses, version 1",
                said(json!({ "content": [
                { "type": "reasoning", "reasoning": "hm", "id": "rs_1", "encrypted_content": "gAAA" },
                { "type": "text", "text": "Noon.", "id": "msg_1", "annotations": [{ "type": "citation", "url": "u" }], "phase": "final_answer" },
            ], "response_metadata": { "model_provider": "openai", "output_version": "v1" } })),
            ),
            (
                "reasoning of Responses, beside",
                said(json!({ "content": [
                { "type": "reasoning", "reasoning": "hm" },
                { "type": "text", "text": "Noon.", "annotations": [{ "type": "url_citation", "url": "u" }] },
            ], "additional_kwargs": { "reasoning": { "id": "rs_1", "type": "reasoning", "summary": [{ "type": "summary_text", "text": "hm" }], "encrypted_content": "gAAA", "status": null }, "__openai_function_call_ids__": { "c1": "fc_1" } },
               "tool_calls": [call("c1")], "response_metadata": { "model_provider": "openai" } })),
            ),
            (
                "reasoning of Responses, beside a text",
                said(
                    json!({ "content": "Noon.", "additional_kwargs": { "reasoning": { "id": "rs_1", "summary": [] } } }),
                ),
            ),
            (
                "reasoning of Responses, as it came",
                said(
                    json!({ "content": [{ "type": "reasoning", "id": "rs_1", "summary": [{ "type": "summary_text", "text": "a" }, { "type": "summary_text", "text": "b" }] }] }),
                ),
            ),
            (
                "reasoning in the fields of Python's version 1",
                said(
                    json!({ "content": [{ "type": "reasoning", "reasoning": "hm", "extras": { "signature": "sig" } }], "response_metadata": { "model_provider": "google_genai" } }),
                ),
            ),
            (
                "reasoning of vendors",
                said(
                    json!({ "content": "Noon.", "additional_kwargs": { "reasoning_content": "hm", "other": 1 } }),
                ),
            ),
            (
                "reasoning of Converse",
                said(json!({ "content": [
                { "type": "reasoning_content", "reasoning_content": { "text": "hm", "signature": "s" } },
                { "type": "reasoning_content", "reasoningText": { "text": "hm" } },
                { "type": "reasoning_content", "redactedContent": "AAAA" },
            ] })),
            ),
            (
                "signatures of Gemini",
                said(
                    json!({ "content": "", "tool_calls": [call("c1")], "additional_kwargs": { "__gemini_function_call_thought_signatures__": { "c1": "c2ln" } } }),
                ),
            ),
            (
                "calls in the words of OpenAI, too",
                said(
                    json!({ "content": "", "tool_calls": [call("c1")], "additional_kwargs": { "tool_calls": [{ "id": "c1", "type": "function", "function": { "name": "clock", "arguments": "{ }" } }] } }),
                ),
            ),
            (
                "calls that nobody could read",
                said(json!({ "content": "", "invalid_tool_calls": [
                { "name": "clock", "args": "{\"zone\"", "id": "c1", "error": "Malformed args.", "type": "invalid_tool_call" },
                { "name": "clock", "args": "{}", "id": null, "error": null, "type": "invalid_tool_call" },
            ] })),
            ),
            (
                "a custom call",
                said(
                    json!({ "content": "", "tool_calls": [{ "name": "shell", "args": { "input": "ls" }, "id": "c1", "type": "tool_call", "isCustomTool": true, "call_id": "ctc_1" }] }),
                ),
            ),
            (
                "a call of version 1",
                said(
                    json!({ "content": [{ "type": "text", "text": "x" }, { "type": "tool_call", "id": "c1", "name": "clock", "args": {} }], "tool_calls": [call("c1")], "response_metadata": { "output_version": "v1" } }),
                ),
            ),
            (
                "calls without ids",
                json!([
                    answer(
                        &json!({ "content": "", "additional_kwargs": { "function_call": { "name": "clock", "arguments": "{ }" } } })
                    ),
                    stored("function", &json!({ "content": "12", "name": "clock" })),
                ]),
            ),
            (
                "other roles",
                json!([
                    stored("chat", &json!({ "content": "hm", "role": "assistant" })),
                    stored("remove", &json!({ "id": "h1", "content": [] })),
                    stored(
                        "system",
                        &json!({ "content": "x", "additional_kwargs": { "__openai_role__": "developer" } })
                    ),
                ]),
            ),
            (
                "open calls, and results without calls",
                json!([
                    answer(&json!({ "content": "", "tool_calls": [call("c1")] })),
                    stored("tool", &json!({ "content": "x", "tool_call_id": "c9" }))
                ]),
            ),
        ],
    );
}

#[test]
fn spellings_are_the_same_message() {
    let wanted = |kind: &str| stored(kind, &json!({ "content": "Hi" }));
    let cases = [
        (json!("Hi"), wanted("human")),
        (json!(["user", "Hi"]), wanted("human")),
        (json!(["ai", "Hi"]), wanted("ai")),
        (json!({ "role": "assistant", "content": "Hi" }), wanted("ai")),
        (json!({ "type": "human", "content": "Hi" }), wanted("human")),
        (json!({ "type": "human", "text": "Hi", "role": null }), wanted("human")),
        (
            json!({ "type": "human", "data": { "content": "Hi", "type": "human", "id": null, "name": null, "example": null } }),
            wanted("human"),
        ),
        (
            json!({ "type": "AIMessageChunk", "data": { "content": "Hi", "tool_call_chunks": [], "chunk_position": "last" } }),
            wanted("ai"),
        ),
        (
            json!({ "lc": 1, "type": "constructor", "id": ["langchain_core", "messages", "HumanMessage"], "kwargs": { "content": "Hi" } }),
            wanted("human"),
        ),
        (
            json!({ "lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", "AIMessageChunk"], "kwargs": { "content": "Hi", "type": "AIMessageChunk" } }),
            wanted("ai"),
        ),
        (
            json!({ "type": "human", "data": { "content_blocks": [{ "type": "text", "text": "Hi" }] } }),
            stored("human", &json!({ "content": [{ "type": "text", "text": "Hi" }] })),
        ),
        (
            json!({ "role": "developer", "content": "Hi" }),
            stored(
                "system",
                &json!({ "content": "Hi", "additional_kwargs": { "__openai_role__": "developer" } }),
            ),
        ),
        (
            json!({ "role": "assistant", "content": null, "tool_calls": [{ "id": "c1", "type": "function", "function": { "name": "clock", "arguments": "{\"a\":1.50}" } }] }),
            answer(
                &json!({ "content": "", "tool_calls": [{ "name": "clock", "args": { "a": 1.50 }, "id": "c1", "type": "tool_call" }] }),
            ),
        ),
        (
            json!({ "type": "ai", "data": { "content": [{ "type": "tool_use", "id": "c1", "name": "clock", "input": {} }] } }),
            answer(
                &json!({ "content": [{ "type": "tool_use", "id": "c1", "name": "clock", "input": {} }], "tool_calls": [{ "name": "clock", "args": {}, "id": "c1", "type": "tool_call" }] }),
            ),
        ),
        (
            json!({ "type": "ai", "data": { "content": "", "additional_kwargs": { "tool_calls": [{ "id": "c1", "type": "function", "function": { "name": "clock", "arguments": "{ }" } }] } } }),
            answer(
                &json!({ "content": "", "tool_calls": [{ "name": "clock", "args": {}, "id": "c1", "type": "tool_call" }], "additional_kwargs": { "tool_calls": [{ "id": "c1", "type": "function", "function": { "name": "clock", "arguments": "{ }" } }] } }),
            ),
        ),
    ];
    let serialized = |fields: &Value| json!([{ "lc": 1, "type": "constructor", "id": ["langchain_core", "messages", "ChatMessage"], "kwargs": fields }]);
    for (said, wanted) in [(json!({}), "generic"), (json!({ "type": "chat" }), "chat")] {
        let mut fields = said;
        fields["role"] = json!("user");
        let told = convert(["langchain", "langchain"], &serialized(&fields));
        assert_eq!(told.body[0]["type"], wanted, "{fields}");
    }
    for (given, wanted) in cases {
        let all = json!({ "messages": [given] });
        assert_eq!(convert(["langchain", "langchain"], &all).body, json!([wanted]), "{given}");
    }
}

#[test]
fn serialised_messages_hold_nothing_that_a_loader_would_build() {
    let trap = json!({ "lc": 1, "type": "constructor", "id": ["langchain_core", "messages", "HumanMessage"], "kwargs": {} });
    let body = json!([
        { "role": "user", "content": "Hi" },
        { "role": "assistant", "content": "", "toolCalls": [{ "id": "c1", "name": "clock", "arguments": { "a": trap } }] },
    ]);
    let written = try_convert(["backscroll", "langchain"], &body, "serialized").expect("converted").body;
    assert_eq!(written[1]["id"], json!(["langchain_core", "messages", "AIMessage"]));
    let arguments = &written[1]["kwargs"]["tool_calls"][0]["args"];
    assert_eq!(arguments, &json!({ "a": { "__lc_escaped__": trap } }));
    let back = convert(["langchain", "backscroll"], &written).body;
    assert_eq!(back[1]["toolCalls"][0]["arguments"], json!({ "a": trap }));
}

#[test]
fn an_id_that_comes_again_stays_with_its_message() {
    let body = json!([
        stored("human", &json!({ "content": "a", "id": "m1" })),
        stored("human", &json!({ "content": "b", "id": "m1" })),
        stored("human", &json!({ "content": "c" })),
    ]);
    assert_eq!(convert(["langchain", "langchain"], &body).body, body);
}

#[test]
fn what_is_no_message_is_refused_with_its_place() {
    let cases = [
        (json!({}), "invalid-message expected a list, found an object"),
        (json!([1]), "invalid-message [0]: expected an object, found a number"),
        (
            json!([{ "content": "x" }]),
            "invalid-message [0]: a message needs a `type` and its `data`, a `type` or `role` and its `content`, or to be serialised",
        ),
        (
            json!([{ "type": "bot", "data": {} }]),
            "invalid-role [0].type: unknown type of message `bot`; known are human, user, ai, assistant, system, developer, tool, function, generic, chat, remove",
        ),
        (
            json!([{ "type": "human", "data": { "content": 1 } }]),
            "invalid-message [0].data.content: expected a string or a list of blocks, found a number",
        ),
        (
            json!([{ "type": "human", "data": { "content": [{ "type": "text" }] } }]),
            "invalid-message [0].data.content[0].text: expected a string, found nothing",
        ),
        (
            json!([{ "type": "ai", "data": { "content": "", "tool_calls": {} } }]),
            "invalid-message [0].data.tool_calls: expected a list, found an object",
        ),
        (
            json!([{ "type": "ai", "data": { "content": "", "tool_calls": [1] } }]),
            "invalid-message [0].data.tool_calls[0]: expected an object, found a number",
        ),
        (
            json!([{ "lc": 1, "type": "not_implemented", "id": ["langchain_core", "messages", "HumanMessage"] }]),
            "invalid-message [0]: `HumanMessage` was serialised without its `kwargs` (a string stands for them); store the messages with `toDict`",
        ),
        (
            json!([{ "lc": 1, "type": "constructor", "id": ["langchain_core", "prompts", "Prompt"], "kwargs": {} }]),
            "invalid-message [0].id: `Prompt` is no class of messages",
        ),
        (json!([["human"]]), "invalid-message [0]: a message that is a list is a pair of a role and a text"),
    ];
    for (body, wanted) in cases {
        assert_eq!(refusal("langchain", &body), wanted, "{body}");
    }
}

#[test]
fn a_chat_is_a_list_of_messages_and_comes_back() {
    let chat = json!([
        { "role": "developer", "content": "Be brief." },
        { "role": "user", "content": [{ "type": "text", "text": "See" }, { "type": "image_url", "image_url": { "url": "https://a.test/b.png" } }], "name": "ann" },
        { "role": "assistant", "content": "Hm.", "reasoning_content": "thoughts", "tool_calls": [
            { "id": "c1", "type": "function", "function": { "name": "clock", "arguments": "{\"n\":1.0}" } },
            { "id": "c2", "type": "function", "function": { "name": "clock", "arguments": "{\"n\":" } },
            { "id": "c3", "type": "custom", "custom": { "name": "shell", "input": "ls" } },
        ] },
        { "role": "tool", "tool_call_id": "c1", "content": "12" },
        { "role": "tool", "tool_call_id": "c2", "content": "no" },
        { "role": "tool", "tool_call_id": "c3", "content": "a" },
        { "role": "assistant", "content": [{ "type": "refusal", "refusal": "No." }] },
    ]);
    let told = convert(["openai-chat", "langchain"], &chat);
    assert_eq!(told.losses(), Vec::<String>::new());
    let said = &told.body[2]["data"];
    assert_eq!(said["additional_kwargs"]["reasoning_content"], "thoughts");
    assert_eq!(said["invalid_tool_calls"][0]["args"], "{\"n\":");
    assert_eq!(said["tool_calls"][1]["args"], json!({ "input": "ls" }));
    assert_eq!(told.body[0]["data"]["additional_kwargs"]["__openai_role__"], "developer");
    let back = convert(["langchain", "openai-chat"], &told.body);
    assert_eq!(back.body["messages"][0], chat[0]);
    assert_eq!(back.body["messages"][1], chat[1]);
    assert_eq!(back.body["messages"][6], chat[6]);
    // OpenAI itself does not take reasoning back.
    assert!(back.losses()[0].starts_with("reasoning-dropped"), "{:?}", back.losses());
    // The calls that nobody could read stand behind the others.
    let calls = back.body["messages"][2]["tool_calls"].as_array().cloned().expect("calls");
    assert_eq!(
        calls,
        [&chat[2]["tool_calls"][0], &chat[2]["tool_calls"][2], &chat[2]["tool_calls"][1]].map(Clone::clone)
    );
}

#[test]
fn what_providers_signed_goes_back_to_them() {
    let anthropic = json!({ "messages": [
        { "role": "user", "content": [{ "type": "text", "text": "Hi", "cache_control": { "type": "ephemeral" } }] },
        { "role": "assistant", "content": [
            { "type": "thinking", "thinking": "hm", "signature": "c2ln" },
            { "type": "redacted_thinking", "data": "zz" },
            { "type": "text", "text": "Let me see." },
            { "type": "tool_use", "id": "c1", "name": "clock", "input": { "n": 1 } },
            { "type": "text", "text": "And:" },
            { "type": "tool_use", "id": "c2", "name": "clock", "input": {} },
        ] },
        { "role": "user", "content": [
            { "type": "tool_result", "tool_use_id": "c1", "content": "1", "is_error": true },
            { "type": "tool_result", "tool_use_id": "c2", "content": [{ "type": "text", "text": "2" }] },
        ] },
    ] });
    let responses = json!({ "input": [
        { "role": "user", "content": "Hi" },
        { "type": "reasoning", "id": "rs_1", "summary": [{ "type": "summary_text", "text": "hm" }], "encrypted_content": "gAAA" },
        { "type": "function_call", "id": "fc_1", "call_id": "c1", "name": "clock", "arguments": "{}" },
        { "type": "function_call_output", "call_id": "c1", "output": "12" },
        { "type": "reasoning", "id": "rs_2", "summary": [] },
        { "type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": [{ "type": "output_text", "text": "Noon.", "annotations": [] }] },
        { "type": "web_search_call", "id": "ws_1", "status": "completed" },
    ] });
    let gemini = json!({ "contents": [
        { "role": "user", "parts": [{ "text": "Hi" }] },
        { "role": "model", "parts": [
            { "text": "hm", "thought": true },
            { "text": "So:", "thoughtSignature": "c2ln" },
            { "executableCode": { "language": "PYTHON", "code": "1" } },
            { "functionCall": { "id": "c1", "name": "clock", "args": {} }, "thoughtSignature": "c2ln" },
        ] },
        { "role": "user", "parts": [{ "functionResponse": { "id": "c1", "name": "clock", "response": { "output": "12" } } }] },
    ] });
    let bedrock = json!({ "messages": [
        { "role": "user", "content": [{ "text": "Hi" }] },
        { "role": "assistant", "content": [
            { "reasoningContent": { "reasoningText": { "text": "hm", "signature": "c2ln" } } },
            { "reasoningContent": { "redactedContent": "zz" } },
            { "text": "So." },
            { "toolUse": { "toolUseId": "c1", "name": "clock", "input": {} } },
        ] },
        { "role": "user", "content": [{ "toolResult": { "toolUseId": "c1", "content": [{ "text": "12" }], "status": "success" } }] },
    ] });
    for (format, body) in
        [("anthropic", anthropic), ("openai-responses", responses), ("gemini", gemini), ("bedrock", bedrock)]
    {
        let told = convert([format, "langchain"], &body);
        assert_eq!(told.losses(), Vec::<String>::new(), "{format}");
        let back = convert(["langchain", format], &told.body);
        assert_eq!(back.body, body, "{format}: {}", told.body);
        assert_eq!(back.losses(), Vec::<String>::new(), "{format}");
    }
}

#[test]
fn what_others_do_not_define_is_left_out_and_named() {
    let body = json!([
        stored("human", &json!({ "content": [{ "type": "text", "text": "Hi", "index": 1 }] })),
        answer(
            &json!({ "content": [{ "type": "hologram" }, { "type": "text", "text": "So." }], "tool_calls": [call("c1")], "response_metadata": { "finish_reason": "stop" } })
        ),
        stored(
            "tool",
            &json!({ "content": "x", "tool_call_id": "c1", "artifact": 1, "metadata": { "k": 1 } })
        ),
        stored("remove", &json!({ "id": "h1", "content": [] })),
        stored("generic", &json!({ "content": "Hm.", "role": "critic" })),
    ]);
    for target in ["openai-chat", "anthropic", "openai-responses", "gemini", "bedrock", "mistral"] {
        let made = convert(["langchain", target], &body);
        let text = made.body.to_string();
        assert!(
            !text.contains("writtenAs") && !text.contains("langchain") && !text.contains("h1"),
            "{target}: {text}"
        );
        let losses = made.losses();
        for wanted in [
            "field-dropped: left out what the format does not define: `langchain.index`",
            "part-dropped: a part of type `hologram` is not defined by the format, and was left out",
            "field-dropped: left out what the format does not define: `response_metadata`",
            "field-dropped: left out what the format does not define: `langchain.metadata`, `artifact`",
        ] {
            assert!(losses.contains(&wanted.to_owned()), "{target}: {wanted} of {losses:?}");
        }
        let told = made.repairs().join("\n");
        assert!(told.contains("a message of the role `critic` is told as the user's"), "{target}: {told}");
    }
}

#[test]
fn what_langchain_does_not_define_is_left_out_and_named() {
    let body = json!([
        { "id": "u", "role": "user", "content": [{ "type": "image", "url": "https://a.test/b.png", "data": "AAAA", "mediaType": "image/png" }], "extras": { "odd": 1 } },
        { "id": "a", "role": "assistant", "content": "x", "toolCalls": [{ "id": "c", "name": "n", "arguments": "", "odd": 1 }] },
        { "id": "s", "role": "system", "isSummary": true, "content": "Before." },
    ]);
    let told = convert(["backscroll", "langchain"], &body);
    assert_eq!(
        told.losses(),
        [
            "field-dropped: left out what the format does not define: `url`, `odd`",
            "field-dropped: left out what the format does not define: `odd`",
        ]
    );
    assert_eq!(told.repairs(), ["arguments-filled: the empty arguments of n are written as {}"]);
    assert_eq!(told.body[1]["data"]["tool_calls"][0]["args"], json!({}));
    assert_eq!(told.body[2], stored("system", &json!({ "content": "Before.", "id": "s" })));
}

#[test]
fn the_state_of_a_graph_is_read_and_what_stands_beside_is_named() {
    let body = json!({ "messages": talk(&json!({ "role": "ai", "content": "Ho" })), "plan": [1] });
    let read = convert(["langchain", "backscroll"], &body);
    assert_eq!(read.losses(), ["field-dropped: `plan` is no part of the conversation, and stays behind"]);
}

#[test]
fn what_openai_compacted_is_openais_alone() {
    let item = json!({ "type": "compaction", "id": "cmp_1", "encrypted_content": "gAAAAABsecret" });
    let body = json!({ "input": [
        { "role": "user", "content": "Time?" },
        item,
        { "type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": [{ "type": "output_text", "text": "Noon.", "annotations": [] }] },
        { "role": "user", "content": "Well?" },
    ] });
    let chain = convert(["openai-responses", "langchain"], &body);
    let home = convert(["langchain", "openai-responses"], &chain.body);
    assert_eq!(home.body["input"][1], item, "{}", chain.body);
    for target in ["anthropic", "bedrock", "gemini", "mistral", "openai-chat"] {
        let told = convert(["langchain", target], &chain.body);
        assert!(!told.body.to_string().contains("secret"), "{target}: {}", told.body);
        assert!(
            told.losses().iter().any(|loss| loss.contains("compaction")),
            "{target}: {:?}",
            told.losses()
        );
    }
    // The one of Anthropic goes home, too.
    let summary = json!({ "type": "compaction", "content": "They spoke of the time." });
    let body = json!({ "messages": [{ "role": "user", "content": "Time?" }, { "role": "assistant", "content": [summary, { "type": "text", "text": "Noon." }] }, { "role": "user", "content": "Well?" }] });
    let chain = convert(["anthropic", "langchain"], &body);
    assert_eq!(convert(["langchain", "anthropic"], &chain.body).body["messages"][1], body["messages"][1]);
    assert!(!convert(["langchain", "openai-responses"], &chain.body).body.to_string().contains("compaction"));
}

#[test]
fn a_result_that_was_json_is_text_and_that_is_told() {
    let body = |response: Value| {
        json!({ "contents": [
            { "role": "user", "parts": [{ "text": "Time?" }] },
            { "role": "model", "parts": [{ "functionCall": { "id": "c1", "name": "clock", "args": {} } }] },
            { "role": "user", "parts": [{ "functionResponse": { "id": "c1", "name": "clock", "response": response } }] },
        ] })
    };
    for (response, told) in [
        (json!({ "result": "noon" }), 1),
        (json!({ "output": { "at": 12 } }), 1),
        (json!({ "output": "noon" }), 0),
    ] {
        let chain = convert(["gemini", "langchain"], &body(response));
        let text = chain.losses().into_iter().filter(|loss| loss.starts_with("written-as-text")).count();
        assert_eq!(text, told, "{:?} of {}", chain.losses(), chain.body);
    }
}
