//! Random bodies in the format of Responses, most of them invalid.

use super::words::{CALL_IDS, TOOL_NAMES, arguments, text};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

/// A body for Responses.
pub(crate) fn responses_body() -> BoxedStrategy<Value> {
    let instructions = prop_oneof![2 => Just(None), 1 => Just(Some("You are @@.")), 1 => Just(Some(""))];
    let params = prop_oneof![
        4 => Just(json!({ "model": "m" })),
        1 => Just(json!({ "model": "m", "store": false })),
        1 => Just(json!({ "model": "m", "previous_response_id": "resp_1" })),
        1 => Just(json!({ "conversation": null, "model": "m", "store": true })),
    ];
    let input = prop_oneof![
        9 => vec(item(), 0..10).prop_map(Value::Array),
        1 => text().prop_map(Value::String),
    ];
    (instructions, params, input)
        .prop_map(|(instructions, mut body, input)| {
            if let Some(instructions) = instructions {
                body["instructions"] = json!(instructions);
            }
            body["input"] = input;
            body
        })
        .boxed()
}

fn item() -> BoxedStrategy<Value> {
    let role =
        prop_oneof![2 => Just("system"), 1 => Just("developer"), 6 => Just("user"), 2 => Just("assistant")];
    let said = (role, content(), id("msg_"));
    prop_oneof![
        4 => said.prop_map(|(role, content, id)| identified(id.filter(|_| role != "assistant"), json!({ "role": role, "content": content }))),
        3 => (id("msg_"), text()).prop_map(|(id, text)| identified(id, json!({
            "type": "message", "role": "assistant", "status": "completed",
            "content": [{ "type": "output_text", "text": text, "annotations": [] }],
        }))),
        5 => call(),
        5 => output(),
        3 => reasoning(),
        1 => other(),
    ]
    .boxed()
}

/// Ids are few, so that items occur twice. Some ids are not in the provider's form.
fn id(prefix: &'static str) -> BoxedStrategy<Option<String>> {
    prop_oneof![
        3 => Just(None),
        6 => (1..6_u8).prop_map(move |number| Some(format!("{prefix}{number}"))),
        1 => Just(Some("call_x".to_owned())),
    ]
    .boxed()
}

fn identified(id: Option<String>, mut item: Value) -> Value {
    if let Some(id) = id {
        item["id"] = json!(id);
    }
    item
}

fn content() -> BoxedStrategy<Value> {
    let parts = prop_oneof![
        4 => text().prop_map(|text| json!({ "type": "input_text", "text": text })),
        1 => text().prop_map(|text| json!({ "type": "output_text", "text": text })),
        1 => Just(json!({ "type": "input_image", "image_url": "data:image/png;base64,iVBORw0KGgo=" })),
        1 => Just(json!({ "type": "input_image", "image_url": "data:image/bmp;base64,Qk0=", "detail": "auto" })),
        1 => Just(json!({ "type": "input_file", "file_data": "JVBERg==", "filename": "a.pdf" })),
        1 => Just(json!({ "type": "input_file", "file_id": "file-1" })),
    ];
    prop_oneof![
        5 => text().prop_map(Value::String),
        2 => vec(parts, 0..3).prop_map(Value::Array),
        1 => Just(Value::Null),
    ]
    .boxed()
}

fn call() -> BoxedStrategy<Value> {
    let function = (id("fc_"), select(&CALL_IDS[..]), select(&TOOL_NAMES[..]), arguments());
    let custom = (id("ctc_"), select(&CALL_IDS[..]));
    let shell = (id("sh_"), select(&CALL_IDS[..]));
    prop_oneof![
        6 => function.prop_map(|(id, call, name, arguments)| identified(id, json!({
            "type": "function_call", "call_id": call, "name": name, "arguments": arguments,
        }))),
        1 => custom.prop_map(|(id, call)| identified(id, json!({
            "type": "custom_tool_call", "call_id": call, "name": "shell", "input": "ls @@",
        }))),
        1 => shell.prop_map(|(id, call)| identified(id, json!({
            "type": "shell_call", "call_id": call, "action": { "commands": ["ls @@"] }, "status": "completed",
        }))),
    ]
    .boxed()
}

fn output() -> BoxedStrategy<Value> {
    let kind = prop_oneof![6 => Just("function_call_output"), 1 => Just("custom_tool_call_output")];
    let output = prop_oneof![6 => content(), 1 => Just(json!({ "found": ["@@"] })), 1 => Just(json!(["@@"]))];
    let found = Just(json!({ "type": "function_call_output", "call_id": "search_1", "output": "found" }));
    let result = (kind, select(&CALL_IDS[..]), output, id("fco_")).prop_map(|(kind, call, output, id)| {
        identified(id, json!({ "type": kind, "call_id": call, "output": output }))
    });
    let entry = json!({ "stdout": "@@", "stderr": "", "outcome": { "type": "exit", "exit_code": 0 } });
    let printed = (select(&CALL_IDS[..]), vec(Just(entry), 0..2))
        .prop_map(|(id, output)| json!({ "type": "shell_call_output", "call_id": id, "output": output }));
    prop_oneof![12 => result, 2 => printed, 1 => found].boxed()
}

fn reasoning() -> BoxedStrategy<Value> {
    let rest = prop_oneof![
        4 => Just(json!({ "summary": [], "encrypted_content": "b3Bh" })),
        1 => Just(json!({ "summary": [{ "type": "summary_text", "text": "Hm." }] })),
        1 => Just(json!({ "summary": [], "content": [{ "type": "reasoning_text", "text": "Hm." }], "encrypted_content": "b3Bh" })),
    ];
    (id("rs_"), rest)
        .prop_map(|(id, mut rest)| {
            rest["type"] = json!("reasoning");
            identified(id, rest)
        })
        .boxed()
}

fn other() -> BoxedStrategy<Value> {
    select(vec![
        json!({ "type": "web_search_call", "id": "ws_1", "status": "completed", "action": { "type": "search", "query": "q" } }),
        json!({ "type": "tool_search_call", "call_id": "search_1", "execution": "client", "status": "completed", "arguments": {} }),
        json!({ "type": "additional_tools", "role": "developer", "tools": [] }),
        json!({ "type": "item_reference", "id": "msg_1" }),
    ])
    .boxed()
}
