//! Calls without ids, written for programs that find results by them.

use super::desk::{convert, try_convert};
use serde_json::{Value, json};
use std::collections::HashSet;

fn call(name: &str) -> Value {
    json!({ "type": "function", "function": { "name": name, "arguments": "{}" } })
}

/// Two turns of calls without ids; results of the first have names, in another order than the calls.
fn unnamed() -> Value {
    let result = |name: &str, text: &str| json!({ "role": "tool", "name": name, "content": text });
    json!({ "messages": [
        { "role": "user", "content": "Both?" },
        { "role": "assistant", "content": null, "tool_calls": [call("a"), call("b")] },
        result("b", "of b"),
        result("a", "of a"),
        { "role": "user", "content": "Again?" },
        { "role": "assistant", "content": null, "tool_calls": [call("a")] },
        { "role": "tool", "content": "of a again" },
    ] })
}

/// The ids and the names of calls, and the ids and the texts of results, wherever they stand.
fn pairs(node: &Value, name: &str, calls: &mut Vec<[String; 2]>, results: &mut Vec<[String; 2]>) {
    if let Value::Object(fields) = node {
        let text = |field: &str| fields.get(field).and_then(Value::as_str).unwrap_or_default().to_owned();
        if fields.contains_key(name) {
            let said = fields.get("output").or(fields.get("content")).map(Value::to_string);
            if fields.contains_key("input") {
                let tool = [text("toolName"), text("name"), text("type").replace("tool-", "")];
                let tool = tool.into_iter().find(|tool| !tool.is_empty()).unwrap_or_default();
                calls.push([text(name), tool]);
            }
            results.extend(said.map(|said| [text(name), said]));
        }
        fields.values().for_each(|inner| pairs(inner, name, calls, results));
    }
    node.as_array().into_iter().flatten().for_each(|inner| pairs(inner, name, calls, results));
}

#[test]
fn each_call_without_an_id_gets_one_and_it_is_reported() {
    let forms = [
        ("ai-sdk", "model", "toolCallId"),
        ("ai-sdk", "ui", "toolCallId"),
        ("strands", "agent", "toolUseId"),
        ("strands", "messages", "toolUseId"),
        ("strands", "python", "toolUseId"),
    ];
    for (to, form, name) in forms {
        let report = try_convert(["openai-chat", to], &unnamed(), form).expect("converted");
        let (mut calls, mut results) = (Vec::new(), Vec::new());
        pairs(&report.body, name, &mut calls, &mut results);
        let ids: HashSet<&String> = calls.iter().map(|[id, _]| id).collect();
        assert_eq!(ids.len(), 3, "{to} {form}: {report:?}");
        assert!(!ids.iter().any(|id| id.is_empty()), "{to} {form}: {report:?}");
        let answered: Vec<(&str, &String)> = results
            .iter()
            .map(|[id, said]| {
                let call = calls.iter().find(|[call, _]| call == id).expect("a call");
                (call[1].as_str(), said)
            })
            .collect();
        for (tool, said) in &answered {
            assert!(said.contains(&format!("of {tool}")), "{to} {form}: {answered:?}");
        }
        assert_eq!(answered.len(), 3, "{to} {form}: {report:?}");
        let mapped = report.repairs.iter().filter(|repair| repair["code"] == "call-id-mapped").count();
        assert_eq!(mapped, 6, "calls and results, {to} {form}: {report:?}");
        // Calls that were given ids keep them.
        let again = try_convert([to, to], &report.body, form).expect("converted");
        assert_eq!(again.body, report.body, "{to} {form}");
        assert!(again.repairs.is_empty(), "{to} {form}");
    }
}

#[test]
fn results_of_the_ai_sdk_without_ids_find_their_calls_by_the_name_of_the_tool() {
    let said = |kind: &str, name: &str, more: Value| {
        let mut part = json!({ "type": kind, "toolCallId": "", "toolName": name });
        part.as_object_mut().expect("an object").extend(more.as_object().cloned().expect("an object"));
        part
    };
    let output = |text: &str| json!({ "output": { "type": "text", "value": text } });
    let input = json!({ "input": {} });
    let model = json!([
        { "role": "user", "content": "Both?" },
        { "role": "assistant", "content": [said("tool-call", "a", input.clone()), said("tool-call", "b", input)] },
        { "role": "tool", "content": [said("tool-result", "b", output("of b")), said("tool-result", "a", output("of a"))] },
    ]);
    let part = |name: &str, state: Value| {
        let mut part = json!({ "type": format!("tool-{name}"), "toolCallId": "", "input": {} });
        part.as_object_mut().expect("an object").extend(state.as_object().cloned().expect("an object"));
        part
    };
    let ui = json!([
        { "id": "u", "role": "user", "parts": [{ "type": "text", "text": "Both?" }] },
        { "id": "a", "role": "assistant", "parts": [
            part("a", json!({ "state": "input-available" })),
            part("b", json!({ "state": "output-available", "output": "of b" })),
        ] },
    ]);
    for body in [model, ui] {
        let report = convert(["ai-sdk", "openai-chat"], &body);
        let messages = report.body["messages"].as_array().expect("messages");
        let calls = messages[1]["tool_calls"].as_array().expect("calls");
        for result in messages.iter().filter(|message| message["role"] == "tool") {
            let call = calls.iter().find(|call| call["id"] == result["tool_call_id"]).expect("its call");
            let said = result["content"].as_str().unwrap_or_default();
            let tool = call["function"]["name"].as_str().unwrap_or_default();
            assert!(said.contains(&format!("of {tool}")) || said.contains("interrupted"), "{report:?}");
            assert!(tool == "a" || said.contains("of b"), "{report:?}");
        }
    }
}
