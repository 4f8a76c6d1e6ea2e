//! OC1 to OC13: what OpenAI Chat Completions demands.

use super::{Leave, is_plain, items, text, unknown};
use serde_json::Value;

pub(super) fn objections(body: &Value, leave: &Leave) -> Vec<String> {
    let messages = items(body, "messages");
    let mut found = Vec::new();
    if messages.is_empty() {
        found.push("OC7 messages: empty".to_owned());
    }
    if body["tools"].as_array().is_some_and(Vec::is_empty) {
        found.push("OC7b tools: empty".to_owned());
    }
    for (at, message) in messages.iter().enumerate() {
        let mut object = |rule: &str| found.push(format!("{rule} messages[{at}]: {message}"));
        fields(message, leave, &mut object);
        content(message, text(body, "model"), leave, &mut object);
        calls(message, leave, &mut object);
        if !leave.mid_system && at > 0 && text(message, "role") == "system" {
            object("OC10");
        }
        if !leave.assistant_first && at == 0 && text(message, "role") == "assistant" {
            object("AN12");
        }
    }
    if !leave.prefill
        && messages.last().is_some_and(|last| text(last, "role") == "assistant" && !has_calls(last))
    {
        found.push("AN11 the last message is the assistant's".to_owned());
    }
    pairs(messages, leave, &mut found);
    found
}

fn has_calls(message: &Value) -> bool {
    !items(message, "tool_calls").is_empty()
}

fn fields(message: &Value, leave: &Leave, object: &mut impl FnMut(&str)) {
    let known: &[&str] = match text(message, "role") {
        "system" | "developer" | "user" => &["role", "content", "name"],
        "assistant" if leave.reasoning_content => &[
            "role",
            "content",
            "name",
            "tool_calls",
            "refusal",
            "audio",
            "function_call",
            "reasoning_content",
        ],
        "assistant" => &["role", "content", "name", "tool_calls", "refusal", "audio", "function_call"],
        "tool" => &["role", "content", "name", "tool_call_id"],
        _ => return object("role"),
    };
    if !unknown(message, known).is_empty() {
        object("unknown field");
    }
    if message.get("name").is_some() && !is_plain(text(message, "name"), 64) {
        object("OC7c");
    }
}

/// OpenAI's models and Mistral's; other vendors take pictures in results.
fn is_strict(model: &str) -> bool {
    let name = model.rsplit('/').next().unwrap_or_default();
    let known = ["gpt", "chatgpt", "o1", "o3", "o4", "codex", "ft:"];
    name.is_empty() || name.contains("stral") || known.iter().any(|start| name.starts_with(start))
}

fn content(message: &Value, model: &str, leave: &Leave, object: &mut impl FnMut(&str)) {
    let role = text(message, "role");
    let speaks_otherwise =
        ["tool_calls", "refusal", "audio", "function_call"].iter().any(|name| !message[*name].is_null());
    if message["content"].is_null() && !(role == "assistant" && speaks_otherwise) {
        object("OC5");
    }
    let Some(parts) = message["content"].as_array() else { return };
    if parts.is_empty() {
        object("OC7");
    }
    for part in parts {
        let kind = text(part, "type");
        // A type that came with a newer version goes back to the provider, and to no other.
        if kind == "openai_novelty" {
            continue;
        }
        let allowed: &[&str] = match role {
            "user" => &["text", "image_url", "input_audio", "file"],
            "assistant" => &["text", "refusal"],
            "tool" if !is_strict(model) => &["text", "image_url"],
            _ => &["text"],
        };
        if !allowed.contains(&kind) {
            object("OC8");
        }
        if kind != "text" && kind != "refusal" && !leave.media {
            object("media");
        }
        if !unknown(part, &["type", kind, "prompt_cache_breakpoint"]).is_empty() {
            object("unknown field of a part");
        }
        if !is_writable(part, kind) {
            object("OC12");
        }
    }
}

fn is_writable(part: &Value, kind: &str) -> bool {
    let inner = &part[kind];
    match kind {
        "image_url" => {
            let url = text(inner, "url");
            let pictures = ["png", "jpeg", "gif", "webp"];
            url.starts_with("http")
                || pictures.iter().any(|kind| url.starts_with(&format!("data:image/{kind};base64,")))
        }
        "input_audio" => ["wav", "mp3"].contains(&text(inner, "format")) && inner["data"].is_string(),
        "file" => text(inner, "file_data").starts_with("data:") != inner["file_id"].is_string(),
        _ => part[kind].is_string(),
    }
}

fn calls(message: &Value, leave: &Leave, object: &mut impl FnMut(&str)) {
    if message["tool_calls"].as_array().is_some_and(Vec::is_empty) {
        object("OC7b");
    }
    for call in items(message, "tool_calls") {
        if !leave.tools {
            object("AN24");
        }
        if !(1..=64).contains(&text(call, "id").chars().count()) {
            object("OC3");
        }
        let kind = text(call, "type");
        let payload = if kind == "custom" { "input" } else { "arguments" };
        if !is_plain(text(&call[kind], "name"), 64) {
            object("OC4");
        }
        let arguments = &call[kind][payload];
        if !arguments.is_string() || (kind == "function" && arguments == "") {
            object("OC6");
        }
        if !unknown(call, &["id", "type", kind]).is_empty() {
            object("unknown field of a call");
        }
    }
}

/// OC1, OC2 and OC9: results follow their calls, all of them and nothing else between.
fn pairs(messages: &[Value], leave: &Leave, found: &mut Vec<String>) {
    let last_call = messages.iter().rposition(has_calls).unwrap_or_default();
    let mut open: Vec<&str> = Vec::new();
    let mut answered: Vec<&str> = Vec::new();
    for (at, message) in messages.iter().enumerate() {
        if text(message, "role") == "tool" {
            let id = text(message, "tool_call_id");
            match open.iter().position(|open| *open == id) {
                Some(place) => answered.push(open.swap_remove(place)),
                None if answered.contains(&id) => {
                    found.push(format!("OC9 messages[{at}]: a second result of `{id}`"))
                }
                None => found.push(format!("OC1 messages[{at}]: `{id}` answers no call before it")),
            }
            continue;
        }
        let is_tail = leave.open_tail && at > last_call;
        if !open.is_empty() && !is_tail {
            found.push(format!("OC2 messages[{at}]: no results of {open:?}"));
        }
        answered.clear();
        open = items(message, "tool_calls").iter().map(|call| text(call, "id")).collect();
        let mut distinct = open.clone();
        distinct.sort_unstable();
        distinct.dedup();
        if distinct.len() < open.len() {
            found.push(format!("OC9 messages[{at}]: calls share an id, {open:?}"));
        }
    }
    if !open.is_empty() && !leave.open_tail {
        found.push(format!("OC2 end: no results of {open:?}"));
    }
}
