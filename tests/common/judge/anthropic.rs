//! AN1 to AN26: what Anthropic Messages demands of the conversation. Neighbours of one role are joined first, as
//! the provider does.

use super::anthropic_blocks::{blocks_of, check_block};
use super::{Leave, items, text};
use serde_json::Value;

/// Neighbouring messages of one role.
struct Turn<'a> {
    role: &'a str,
    blocks: Vec<Value>,
}

pub(super) fn objections(body: &Value, leave: &Leave) -> Vec<String> {
    let messages = items(body, "messages");
    let mut found = Vec::new();
    if messages.is_empty() {
        found.push("AN14 messages: empty".to_owned());
    }
    for (at, message) in messages.iter().enumerate() {
        let is_last = at.saturating_add(1) == messages.len();
        let mut object = |rule: &str| found.push(format!("{rule} messages[{at}]: {message}"));
        check_message(message, is_last, leave, &mut object);
    }
    for block in blocks_of(&body["system"]) {
        check_block(&block, "system", leave, &mut |rule| found.push(format!("{rule} system: {block}")));
    }
    let turns = turns(messages);
    pairs(&turns, leave, &mut found);
    server_calls(&turns, &mut found);
    borders(&turns, leave, &mut found);
    thinking(body, &turns, &mut found);
    cache_markers(body, &mut found);
    found
}

fn turns(messages: &[Value]) -> Vec<Turn<'_>> {
    let mut turns: Vec<Turn<'_>> = Vec::new();
    for message in messages {
        let (role, blocks) = (text(message, "role"), blocks_of(&message["content"]));
        match turns.last_mut().filter(|turn| turn.role == role) {
            Some(turn) => turn.blocks.extend(blocks),
            None => turns.push(Turn { role, blocks }),
        }
    }
    turns
}

fn check_message(message: &Value, is_last: bool, leave: &Leave, object: &mut impl FnMut(&str)) {
    let role = text(message, "role");
    if !["user", "assistant", "system"].contains(&role)
        || !super::unknown(message, &["role", "content"]).is_empty()
    {
        object("schema");
    }
    let blocks = blocks_of(&message["content"]);
    if blocks.is_empty() && !(is_last && role == "assistant") {
        object("AN9");
    }
    blank_texts(&blocks, object);
    for block in &blocks {
        check_block(block, role, leave, object);
    }
}

/// AN8: no text is empty, and one of them says something, but beside calls.
fn blank_texts(blocks: &[Value], object: &mut impl FnMut(&str)) {
    let texts: Vec<&str> =
        blocks.iter().filter(|block| block["type"] == "text").map(|block| text(block, "text")).collect();
    let is_silent = !texts.is_empty() && texts.iter().all(|text| text.trim().is_empty());
    let has_calls = blocks.iter().any(|block| block["type"] == "tool_use");
    if texts.contains(&"") || (is_silent && !has_calls) {
        object("AN8");
    }
}

fn ids<'a>(turn: Option<&'a Turn<'_>>, kind: &str, name: &str) -> Vec<&'a str> {
    let blocks = turn.map_or(&[][..], |turn| turn.blocks.as_slice());
    blocks.iter().filter(|block| block["type"] == kind).map(|block| text(block, name)).collect()
}

/// AN1 to AN5: the results of a turn's calls begin the next turn, one for each.
fn pairs(turns: &[Turn<'_>], leave: &Leave, found: &mut Vec<String>) {
    for (at, turn) in turns.iter().enumerate() {
        let next = turns.get(at.saturating_add(1));
        let calls = ids(Some(turn), "tool_use", "id");
        let answers = ids(next, "tool_result", "tool_use_id");
        let is_tail = at.saturating_add(2) >= turns.len();
        for (place, id) in calls.iter().enumerate() {
            if calls.iter().skip(place.saturating_add(1)).any(|other| other == id) {
                found.push(format!("AN3 turn {at}: two calls `{id}`"));
            }
            match answers.iter().filter(|answer| *answer == id).count() {
                1 => {}
                0 if leave.open_tail && is_tail => {}
                0 => found.push(format!("AN1 turn {at}: `{id}` has no result")),
                _ => found.push(format!("AN4 turn {at}: `{id}` has two results")),
            }
        }
        for id in answers.iter().filter(|id| !calls.contains(id)) {
            found.push(format!("AN2 turn {at}: `{id}` is no call of it"));
        }
        if at == 0 && !ids(Some(turn), "tool_result", "tool_use_id").is_empty() {
            found.push("AN2 turn 0: results without a turn before them".to_owned());
        }
        let kinds: Vec<bool> = turn.blocks.iter().map(|block| block["type"] == "tool_result").collect();
        if kinds.windows(2).any(|pair| pair == [false, true]) {
            found.push(format!("AN5 turn {at}: a result after another block"));
        }
    }
}

/// AN2 and AN26: calls of the provider's own tools have their results before the user speaks, results of other tools
/// left aside.
fn server_calls(turns: &[Turn<'_>], found: &mut Vec<String>) {
    let mut open: Vec<&str> = Vec::new();
    let mut called: Vec<&str> = Vec::new();
    for (at, turn) in turns.iter().enumerate() {
        if turn.role != "assistant" {
            let is_over =
                turn.role != "user" || turn.blocks.iter().any(|block| block["type"] != "tool_result");
            if is_over {
                found.extend(open.iter().map(|id| format!("AN26 turn {at}: `{id}` has no result")));
                open.clear();
                called.clear();
            }
            continue;
        }
        for block in &turn.blocks {
            if block["type"] == "server_tool_use" {
                open.push(text(block, "id"));
                called.push(text(block, "id"));
            }
            let kind = text(block, "type");
            if kind.ends_with("_tool_result") && !kind.starts_with("mcp_") {
                let id = text(block, "tool_use_id");
                if !called.contains(&id) {
                    found.push(format!("AN2 turn {at}: `{id}` answers no call of the provider's"));
                }
                open.retain(|other| *other != id);
            }
        }
    }
}

/// AN10 to AN12, AN21 and AN25: who begins, who ends, and where instructions stand.
fn borders(turns: &[Turn<'_>], leave: &Leave, found: &mut Vec<String>) {
    let Some((first, last)) = turns.first().zip(turns.last()) else { return };
    if !leave.assistant_first && first.role == "assistant" {
        found.push("AN12".to_owned());
    }
    let ending = last.blocks.last().filter(|_| last.role == "assistant");
    let is_open = leave.open_tail && last.blocks.iter().any(|block| block["type"] == "tool_use");
    let is_servers = |kind: &str| kind.starts_with("server_tool") || kind == "web_search_tool_result";
    let is_paused = ending.is_some_and(|block| is_servers(text(block, "type")));
    if last.role == "assistant" && !leave.prefill && !is_open && !is_paused {
        found.push("AN11".to_owned());
    }
    let words = ending.map_or("", |block| text(block, "text"));
    if words.trim_end() != words && !is_open {
        found.push(format!("AN10 {words:?}"));
    }
    let kind = ending.map_or("", |block| text(block, "type"));
    if ["thinking", "redacted_thinking"].contains(&kind) && !is_open {
        found.push(format!("AN25 {kind}"));
    }
    for (at, turn) in turns.iter().enumerate().filter(|(_, turn)| turn.role == "system") {
        let before = at.checked_sub(1).and_then(|before| turns.get(before));
        let after = turns.get(at.saturating_add(1));
        let stands_well = before.is_some_and(|before| before.role == "user")
            && after.is_none_or(|after| after.role == "assistant");
        if !stands_well || !leave.mid_system {
            found.push(format!("AN21 turn {at} of {}", turn.blocks.len()));
        }
    }
}

/// AN15: where thinking is asked for, the running tool turn begins with it.
fn thinking(body: &Value, turns: &[Turn<'_>], found: &mut Vec<String>) {
    if body["thinking"]["type"] != "enabled" {
        return;
    }
    let Some(at) = turns.iter().rposition(|turn| turn.role == "assistant") else { return };
    let is_running =
        turns.iter().skip(at).any(|turn| !ids(Some(turn), "tool_result", "tool_use_id").is_empty());
    let first = turns.get(at).and_then(|turn| turn.blocks.first());
    let is_thought =
        first.is_some_and(|block| ["thinking", "redacted_thinking"].contains(&text(block, "type")));
    if is_running && !is_thought {
        found.push(format!("AN15 turn {at} does not begin with thinking"));
    }
}

/// AN19 and AN20: at most four breakpoints, none of an hour after one of five minutes.
fn cache_markers(body: &Value, found: &mut Vec<String>) {
    let mut markers = Vec::new();
    for name in ["tools", "system", "messages"] {
        collect(&body[name], &mut markers);
    }
    if markers.len().saturating_add(usize::from(body.get("cache_control").is_some())) > 4 {
        found.push(format!("AN19 {} breakpoints", markers.len()));
    }
    let long: Vec<bool> = markers.iter().map(|marker| marker["ttl"] == "1h").collect();
    if long.windows(2).any(|pair| pair == [false, true]) {
        found.push("AN20 a breakpoint of an hour after one of five minutes".to_owned());
    }
}

fn collect<'a>(value: &'a Value, markers: &mut Vec<&'a Value>) {
    for inner in value.as_array().into_iter().flatten() {
        collect(&inner["content"], markers);
        markers.extend(inner.get("cache_control").filter(|marker| !marker.is_null()));
    }
}
