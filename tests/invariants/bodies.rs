//! Random bodies in the providers' formats, most of them invalid.

use super::wish::bedrock_tools;
use super::words::{CALL_IDS, TOOL_NAMES, arguments, text};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

/// A body for Chat Completions.
pub(crate) fn openai_body() -> BoxedStrategy<Value> {
    vec(openai_message(), 0..10).prop_map(|messages| json!({ "model": "m", "messages": messages })).boxed()
}

fn openai_message() -> BoxedStrategy<Value> {
    let said = prop_oneof![2 => Just("system"), 1 => Just("developer"), 6 => Just("user")];
    let calls = (openai_content(), vec(openai_call(), 0..3));
    let result = (openai_content(), select(&CALL_IDS[..]));
    prop_oneof![
        3 => (said, openai_content()).prop_map(|(role, content)| json!({ "role": role, "content": content })),
        4 => calls.prop_map(|(content, calls)| json!({ "role": "assistant", "content": content, "tool_calls": calls })),
        1 => openai_content().prop_map(|content| json!({ "role": "assistant", "content": content })),
        4 => result.prop_map(|(content, id)| json!({ "role": "tool", "content": content, "tool_call_id": id })),
        1 => Just(json!({ "role": "user", "content": "@@", "name": "Ada Lovelace" })),
    ]
    .boxed()
}

fn openai_content() -> BoxedStrategy<Value> {
    let parts = prop_oneof![
        3 => text().prop_map(|text| json!({ "type": "text", "text": text })),
        1 => Just(json!({ "type": "image_url", "image_url": { "url": "data:image/png;base64,iVBORw0KGgo=" } })),
        1 => Just(json!({ "type": "image_url", "image_url": { "url": "data:image/bmp;base64,Qk0=" } })),
        1 => Just(json!({ "type": "input_audio", "input_audio": { "data": "SUQz", "format": "mp3" } })),
        1 => Just(json!({ "type": "file", "file": { "file_id": "file-1" } })),
    ];
    prop_oneof![
        5 => text().prop_map(Value::String),
        2 => vec(parts, 0..3).prop_map(Value::Array),
        1 => Just(Value::Null),
    ]
    .boxed()
}

fn openai_call() -> BoxedStrategy<Value> {
    let function = (select(&CALL_IDS[..]), select(&TOOL_NAMES[..]), arguments()).prop_map(|(id, name, arguments)| {
        json!({ "id": id, "type": "function", "function": { "name": name, "arguments": arguments } })
    });
    let custom = select(&CALL_IDS[..]).prop_map(
        |id| json!({ "id": id, "type": "custom", "custom": { "name": "shell", "input": "ls @@" } }),
    );
    prop_oneof![8 => function, 1 => custom].boxed()
}

/// A body for Anthropic Messages.
pub(crate) fn anthropic_body() -> BoxedStrategy<Value> {
    let system = prop_oneof![
        2 => Just(None),
        1 => Just(Some(json!("You are @@."))),
        1 => Just(Some(json!(""))),
        1 => Just(Some(json!([{ "type": "text", "text": "@@", "cache_control": { "type": "ephemeral", "ttl": "1h" } }]))),
    ];
    (system, vec(anthropic_message(), 0..10), any::<bool>())
        .prop_map(|(system, messages, thinking)| {
            let mut body = json!({ "model": "m", "max_tokens": 4_096, "messages": messages });
            if let Some(system) = system {
                body["system"] = system;
            }
            if thinking {
                body["thinking"] = json!({ "type": "enabled", "budget_tokens": 1_024 });
            }
            body
        })
        .boxed()
}

fn anthropic_message() -> BoxedStrategy<Value> {
    let user = prop_oneof![
        4 => spoken(),
        1 => Just(json!({ "type": "image", "source": { "type": "base64", "media_type": "image/png", "data": "iVBORw==" } })),
        1 => Just(json!({ "type": "document", "source": { "type": "url", "url": "https://example.org/a.pdf" } })),
        5 => answer(),
    ];
    let call = (select(&CALL_IDS[..]), select(&TOOL_NAMES[..]), arguments())
        .prop_map(|(id, name, input)| json!({ "type": "tool_use", "id": id, "name": name, "input": input }));
    let assistant = prop_oneof![
        3 => spoken(),
        4 => call,
        1 => Just(json!({ "type": "thinking", "thinking": "Hm.", "signature": "c2ln" })),
        1 => Just(json!({ "type": "thinking", "thinking": "Hm.", "signature": "" })),
        1 => Just(json!({ "type": "redacted_thinking", "data": "b3BhcXVl" })),
        2 => served(),
    ];
    let blocks = prop_oneof![
        6 => vec(user, 0..4).prop_map(|blocks| ("user", blocks)),
        6 => vec(assistant, 0..4).prop_map(|blocks| ("assistant", blocks)),
        1 => spoken().prop_map(|block| ("system", vec![block])),
    ];
    let words = prop_oneof![Just("user"), Just("assistant"), Just("system")];
    prop_oneof![
        5 => blocks.prop_map(|(role, blocks)| json!({ "role": role, "content": blocks })),
        1 => (words, text()).prop_map(|(role, text)| json!({ "role": role, "content": text })),
    ]
    .boxed()
}

/// Calls and results of a provider's tools; one may call the other.
fn served() -> BoxedStrategy<Value> {
    let caller = json!({ "type": "code_execution_20250825", "tool_id": "srvtoolu_1" });
    select(vec![
        json!({ "type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {} }),
        json!({ "type": "server_tool_use", "id": "srvtoolu_2", "name": "web_search", "input": {}, "caller": caller }),
        json!({ "type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": [] }),
        json!({ "type": "web_search_tool_result", "tool_use_id": "srvtoolu_2", "content": [] }),
        json!({ "type": "tool_use", "id": "toolu_x", "name": "clock", "input": {}, "caller": caller }),
    ])
    .boxed()
}

fn answer() -> BoxedStrategy<Value> {
    let content = prop_oneof![
        4 => text().prop_map(Value::String),
        1 => Just(json!([])),
        1 => spoken().prop_map(|block| json!([block])),
        1 => Just(json!([{ "type": "image", "source": { "type": "url", "url": "https://example.org/a.png" } }])),
    ];
    (select(&CALL_IDS[..]), content, any::<bool>()).prop_map(|(id, content, failed)| {
        json!({ "type": "tool_result", "tool_use_id": id, "content": content, "is_error": failed })
    })
    .boxed()
}

fn spoken() -> BoxedStrategy<Value> {
    let marked = prop_oneof![
        4 => Just(None),
        1 => Just(Some(json!({ "type": "ephemeral" }))),
        1 => Just(Some(json!({ "type": "ephemeral", "ttl": "1h" }))),
    ];
    (text(), marked)
        .prop_map(|(text, marker)| match marker {
            None => json!({ "type": "text", "text": text }),
            Some(marker) => json!({ "type": "text", "text": text, "cache_control": marker }),
        })
        .boxed()
}

/// A body for generateContent.
pub(crate) fn gemini_body() -> BoxedStrategy<Value> {
    let system = prop_oneof![
        2 => Just(None),
        1 => Just(Some(json!({ "parts": [{ "text": "You are @@." }] }))),
        1 => Just(Some(json!({ "parts": [] }))),
    ];
    (system, vec(gemini_content(), 0..10))
        .prop_map(|(system, contents)| {
            let mut body = json!({ "contents": contents });
            if let Some(system) = system {
                body["systemInstruction"] = system;
            }
            body
        })
        .boxed()
}

fn gemini_content() -> BoxedStrategy<Value> {
    let user = prop_oneof![
        4 => text().prop_map(|text| json!({ "text": text })),
        1 => Just(json!({ "inlineData": { "mimeType": "image/png", "data": "iVBORw==" } })),
        1 => Just(json!({ "inline_data": { "mime_type": "image/gif", "data": "R0lGODlh" } })),
        1 => Just(json!({})),
        5 => gemini_result(),
    ];
    let model = prop_oneof![
        3 => text().prop_map(|text| json!({ "text": text })),
        5 => gemini_call(),
        1 => Just(json!({ "text": "Hm.", "thought": true })),
        1 => Just(json!({ "text": "", "thoughtSignature": "c2ln" })),
        1 => Just(json!({ "executableCode": { "language": "PYTHON", "code": "1" } })),
    ];
    let roles = prop_oneof![12 => Just(None), 1 => select(&["system", "function", "assistant", "user"][..]).prop_map(Some)];
    let said = prop_oneof![
        vec(user, 0..4).prop_map(|parts| ("user", parts)),
        vec(model, 0..4).prop_map(|parts| ("model", parts)),
    ];
    (said, roles)
        .prop_map(|((role, parts), other)| json!({ "role": other.unwrap_or(role), "parts": parts }))
        .boxed()
}

fn gemini_call() -> BoxedStrategy<Value> {
    let id = prop_oneof![1 => Just(None), 1 => select(&CALL_IDS[..]).prop_map(Some)];
    let signature = prop_oneof![
        3 => Just(None),
        1 => Just(Some("c2ln")),
        1 => Just(Some("not base64!")),
    ];
    (id, select(&TOOL_NAMES[..]), arguments(), signature)
        .prop_map(|(id, name, args, signature)| {
            let mut part = json!({ "functionCall": { "name": name, "args": args } });
            if let Some(id) = id {
                part["functionCall"]["id"] = json!(id);
            }
            if let Some(signature) = signature {
                part["thoughtSignature"] = json!(signature);
            }
            part
        })
        .boxed()
}

fn gemini_result() -> BoxedStrategy<Value> {
    let id = prop_oneof![1 => Just(None), 1 => select(&CALL_IDS[..]).prop_map(Some)];
    let response = prop_oneof![
        2 => text().prop_map(|text| json!({ "output": text })),
        1 => text().prop_map(|text| json!({ "error": text })),
        1 => Just(json!({ "a_b": [1, "@@"] })),
        1 => Just(json!("@@ a text")),
        1 => Just(json!([1, "@@"])),
        1 => Just(Value::Null),
    ];
    let parts = prop_oneof![
        4 => Just(None),
        1 => Just(Some(json!([{ "inlineData": { "mimeType": "image/png", "data": "iVBORw==" } }]))),
        1 => Just(Some(json!([{ "inlineData": { "mimeType": "audio/mpeg", "data": "SUQz" } }]))),
    ];
    (id, select(&TOOL_NAMES[..]), response, parts)
        .prop_map(|(id, name, response, parts)| {
            let mut result = json!({ "name": name, "response": response });
            if let Some(id) = id {
                result["id"] = json!(id);
            }
            if let Some(parts) = parts {
                result["parts"] = parts;
            }
            json!({ "functionResponse": result })
        })
        .boxed()
}

/// A body for Mistral's chat completions.
pub(crate) fn mistral_body() -> BoxedStrategy<Value> {
    vec(mistral_message(), 0..10).prop_map(|messages| json!({ "model": "m", "messages": messages })).boxed()
}

fn mistral_message() -> BoxedStrategy<Value> {
    let said = prop_oneof![2 => Just("system"), 1 => Just("developer"), 6 => Just("user")];
    let calls = (mistral_content(), vec(mistral_call(), 0..3));
    let result = (mistral_content(), select(&CALL_IDS[..]), select(&TOOL_NAMES[..]));
    prop_oneof![
        3 => (said, mistral_content()).prop_map(|(role, content)| json!({ "role": role, "content": content })),
        4 => calls.prop_map(|(content, calls)| json!({ "role": "assistant", "content": content, "tool_calls": calls })),
        1 => (mistral_content(), any::<bool>())
            .prop_map(|(content, prefix)| json!({ "role": "assistant", "content": content, "prefix": prefix })),
        4 => result.prop_map(|(content, id, name)| {
            json!({ "role": "tool", "content": content, "tool_call_id": id, "name": name })
        }),
        1 => Just(json!({ "role": "user", "content": "@@", "name": "Ada Lovelace" })),
    ]
    .boxed()
}

fn mistral_content() -> BoxedStrategy<Value> {
    let thought = json!([{ "type": "text", "text": "Hm." }]);
    let chunks = prop_oneof![
        3 => text().prop_map(|text| json!({ "type": "text", "text": text })),
        1 => Just(json!({ "type": "image_url", "image_url": "data:image/png;base64,iVBORw0KGgo=" })),
        1 => Just(json!({ "type": "image_url", "image_url": { "url": "data:image/bmp;base64,Qk0=" } })),
        1 => Just(json!({ "type": "input_audio", "input_audio": "SUQz" })),
        1 => Just(json!({ "type": "input_audio", "input_audio": "https://example.org/a.mp3" })),
        1 => Just(json!({ "type": "document_url", "document_url": "https://example.org/a.pdf", "document_name": "a" })),
        1 => Just(json!({ "type": "file", "file_id": "3f2c" })),
        1 => Just(json!({ "type": "reference", "reference_ids": [1, 2] })),
        2 => Just(json!({ "type": "thinking", "thinking": thought })),
        1 => Just(json!({ "type": "thinking", "thinking": thought, "signature": "c2ln", "closed": true })),
    ];
    prop_oneof![
        5 => text().prop_map(Value::String),
        2 => vec(chunks, 0..3).prop_map(Value::Array),
        1 => Just(Value::Null),
    ]
    .boxed()
}

fn mistral_call() -> BoxedStrategy<Value> {
    let ids = prop_oneof![3 => select(&CALL_IDS[..]), 1 => Just("D681PevKs")];
    (ids, select(&TOOL_NAMES[..]), arguments())
        .prop_map(
            |(id, name, arguments)| json!({ "id": id, "function": { "name": name, "arguments": arguments } }),
        )
        .boxed()
}

/// A body for Converse.
pub(crate) fn bedrock_body() -> BoxedStrategy<Value> {
    let system = prop_oneof![
        2 => Just(None),
        1 => Just(Some(json!([]))),
        1 => Just(Some(json!([{ "text": "" }]))),
        1 => Just(Some(json!([{ "text": "@@" }, { "cachePoint": { "type": "default", "ttl": "1h" } }]))),
    ];
    (system, vec(bedrock_message(), 0..10), any::<bool>(), prop::bool::weighted(0.8))
        .prop_map(|(system, messages, thinking, tools)| {
            let mut body = json!({ "messages": messages });
            if let Some(system) = system {
                body["system"] = system;
            }
            if thinking {
                body["additionalModelRequestFields"] =
                    json!({ "thinking": { "type": "enabled" }, "top_k": 5 });
            }
            if tools {
                body["toolConfig"] = bedrock_tools();
            }
            body
        })
        .boxed()
}

fn bedrock_message() -> BoxedStrategy<Value> {
    let words = || text().prop_map(|text| json!({ "text": text })).boxed();
    let point = || {
        let point =
            prop_oneof![Just(json!({ "type": "default" })), Just(json!({ "type": "default", "ttl": "1h" }))];
        point.prop_map(|point| json!({ "cachePoint": point })).boxed()
    };
    let named = select(vec!["Document 1", "a  b.pdf", "보고서.docx", ""]);
    let document = named.prop_map(
        |name| json!({ "document": { "name": name, "format": "pdf", "source": { "bytes": "JVBERg==" } } }),
    );
    let user = prop_oneof![
        4 => words(),
        1 => Just(json!({ "image": { "format": "png", "source": { "bytes": "iVBORw==" } } })),
        1 => Just(json!({ "video": { "format": "mp4", "source": { "s3Location": { "uri": "s3://a/b.mp4" } } } })),
        2 => document,
        1 => Just(json!({ "document": { "name": "Document 1", "source": { "text": "x" } } })),
        6 => bedrock_answer(),
        1 => point(),
    ];
    let call = (select(&CALL_IDS[..]), select(&TOOL_NAMES[..]), arguments()).prop_map(
        |(id, name, input)| json!({ "toolUse": { "toolUseId": id, "name": name, "input": input } }),
    );
    let server = Just(
        json!({ "toolUse": { "toolUseId": "s1", "name": "code", "input": {}, "type": "server_tool_use" } }),
    );
    let served = Just(
        json!({ "toolResult": { "toolUseId": "s1", "content": [{ "json": { "out": 1 } }], "type": "code_result" } }),
    );
    let cited =
        Just(json!({ "citationsContent": { "content": [{ "text": "It is noon." }], "citations": [] } }));
    let assistant = prop_oneof![
        3 => words(),
        5 => call,
        1 => Just(json!({ "reasoningContent": { "reasoningText": { "text": "Hm.", "signature": "c2ln" } } })),
        1 => Just(json!({ "reasoningContent": { "reasoningText": { "text": "Hm." } } })),
        1 => Just(json!({ "reasoningContent": { "redactedContent": "b3BhcXVl" } })),
        1 => point(),
        1 => server,
        1 => served,
        1 => cited,
    ];
    let blocks = prop_oneof![
        6 => vec(user, 0..4).prop_map(|blocks| ("user", blocks)),
        6 => vec(assistant, 0..4).prop_map(|blocks| ("assistant", blocks)),
        1 => words().prop_map(|block| ("system", vec![block])),
    ];
    blocks.prop_map(|(role, blocks)| json!({ "role": role, "content": blocks })).boxed()
}

fn bedrock_answer() -> BoxedStrategy<Value> {
    let content = prop_oneof![
        4 => text().prop_map(|text| json!([{ "text": text }])),
        1 => Just(json!([])),
        1 => Just(json!([{ "json": { "b": 1.50, "a": "@@" } }, { "text": "@@" }])),
        1 => Just(json!([{ "json": [1, 2] }])),
        1 => Just(json!([{ "json": null }])),
        1 => Just(json!([{ "image": { "format": "png", "source": { "bytes": "iVBORw==" } } }])),
        1 => Just(json!(null)),
    ];
    let status = select(vec![None, Some("success"), Some("error")]);
    (select(&CALL_IDS[..]), content, status)
        .prop_map(|(id, content, status)| {
            let mut result = json!({ "toolUseId": id, "content": content });
            if let Some(status) = status {
                result["status"] = json!(status);
            }
            json!({ "toolResult": result })
        })
        .boxed()
}
