//! Reading an answer of chat completions.

use super::form::ChatForm;
use super::spelling::{own_name, write_content};
use crate::error::Outcome;
use crate::format::contract::target::{Answer, Place};
use crate::format::json::read::{invalid, list, object};
use crate::json::{Fields, ListWriter, Node, ObjectWriter};
use crate::message::{MessageId, Usage};
use crate::repair::{Repair, RepairCode};

/// Reads the first choice, with the model and the tokens that the provider reported. Other choices are other answers,
/// and are left out.
pub(super) fn read(form: &ChatForm, response: Node<'_>, id: MessageId, created_at: i64) -> Outcome<Answer> {
    let fields = object(response)?;
    let choices = fields.get("choices").ok_or_else(|| invalid("a response needs a list of `choices`"))?;
    let choices = list(choices).map_err(|error| error.at("choices"))?;
    let first = choices.first().ok_or_else(|| invalid("the list is empty").at("choices"))?;
    let choice = object(*first).map_err(|error| error.at("choices[0]"))?;
    let said = choice.get("message").ok_or_else(|| invalid("a choice needs a `message`").at("choices[0]"))?;
    let said = as_sent(form, &object(said).map_err(|error| error.at("choices[0].message"))?, &id);
    let body = format!("{{\"messages\":[{said}]}}");
    let body = Node::parse(&body).and_then(Node::fields).unwrap_or_default();
    let parsed = super::read::read(form, &body, &mut |_: Place| MessageId::clone(&id))
        .map_err(|error| error.replace_path_start("messages[0]", "choices[0].message"))?;
    let mut message =
        parsed.messages.into_iter().next().ok_or_else(|| invalid("the answer holds no message"))?;
    message.created_at = created_at;
    let model: Option<Box<str>> = fields.text("model").map(|model| model.as_ref().into());
    if let Some(model) = &model {
        message.name_maker(model);
    }
    let notes = message.notes_mut();
    notes.model = model;
    // Moonshot reports the usage of a stream in the choice (pi#2017).
    let usage = fields.get("usage").and_then(Node::fields).or_else(|| choice.get("usage")?.fields());
    notes.usage = usage.map(|usage| read_usage(form, &usage));
    let mut repairs = parsed.repairs;
    for at in 1..choices.len() {
        let detail =
            format!("`choices[{at}]` was left out: a conversation continues from the first answer only");
        repairs.push(Repair::new(RepairCode::FieldDropped, None, detail).of(&id));
    }
    Ok(Answer { message, repairs })
}

/// The message as a request would hold it: in the provider's spelling, with the role of the assistant, without fields
/// that have their default.
fn as_sent(form: &ChatForm, fields: &Fields<'_>, id: &MessageId) -> String {
    let is_idle = |name: &str, node: Node<'_>| match node.json() {
        "null" => true,
        "[]" | "{}" => name != "content",
        "false" => form.idle_flags.contains(&name),
        _ => false,
    };
    let legacy = legacy_calls(fields, id);
    let mut out = Vec::new();
    let mut object = ObjectWriter::begin(&mut out);
    if fields.get("role").is_none_or(Node::is_null) {
        object.text("role", "assistant");
    }
    for (name, node) in fields.iter().map(|(name, node)| (own_name(form, name), node)) {
        match name {
            name if is_idle(name, node) => {}
            "function_call" | "tool_calls" if legacy.is_some() => {}
            // Some servers send an empty one beside each answer.
            "function_call" if is_nameless(node) => {}
            "tool_calls" => write_calls(node, object.key(name)),
            "content" => write_content(node, &|name| own_name(form, name), object.key(name)),
            name => object.json(name, node.json()),
        }
    }
    if let Some(calls) = legacy {
        object.json("tool_calls", &calls);
    }
    object.end();
    String::from_utf8(out).unwrap_or_default()
}

/// Writes the calls without fields that are null, and without an `index` that equals the call's place.
fn write_calls(node: Node<'_>, out: &mut Vec<u8>) {
    let Some(calls) = node.list() else { return out.extend_from_slice(node.json().as_bytes()) };
    let mut list = ListWriter::begin(out);
    for (at, call) in calls.into_iter().enumerate() {
        let Some(fields) = call.fields() else {
            list.item().extend_from_slice(call.json().as_bytes());
            continue;
        };
        let place = at.to_string();
        let says_nothing =
            |name: &str, node: Node<'_>| node.is_null() || (name == "index" && node.json() == place);
        let mut object = ObjectWriter::begin(list.item());
        let kept = fields.iter().filter(|(name, node)| !says_nothing(name, *node));
        kept.for_each(|(name, node)| object.json(name, node.json()));
        object.end();
    }
    list.end();
}

/// Reports whether a call has no name, so that it calls nothing.
fn is_nameless(call: Node<'_>) -> bool {
    call.fields().and_then(|call| Some(call.text("name")?.is_empty())).unwrap_or(true)
}

/// The single call in the deprecated field `function_call`, as a list. It comes without an id, so one is made of the
/// message's id.
fn legacy_calls(fields: &Fields<'_>, id: &MessageId) -> Option<String> {
    let has_list = fields.get("tool_calls").and_then(Node::list).is_some_and(|calls| !calls.is_empty());
    let call = fields.get("function_call").filter(|call| !has_list && !is_nameless(*call))?;
    let plain = |character: char| if character.is_ascii_alphanumeric() { character } else { '_' };
    let id: String = id.chars().map(plain).collect();
    let mut out = Vec::new();
    let mut list = ListWriter::begin(&mut out);
    let mut object = ObjectWriter::begin(list.item());
    object.text("id", &format!("call_{id}"));
    object.text("type", "function");
    object.json("function", call.json());
    object.end();
    list.end();
    String::from_utf8(out).ok()
}

/// `prompt_tokens` includes tokens that were read from the cache or written to it. DeepSeek reports them as hits and misses, and Mistral as
/// `num_cached_tokens`. `completion_tokens` includes reasoning, except for xAI, whose reasoning tokens are "counted
/// separately from completion_tokens, but [...] in the total_tokens" (docs.x.ai, consumption and rate limits).
fn read_usage(form: &ChatForm, usage: &Fields<'_>) -> Usage {
    let get = |fields: &Fields<'_>, name: &str| -> Option<u64> {
        fields.iter().find(|(given, _)| own_name(form, given) == name).and_then(|(_, node)| node.count())
    };
    let inner = |name: &str| {
        let found = usage.iter().find(|(given, _)| own_name(form, given) == name);
        found.and_then(|(_, node)| node.fields()).unwrap_or_default()
    };
    let [hits, misses] = ["prompt_cache_hit_tokens", "prompt_cache_miss_tokens"].map(|name| get(usage, name));
    let input = get(usage, "prompt_tokens").or_else(|| Some(hits?.saturating_add(misses?)));
    let said = get(usage, "completion_tokens");
    let reasoning = get(&inner("completion_tokens_details"), "reasoning_tokens");
    let all = [input, said, reasoning].into_iter().flatten().fold(0, u64::saturating_add);
    let total = get(usage, "total_tokens");
    let is_beside = total.is_some_and(|total| total >= all);
    let details = inner("prompt_tokens_details");
    // Mistral counts sound in the total alone.
    let sound = get(&details, "audio_tokens");
    let sound = sound.filter(|sound| {
        total == Some(sound.saturating_add(input.unwrap_or(0)).saturating_add(said.unwrap_or(0)))
    });
    let input = input.map(|input| input.saturating_add(sound.unwrap_or(0)));
    let cached = get(&details, "cached_tokens");
    Usage {
        input,
        output: said.map(|said| said.saturating_add(reasoning.filter(|_| is_beside).unwrap_or(0))),
        cached_input: cached
            .or(hits)
            .or_else(|| ["num_cached_tokens", "cached_tokens"].into_iter().find_map(|name| get(usage, name))),
        cache_write: get(&details, "cache_write_tokens"),
        reasoning,
        ..Usage::default()
    }
}
