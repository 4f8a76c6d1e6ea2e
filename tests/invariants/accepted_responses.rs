//! Random bodies that Responses accepts, with all variations of recorded requests.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Value, json};

/// A body that Responses accepts.
pub(crate) fn accepted_by_responses() -> impl Strategy<Value = Value> {
    let params = select(vec![
        json!({ "model": "gpt-5" }),
        json!({ "instructions": "Be brief.", "model": "gpt-5", "store": false, "include": ["reasoning.encrypted_content"], "tools": [] }),
        json!({ "instructions": "", "model": "m", "previous_response_id": "resp_1", "stream": true }),
        json!({ "model": "m", "instructions": null, "temperature": 0.20 }),
    ]);
    let turns = vec(prop_oneof![2 => words(), 3 => calls()], 0..5);
    (params, select(opening()), turns, any::<bool>()).prop_map(|(mut body, opening, turns, short)| {
        let items = turns.into_iter().enumerate().flat_map(|(turn, items)| {
            // No item occurs twice.
            items.into_iter().map(move |item| renamed(item, turn))
        });
        body["input"] = match short {
            true => json!("What is it? 한국어 \" \u{0} 🙂 "),
            false => opening.as_array().cloned().expect("a list").into_iter().chain(items).collect(),
        };
        body
    })
}

fn renamed(item: Value, turn: usize) -> Value {
    serde_json::from_str(&item.to_string().replace("@@", &turn.to_string())).expect("still JSON")
}

fn opening() -> Vec<Value> {
    let part = |part: Value| json!([{ "role": "user", "content": [part] }]);
    vec![
        json!([{ "role": "user", "content": "What is it?" }]),
        json!([{ "content": [{ "text": "Be brief.", "type": "input_text" }], "role": "developer" }, { "type": "message", "role": "user", "content": "" }]),
        json!([{ "role": "system", "content": "Be brief." }, { "role": "user", "content": "한국어" }]),
        part(
            json!({ "type": "input_image", "detail": "low", "image_url": "data:image/png;base64,iVBORw0KGgo=" }),
        ),
        part(json!({ "file_id": "file-1", "type": "input_file" })),
        part(
            json!({ "type": "input_text", "text": "  ", "prompt_cache_breakpoint": { "mode": "explicit" } }),
        ),
        json!([{ "type": "additional_tools", "role": "developer", "tools": [] }, { "role": "user", "content": "Hi." }]),
    ]
}

/// Messages without calls: neighbours of one role, and instructions in the middle, are accepted.
fn words() -> impl Strategy<Value = Vec<Value>> {
    let message = json!({ "id": "msg_@@", "type": "message", "role": "assistant", "status": "completed", "phase": "final_answer",
        "content": [{ "annotations": [], "text": "It is noon. \n", "type": "output_text" }, { "type": "refusal", "refusal": "No." }] });
    let reasoning = json!({ "type": "reasoning", "id": "rs_@@", "summary": [{ "type": "summary_text", "text": "Hm." }, { "type": "summary_text", "text": "So." }], "encrypted_content": "b3Bh" });
    let search = json!({ "type": "web_search_call", "id": "ws_@@", "status": "completed", "action": { "type": "search", "query": "q" } });
    select(vec![
        vec![
            json!({ "role": "assistant", "content": "It is." }),
            json!({ "role": "assistant", "content": "", "phase": null }),
        ],
        vec![
            json!({ "role": "assistant", "content": [{ "type": "output_text", "text": "It is." }], "type": "message" }),
        ],
        vec![reasoning.clone(), search.clone(), message.clone()],
        vec![reasoning, message],
        vec![json!({ "role": "system", "content": "Be brief from here on." })],
        vec![search, json!({ "role": "user", "content": "And now?" })],
    ])
}

/// Calls and their outputs, side by side or apart, in any order. An asynchronous call may be open.
fn calls() -> impl Strategy<Value = Vec<Value>> {
    let ids = subsequence(vec!["call_1_@@", "functions.Web:@@", "a b @@", "ID-@@"], 1..=3).prop_shuffle();
    let output = select(vec![
        json!(""),
        json!("12:00"),
        json!([{ "type": "input_text", "text": "12:00" }]),
        json!([{ "type": "input_file", "file_url": "https://example.org/a.pdf" }]),
    ]);
    let arguments = select(vec!["{}", "{\"a\": 1.0, \"a\": 2}", "not json", "null"]);
    (ids, output, arguments, any::<[bool; 5]>()).prop_map(|(ids, output, arguments, [thought, custom, apart, named, later])| {
        let mut items: Vec<Value> = Vec::new();
        if thought {
            items.push(json!({ "encrypted_content": "b3Bh", "id": "rs_@@", "summary": [], "type": "reasoning" }));
        }
        for (at, id) in ids.iter().enumerate() {
            let is_custom = custom && at == 1;
            let mut call = match is_custom {
                true => json!({ "type": "custom_tool_call", "call_id": id, "name": "sh", "input": "ls" }),
                false => json!({ "type": "function_call", "call_id": id, "name": "clock", "arguments": arguments, "status": null }),
            };
            if named {
                call["id"] = json!(format!("{}_@@{at}", if is_custom { "ctc" } else { "fc" }));
            }
            if later && at == 0 {
                call["async"] = json!(true);
            }
            items.push(call);
        }
        // An asynchronous call may have no output yet.
        for (at, id) in ids.iter().enumerate().skip(usize::from(later)).rev() {
            let kind = if custom && at == 1 { "custom_tool_call_output" } else { "function_call_output" };
            items.push(json!({ "type": kind, "output": output, "call_id": id }));
            if apart {
                items.push(json!({ "role": "user", "content": "Are you there?" }));
            }
        }
        items
    })
}
