//! OR1 to OR12: what OpenAI Responses demands. Calls and their outputs find each other by their ids, wherever they stand.

use super::responses_items::check_item;
use super::{Leave, items, text};
use serde_json::Value;

/// Items that the model made, or that came of its calls of tools which are not the host's.
pub(super) fn is_assistants(item: &Value) -> bool {
    match kind(item) {
        "message" => text(item, "role") == "assistant",
        "function_call_output" | "custom_tool_call_output" | "shell_call_output" | "additional_tools" => {
            false
        }
        _ => true,
    }
}

/// The type, which a message need not say.
pub(super) fn kind(item: &Value) -> &str {
    item["type"].as_str().unwrap_or("message")
}

fn is_call(item: &Value) -> bool {
    ["function_call", "custom_tool_call", "shell_call"].contains(&kind(item))
}

fn is_output(item: &Value) -> bool {
    ["function_call_output", "custom_tool_call_output", "shell_call_output"].contains(&kind(item))
}

/// Whether the provider keeps what was said before.
fn is_stored(body: &Value) -> bool {
    !body["previous_response_id"].is_null() || !body["conversation"].is_null()
}

pub(super) fn objections(body: &Value, leave: &Leave) -> Vec<String> {
    if body["input"].is_string() {
        return Vec::new();
    }
    let input = items(body, "input");
    let mut found = Vec::new();
    // What answers a call that the provider keeps, or made of a tool of its own, is no use of tools that are declared.
    let is_called = |id: &str| input.iter().any(|item| is_call(item) && text(item, "call_id") == id);
    let is_answer = |item: &Value| is_output(item) && !is_called(text(item, "call_id"));
    if input.is_empty() {
        found.push("schema: the input is empty".to_owned());
    }
    for (at, item) in input.iter().enumerate() {
        let mut object = |rule: &str| found.push(format!("{rule} input[{at}]: {item}"));
        check_item(item, leave, &mut object);
        if !leave.tools && (is_call(item) || is_output(item)) && !is_answer(item) {
            object("AN24");
        }
        if !leave.mid_system && at > 0 && ["system", "developer"].contains(&text(item, "role")) {
            object("OC10");
        }
        if body["store"] == false && kind(item) == "item_reference" {
            object("OR10");
        }
        if body["store"] == false && kind(item) == "reasoning" && !item["encrypted_content"].is_string() {
            object("OR10");
        }
    }
    if !leave.assistant_first && input.first().is_some_and(is_assistants) {
        found.push("AN12".to_owned());
    }
    let ends = input.last().is_some_and(|last| is_assistants(last) && !is_call(last));
    if ends && !leave.prefill && !leave.open_tail {
        found.push("AN11 the last item is the assistant's".to_owned());
    }
    pairs(body, input, leave, &mut found);
    bonds(input, &mut found);
    twins(input, &mut found);
    found
}

/// OR1 and OR2: as many outputs as calls of an id, of the type that fits.
fn pairs(body: &Value, input: &[Value], leave: &Leave, found: &mut Vec<String>) {
    let last_call = input.iter().rposition(is_call).unwrap_or_default();
    let tail = input.iter().take(last_call).rposition(|item| !is_assistants(item)).map_or(0, |at| at + 1);
    let of = |is_it: fn(&Value) -> bool, id: &str| {
        input.iter().filter(|item| is_it(item) && text(item, "call_id") == id).count()
    };
    for (at, call) in input.iter().enumerate().filter(|(_, item)| is_call(item)) {
        let id = text(call, "call_id");
        let open =
            input.iter().skip(tail).filter(|item| is_call(item) && text(item, "call_id") == id).count();
        let may_lack = if leave.open_tail { open } else { 0 };
        if of(is_output, id) + may_lack < of(is_call, id) {
            found.push(format!("OR1 input[{at}]: no output of `{id}`"));
        }
        let output = format!("{}_output", kind(call));
        let is_strange =
            |item: &&Value| is_output(item) && text(item, "call_id") == id && kind(item) != output;
        if input.iter().filter(is_strange).count() > 0 && of(is_call, id) == 1 {
            found.push(format!("OR1 input[{at}]: an output of another type answers `{id}`"));
        }
        if of(is_call, id) > 1 {
            found.push(format!("OR14 input[{at}]: another call has `{id}`, too"));
        }
    }
    let is_any_call = |item: &Value| kind(item).ends_with("_call");
    for (at, output) in input.iter().enumerate().filter(|(_, item)| is_output(item)) {
        let id = text(output, "call_id");
        let (calls, outputs) = (of(is_any_call, id), of(is_output, id));
        if calls < outputs && !(is_stored(body) && calls == 0 && !id.is_empty()) {
            found.push(format!("OR2 input[{at}]: `{id}` answers no call"));
        }
        if outputs > 1 {
            found.push(format!("OR14 input[{at}]: another output answers `{id}`, too"));
        }
    }
}

/// OR3: reasoning is followed by what it led to.
fn bonds(input: &[Value], found: &mut Vec<String>) {
    for (at, reasoning) in input.iter().enumerate().filter(|(_, item)| kind(item) == "reasoning") {
        let follows = input.get(at + 1).is_some_and(|next| {
            let has_id = next["id"].is_string() || reasoning["id"].is_null();
            is_assistants(next) && (kind(next) != "message" || has_id)
        });
        if !follows {
            found.push(format!("OR3 input[{at}]: {reasoning}"));
        }
    }
}

/// OR6: no two items have one id.
fn twins(input: &[Value], found: &mut Vec<String>) {
    for (at, item) in input.iter().enumerate().filter(|(_, item)| item["id"].is_string()) {
        if input.iter().take(at).any(|other| other["id"] == item["id"]) {
            found.push(format!("OR6 input[{at}]: {item}"));
        }
    }
}
