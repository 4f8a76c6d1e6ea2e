//! What Anthropic Messages demands of one block.

use super::{Leave, is_plain, text, unknown};
use serde_json::{Value, json};

/// The blocks of a content; a string is short for one text.
pub(super) fn blocks_of(content: &Value) -> Vec<Value> {
    match content.as_str() {
        Some("") => Vec::new(),
        Some(text) => vec![json!({ "type": "text", "text": text })],
        None => content.as_array().cloned().unwrap_or_default(),
    }
}

pub(super) fn check_block(block: &Value, role: &str, leave: &Leave, object: &mut impl FnMut(&str)) {
    let kind = text(block, "type");
    let (roles, known): (&[&str], &[&str]) = match kind {
        "text" => (&["user", "assistant", "system", "result"], &["text", "citations"]),
        "image" => (&["user", "result"], &["source"]),
        "document" => (&["user", "result"], &["source", "title", "context", "citations"]),
        "search_result" => (&["user", "result"], &["source", "title", "content", "citations"]),
        "thinking" => (&["assistant"], &["thinking", "signature"]),
        "redacted_thinking" => (&["assistant"], &["data"]),
        "tool_use" => (&["assistant"], &["id", "name", "input", "caller", "toolset_name"]),
        "tool_result" => (&["user"], &["tool_use_id", "content", "is_error"]),
        "server_tool_use" => (&["assistant"], &["id", "name", "input", "caller"]),
        "web_search_tool_result" => (&["assistant"], &["tool_use_id", "content"]),
        // A type that came with a newer version goes back to the provider, and to no other.
        "anthropic_novelty" => return,
        _ => return object("schema: unknown block"),
    };
    if !roles.contains(&role) {
        object("schema: a block of another role");
    }
    let is_marked = block.get("cache_control").is_some();
    let names = unknown(block, known);
    if names.iter().any(|name| !["type", "cache_control"].contains(name)) {
        object("schema: unknown field of a block");
    }
    if is_marked && (kind.ends_with("thinking") || text(block, "text").is_empty() && kind == "text") {
        object("AN20");
    }
    match kind {
        "image" | "document" => source(block, kind, leave, object),
        "thinking" if text(block, "signature").is_empty() || !block["thinking"].is_string() => object("AN17"),
        "redacted_thinking" if !block["data"].is_string() => object("AN17"),
        "tool_use" => call(block, leave, object),
        "tool_result" => result(block, leave, object),
        _ => {}
    }
}

fn call(block: &Value, leave: &Leave, object: &mut impl FnMut(&str)) {
    if !is_plain(text(block, "id"), usize::MAX) || !is_plain(text(block, "name"), 128) {
        object("AN6");
    }
    if !block["input"].is_object() {
        object("AN7");
    }
    if !leave.tools {
        object("AN24");
    }
}

fn result(block: &Value, leave: &Leave, object: &mut impl FnMut(&str)) {
    let inner = blocks_of(&block["content"]);
    let texts: Vec<&str> =
        inner.iter().filter(|block| block["type"] == "text").map(|block| text(block, "text")).collect();
    if texts.contains(&"") || (!texts.is_empty() && texts.iter().all(|text| text.trim().is_empty())) {
        object("AN8");
    }
    if block["is_error"] == true && texts.len() < inner.len() {
        object("AN22");
    }
    for block in &inner {
        check_block(block, "result", leave, object);
    }
}

fn source(block: &Value, kind: &str, leave: &Leave, object: &mut impl FnMut(&str)) {
    if !leave.media {
        object("media");
    }
    let source = &block["source"];
    let (media_type, data) = (text(source, "media_type"), text(source, "data"));
    let is_known = match (text(source, "type"), kind) {
        ("base64", "image") => {
            shown(data).is_none_or(|shown| shown == media_type)
                && is_base64(data)
                && ["image/jpeg", "image/png", "image/gif", "image/webp"].contains(&media_type)
        }
        ("base64", _) => media_type == "application/pdf" && is_base64(data),
        ("text", "document") => media_type == "text/plain",
        ("content", "document") => source["content"].is_string() || source["content"].is_array(),
        ("url", _) => text(source, "url").starts_with("http"),
        ("file", _) => source["file_id"].is_string(),
        _ => false,
    };
    if !is_known {
        object("AN23");
    }
}

fn is_base64(data: &str) -> bool {
    data.trim_end_matches('=').chars().all(|letter| letter.is_ascii_alphanumeric() || "+/".contains(letter))
}

/// The type that the first bytes of a picture show.
fn shown(data: &str) -> Option<&'static str> {
    let known = [("iVBORw", "image/png"), ("/9j/", "image/jpeg"), ("R0lGOD", "image/gif")];
    known.into_iter().find(|(start, _)| data.starts_with(start)).map(|(_, kind)| kind)
}
