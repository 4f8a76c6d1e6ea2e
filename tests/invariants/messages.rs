//! Random neutral messages, as a host gives them.
//!
//! Strategies are boxed, because nested strategies are large and a test's stack is small.

use super::words::{CALL_IDS, TOOL_NAMES, arguments, text};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};

/// A message of any role.
pub(crate) fn message() -> BoxedStrategy<Value> {
    prop_oneof![3 => user(), 4 => assistant(), 4 => result(), 1 => system()].boxed()
}

/// A user message.
pub(crate) fn user() -> BoxedStrategy<Value> {
    (content(part_of_user()), notes())
        .prop_map(|(content, notes)| with(notes, json!({ "role": "user", "content": content })))
        .boxed()
}

/// An answer, with up to three calls.
pub(crate) fn assistant() -> BoxedStrategy<Value> {
    let said = (content(part()), proptest::collection::vec(call(), 0..=3), usage(), notes());
    said.prop_map(|(content, calls, usage, notes)| {
        let mut message = with(notes, json!({ "role": "assistant", "content": content }));
        if !calls.is_empty() {
            message["toolCalls"] = Value::Array(calls);
        }
        if let Some(usage) = usage {
            message["tokens"] = usage;
        }
        message
    })
    .boxed()
}

/// A result of one of the few calls.
pub(crate) fn result() -> BoxedStrategy<Value> {
    let said = (content(part_of_user()), select(&CALL_IDS[..]), prop::bool::weighted(0.2), notes());
    said.prop_map(|(content, id, failed, notes)| {
        with(notes, json!({ "role": "tool", "content": content, "toolCallId": id, "isError": failed }))
    })
    .boxed()
}

/// A pending message of any source; some are blank or lack their name.
pub(crate) fn waiting() -> BoxedStrategy<Value> {
    let source = select(&["user", "subagent", "skill", "workflow", "recall", "goal"][..]);
    let name = prop_oneof![
        4 => Just(Some("42abc")),
        2 => Just(Some("the \"second\" 🙂 helper")),
        1 => Just(None),
    ];
    (source, name, text())
        .prop_map(|(source, name, content)| match name {
            Some(name) => json!({ "source": source, "name": name, "content": content }),
            None => json!({ "source": source, "content": content }),
        })
        .boxed()
}

fn system() -> BoxedStrategy<Value> {
    (content(part()), notes())
        .prop_map(|(content, notes)| with(notes, json!({ "role": "system", "content": content })))
        .boxed()
}

fn call() -> BoxedStrategy<Value> {
    let kind = prop_oneof![9 => Just("function"), 1 => Just("custom")];
    (select(&CALL_IDS[..]), select(&TOOL_NAMES[..]), arguments(), kind).prop_map(|(id, name, arguments, kind)| {
        json!({ "id": id, "name": name, "arguments": arguments, "kind": kind })
    })
    .boxed()
}

fn usage() -> impl Strategy<Value = Option<Value>> {
    let reported =
        (0..5_000_u64, 0..500_u64).prop_map(|(input, output)| json!({ "input": input, "output": output }));
    let silent = (0..500_u64).prop_map(|output| json!({ "output": output }));
    prop_oneof![3 => Just(None), 2 => reported.prop_map(Some), 1 => silent.prop_map(Some)]
}

/// Pins, names and unknown fields.
fn notes() -> impl Strategy<Value = Map<String, Value>> {
    let name = prop_oneof![8 => Just(None), 1 => Just(Some("Ada")), 1 => Just(Some("Ada Lovelace"))];
    (prop::bool::weighted(0.1), name, prop::bool::weighted(0.1)).prop_map(|(pinned, name, extra)| {
        let mut notes = Map::new();
        if pinned {
            notes.insert("pinned".to_owned(), json!(true));
        }
        if let Some(name) = name {
            notes.insert("name".to_owned(), json!(name));
        }
        if extra {
            notes
                .insert("extras".to_owned(), json!({ "index": 0, "cache_control": { "type": "ephemeral" } }));
        }
        notes
    })
}

fn with(notes: Map<String, Value>, mut message: Value) -> Value {
    if let Some(fields) = message.as_object_mut() {
        fields.extend(notes);
    }
    message
}

/// The content of a message: nothing, text, or parts.
fn content(part: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    prop_oneof![
        6 => text().prop_map(Value::String),
        3 => proptest::collection::vec(part, 0..4).prop_map(Value::Array),
        1 => Just(Value::Null),
    ]
}

fn part() -> BoxedStrategy<Value> {
    let marked = prop_oneof![
        6 => Just(None),
        1 => Just(Some(json!({ "type": "ephemeral" }))),
        1 => Just(Some(json!({ "type": "ephemeral", "ttl": "1h" }))),
    ];
    let said = (text(), marked).prop_map(|(text, marker)| match marker {
        None => json!({ "type": "text", "text": text }),
        Some(marker) => json!({ "type": "text", "text": text, "cache_control": marker, "mystery": 1 }),
    });
    prop_oneof![
        6 => said,
        3 => select(media()),
        2 => select(thoughts()),
        1 => select(unmodelled()),
        1 => text().prop_map(|text| json!({ "type": "refusal", "text": text })),
    ]
    .boxed()
}

/// A part that only users and tools may have.
fn part_of_user() -> BoxedStrategy<Value> {
    let found = json!([{ "type": "text", "text": "found" }]);
    let result = json!({ "type": "search_result", "source": "s", "title": "t", "content": found });
    prop_oneof![14 => part(), 1 => Just(json!({ "type": "other", "format": "anthropic", "value": result }))]
        .boxed()
}

fn media() -> Vec<Value> {
    vec![
        json!({ "type": "image", "mediaType": "image/png", "data": "iVBORw0KGgo=" }),
        json!({ "type": "image", "mediaType": "image/bmp", "data": "Qk0=", "name": "scan.bmp" }),
        json!({ "type": "image", "url": "https://example.org/a.png", "width": 9_000, "height": 10, "detail": "low" }),
        json!({ "type": "image", "fileId": "file-1", "origin": { "format": "openai-chat" } }),
        json!({ "type": "audio", "mediaType": "audio/mpeg", "data": "SUQz" }),
        json!({ "type": "audio", "mediaType": "audio/ogg", "data": "T2dn" }),
        json!({ "type": "file", "mediaType": "application/pdf", "data": "JVBERg==", "name": "a.pdf" }),
        json!({ "type": "file", "mediaType": "text/csv", "data": "YSxi" }),
        json!({ "type": "file", "url": "https://example.org/a.pdf" }),
        json!({ "type": "file", "fileId": "file_2", "origin": { "format": "anthropic" } }),
        json!({ "type": "file", "fileId": "3f2c", "origin": { "format": "mistral" } }),
    ]
}

fn thoughts() -> Vec<Value> {
    let origin = |format: &str, model: &str| json!({ "format": format, "model": model });
    vec![
        json!({ "type": "reasoning", "text": "Hm.", "signature": "c2ln", "origin": origin("anthropic", "m") }),
        json!({ "type": "reasoning", "text": "Hm.", "signature": "c2ln", "origin": origin("anthropic", "other") }),
        json!({ "type": "reasoning", "encrypted": "b3BhcXVl", "origin": origin("anthropic", "m") }),
        json!({ "type": "reasoning", "text": "Hm.", "origin": origin("openai-chat", "m") }),
        json!({ "type": "reasoning", "text": "Hm." }),
        json!({ "type": "reasoning", "encrypted": "b3Bh", "itemId": "rs_1", "origin": origin("openai-responses", "m") }),
        json!({ "type": "reasoning", "text": "Hm.", "itemId": "rs_2", "origin": origin("openai-responses", "other") }),
        json!({ "type": "reasoning", "text": "Hm.", "closed": true, "origin": origin("mistral", "m") }),
        json!({ "type": "reasoning", "text": "Hm.", "signature": "c2ln", "origin": origin("mistral", "other") }),
    ]
}

fn unmodelled() -> Vec<Value> {
    vec![
        json!({ "type": "other", "format": "anthropic", "value": { "type": "anthropic_novelty" } }),
        json!({ "type": "other", "format": "openai-chat", "value": { "type": "openai_novelty" } }),
    ]
}
