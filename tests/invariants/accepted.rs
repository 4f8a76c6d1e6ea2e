//! Random bodies that the providers accept, with all variations of recorded requests.

use super::wish::bedrock_tools;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::Union;
use serde_json::{Value, json};

/// Picks one of these strategies, for messages and blocks that differ by their fields.
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
        // OpenAI refuses the reasoning of vendors, which may serve another model.
        if messages.iter().any(|message| message.get("reasoning_content").is_some()) {
            body["model"] = "m".into();
        }
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

/// Messages without calls: neighbours of one role and instructions in the middle are accepted.
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

/// Assistant messages, then user messages: once or twice, with instructions in between where they are allowed.
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

/// Calls, in one message or split over two; their results, in one message or two, and perhaps text after them.
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
        let blank = (words && !calls_split).then(|| json!({ "type": "text", "text": "\n" }));
        let calls: Vec<Value> = std::iter::once(thought).chain(blank).chain(ids.iter().map(call)).collect();
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

/// A body that generateContent accepts.
pub(crate) fn accepted_by_gemini() -> impl Strategy<Value = Value> {
    let params = any_of(vec![
        json!({ "generationConfig": { "temperature": 0.20 }, "tools": [] }),
        json!({ "systemInstruction": { "parts": [{ "text": "Be brief." }], "role": "user" } }),
        json!({ "system_instruction": { "parts": { "text": "Be brief." } }, "safetySettings": [] }),
        json!({ "systemInstruction": { "parts": [] }, "toolConfig": null }),
    ]);
    let steps = vec(prop_oneof![2 => gemini_words(), 3 => gemini_loop()], 0..6);
    (params, gemini_user(), steps).prop_map(|(mut body, user, steps)| {
        let contents: Vec<Value> = std::iter::once(user).chain(steps.concat()).collect();
        body["contents"] = Value::Array(contents);
        body
    })
}

fn gemini_user() -> Union<Just<Value>> {
    let image = json!({ "inlineData": { "mimeType": "image/png", "data": "iVBORw==" } });
    let video = json!({ "fileData": { "file_uri": "https://youtu.be/x" }, "video_metadata": { "fps": 0.2 } });
    any_of(vec![
        json!({ "role": "user", "parts": [{ "text": "What is it? \n" }] }),
        json!({ "parts": { "text": "real \u{0} 🙂 " } }),
        json!({ "parts": [{ "text": "" }], "role": "user" }),
        json!({ "role": "user", "parts": [image, { "text": "" }, { "text": "Sum it up." }] }),
        json!({ "role": "user", "parts": [video] }),
    ])
}

/// Model messages, then user messages: once or twice.
fn gemini_words() -> impl Strategy<Value = Vec<Value>> {
    let code = json!({ "thoughtSignature": "c2ln", "executableCode": { "language": "PYTHON", "code": "1" } });
    let ran = json!({ "codeExecutionResult": { "outcome": "OUTCOME_OK", "output": "1" } });
    let said = any_of(vec![
        json!([{ "role": "model", "parts": [{ "text": "It is noon. \n" }] }]),
        json!([{ "role": "model", "parts": [{ "thought": true, "text": "Hm." }, { "text": "It is.", "thought_signature": "c2ln" }] }]),
        json!([{ "role": "model", "parts": [code, ran, { "text": "", "thoughtSignature": "c2ln" }] }]),
        json!([{ "role": "model", "parts": [{ "text": "It is" }] }, { "parts": [{ "text": "noon." }], "role": "model" }]),
        json!([{ "role": "model", "parts": [{ "inlineData": { "mimeType": "image/png", "data": "iVBORw==" }, "thoughtSignature": "c2ln" }] }]),
        json!([]),
    ]);
    (said, gemini_user()).prop_map(|(said, user)| {
        let said = said.as_array().cloned().expect("a list");
        said.into_iter().chain([user]).collect()
    })
}

/// Calls with ids or without, in one content or split over several; their results likewise.
fn gemini_loop() -> impl Strategy<Value = Vec<Value>> {
    let names = vec(select(&["clock", "read_file", "a.b:c-d"][..]), 1..4);
    let args = any_of(vec![json!({}), json!({ "a_b": 1.5, "b": { "c": [null] } }), Value::Null]);
    let response = any_of(vec![
        json!({ "response": { "output": "12:00" } }),
        json!({ "response": { "error": "no clock" } }),
        json!({ "response": { "error": { "code": 7 } } }),
        json!({ "response": {} }),
        json!({ "response": { "result": [1, { "a_b": "c" }] }, "parts": [{ "inline_data": { "mime_type": "image/png", "data": "iVBORw==" } }] }),
    ]);
    let shape = (any::<bool>(), any::<bool>(), 0..3_u8, any::<bool>(), 0..4_u8);
    (names, args, response, shape).prop_map(
        |(names, args, response, (calls_split, results_split, ids, snake, words))| {
            let spelled =
                |camel: &str, snake_case: &str| if snake { snake_case.to_owned() } else { camel.to_owned() };
            let id = |place: usize| json!(format!("call {place}"));
            let call = |(place, name): (usize, &&str)| {
                let mut call = json!({ "name": name });
                if !args.is_null() {
                    call["args"] = args.clone();
                }
                if ids > 0 {
                    call["id"] = id(place);
                }
                let mut part = json!({ spelled("functionCall", "function_call"): call });
                if place == 0 {
                    part[spelled("thoughtSignature", "thought_signature")] = json!("c2ln");
                }
                part
            };
            let answer = |(place, name): (usize, &&str)| {
                let mut answer = response.clone();
                answer["name"] = json!(name);
                if ids == 2 {
                    answer["id"] = id(place);
                }
                json!({ spelled("functionResponse", "function_response"): answer })
            };
            let calls: Vec<Value> = names.iter().enumerate().map(call).collect();
            let mut answers: Vec<Value> = names.iter().enumerate().map(answer).collect();
            if ids == 2 {
                answers.reverse();
            }
            // Other parts stand beside results, behind or in front.
            match words {
                0 => answers.push(json!({ "text": "Go on." })),
                1 if !results_split => answers.insert(0, json!({ "text": "Here." })),
                _ => {}
            }
            let said = contents("model", calls, calls_split);
            said.into_iter().chain(contents("user", answers, results_split)).collect()
        },
    )
}

fn contents(role: &str, parts: Vec<Value>, apart: bool) -> Vec<Value> {
    match apart {
        false => vec![json!({ "role": role, "parts": parts })],
        true => parts.into_iter().map(|part| json!({ "parts": [part], "role": role })).collect(),
    }
}

/// A body that Mistral's chat completions accept, with a tokenizer of version 13.
pub(crate) fn accepted_by_mistral() -> impl Strategy<Value = Value> {
    let params = any_of(vec![
        json!({ "model": "mistral-large-latest" }),
        json!({ "model": "mistral-small-latest" }),
        json!({ "safe_prompt": false, "model": "m", "tools": null, "random_seed": 7, "temperature": 0.20 }),
    ]);
    let thinking = json!({ "type": "thinking", "closed": true, "thinking": [{ "type": "text", "text": "Your thoughts." }] });
    let opening = any_of(vec![
        json!([]),
        json!([{ "role": "system", "content": "Be brief." }]),
        json!([{ "content": [{ "text": "First think:", "type": "text" }, thinking], "role": "system" }]),
        json!([{ "role": "assistant", "content": "How can I help?" }]),
    ]);
    let ending = any_of(vec![
        json!([]),
        json!([{ "role": "system", "content": "In one line." }]),
        json!([{ "prefix": true, "role": "assistant", "content": "It is " }]),
    ]);
    let steps = vec(prop_oneof![2 => mistral_words(), 3 => mistral_loop()], 0..6);
    (params, opening, mistral_user(), steps, ending).prop_map(|(mut body, opening, user, steps, ending)| {
        let mut messages = opening.as_array().cloned().expect("a list");
        messages.push(user.clone());
        messages.extend(steps.concat());
        messages.push(user);
        messages.extend(ending.as_array().cloned().expect("a list"));
        // Most models require an assistant message between a result and a user message.
        let is_early = |pair: &[Value]| pair[0]["role"] == "tool" && pair[1]["role"] == "user";
        while let Some(at) =
            messages.windows(2).position(is_early).filter(|_| body["model"] != "mistral-small-latest")
        {
            messages.insert(at + 1, json!({ "role": "assistant", "content": "It is." }));
        }
        body["messages"] = Value::Array(messages);
        body
    })
}

fn mistral_user() -> Union<Just<Value>> {
    let url = "data:image/png;base64,iVBORw0KGgo=";
    any_of(vec![
        json!({ "role": "user", "content": "What is it?" }),
        json!({ "content": "", "role": "user" }),
        json!({ "role": "user", "content": [{ "type": "image_url", "image_url": url }] }),
        json!({ "role": "user", "content": [{ "image_url": { "detail": "low", "url": url }, "type": "image_url" }] }),
        json!({ "role": "user", "content": [{ "text": "  ", "type": "text" }, { "type": "file", "file_id": "3f2c" }] }),
        json!({ "role": "user", "content": [{ "document_url": "https://example.org/a.pdf", "type": "document_url" }] }),
        json!({ "role": "user", "content": [{ "type": "input_audio", "input_audio": "UklGRg==" }] }),
    ])
}

/// Messages without calls: neighbours of one role, and instructions after a user message.
fn mistral_words() -> impl Strategy<Value = Vec<Value>> {
    let thought =
        json!({ "type": "thinking", "thinking": [{ "type": "text", "text": "Hm." }], "signature": "c2ln" });
    let found = json!({ "type": "reference", "reference_ids": [0, "b"] });
    let words = any_of(vec![
        json!({ "role": "assistant", "content": "It is noon. \n" }),
        json!({ "role": "assistant", "content": [thought, { "type": "text", "text": "It is." }], "tool_calls": null }),
        json!({ "role": "assistant", "content": [found, { "type": "text", "text": "It is." }], "prefix": false }),
        json!({ "role": "assistant", "tool_calls": [], "content": "It is." }),
    ]);
    let system = json!({ "role": "system", "content": "Be brief from here on." });
    prop_oneof![
        words.prop_map(|message| vec![message]),
        mistral_user().prop_map(|message| vec![message]),
        mistral_user().prop_map(move |message| vec![message, system.clone()]),
    ]
}

/// Calls, and their results in any order; a user message may come before the next assistant message.
fn mistral_loop() -> impl Strategy<Value = Vec<Value>> {
    let ids = prop::sample::subsequence(vec!["D681PevKs", "000000000", "abcDEF123"], 1..=3).prop_shuffle();
    let arguments = any_of(vec![json!("{}"), json!({}), json!({ "a": 1.5 }), json!("not json")]);
    let said = any_of(vec![
        json!({ "role": "assistant" }),
        json!({ "content": "", "role": "assistant" }),
        json!({ "role": "assistant", "content": "Let me look.", "prefix": false }),
    ]);
    let results = select(&["", "12:00", "{\"time\": \"12:00\"}"][..]);
    (mistral_user(), ids, arguments, said, results).prop_map(|(user, ids, arguments, mut said, result)| {
        let call = |id: &&str| json!({ "id": id, "index": 0, "function": { "name": "clock", "arguments": arguments } });
        said["tool_calls"] = ids.iter().map(call).collect();
        let answers = ids.iter().rev();
        let answers = answers.map(|id| json!({ "role": "tool", "tool_call_id": id, "name": "clock", "content": result }));
        [user, said].into_iter().chain(answers).collect()
    })
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

/// Assistant messages, then user messages: once or twice.
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

/// Calls, in one message or split over two; their results, and perhaps text around them.
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
        let call = |id: &&str| {
            let mut call = json!({ "toolUseId": id, "name": "clock", "input": input });
            // Claude's calls have this type.
            if words {
                call["type"] = json!("tool_use");
            }
            json!({ "toolUse": call })
        };
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
