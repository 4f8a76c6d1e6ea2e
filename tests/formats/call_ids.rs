//! Calls without ids, written for programs that find results by them.

use super::desk::try_convert;
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
