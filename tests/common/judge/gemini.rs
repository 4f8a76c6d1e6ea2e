//! GE1 to GE12: what Gemini generateContent demands of the conversation. Neighbours of one role are joined first, as
//! the provider does, and both spellings of fields are one.

use super::{Leave, items, text, unknown};
use serde_json::{Map, Value};

/// What a part is; it is just one of these.
const DATA: [&str; 9] = [
    "text",
    "inlineData",
    "fileData",
    "functionCall",
    "functionResponse",
    "executableCode",
    "codeExecutionResult",
    "toolCall",
    "toolResponse",
];

/// What may stand beside it.
const BESIDE: [&str; 5] = ["thought", "thoughtSignature", "partMetadata", "videoMetadata", "mediaResolution"];

/// Neighbouring contents of one role.
struct Turn<'a> {
    role: &'a str,
    parts: Vec<&'a Value>,
    /// For each part, the content that it stands in.
    contents: Vec<usize>,
}

pub(super) fn objections(body: &Value, leave: &Leave) -> Vec<String> {
    let body = &spelled(body);
    let contents = items(body, "contents");
    let mut found = Vec::new();
    if contents.is_empty() {
        found.push("GE6 contents: empty".to_owned());
    }
    for (at, content) in contents.iter().enumerate() {
        let mut object = |rule: &str| found.push(format!("{rule} contents[{at}]: {content}"));
        check_content(content, leave, &mut object);
    }
    for part in parts_in(&body["systemInstruction"]) {
        if !part["text"].is_string() {
            found.push(format!("GE7 systemInstruction: {part}"));
        }
    }
    if is_newest(text(body, "model")) {
        results_last(contents, &mut found);
    }
    let turns = turns(contents);
    pairs(&turns, leave, &mut found);
    borders(&turns, leave, &mut found);
    signatures(&turns, leave, &mut found);
    found
}

/// Reports whether a model does not go on from its own words: Gemini 3.6 and later, 3.5 Flash-Lite.
fn is_newest(model: &str) -> bool {
    let Some((_, name)) = model.split_once("gemini-") else { return false };
    let version: String =
        name.chars().take_while(|letter| letter.is_ascii_digit() || *letter == '.').collect();
    let mut numbers = version.split('.').map(|number| number.parse::<u32>().unwrap_or(0));
    let version = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    version > (3, 5) || (version == (3, 5) && name.contains("flash-lite"))
}

/// GE11: nothing stands behind a result in its content.
fn results_last(contents: &[Value], found: &mut Vec<String>) {
    for (at, content) in contents.iter().enumerate() {
        let answers: Vec<bool> =
            parts_in(content).iter().map(|part| part.get("functionResponse").is_some()).collect();
        if answers.windows(2).any(|pair| pair == [true, false]) {
            found.push(format!("GE11 contents[{at}]"));
        }
    }
}

/// The same with `functionCall` for `function_call`; what tools are given and give is left as it is.
fn spelled(value: &Value) -> Value {
    match value {
        Value::Array(list) => Value::Array(list.iter().map(spelled).collect()),
        Value::Object(fields) => {
            let mut same = Map::new();
            for (name, inner) in fields {
                let is_free =
                    ["args", "response", "tools", "toolConfig", "generationConfig"].contains(&name.as_str());
                same.insert(camel(name), if is_free { inner.clone() } else { spelled(inner) });
            }
            Value::Object(same)
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.clone(),
    }
}

fn camel(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |sum, word| {
        let (start, rest) = word.split_at(word.len().min(1));
        sum + &start.to_uppercase() + rest
    })
}

/// The parts of a content; one may stand for a list of one.
fn parts_in(content: &Value) -> &[Value] {
    let parts = &content["parts"];
    if parts.is_object() { std::slice::from_ref(parts) } else { items(content, "parts") }
}

fn turns(contents: &[Value]) -> Vec<Turn<'_>> {
    let mut turns: Vec<Turn<'_>> = Vec::new();
    for (at, content) in contents.iter().enumerate() {
        let role = if text(content, "role") == "model" { "model" } else { "user" };
        if turns.last().is_none_or(|turn| turn.role != role) {
            turns.push(Turn { role, parts: Vec::new(), contents: Vec::new() });
        }
        let parts = parts_in(content);
        if let Some(turn) = turns.last_mut() {
            turn.parts.extend(parts);
            turn.contents.extend(parts.iter().map(|_| at));
        }
    }
    turns
}

fn check_content(content: &Value, leave: &Leave, object: &mut impl FnMut(&str)) {
    let role = content.get("role").map_or("user", |role| role.as_str().unwrap_or_default());
    if !["user", "model"].contains(&role) {
        object("GE7");
    }
    if !unknown(content, &["role", "parts"]).is_empty() {
        object("schema: unknown field of a content");
    }
    let parts = parts_in(content);
    if parts.is_empty() {
        object("GE6");
    }
    for part in parts {
        check_part(part, role, leave, object);
    }
}

fn check_part(part: &Value, role: &str, leave: &Leave, object: &mut impl FnMut(&str)) {
    let known: Vec<&str> = DATA.into_iter().chain(BESIDE).collect();
    if !unknown(part, &known).is_empty() {
        object("schema: unknown field of a part");
    }
    let kinds: Vec<&str> = DATA.into_iter().filter(|name| part.get(name).is_some()).collect();
    // A signature may stand alone.
    if kinds.is_empty() && part.get("thoughtSignature").is_some_and(is_base64) {
        return;
    }
    let [kind] = kinds.as_slice() else { return object("GE6: a part is one thing") };
    let of_model = ["functionCall", "executableCode", "codeExecutionResult", "toolCall", "toolResponse"];
    let is_placed = match role {
        "model" => *kind != "functionResponse",
        _ => !of_model.contains(kind) && part["thought"] != true,
    };
    if !is_placed {
        object("GE7: a part of another role");
    }
    if part.get("thoughtSignature").is_some_and(|signature| !is_base64(signature)) {
        object("GE5");
    }
    match *kind {
        "text" if !part["text"].is_string() => object("GE9"),
        "inlineData" | "fileData" => media(part, kind, leave, object),
        "functionCall" => call(&part[kind], leave, object),
        "functionResponse" => result(&part[kind], leave, object),
        _ => {}
    }
}

fn is_base64(signature: &Value) -> bool {
    let is_digit = |character: char| character.is_ascii_alphanumeric() || "+/-_=".contains(character);
    signature.as_str().is_some_and(|text| !text.is_empty() && text.chars().all(is_digit))
}

fn is_name(name: &str) -> bool {
    let plain = |character: char| character.is_ascii_alphanumeric() || "_.:-".contains(character);
    let begins = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    begins && name.len() <= 128 && name.chars().all(plain)
}

fn call(call: &Value, leave: &Leave, object: &mut impl FnMut(&str)) {
    if !is_name(text(call, "name")) {
        object("GE9: name");
    }
    if call.get("args").is_some_and(|args| !args.is_object() && !args.is_null()) {
        object("GE8");
    }
    if !unknown(call, &["id", "name", "args"]).is_empty() {
        object("schema: unknown field of a call");
    }
    if !leave.tools {
        object("AN24");
    }
}

fn result(result: &Value, leave: &Leave, object: &mut impl FnMut(&str)) {
    if text(result, "name").is_empty() {
        object("GE9: name");
    }
    if !result["response"].is_object() {
        object("GE8");
    }
    if !unknown(result, &["id", "name", "response", "parts"]).is_empty() {
        object("schema: unknown field of a result");
    }
    for part in items(result, "parts") {
        match ["inlineData", "fileData"].into_iter().find(|name| part.get(name).is_some()) {
            Some(kind) => media(part, kind, leave, object),
            None => object("schema: unknown part of a result"),
        }
    }
    if leave.old_model && !items(result, "parts").is_empty() {
        object("GE12: an older model takes no media in results");
    }
}

fn media(part: &Value, kind: &str, leave: &Leave, object: &mut impl FnMut(&str)) {
    if !leave.media {
        object("media");
    }
    let source = &part[kind];
    let mime = text(source, "mimeType");
    let pictures = ["png", "jpeg", "webp", "heic", "heif"];
    let is_picture = mime.strip_prefix("image/").is_some_and(|kind| pictures.contains(&kind));
    let is_other = ["audio/", "video/", "text/"].iter().any(|start| mime.starts_with(start));
    let is_known = is_picture || is_other || ["application/pdf", "application/json"].contains(&mime);
    let is_absent = kind == "fileData" && mime.is_empty();
    let place = if kind == "fileData" { "fileUri" } else { "data" };
    if !(is_known || is_absent) || text(source, place).is_empty() {
        object("GE12");
    }
    if !unknown(source, &["mimeType", place, "displayName"]).is_empty() {
        object("schema: unknown field of a medium");
    }
}

fn parts_of<'a>(turn: Option<&'a Turn<'_>>, kind: &'a str) -> impl Iterator<Item = &'a Value> {
    turn.into_iter().flat_map(|turn| &turn.parts).filter_map(move |part| part.get(kind))
}

/// GE1 to GE3: as many results as calls, right behind them; calls behind somebody else's turn.
fn pairs(turns: &[Turn<'_>], leave: &Leave, found: &mut Vec<String>) {
    for (at, turn) in turns.iter().enumerate() {
        let (before, after) =
            (at.checked_sub(1).and_then(|before| turns.get(before)), turns.get(at.saturating_add(1)));
        let calls = parts_of(Some(turn), "functionCall").count();
        let results = parts_of(after.filter(|_| turn.role == "model"), "functionResponse").count();
        let is_tail = leave.open_tail && at.saturating_add(2) >= turns.len() && results < calls;
        if calls > 0 && turn.role == "model" {
            if before.is_none() {
                found.push("GE2 calls come first".to_owned());
            }
            if results != calls && !is_tail {
                found.push(format!("GE1 turn {at}: {calls} calls and {results} results"));
            }
            ids(turn, after, at, found);
            names(turn, after, at, found);
        }
        let answers: Vec<bool> =
            turn.parts.iter().map(|part| part.get("functionResponse").is_some()).collect();
        let asked = parts_of(before, "functionCall").count();
        if answers.contains(&true) && asked == 0 {
            found.push(format!("GE3 turn {at}: results of no call"));
        }
        // Within a content, the order is free.
        let other =
            answers.iter().position(|is_result| !is_result).and_then(|place| turn.contents.get(place));
        let last =
            answers.iter().rposition(|is_result| *is_result).and_then(|place| turn.contents.get(place));
        if other.zip(last).is_some_and(|(other, last)| last > other) {
            found.push(format!("GE3 turn {at}: a result behind another part"));
        }
    }
}

/// GE9: a result has the name of its call. Those without ids answer the calls of a name, in any order.
fn names(turn: &Turn<'_>, after: Option<&Turn<'_>>, at: usize, found: &mut Vec<String>) {
    let mut open: Vec<&Value> = parts_of(Some(turn), "functionCall").collect();
    let results = || parts_of(after, "functionResponse");
    let is_named = |result: &&Value| !text(result, "id").is_empty();
    // Results that name their call come first: they leave the other calls to the rest.
    for result in results().filter(is_named).chain(results().filter(|result| !is_named(result))) {
        let by_id = open.iter().position(|call| is_named(&result) && call["id"] == result["id"]);
        let by_name = open.iter().position(|call| call["name"] == result["name"]);
        let call =
            by_id.or(by_name).or_else(|| (!open.is_empty()).then_some(0)).map(|place| open.remove(place));
        if call.is_some_and(|call| call["name"] != result["name"]) {
            found.push(format!("GE9 turn {at}: the name of {result} is not that of its call"));
        }
    }
}

/// A result that names its call names one of those before it, and no two name the same. A call without an id may have
/// a result with one.
fn ids(turn: &Turn<'_>, after: Option<&Turn<'_>>, at: usize, found: &mut Vec<String>) {
    let calls: Vec<&Value> = parts_of(Some(turn), "functionCall").collect();
    let is_id = |id: &&Value| *id != "";
    let mut named: Vec<&Value> = calls.iter().filter_map(|call| call.get("id")).filter(is_id).collect();
    let mut unnamed = calls.len().saturating_sub(named.len());
    for id in parts_of(after, "functionResponse").filter_map(|result| result.get("id")).filter(is_id) {
        match named.iter().position(|call| *call == id) {
            Some(place) => drop(named.swap_remove(place)),
            None if unnamed > 0 => unnamed = unnamed.saturating_sub(1),
            None => found.push(format!("GE1 turn {at}: {id} is no call of it")),
        }
    }
}

/// GE2 and GE10: who begins, and who ends.
fn borders(turns: &[Turn<'_>], leave: &Leave, found: &mut Vec<String>) {
    let Some((first, last)) = turns.first().zip(turns.last()) else { return };
    if first.role == "model" && !leave.assistant_first {
        found.push("GE2 the model speaks first".to_owned());
    }
    let is_open = leave.open_tail && parts_of(Some(last), "functionCall").next().is_some();
    if last.role == "model" && !leave.prefill && !is_open {
        found.push("GE10 the model speaks last".to_owned());
    }
}

/// GE4: the first call of each step since the user spoke last is signed.
fn signatures(turns: &[Turn<'_>], leave: &Leave, found: &mut Vec<String>) {
    if !leave.signed_calls {
        return;
    }
    let speaks = |turn: &Turn<'_>| {
        turn.role == "user" && turn.parts.iter().any(|part| part.get("functionResponse").is_none())
    };
    let start = turns.iter().rposition(speaks).unwrap_or(0);
    for (at, turn) in turns.iter().enumerate().skip(start) {
        let first = turn.parts.iter().find(|part| part.get("functionCall").is_some());
        if first.is_some_and(|part| part.get("thoughtSignature").is_none()) {
            found.push(format!("GE4 turn {at}"));
        }
    }
}
