//! What OpenAI Responses demands of one item.

use super::responses::kind;
use super::{Leave, is_plain, text, unknown};
use serde_json::Value;

/// Types that are known, but not judged.
const OTHERS: [&str; 5] =
    ["tool_search_call", "tool_search_output", "web_search_call", "item_reference", "additional_tools"];

pub(super) fn check_item(item: &Value, leave: &Leave, object: &mut impl FnMut(&str)) {
    let (prefix, known): (&str, &[&str]) = match kind(item) {
        "message" if item["id"].is_string() => ("msg", &["type", "id", "role", "status", "content", "phase"]),
        "message" => ("", &["type", "role", "content", "status", "phase"]),
        "function_call" => {
            ("fc", &["type", "id", "call_id", "name", "arguments", "status", "namespace", "caller"])
        }
        "custom_tool_call" => {
            ("ctc", &["type", "id", "call_id", "name", "input", "status", "namespace", "caller"])
        }
        "function_call_output" | "custom_tool_call_output" => {
            ("", &["type", "id", "call_id", "output", "status", "caller"])
        }
        "shell_call" => ("", &["type", "id", "call_id", "action", "status"]),
        "shell_call_output" => ("", &["type", "id", "call_id", "output", "status", "max_output_length"]),
        "reasoning" => ("rs", &["type", "id", "summary", "content", "encrypted_content", "status"]),
        kind if OTHERS.contains(&kind) => return,
        _ => return object("schema: unknown item"),
    };
    if !unknown(item, known).is_empty() {
        object("unknown field");
    }
    if item["id"].is_string() && !text(item, "id").starts_with(prefix) {
        object("OR5");
    }
    match kind(item) {
        "message" => message(item, leave, object),
        "function_call" | "custom_tool_call" => call(item, object),
        "reasoning" => reasoning(item, leave, object),
        "shell_call" => call_id(item, object),
        "shell_call_output" => printed(item, object),
        _ => output(item, leave, object),
    }
}

fn message(item: &Value, leave: &Leave, object: &mut impl FnMut(&str)) {
    let allowed: &[&str] = match text(item, "role") {
        "assistant" => &["output_text", "refusal"],
        "user" | "system" | "developer" => &["input_text", "input_image", "input_file"],
        _ => return object("schema: role"),
    };
    content(&item["content"], allowed, leave, object);
}

fn call(item: &Value, object: &mut impl FnMut(&str)) {
    call_id(item, object);
    if !is_plain(text(item, "name"), 128) {
        object("OR8b");
    }
    let payload = if kind(item) == "custom_tool_call" { "input" } else { "arguments" };
    if !item[payload].is_string() || item["arguments"] == "" {
        object("OR8 arguments");
    }
}

fn output(item: &Value, leave: &Leave, object: &mut impl FnMut(&str)) {
    call_id(item, object);
    content(&item["output"], &["input_text", "input_image", "input_file"], leave, object);
}

fn printed(item: &Value, object: &mut impl FnMut(&str)) {
    call_id(item, object);
    let is_printed = |entry: &Value| {
        entry["stdout"].is_string() && entry["stderr"].is_string() && entry["outcome"].is_object()
    };
    if !item["output"].as_array().is_some_and(|entries| entries.iter().all(is_printed)) {
        object("OR8 output of a shell");
    }
}

fn call_id(item: &Value, object: &mut impl FnMut(&str)) {
    if !(1..=64).contains(&text(item, "call_id").chars().count()) {
        object("OR7");
    }
}

fn reasoning(item: &Value, leave: &Leave, object: &mut impl FnMut(&str)) {
    if !item["summary"].is_array() {
        object("schema: summary");
    }
    if !item["id"].is_string() && !item["encrypted_content"].is_string() {
        object("OR12");
    }
    if item["content"].as_array().is_some_and(|content| !content.is_empty()) && !leave.reasoning_content {
        object("OR9");
    }
}

fn content(content: &Value, allowed: &[&str], leave: &Leave, object: &mut impl FnMut(&str)) {
    if content.is_string() {
        return;
    }
    let Some(parts) = content.as_array().filter(|parts| !parts.is_empty()) else {
        return object("OR8 content");
    };
    for part in parts {
        let kind = text(part, "type");
        if !allowed.contains(&kind) {
            object("OR8");
        }
        let known: &[&str] = match kind {
            "input_text" => &["text"],
            "output_text" => &["text", "annotations", "logprobs"],
            "refusal" => &["refusal"],
            "input_image" => &["image_url", "file_id", "detail"],
            _ => &["file_data", "file_url", "file_id", "filename", "detail"],
        };
        let strange = unknown(part, known);
        if strange.iter().any(|name| !["type", "prompt_cache_breakpoint"].contains(name)) {
            object("unknown field of a part");
        }
        match kind {
            "input_image" => image(part, leave, object),
            "input_file" => file(part, leave, object),
            _ => {}
        }
    }
}

fn image(part: &Value, leave: &Leave, object: &mut impl FnMut(&str)) {
    let url = text(part, "image_url");
    let is_data = ["png", "jpeg", "gif", "webp"]
        .iter()
        .any(|kind| url.starts_with(&format!("data:image/{kind};base64,")));
    let is_there = url.starts_with("http") || is_data || part["file_id"].is_string();
    if !leave.media || !is_there {
        object("OR11 image");
    }
}

fn file(part: &Value, leave: &Leave, object: &mut impl FnMut(&str)) {
    let data = text(part, "file_data");
    let is_data = data.starts_with("data:application/") || data.starts_with("data:text/");
    let is_there = is_data || text(part, "file_url").starts_with("http") || part["file_id"].is_string();
    if !leave.media || !is_there {
        object("OR11 file");
    }
}
