//! Any conversation, in every format in which programs keep conversations; and anything else, which is refused.

use crate::desk::try_convert;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

const FORMS: [(&str, &str); 5] = [
    ("langchain", "stored"),
    ("langchain", "serialized"),
    ("strands", "agent"),
    ("strands", "messages"),
    ("strands", "python"),
];

fn words() -> impl Strategy<Value = String> {
    select(&["Hi", "and\nso", "{\"lc\":1}", "한국어 🙂", "\"quoted\" \\ \u{0}"][..]).prop_map(str::to_owned)
}

fn part(role: &'static str) -> BoxedStrategy<Value> {
    let text = words().prop_map(|text| json!({ "type": "text", "text": text }));
    let image = select(vec![
        json!({ "type": "image", "data": "AAAA", "mediaType": "image/png" }),
        json!({ "type": "image", "url": "https://a.test/b.jpeg", "detail": "low" }),
        json!({ "type": "image", "fileId": "f", "origin": { "format": "anthropic" } }),
        json!({ "type": "file", "data": "AAAA", "mediaType": "application/pdf", "name": "a.pdf" }),
        json!({ "type": "file", "url": "https://a.test/a.pdf" }),
        json!({ "type": "audio", "data": "AAAA", "mediaType": "audio/wav" }),
    ]);
    let thought = select(vec![
        json!({ "type": "reasoning", "text": "hm", "signature": "s", "origin": { "format": "anthropic" } }),
        json!({ "type": "reasoning", "encrypted": "zz", "origin": { "format": "anthropic" } }),
        json!({ "type": "reasoning", "text": "hm", "encrypted": "zz", "itemId": "rs_1", "origin": { "format": "openai-responses" } }),
        json!({ "type": "reasoning", "text": "hm", "origin": { "format": "gemini" } }),
        json!({ "type": "reasoning", "text": "hm", "signature": "s", "origin": { "format": "bedrock" } }),
        json!({ "type": "reasoning", "text": "hm" }),
        json!({ "type": "refusal", "text": "No." }),
        json!({ "type": "other", "format": "anthropic", "value": { "type": "server_tool_use", "id": "s" } }),
        json!({ "type": "other", "format": "gemini", "value": { "executableCode": { "code": "1" } } }),
    ]);
    if role == "assistant" { prop_oneof![text, thought].boxed() } else { prop_oneof![text, image].boxed() }
}

fn content(role: &'static str) -> impl Strategy<Value = Value> {
    prop_oneof![words().prop_map(Value::String), vec(part(role), 1..4).prop_map(Value::Array)]
}

/// Calls by their arguments, kind and place.
fn round() -> impl Strategy<Value = Vec<Value>> {
    let arguments = select(vec![
        json!({ "a": 1 }),
        json!("{\"a\": [1.0]}"),
        json!("{\"a\":"),
        json!("[1]"),
        json!({ "lc": 1 }),
    ]);
    let call = (arguments, prop::option::of(0..2_usize), prop::bool::weighted(0.2), prop::bool::ANY);
    (content("assistant"), vec(call, 0..3), vec(content("tool"), 3)).prop_map(|(content, calls, results)| {
        let mut messages = Vec::new();
        let told: Vec<Value> = calls
            .iter()
            .enumerate()
            .map(|(at, (arguments, after, is_custom, _))| {
                let mut call = json!({ "id": format!("call-{at}"), "name": "n", "arguments": arguments });
                if *is_custom {
                    call["kind"] = json!("custom");
                    call["arguments"] = json!("ls");
                }
                if let Some(after) = after {
                    call["afterParts"] = json!(after);
                }
                call
            })
            .collect();
        let mut said = json!({ "role": "assistant", "content": content });
        if !told.is_empty() {
            said["toolCalls"] = json!(told);
        }
        messages.push(said);
        for (at, ((_, _, _, is_answered), content)) in calls.iter().zip(results).enumerate() {
            if *is_answered {
                messages.push(json!({ "role": "tool", "toolCallId": format!("call-{at}"), "content": content, "isError": at == 1 }));
            }
        }
        messages
    })
}

fn conversation() -> impl Strategy<Value = Value> {
    let system = content("system").prop_map(|content| vec![json!({ "role": "system", "content": content })]);
    let user = content("user").prop_map(|content| vec![json!({ "role": "user", "content": content })]);
    let turns = vec(prop_oneof![3 => user, 4 => round(), 1 => system], 0..6);
    turns.prop_map(|turns| {
        // Names of calls stand in one round only.
        let mut all = Vec::new();
        for (turn, messages) in turns.into_iter().enumerate() {
            let text = Value::Array(messages).to_string();
            let named: Value = serde_json::from_str(&text.replace("\"call-", &format!("\"call-{turn}-")))
                .expect("still JSON");
            all.extend(named.as_array().cloned().expect("a list"));
        }
        json!(
            all.into_iter()
                .enumerate()
                .map(|(at, mut message)| {
                    message["id"] = json!(format!("m{at}"));
                    message
                })
                .collect::<Vec<Value>>()
        )
    })
}

/// The words, calls and results of neutral messages, in the order in which they stand.
fn atoms(messages: &Value) -> Vec<String> {
    let mut atoms = Vec::new();
    for message in messages.as_array().expect("a list") {
        let content = &message["content"];
        let parts =
            content.as_array().cloned().unwrap_or_else(|| vec![json!({ "type": "text", "text": content })]);
        let texts =
            parts.iter().filter(|part| ["text", "refusal"].contains(&part["type"].as_str().unwrap_or("")));
        atoms.extend(texts.filter_map(|part| part["text"].as_str().map(|text| format!("text {text}"))));
        let mut calls: Vec<String> = Vec::new();
        for call in message["toolCalls"].as_array().into_iter().flatten() {
            let given = call["arguments"].as_str().and_then(|text| serde_json::from_str(text).ok());
            let arguments: Value =
                given.filter(Value::is_object).unwrap_or_else(|| call["arguments"].clone());
            calls.push(format!("call {} {arguments}", call["id"]));
        }
        // Those that nobody could read may stand behind the others.
        calls.sort();
        atoms.extend(calls);
        if let Some(id) = message["toolCallId"].as_str() {
            atoms.push(format!("result {id} {}", message["isError"] == json!(true)));
        }
    }
    atoms
}

fn json_value() -> impl Strategy<Value = Value> {
    let names = [
        "type",
        "data",
        "content",
        "text",
        "role",
        "messages",
        "kwargs",
        "lc",
        "id",
        "tool_calls",
        "args",
        "additional_kwargs",
        "reasoning",
        "toolUse",
        "toolResult",
        "image",
        "source",
        "json",
        "metadata",
        "custom",
        "thinking",
        "response_metadata",
    ];
    let words =
        ["human", "ai", "tool", "text", "image", "tool_use", "reasoning", "user", "assistant", "x", ""];
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        select(words.to_vec()).prop_map(Value::from)
    ];
    leaf.prop_recursive(6, 48, 5, move |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::Array),
            vec((select(names.to_vec()), inner), 0..5).prop_map(|fields| {
                Value::Object(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
            }),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn what_is_said_is_there_or_named(talk in conversation()) {
        for (format, form) in FORMS {
            let told = try_convert(["backscroll", format], &talk, form).expect("written");
            let back = try_convert([format, "backscroll"], &told.body, "").expect("read");
            prop_assert_eq!(back.losses(), Vec::<String>::new(), "{}", told.body);
            let changed = |message: &&Value| {
                told.losses.iter().chain(&told.repairs).any(|repair| repair["messageId"] == message["id"])
            };
            let is_whole = !talk.as_array().expect("a list").iter().any(|message| changed(&message));
            if is_whole {
                prop_assert_eq!(atoms(&back.body), atoms(&talk), "{} {}: {}", format, form, told.body);
            }
        }
    }

    #[test]
    fn what_was_written_comes_back(talk in conversation()) {
        for (format, form) in FORMS {
            let told = try_convert(["backscroll", format], &talk, form).expect("written").body;
            let again = try_convert([format, format], &told, form).expect("converted");
            prop_assert_eq!(&again.body, &told);
            prop_assert_eq!(again.losses(), Vec::<String>::new());
        }
    }

    #[test]
    fn anything_is_read_or_refused(body in json_value()) {
        for (format, form) in FORMS {
            for body in [body.clone(), json!([body]), json!([{ "type": "ai", "data": body }]), json!([{ "role": "assistant", "content": [body] }])] {
                if let Ok(told) = try_convert([format, format], &body, form) {
                    let again = try_convert([format, format], &told.body, form).expect("what was written is read");
                    prop_assert_eq!(&again.body, &told.body, "{} {}: {}", format, form, body);
                }
            }
        }
    }
}
