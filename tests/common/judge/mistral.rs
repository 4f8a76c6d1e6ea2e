//! MI1 to MI12: what Mistral's chat completions demand, with a tokenizer of version 13.

use super::{Leave, is_plain, items, text, unknown};
use serde_json::Value;

pub(super) fn objections(body: &Value, leave: &Leave) -> Vec<String> {
    let messages = items(body, "messages");
    let mut found = Vec::new();
    if body["tools"].as_array().is_some_and(Vec::is_empty) {
        found.push("MI12 tools: empty".to_owned());
    }
    for (at, message) in messages.iter().enumerate() {
        let mut object = |rule: &str| found.push(format!("{rule} messages[{at}]: {message}"));
        fields(message, at.saturating_add(1) == messages.len(), &mut object);
        content(message, leave, &mut object);
        calls(message, leave, &mut object);
        if !leave.mid_system && at > 0 && text(message, "role") == "system" {
            object("systemMidConversation");
        }
    }
    order(body, messages, leave, &mut found);
    pairs(messages, leave, &mut found);
    found
}

fn has_calls(message: &Value) -> bool {
    !items(message, "tool_calls").is_empty()
}

fn fields(message: &Value, is_last: bool, object: &mut impl FnMut(&str)) {
    let known: &[&str] = match text(message, "role") {
        "system" | "user" => &["role", "content"],
        "assistant" => &["role", "content", "tool_calls", "prefix"],
        "tool" => &["role", "content", "name", "tool_call_id"],
        _ => return object("role"),
    };
    if !unknown(message, known).is_empty() {
        object("unknown field");
    }
    if message["name"].is_string() && !is_plain(text(message, "name"), 64) {
        object("MI7");
    }
    if message["prefix"] == true && !is_last {
        object("MI4");
    }
}

/// MI5, MI8, MI9 and MI10.
fn content(message: &Value, leave: &Leave, object: &mut impl FnMut(&str)) {
    let role = text(message, "role");
    let said = &message["content"];
    let is_empty = said.is_null() || said == "" || said.as_array().is_some_and(Vec::is_empty);
    if role == "assistant" && is_empty && !has_calls(message) {
        object("MI5");
    }
    if role != "assistant" && !said.is_string() && !said.is_array() {
        object("MI9");
    }
    for chunk in said.as_array().into_iter().flatten() {
        let (roles, known): (&[&str], &[&str]) = match text(chunk, "type") {
            "text" => (&["system", "user", "assistant", "tool"], &["text"]),
            "image_url" => (&["user"], &["image_url"]),
            "input_audio" => (&["user"], &["input_audio"]),
            "document_url" => (&["user"], &["document_url", "document_name"]),
            "file" => (&["user"], &["file_id"]),
            "reference" => (&["user", "assistant", "tool"], &["reference_ids"]),
            "thinking" => (&["system", "assistant"], &["thinking", "signature", "closed"]),
            _ => return object("schema: unknown chunk"),
        };
        if !roles.contains(&role) {
            object("MI8");
        }
        if !leave.media && roles == ["user"] {
            object("media");
        }
        if unknown(chunk, known).iter().any(|name| *name != "type") {
            object("unknown field of a chunk");
        }
        if !is_well_formed(chunk) {
            object("MI8 form");
        }
    }
}

fn is_well_formed(chunk: &Value) -> bool {
    let is_url = |url: &str, start: &str| url.starts_with("http") || url.starts_with(start);
    match text(chunk, "type") {
        "text" => chunk["text"].is_string(),
        "image_url" => {
            let inner = &chunk["image_url"];
            is_url(inner.as_str().unwrap_or(text(inner, "url")), "data:image/")
        }
        "input_audio" => !text(chunk, "input_audio").is_empty(),
        "document_url" => is_url(text(chunk, "document_url"), "data:application/"),
        "file" => chunk["file_id"].is_string(),
        "reference" => chunk["reference_ids"].is_array(),
        // MI10: what was thought is a list.
        _ => chunk["thinking"].is_array(),
    }
}

/// MI3, MI7 and MI11.
fn calls(message: &Value, leave: &Leave, object: &mut impl FnMut(&str)) {
    let is_id = |id: &str| id.len() == 9 && id.chars().all(|letter| letter.is_ascii_alphanumeric());
    if text(message, "role") == "tool" && !is_id(text(message, "tool_call_id")) {
        object("MI3");
    }
    for call in items(message, "tool_calls") {
        if !leave.tools {
            object("AN24");
        }
        if !is_id(text(call, "id")) {
            object("MI3");
        }
        if !is_plain(text(&call["function"], "name"), 64) {
            object("MI7");
        }
        let arguments = &call["function"]["arguments"];
        if !(arguments.is_object() || arguments.as_str().is_some_and(|text| !text.is_empty())) {
            object("MI11");
        }
        if !unknown(call, &["id", "type", "function", "index"]).is_empty() {
            object("unknown field of a call");
        }
    }
}

/// MI1 and MI4: who speaks after whom, who begins, and who ends.
fn order(body: &Value, messages: &[Value], leave: &Leave, found: &mut Vec<String>) {
    let Some((first, last)) = messages.first().zip(messages.last()) else {
        return found.push("MI1 messages: empty".to_owned());
    };
    if messages.len() == 1 && !["user", "system"].contains(&text(first, "role")) {
        found.push("MI1 the only message is not the user's".to_owned());
    }
    if !leave.assistant_first && text(first, "role") == "assistant" {
        found.push("MI1 the assistant speaks first".to_owned());
    }
    for pair in messages.windows(2) {
        let [before, after] = pair else { continue };
        let (before, after) = (text(before, "role"), text(after, "role"));
        let may_follow: &[&str] = match before {
            "system" | "user" => &["user", "assistant", "system"],
            // This model takes the user right after a result.
            "tool" if body["model"] != "mistral-small-latest" => &["assistant", "tool"],
            _ => &["assistant", "user", "tool"],
        };
        if !may_follow.contains(&after) {
            found.push(format!("MI1 `{after}` after `{before}`"));
        }
    }
    let may_end = last["prefix"] == true || leave.prefill || (leave.open_tail && has_calls(last));
    if text(last, "role") == "assistant" && !may_end {
        found.push("MI4 the last message is the assistant's".to_owned());
    }
}

/// MI2 and MI6: a call has one result, before the assistant speaks again. Calls of the first message do not count.
fn pairs(messages: &[Value], leave: &Leave, found: &mut Vec<String>) {
    let last_call = messages.iter().rposition(has_calls).unwrap_or_default();
    let mut open: Vec<&str> = Vec::new();
    for (at, message) in messages.iter().enumerate().skip(1) {
        match text(message, "role") {
            "tool" => {
                let id = text(message, "tool_call_id");
                match open.iter().position(|open| *open == id) {
                    Some(place) => drop(open.swap_remove(place)),
                    None => found.push(format!("MI6 messages[{at}]: `{id}` answers no open call")),
                }
            }
            "assistant" => {
                let is_tail = leave.open_tail && at > last_call;
                if !(open.is_empty() || is_tail) {
                    found.push(format!("MI2 messages[{at}]: no results of {open:?}"));
                }
                open = items(message, "tool_calls").iter().map(|call| text(call, "id")).collect();
                let mut distinct = open.clone();
                distinct.sort_unstable();
                distinct.dedup();
                if distinct.len() < open.len() {
                    found.push(format!("MI6 messages[{at}]: calls share an id, {open:?}"));
                }
            }
            _ => {}
        }
    }
    if !open.is_empty() && !leave.open_tail {
        found.push(format!("MI2 end: no results of {open:?}"));
    }
}
