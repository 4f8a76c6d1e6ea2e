//! Random bodies that the providers accept, with all the liberties that recorded requests were seen to take.

use super::wish::bedrock_tools;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::Union;
use serde_json::{Value, json};

/// One of these, for messages and blocks that differ by their fields.
fn any_of(values: Vec<Value>) -> Union<Just<Value>> {
    Union::new(values.into_iter().map(Just))
}

/// A body that Chat Completions accepts.
pub(crate) fn accepted_by_openai() -> impl Strategy<Value = Value> {
    let params = any_of(vec![
        json!({ "model": "gpt-4o" }),
        json!({ "model": "m", "temperature": 0.20, "stream": false, "tools": [{ "type": "function", "function": { "name": "f" } }] }),
        json!({ "stop": null, "metadata": { "b": 1, "a": [] }, "model": "m" }),
    ]);
    let opening = any_of(vec![
        json!([]),
        json!([{ "role": "system", "content": "Be brief." }]),
        json!([{ "content": [{ "text": "Be brief.", "type": "text" }], "role": "developer", "name": "host" }]),
    ]);
    let steps = vec(prop_oneof![2 => openai_words(), 3 => openai_loop()], 0..6);
    (params, opening, openai_user(), steps).prop_map(|(mut body, opening, user, steps)| {
        let mut messages = opening.as_array().cloned().expect("a list");
        messages.push(user);
        messages.extend(steps.concat());
        body["messages"] = Value::Array(messages);
        body
    })
}

fn openai_user() -> Union<Just<Value>> {
    let url = "data:image/png;base64,iVBORw0KGgo=";
    any_of(vec![
        json!({ "role": "user", "content": "What is it?" }),
        json!({ "content": "", "role": "user" }),
        json!({ "name": "Ada_L", "role": "user", "content": "한국어 \" \u{0} 🙂 " }),
        json!({ "role": "user", "content": [{ "type": "image_url", "image_url": { "detail": "low", "url": url } }] }),
        json!({ "role": "user", "content": [{ "text": "  ", "type": "text" }, { "type": "file", "file": { "file_id": "file-1" } }] }),
        json!({ "role": "user", "content": [{ "type": "input_audio", "input_audio": { "format": "wav", "data": "UklG" } }] }),
    ])
}

/// Words without calls: neighbours of one role and instructions in the middle are accepted.
fn openai_words() -> impl Strategy<Value = Vec<Value>> {
    let words = any_of(vec![
        json!({ "role": "assistant", "content": "It is noon. \n" }),
        json!({ "role": "assistant", "content": [{ "type": "text", "text": "It is." }], "refusal": null }),
        json!({ "role": "assistant", "content": null, "refusal": "I would rather not." }),
        json!({ "role": "assistant", "reasoning_content": "Hm.", "content": "It is noon." }),
        json!({ "role": "system", "content": "Be brief from here on." }),
    ]);
    prop_oneof![words.prop_map(|message| vec![message]), openai_user().prop_map(|message| vec![message])]
}

/// Calls, and their results in any order.
fn openai_loop() -> impl Strategy<Value = Vec<Value>> {
    let ids = prop::sample::subsequence(
        vec![
            "call_1",
            "functions.Web:3",
            "a b",
            "ID-9",
            "글자로는-짧고-바이트로는-긴-호출의-이름-글자로는-짧고-바이트로는-긴",
        ],
        1..=3,
    );
    let arguments = select(&["{}", "{\"a\": 1.0, \"a\": 2}", "not json", "[1]", "null"][..]);
    let said = any_of(vec![
        json!({ "role": "assistant" }),
        json!({ "role": "assistant", "content": null }),
        json!({ "content": "", "role": "assistant" }),
        json!({ "role": "assistant", "content": "Let me look.", "refusal": null }),
    ]);
    let results = select(&["", "12:00", "{\"time\": \"12:00\"}"][..]);
    (ids.prop_shuffle(), arguments, said, results, any::<u64>()).prop_map(|(ids, arguments, mut said, result, turn)| {
        let call = |id: &&str| json!({ "id": id, "type": "function", "function": { "name": "clock", "arguments": arguments } });
        said["tool_calls"] = ids.iter().map(call).collect();
        let mut answers: Vec<Value> =
            ids.iter().map(|id| json!({ "role": "tool", "tool_call_id": id, "name": "clock", "content": result })).collect();
        let by = usize::try_from(turn).unwrap_or(0).checked_rem(answers.len()).unwrap_or(0);
        answers.rotate_left(by);
        std::iter::once(said).chain(answers).collect()
    })
}

/// A body that Anthropic Messages accepts.
pub(crate) fn accepted_by_anthropic() -> impl Strategy<Value = Value> {
    let params = any_of(vec![
        json!({ "model": "claude-sonnet-4-5", "max_tokens": 1024 }),
        json!({ "max_tokens": 4096, "model": "m", "thinking": { "type": "enabled", "budget_tokens": 1024 }, "stream": true }),
        json!({ "model": "m", "max_tokens": 9, "system": "Be brief." }),
        json!({ "system": [{ "text": "Be brief.", "type": "text", "cache_control": { "type": "ephemeral", "ttl": "1h" } }], "model": "m", "max_tokens": 9 }),
    ]);
    let steps = vec(prop_oneof![2 => anthropic_words(), 3 => anthropic_loop()], 0..6);
    (params, anthropic_user(), steps).prop_map(|(mut body, user, steps)| {
        let messages: Vec<Value> = std::iter::once(user).chain(steps.concat()).collect();
        body["messages"] = Value::Array(messages);
        body
    })
}

fn anthropic_user() -> Union<Just<Value>> {
    let image = json!({ "type": "image", "source": { "media_type": "image/png", "type": "base64", "data": "iVBORw==" } });
    let text =
        json!({ "type": "text", "source": { "type": "text", "media_type": "text/plain", "data": "x" } });
    let document = json!({ "type": "document", "source": text["source"], "title": "t", "context": "c", "citations": { "enabled": true } });
    any_of(vec![
        json!({ "role": "user", "content": "What is it?" }),
        json!({ "content": [{ "type": "text", "text": " " }, { "type": "text", "text": "real \u{0} 🙂 " }], "role": "user" }),
        json!({ "role": "user", "content": [image] }),
        json!({ "role": "user", "content": [document, { "text": "Sum it up.", "type": "text" }] }),
    ])
}

/// Words of the assistant, then of the user: once or twice, with instructions between where they may stand.
fn anthropic_words() -> impl Strategy<Value = Vec<Value>> {
    let search = json!({ "type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": { "query": "q" } });
    let found = json!({ "type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": [] });
    let said = any_of(vec![
        json!([{ "role": "assistant", "content": "It is noon. \n" }]),
        json!([{ "role": "assistant", "content": [{ "type": "thinking", "signature": "c2ln", "thinking": "" }, { "type": "text", "text": "It is." }] }]),
        json!([{ "role": "assistant", "content": [search, found, { "type": "text", "text": "It is.", "citations": [] }] }]),
        json!([{ "role": "assistant", "content": "It is" }, { "role": "assistant", "content": "noon." }]),
        json!([{ "role": "system", "content": "Be brief from here on." }, { "role": "assistant", "content": "Noon." }]),
        json!([]),
    ]);
    (said, anthropic_user()).prop_map(|(said, user)| {
        let said = said.as_array().cloned().expect("a list");
        said.into_iter().chain([user]).collect()
    })
}

/// Calls, in one message or split over two; their results, in one message or two, and perhaps words after them.
fn anthropic_loop() -> impl Strategy<Value = Vec<Value>> {
    let ids = prop::sample::subsequence(vec!["toolu_1", "call_1", "A-9", "x"], 1..=3).prop_shuffle();
    let input = any_of(vec![json!({}), json!({ "a": 1.5, "b": { "c": [null] } })]);
    let result = any_of(vec![
        json!({ "type": "tool_result" }),
        json!({ "type": "tool_result", "content": "" }),
        json!({ "content": "12:00", "type": "tool_result", "is_error": false }),
        json!({ "type": "tool_result", "content": [{ "type": "text", "text": "no clock" }], "is_error": true }),
        json!({ "type": "tool_result", "content": [{ "type": "image", "source": { "type": "url", "url": "https://example.org/a.png" } }] }),
    ]);
    let shape = (any::<bool>(), any::<bool>(), any::<bool>());
    (ids, input, result, shape).prop_map(|(ids, input, result, (calls_split, results_split, words))| {
        let thought = json!({ "type": "thinking", "thinking": "Hm.", "signature": "c2ln" });
        let call = |id: &&str| json!({ "type": "tool_use", "id": id, "name": "clock", "input": input });
        let answer = |id: &&str| {
            let mut answer = result.clone();
            answer["tool_use_id"] = json!(id);
            answer
        };
        let calls: Vec<Value> = std::iter::once(thought).chain(ids.iter().map(call)).collect();
        let mut answers: Vec<Value> = ids.iter().rev().map(answer).collect();
        if words {
            answers.push(json!({ "type": "text", "text": "Go on." }));
        }
        let said = split("assistant", calls, calls_split);
        said.into_iter().chain(split("user", answers, results_split)).collect()
    })
}

fn split(role: &str, blocks: Vec<Value>, apart: bool) -> Vec<Value> {
    match apart {
        false => vec![json!({ "role": role, "content": blocks })],
        true => blocks.into_iter().map(|block| json!({ "content": [block], "role": role })).collect(),
    }
}

/// A body that Converse accepts.
pub(crate) fn accepted_by_bedrock() -> impl Strategy<Value = Value> {
    let params = any_of(vec![
        json!({}),
        json!({ "system": [], "inferenceConfig": { "maxTokens": 1024, "temperature": 0.20 } }),
        json!({ "system": [{ "text": "Be brief." }, { "cachePoint": { "type": "default" } }] }),
        json!({ "system": [{ "text": "Be brief." }], "additionalModelRequestFields": { "thinking": { "budget_tokens": 1024, "type": "enabled" } } }),
        json!({ "modelId": "us.anthropic.claude-sonnet-4-5-20250929-v1:0" }),
    ]);
    let steps = vec(prop_oneof![2 => bedrock_words(), 3 => bedrock_loop()], 0..6);
    let tools = any_of(vec![
        bedrock_tools(),
        json!({ "toolChoice": { "auto": {} }, "tools": [{ "systemTool": { "name": "code" } }, { "cachePoint": { "type": "default" } }] }),
    ]);
    (params, bedrock_user(), steps, tools).prop_map(|(mut body, user, steps, tools)| {
        let messages: Vec<Value> = std::iter::once(user).chain(steps.concat()).collect();
        body["messages"] = Value::Array(messages);
        body["toolConfig"] = tools;
        body
    })
}

fn bedrock_user() -> Union<Just<Value>> {
    let image = json!({ "image": { "source": { "bytes": "iVBORw==" }, "format": "png" } });
    any_of(vec![
        json!({ "role": "user", "content": [{ "text": "What is it?" }] }),
        json!({ "content": [{ "text": "real \u{0} 🙂 " }, { "text": "\n" }], "role": "user" }),
        json!({ "role": "user", "content": [image, { "text": "And this?" }] }),
        json!({ "role": "user", "content": [{ "guardContent": { "text": { "text": "x" } } }, { "searchResult": { "source": "s", "title": "t", "content": [] } }] }),
        json!({ "role": "user", "content": [{ "video": { "format": "mp4", "source": { "s3Location": { "uri": "s3://a/b.mp4", "bucketOwner": "1" } } } }] }),
    ])
}

/// Words of the assistant, then of the user: once or twice.
fn bedrock_words() -> impl Strategy<Value = Vec<Value>> {
    let run =
        json!({ "toolUse": { "toolUseId": "s_1", "name": "code", "input": {}, "type": "server_tool_use" } });
    let ran = json!({ "toolResult": { "toolUseId": "s_1", "content": [{ "json": { "out": "1" } }], "type": "code_result", "status": "success" } });
    let cited =
        json!({ "citationsContent": { "citations": [{ "title": "t" }], "content": [{ "text": "It is." }] } });
    let said = any_of(vec![
        json!([{ "role": "assistant", "content": [{ "text": "It is noon. \n" }] }]),
        json!([{ "role": "assistant", "content": [{ "reasoningContent": { "reasoningText": { "signature": "c2ln", "text": "" } } }, { "text": "It is." }] }]),
        json!([{ "role": "assistant", "content": [run, ran, { "text": "It is." }] }]),
        json!([{ "role": "assistant", "content": [cited] }]),
        json!([{ "role": "assistant", "content": [{ "text": "It is" }] }, { "role": "assistant", "content": [{ "text": "noon." }] }]),
        json!([]),
    ]);
    (said, bedrock_user()).prop_map(|(said, user)| {
        let said = said.as_array().cloned().expect("a list");
        said.into_iter().chain([user]).collect()
    })
}

/// Calls, in one message or split over two; their results, and perhaps words around them.
fn bedrock_loop() -> impl Strategy<Value = Vec<Value>> {
    let ids = prop::sample::subsequence(vec!["tooluse_1", "call-1", "A_9", "x"], 1..=3).prop_shuffle();
    let input = any_of(vec![json!({}), json!({ "a": 1.5, "b": { "c": [null] } })]);
    let result = any_of(vec![
        json!({ "content": [] }),
        json!({ "status": "success", "content": [{ "text": "12:00" }] }),
        json!({ "content": [{ "text": "no clock" }], "status": "error" }),
        json!({ "content": [{ "json": { "time": "12:00", "n": 1.0 } }, { "text": "." }] }),
        json!({ "content": [{ "image": { "format": "jpeg", "source": { "s3Location": { "uri": "s3://a/b.jpg" } } } }] }),
    ]);
    let shape = (any::<bool>(), any::<bool>(), any::<bool>());
    (ids, input, result, shape).prop_map(|(ids, input, result, (calls_split, results_split, words))| {
        let thought = json!({ "reasoningContent": { "redactedContent": "b3BhcXVl" } });
        let call = |id: &&str| json!({ "toolUse": { "toolUseId": id, "name": "clock", "input": input } });
        let answer = |id: &&str| {
            let mut answer = result.clone();
            answer["toolUseId"] = json!(id);
            json!({ "toolResult": answer })
        };
        let calls: Vec<Value> = std::iter::once(thought).chain(ids.iter().map(call)).collect();
        let mut answers: Vec<Value> = ids.iter().rev().map(answer).collect();
        if words {
            answers.push(json!({ "text": "Go on." }));
        }
        let said = split("assistant", calls, calls_split);
        said.into_iter().chain(split("user", answers, results_split)).collect()
    })
}
