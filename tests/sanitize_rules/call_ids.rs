//! Repeated and missing call ids (OC9, OR14): the request for each target, turn after turn.

use backscroll::engine::{Conversation, Settings};
use backscroll::format::TARGETS;
use serde_json::{Value, json};
use std::collections::HashSet;

/// A call of a tool, and its result.
struct Step {
    calls: &'static [(&'static str, &'static str)],
    results: &'static [(&'static str, Option<&'static str>)],
}

fn talk(steps: &[Step], mut after: impl FnMut(&mut Conversation)) -> Conversation {
    let mut talk = Conversation::new(Settings::default());
    let mut append = |message: Value| {
        talk.append_json(&message.to_string(), 0).expect("a message");
        after(&mut talk);
    };
    for (turn, step) in steps.iter().enumerate() {
        append(json!({ "role": "user", "content": format!("question {turn}") }));
        let calls: Vec<Value> = step
            .calls
            .iter()
            .map(|(id, name)| json!({ "id": id, "name": name, "arguments": "{}" }))
            .collect();
        append(json!({ "role": "assistant", "content": "", "toolCalls": calls }));
        for (at, (id, name)) in step.results.iter().enumerate() {
            let name = name.map_or(json!({}), |name| json!({ "name": name }));
            let mut result =
                json!({ "role": "tool", "toolCallId": id, "content": format!("result {turn}.{at}") });
            result.as_object_mut().expect("an object").extend(name.as_object().cloned().expect("an object"));
            append(result);
        }
        append(json!({ "role": "assistant", "content": format!("answer {turn}") }));
    }
    talk
}

fn params(target: usize) -> String {
    match TARGETS[target].dialect().format.as_str() {
        "bedrock" => {
            json!({ "toolConfig": { "tools": [{ "toolSpec": { "name": "a", "inputSchema": { "json": {} } } }] } })
        }
        "anthropic" => json!({ "model": "m", "max_tokens": 9 }),
        _ => json!({ "model": "m" }),
    }
    .to_string()
}

fn body(talk: &mut Conversation, target: usize) -> Value {
    let mut out = Vec::new();
    talk.request(target, &params(target), "", &mut out).expect("a request");
    serde_json::from_slice(&out).expect("a body")
}

/// Returns the ids of a body's calls and results, with their names or texts.
fn ids(node: &Value, calls: &mut Vec<(String, String)>, results: &mut Vec<(String, String)>) {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    if let Value::Object(fields) = node {
        let at = |name: &str| fields.get(name).cloned().unwrap_or_default();
        match fields.get("type").and_then(Value::as_str) {
            Some("function_call") => calls.push((text(&at("call_id")), text(&at("name")))),
            Some("function_call_output") => results.push((text(&at("call_id")), text(&at("output")))),
            Some("function") if fields.contains_key("id") => {
                calls.push((text(&at("id")), text(&at("function")["name"])));
            }
            Some("tool_use") => calls.push((text(&at("id")), text(&at("name")))),
            Some("tool_result") => results.push((text(&at("tool_use_id")), text(&at("content")))),
            _ => {}
        }
        if at("role") == "tool" {
            results.push((text(&at("tool_call_id")), text(&at("content"))));
        }
        if let Some(call) = fields.get("toolUse") {
            calls.push((text(&call["toolUseId"]), text(&call["name"])));
        }
        if let Some(result) = fields.get("toolResult") {
            results.push((text(&result["toolUseId"]), text(&result["content"][0]["text"])));
        }
        if let Some(call) = fields.get("functionCall") {
            calls.push((text(&call["id"]), text(&call["name"])));
        }
        if let Some(result) = fields.get("functionResponse") {
            let said = &result["response"];
            results.push((
                text(&result["id"]),
                text(said.as_object().and_then(|said| said.values().next()).unwrap_or(&Value::Null)),
            ));
        }
        fields.values().for_each(|inner| ids(inner, calls, results));
    }
    node.as_array().into_iter().flatten().for_each(|inner| ids(inner, calls, results));
}

/// Returns the name of the call for each result, in order. Fails unless every id occurs once on each side.
fn answered(body: &Value) -> Vec<(String, String)> {
    let (mut calls, mut results) = (Vec::new(), Vec::new());
    ids(body, &mut calls, &mut results);
    for side in [&calls, &results] {
        let once: HashSet<&String> = side.iter().map(|(id, _)| id).collect();
        assert_eq!(once.len(), side.len(), "an id stands twice in {body:#}");
        assert!(!once.iter().any(|id| id.is_empty()), "an id is empty in {body:#}");
    }
    let name = |id: &String| calls.iter().find(|(call, _)| call == id).map(|(_, name)| name.clone());
    results.iter().map(|(id, text)| (name(id).unwrap_or_default(), text.clone())).collect()
}

fn all_targets() -> std::ops::Range<usize> {
    0..TARGETS.len()
}

fn targets(of: &[&str]) -> Vec<usize> {
    let known = TARGETS.iter().enumerate();
    known.filter(|(_, target)| of.contains(&target.dialect().format.as_str())).map(|(at, _)| at).collect()
}

const REPEATED: [Step; 3] = [
    Step { calls: &[("terminal:0", "a")], results: &[("terminal:0", None)] },
    Step {
        calls: &[("terminal:0", "b"), ("terminal:1", "c")],
        results: &[("terminal:1", None), ("terminal:0", None)],
    },
    Step { calls: &[("terminal:0", "d")], results: &[("terminal:0", None)] },
];

const UNNAMED: [Step; 3] = [
    Step { calls: &[("", "a"), ("", "b")], results: &[("", Some("b")), ("", Some("a"))] },
    Step { calls: &[("", "c"), ("", "c")], results: &[("", None), ("", None)] },
    Step { calls: &[("", "d")], results: &[("", Some("other"))] },
];

#[test]
fn a_repeated_id_is_renamed_where_servers_require_unique_ids() {
    for target in targets(&["openai-chat", "openai-responses"]) {
        let mut talk = talk(&REPEATED, |_| {});
        let told = answered(&body(&mut talk, target));
        let told: Vec<(&str, &str)> =
            told.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        assert_eq!(
            told,
            [("a", "result 0.0"), ("c", "result 1.0"), ("b", "result 1.1"), ("d", "result 2.0")]
        );
        let renamed = talk.repairs().iter().filter(|repair| repair.code.as_str() == "call-id-renamed");
        let renamed: Vec<Option<&str>> = renamed.map(|repair| repair.call_id.as_deref()).collect();
        assert_eq!(renamed, [Some("terminal:0"); 2]);
    }
}

#[test]
fn a_repeated_id_in_a_later_turn_stays_where_servers_accept_it() {
    for target in targets(&["anthropic", "gemini", "bedrock", "mistral"]) {
        let mut talk = talk(&REPEATED, |_| {});
        let (mut calls, mut results) = (Vec::new(), Vec::new());
        ids(&body(&mut talk, target), &mut calls, &mut results);
        assert!(calls[0].0 == calls[1].0 && calls[1].0 == calls[3].0, "{calls:?}");
    }
}

#[test]
fn calls_without_ids_get_ids_and_results_find_them_by_name_then_by_order() {
    for target in all_targets() {
        let mut talk = talk(&UNNAMED, |_| {});
        let body = body(&mut talk, target);
        let mut told = answered(&body);
        told.sort_by(|(_, one), (_, other)| one.cmp(other));
        let told: Vec<(&str, &str)> =
            told.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let expected = [
            ("b", "result 0.0"),
            ("a", "result 0.1"),
            ("c", "result 1.0"),
            ("c", "result 1.1"),
            ("d", "result 2.0"),
        ];
        assert_eq!(told, expected, "{body:#}");
        let mapped = talk.repairs().iter().filter(|repair| repair.code.as_str() == "call-id-mapped").count();
        assert_eq!(mapped, 5, "{:#?}", talk.repairs());
    }
}

#[test]
fn a_result_with_a_name_leaves_the_other_call_open() {
    const STEPS: [Step; 1] = [Step { calls: &[("", "a"), ("", "b")], results: &[("", Some("b"))] }];
    for target in all_targets() {
        let mut talk = talk(&STEPS, |_| {});
        let body = body(&mut talk, target);
        let mut told = answered(&body);
        told.sort();
        let [(closed, said), (answered, result)] = told.as_slice() else { panic!("{body:#}") };
        assert_eq!(
            (closed.as_str(), answered.as_str(), result.as_str()),
            ("a", "b", "result 0.0"),
            "{body:#}"
        );
        assert!(said.contains("interrupted"), "{body:#}");
    }
}

#[test]
fn sent_ids_stay_the_same_in_later_requests() {
    for steps in [&REPEATED, &UNNAMED] {
        for target in all_targets() {
            let mut before: Vec<String> = Vec::new();
            talk(steps, |talk| {
                if talk.history().newest().is_some_and(|newest| !newest.open_calls().is_empty()) {
                    return;
                }
                let sent = body(talk, target);
                let field = TARGETS[target].dialect().request.messages;
                let wires: Vec<String> =
                    sent[field].as_array().into_iter().flatten().map(Value::to_string).collect();
                // Additions at the end, and joins with the last turn, may still change.
                let lasting = before.len().saturating_sub(2);
                assert_eq!(wires.get(..lasting), before.get(..lasting), "{sent:#}");
                let mut anew = Conversation::new(Settings::default());
                let mut snapshot = Vec::new();
                talk.write_messages(&mut snapshot);
                let messages: Vec<Value> = serde_json::from_slice(&snapshot).expect("messages");
                messages
                    .iter()
                    .for_each(|message| drop(anew.append_json(&message.to_string(), 0).expect("known")));
                assert_eq!(body(&mut anew, target), sent, "a request that is written at once");
                before = wires;
            });
        }
    }
}

#[test]
fn a_request_that_is_written_has_the_call_before_its_output() {
    let early = json!({ "input": [
        { "role": "user", "content": "Time?" },
        { "type": "function_call_output", "call_id": "c1", "output": "noon" },
        { "type": "function_call", "call_id": "c1", "name": "clock", "arguments": "{}" },
    ] });
    let mut talk = Conversation::new(Settings::default());
    talk.read("openai-responses", &early.to_string(), 0).expect("a body");
    for target in targets(&["openai-responses"]) {
        let body = body(&mut talk, target);
        let kinds = body["input"].as_array().expect("items").iter().map(|item| item["type"].as_str());
        let order: Vec<&str> = kinds.flatten().filter(|kind| kind.starts_with("function")).collect();
        assert_eq!(order, ["function_call", "function_call_output"], "{body:#}");
        let moved = talk.repairs().iter().filter(|repair| repair.code.as_str() == "result-moved").count();
        assert_eq!(moved, 1, "{:#?}", talk.repairs());
    }
}
