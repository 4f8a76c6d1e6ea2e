//! BE1 to BE15: what Converse demands of the conversation, whatever the model is. Neighbours of one role are joined
//! first, as the provider does for the models that take them apart.

use super::{Leave, is_plain, items, text, unknown};
use serde_json::Value;

/// Neighbouring messages of one role.
struct Turn<'a> {
    role: &'a str,
    blocks: Vec<&'a Value>,
}

pub(super) fn objections(body: &Value, leave: &Leave) -> Vec<String> {
    let messages = items(body, "messages");
    let mut found = Vec::new();
    if messages.is_empty() {
        found.push("BE6 messages: empty".to_owned());
    }
    for (at, message) in messages.iter().enumerate() {
        let mut object = |rule: &str| found.push(format!("{rule} messages[{at}]: {message}"));
        check_message(message, leave, &mut object);
    }
    for block in items(body, "system") {
        let known = ["text", "guardContent", "cachePoint"];
        let is_known = tag(block).is_some_and(|kind| known.contains(&kind));
        if !is_known || block["text"].as_str().is_some_and(|text| text.trim().is_empty()) {
            found.push(format!("BE5 system: {block}"));
        }
    }
    let turns = turns(messages);
    pairs(&turns, leave, &mut found);
    borders(&turns, leave, &mut found);
    thinking(body, &turns, &mut found);
    tools(body, messages, &mut found);
    documents(messages, &mut found);
    cache_points(body, &mut found);
    found
}

/// What a block is: the name of its only field.
fn tag(block: &Value) -> Option<&str> {
    let fields = block.as_object()?;
    let mut names = fields.iter().filter(|(_, value)| !value.is_null()).map(|(name, _)| name.as_str());
    names.next().filter(|_| names.next().is_none())
}

fn turns(messages: &[Value]) -> Vec<Turn<'_>> {
    let mut turns: Vec<Turn<'_>> = Vec::new();
    for message in messages {
        let (role, blocks) = (text(message, "role"), items(message, "content"));
        match turns.last_mut().filter(|turn| turn.role == role) {
            Some(turn) => turn.blocks.extend(blocks),
            None => turns.push(Turn { role, blocks: blocks.iter().collect() }),
        }
    }
    turns
}

fn check_message(message: &Value, leave: &Leave, object: &mut impl FnMut(&str)) {
    let role = text(message, "role");
    if !["user", "assistant", "system"].contains(&role) || !unknown(message, &["role", "content"]).is_empty()
    {
        object("schema");
    }
    let blocks = items(message, "content");
    if blocks.is_empty() {
        object("BE6");
    }
    blank_texts(blocks, object);
    for block in blocks {
        check_block(block, role, leave, object);
    }
}

/// BE5: no text is empty, and one of them says something.
fn blank_texts(blocks: &[Value], object: &mut impl FnMut(&str)) {
    let cited = blocks.iter().flat_map(|block| items(&block["citationsContent"], "content"));
    let texts: Vec<&str> = blocks.iter().chain(cited).filter_map(|block| block["text"].as_str()).collect();
    if texts.contains(&"") || (!texts.is_empty() && texts.iter().all(|text| text.trim().is_empty())) {
        object("BE5");
    }
}

fn check_block(block: &Value, role: &str, leave: &Leave, object: &mut impl FnMut(&str)) {
    let Some(kind) = tag(block) else { return object("schema: a block has one field") };
    let inner = &block[kind];
    let (roles, known): (&[&str], &[&str]) = match kind {
        "text" if inner.is_string() => return,
        "text" => return object("schema: text"),
        "cachePoint" => (&["user", "assistant", "system"], &["type", "ttl"]),
        "image" | "audio" | "video" => (&["user", "result"], &["format", "source"]),
        "document" => (&["user", "result"], &["format", "name", "source", "context", "citations"]),
        "searchResult" => (&["user", "result"], &["source", "title", "content", "citations"]),
        "guardContent" => (&["user"], &["text", "image"]),
        "reasoningContent" => (&["assistant"], &["reasoningText", "redactedContent"]),
        "citationsContent" => (&["assistant"], &["content", "citations"]),
        "toolUse" => (&["assistant"], &["toolUseId", "name", "input", "type"]),
        "toolResult" if is_servers(kind, inner) => {
            (&["assistant"], &["toolUseId", "content", "status", "type"])
        }
        "toolResult" => (&["user"], &["toolUseId", "content", "status", "type"]),
        "json" => (&["result"], &[]),
        _ => return object("schema: unknown block"),
    };
    if !roles.contains(&role) {
        object("schema: a block of another role");
    }
    if kind != "json" && !unknown(inner, known).is_empty() {
        object("schema: unknown field of a block");
    }
    match kind {
        "image" | "audio" | "document" => media(inner, kind, leave, object),
        "reasoningContent" => reasoning(inner, object),
        "toolUse" => call(inner, object),
        "toolResult" => result(inner, leave, object),
        "json" if !inner.is_object() => object("BE8"),
        _ => {}
    }
}

/// BE10: 1 to 64 letters, digits and `_.:-`.
fn is_call_id(id: &str) -> bool {
    let plain = |character: char| character.is_ascii_alphanumeric() || "_.:-".contains(character);
    (1..=64).contains(&id.chars().count()) && id.chars().all(plain)
}

fn call(inner: &Value, object: &mut impl FnMut(&str)) {
    if !is_call_id(text(inner, "toolUseId")) || !is_plain(text(inner, "name"), 64) {
        object("BE10");
    }
    if !inner["input"].is_object() {
        object("BE8");
    }
}

fn result(inner: &Value, leave: &Leave, object: &mut impl FnMut(&str)) {
    let Some(content) = inner["content"].as_array() else { return object("schema: a result has content") };
    if !is_call_id(text(inner, "toolUseId")) {
        object("BE10");
    }
    if content.is_empty() && inner["status"] == "error" {
        object("BE7");
    }
    blank_texts(content, object);
    for block in content {
        if tag(block) == Some("cachePoint") {
            object("schema: a breakpoint in a result");
        }
        check_block(block, "result", leave, object);
    }
}

fn media(inner: &Value, kind: &str, leave: &Leave, object: &mut impl FnMut(&str)) {
    let formats: &[&str] = match kind {
        "image" => &["png", "jpeg", "gif", "webp"],
        "document" => &["pdf", "csv", "doc", "docx", "xls", "xlsx", "html", "txt", "md"],
        _ => &["mp3", "opus", "wav", "aac", "flac", "mp4", "ogg", "webm", "mkv", "m4a"],
    };
    let is_silent = kind == "document" && inner.get("format").is_none();
    let source = &inner["source"];
    let is_medium = source["bytes"].is_string() || text(&source["s3Location"], "uri").starts_with("s3://");
    if is_medium && !leave.media {
        object("media");
    }
    let has_source =
        is_medium || (kind == "document" && (source["text"].is_string() || source["content"].is_array()));
    if !has_source || !(is_silent || formats.contains(&text(inner, "format"))) {
        object("BE13");
    }
}

/// BE14: Claude wants what it thought signed, and nobody says here that it is not Claude who is asked.
fn reasoning(inner: &Value, object: &mut impl FnMut(&str)) {
    let told = &inner["reasoningText"];
    let is_signed = told["text"].is_string() && !text(told, "signature").is_empty();
    if !is_signed && !inner["redactedContent"].is_string() {
        object("BE14");
    }
}

fn ids<'a>(turn: Option<&Turn<'a>>, kind: &str) -> Vec<&'a str> {
    let blocks = turn.map_or(&[][..], |turn| turn.blocks.as_slice());
    let of_callers = blocks.iter().map(|block| &block[kind]).filter(|inner| !is_servers(kind, inner));
    of_callers.filter(|inner| !inner.is_null()).map(|inner| text(inner, "toolUseId")).collect()
}

/// Reports whether a `toolUse` or a `toolResult` is of a tool that the provider runs. Claude's other calls are of type `tool_use`.
fn is_servers(kind: &str, inner: &Value) -> bool {
    match kind {
        "toolUse" => inner["type"] == "server_tool_use",
        "toolResult" => inner["type"].as_str().is_some_and(|name| name != "tool_result"),
        _ => false,
    }
}

/// BE3 and BE4: the results of a turn's calls stand in the next turn, one for each.
fn pairs(turns: &[Turn<'_>], leave: &Leave, found: &mut Vec<String>) {
    for (at, turn) in turns.iter().enumerate() {
        let next = turns.get(at.saturating_add(1));
        let calls = ids(Some(turn), "toolUse");
        let answers = ids(next, "toolResult");
        let is_tail = at.saturating_add(2) >= turns.len();
        for id in &calls {
            let ids = turn.blocks.iter().map(|block| &block["toolUse"]).filter(|inner| !inner.is_null());
            if ids.filter(|inner| text(inner, "toolUseId") == *id).count() > 1 {
                found.push(format!("BE3 turn {at}: two calls `{id}`"));
            }
            match answers.iter().filter(|answer| *answer == id).count() {
                1 => {}
                0 if leave.open_tail && is_tail => {}
                0 => found.push(format!("BE3 turn {at}: `{id}` has no result")),
                _ => found.push(format!("BE4 turn {at}: `{id}` has two results")),
            }
        }
        for id in answers.iter().filter(|id| !calls.contains(id)) {
            found.push(format!("BE4 turn {at}: `{id}` is no call of it"));
        }
        if at == 0 && !ids(Some(turn), "toolResult").is_empty() {
            found.push("BE4 turn 0: results without a turn before them".to_owned());
        }
        let mut called: Vec<&str> = Vec::new();
        for block in &turn.blocks {
            let id = |kind: &str| is_servers(kind, &block[kind]).then(|| text(&block[kind], "toolUseId"));
            called.extend(id("toolUse"));
            if id("toolResult").is_some_and(|id| !called.contains(&id)) {
                found.push(format!("BE4 turn {at}: a result of the provider's without its call"));
            }
        }
    }
}

/// BE1, BE16, BE17, BE23, BE25: who begins and who ends; and where instructions stand.
fn borders(turns: &[Turn<'_>], leave: &Leave, found: &mut Vec<String>) {
    let Some((first, last)) = turns.first().zip(turns.last()) else { return };
    if !leave.assistant_first && first.role == "assistant" {
        found.push("BE1".to_owned());
    }
    let ending = last.blocks.last().filter(|_| last.role == "assistant");
    let is_open = leave.open_tail && !ids(Some(last), "toolUse").is_empty();
    let is_paused = ending.is_some_and(|block| {
        ["toolUse", "toolResult"].into_iter().any(|kind| is_servers(kind, &block[kind]))
    });
    if last.role == "assistant" && !leave.prefill && !is_open && !is_paused {
        found.push("BE17".to_owned());
    }
    let words = ending.map_or("", |block| text(block, "text"));
    if words.trim_end() != words && !is_open {
        found.push(format!("BE16 {words:?}"));
    }
    if ending.is_some_and(|block| block["reasoningContent"].is_object()) && !is_open {
        found.push("BE25".to_owned());
    }
    for (at, turn) in turns.iter().enumerate().filter(|(_, turn)| turn.role == "system") {
        let before = at.checked_sub(1).and_then(|before| turns.get(before));
        let after = turns.get(at.saturating_add(1));
        let stands_well = before.is_some_and(|before| before.role == "user")
            && after.is_none_or(|after| after.role == "assistant");
        if !stands_well || !leave.mid_system {
            found.push(format!("BE23 turn {at} of {}", turn.blocks.len()));
        }
    }
}

/// BE18: where thinking is asked for, the running tool turn begins with it.
fn thinking(body: &Value, turns: &[Turn<'_>], found: &mut Vec<String>) {
    if body["additionalModelRequestFields"]["thinking"]["type"] != "enabled" {
        return;
    }
    let Some(at) = turns.iter().rposition(|turn| turn.role == "assistant") else { return };
    let is_running = turns.iter().skip(at).any(|turn| !ids(Some(turn), "toolResult").is_empty());
    let first = turns.get(at).and_then(|turn| turn.blocks.first());
    if is_running && first.is_none_or(|block| block["reasoningContent"].is_null()) {
        found.push(format!("BE18 turn {at} does not begin with thinking"));
    }
}

/// BE9: calls and results want tools; and a list of tools is not empty.
fn tools(body: &Value, messages: &[Value], found: &mut Vec<String>) {
    let config = body.get("toolConfig").filter(|config| !config.is_null());
    let has_tools = config.is_some_and(|config| !items(config, "tools").is_empty());
    let mut blocks = messages.iter().flat_map(|message| items(message, "content"));
    let uses = blocks.any(|block| block.get("toolUse").is_some() || block.get("toolResult").is_some());
    if (uses || config.is_some()) && !has_tools {
        found.push("BE9 toolConfig".to_owned());
    }
}

/// BE11: names of documents are plain and distinct, and there are five at most.
fn documents(messages: &[Value], found: &mut Vec<String>) {
    let blocks = messages.iter().flat_map(|message| items(message, "content"));
    let nested = blocks.clone().flat_map(|block| items(&block["toolResult"], "content"));
    let documents = blocks.chain(nested).filter_map(|block| block.get("document"));
    let mut names: Vec<&str> = documents.map(|document| text(document, "name")).collect();
    if names.len() > 5 {
        found.push(format!("BE11 {} documents", names.len()));
    }
    for name in &names {
        let plain = |character: char| character.is_ascii_alphanumeric() || " -_()[]".contains(character);
        let is_short = (1..=200).contains(&name.chars().count());
        if !is_short || name.contains("  ") || !name.chars().all(plain) {
            found.push(format!("BE11 `{name}`"));
        }
    }
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    if names.len() < all {
        found.push(format!("BE11 duplicate names among {names:?}"));
    }
}

/// At most four breakpoints, none of an hour after one of five minutes (BE21, BE22).
fn cache_points(body: &Value, found: &mut Vec<String>) {
    let tools = items(&body["toolConfig"], "tools").iter();
    let said = items(body, "messages").iter().flat_map(|message| items(message, "content"));
    let all = tools.chain(items(body, "system")).chain(said);
    let points: Vec<&Value> = all.filter_map(|block| block.get("cachePoint")).collect();
    if points.len() > 4 {
        found.push(format!("BE21 {} breakpoints", points.len()));
    }
    let long: Vec<bool> = points.iter().map(|point| point["ttl"] == "1h").collect();
    if long.windows(2).any(|pair| pair == [false, true]) {
        found.push("BE22 a breakpoint of an hour after one of five minutes".to_owned());
    }
}
