//! Tools that OpenAI defines and the host runs: computers, shells, patches, searches, and approvals.

use crate::desk::convert;
use serde_json::{Value, json};

const PNG: &str = "data:image/png;base64,iVBORw0KGgo=";

/// A call of each tool, and its output.
fn pairs() -> Vec<(&'static str, Value, Value)> {
    let printed = json!([{ "stdout": "12:00", "stderr": "", "outcome": { "type": "exit", "exit_code": 0 } }]);
    vec![
        (
            "computer",
            json!({ "type": "computer_call", "call_id": "c1", "action": { "type": "click", "x": 1, "y": 2, "button": "left" }, "id": "cu_1", "pending_safety_checks": [], "status": "completed" }),
            json!({ "type": "computer_call_output", "call_id": "c1", "output": { "type": "computer_screenshot", "image_url": PNG }, "acknowledged_safety_checks": [{ "id": "s1" }] }),
        ),
        (
            "computer",
            json!({ "type": "computer_call", "call_id": "c1", "actions": [{ "type": "wait" }, { "type": "screenshot" }], "id": "cu_1", "pending_safety_checks": [], "status": "completed" }),
            json!({ "type": "computer_call_output", "call_id": "c1", "output": { "type": "computer_screenshot", "file_id": "file-1", "detail": "original" } }),
        ),
        (
            "shell",
            json!({ "type": "shell_call", "call_id": "c1", "action": { "commands": ["date"], "timeout_ms": 10 }, "id": "sh_1", "status": "completed", "environment": null }),
            json!({ "type": "shell_call_output", "call_id": "c1", "output": printed, "max_output_length": 100 }),
        ),
        (
            "local_shell",
            json!({ "type": "local_shell_call", "call_id": "c1", "action": { "type": "exec", "command": ["date"], "env": {} }, "id": "lsh_1", "status": "completed" }),
            json!({ "type": "local_shell_call_output", "call_id": "c1", "output": "12:00", "id": "c1" }),
        ),
        (
            "apply_patch",
            json!({ "type": "apply_patch_call", "call_id": "c1", "operation": { "type": "delete_file", "path": "a" }, "status": "completed" }),
            json!({ "type": "apply_patch_call_output", "call_id": "c1", "status": "failed", "output": "no such file" }),
        ),
        (
            "tool_search",
            json!({ "type": "tool_search_call", "call_id": "c1", "arguments": { "query": "clock" }, "execution": "client", "status": "completed" }),
            json!({ "type": "tool_search_output", "call_id": "c1", "tools": [], "execution": "client", "status": "completed" }),
        ),
        (
            "set.time",
            json!({ "type": "mcp_approval_request", "id": "mcpr_1", "name": "set.time", "arguments": "{\"hour\": 12}", "server_label": "clock" }),
            json!({ "type": "mcp_approval_response", "approval_request_id": "mcpr_1", "approve": false, "reason": "not now" }),
        ),
    ]
}

fn body(call: &Value, output: &Value) -> Value {
    json!({ "input": [{ "role": "user", "content": "Time?" }, call, output, { "role": "user", "content": "Well?" }] })
}

#[test]
fn a_call_and_its_output_survive_a_round_trip() {
    for (name, call, output) in pairs() {
        let body = body(&call, &output);
        let neutral = convert(["openai-responses", "backscroll"], &body);
        assert_eq!((neutral.losses(), neutral.repairs()), (vec![], vec![]), "{name}");
        let back = convert(["backscroll", "openai-responses"], &neutral.body);
        assert_eq!(back.body["input"], body["input"], "{name}");
    }
}

#[test]
fn in_other_formats_they_are_ordinary_calls_and_results() {
    let other = [
        (
            "anthropic",
            "messages",
            json!({ "type": "image", "source": { "type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo=" } }),
        ),
        (
            "bedrock",
            "messages",
            json!({ "image": { "format": "png", "source": { "bytes": "iVBORw0KGgo=" } } }),
        ),
    ];
    for (target, list, picture) in other {
        for (name, call, output) in pairs().into_iter().filter(|(name, ..)| *name != "set.time") {
            let told = convert(["openai-responses", target], &body(&call, &output));
            let messages = told.body[list].to_string();
            assert!(messages.contains(&format!("\"name\":\"{name}\"")), "{target}: {messages}");
            assert!(!messages.contains("_call"), "{target}: {messages}");
            let is_shown = output["output"]["image_url"].is_string();
            assert_eq!(messages.contains(&picture.to_string()), is_shown, "{target} {name}: {messages}");
        }
    }
}

#[test]
fn an_approval_is_written_for_its_provider_only() {
    let (_, call, output) = pairs().pop().expect("the last is an approval");
    for target in ["anthropic", "bedrock", "gemini", "mistral", "openai-chat"] {
        let told = convert(["openai-responses", target], &body(&call, &output));
        assert!(!told.body.to_string().contains("mcpr_1"), "{target}: {}", told.body);
        let codes: Vec<&str> = told.losses.iter().filter_map(|loss| loss["code"].as_str()).collect();
        assert!(codes.starts_with(&["part-dropped", "part-dropped"]), "{target}: {codes:?}");
    }
}
