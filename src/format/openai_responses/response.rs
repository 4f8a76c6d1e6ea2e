//! Reading an answer of Responses.

use super::builtin_items::BuiltinForm;
use super::item::{OTHER, read_item};
use super::run::Run;
use crate::error::Outcome;
use crate::format::contract::notices::Notices;
use crate::format::contract::parsed::Parsed;
use crate::format::contract::target::Answer;
use crate::format::json::read::{at_item, drop_idle_extras, invalid, list, object, required};
use crate::json::{Fields, Node};
use crate::list::PushAll;
use crate::message::{Content, Extras, ITEM_ID, Message, MessageId, Usage};

/// Reads the items of the answer as one message, with the model and the tokens that the provider reported.
pub(super) fn read(response: Node<'_>, id: MessageId, created_at: i64) -> Outcome<Answer> {
    let fields = object(response)?;
    let output = fields.get("output").ok_or_else(|| invalid("a response needs a list of `output` items"))?;
    let mut parsed = Parsed::default();
    let mut run = Run::begin(&mut parsed, output, MessageId::clone(&id));
    let items = list(output).map_err(|error| error.at("output"))?;
    let answered = answered(&items);
    for (at, node) in items.into_iter().enumerate() {
        let item = object(node)
            .and_then(|fields| {
                let kind = required(&fields, "type")?;
                let is_served = BuiltinForm::of_call(&fields).is_some_and(|(_, id)| answered.contains(&id));
                read_item(node, if is_served { OTHER } else { &kind })
            })
            .map_err(|error| at_item(error, "output", at))?;
        run.take(item, &mut parsed);
    }
    run.end(&mut parsed);
    let Parsed { messages, repairs, .. } = parsed;
    let mut message = messages.into_iter().next().ok_or_else(|| invalid("the answer holds no message"))?;
    message.created_at = created_at;
    let model: Option<Box<str>> = fields.text("model").map(|model| model.as_ref().into());
    drop_idle(&mut message);
    if let Some(model) = &model {
        message.name_maker(model);
    }
    let notes = message.notes_mut();
    notes.model = model;
    notes.usage = fields.get("usage").and_then(Node::fields).map(|usage| read_usage(&usage));
    read_notices(&fields).keep(notes);
    Ok(Answer { message, repairs })
}

/// Reasoning of the request that the model did not see, and the cause of a cache miss: `Response` of `openai` 7.59.
fn read_notices(fields: &Fields<'_>) -> Notices {
    let mut notices = Notices::default();
    for entry in fields.get("input_transformations").and_then(Node::list).unwrap_or_default() {
        let Some(entry) = entry.fields() else { continue };
        let is_removed = entry.text("action").as_deref() == Some("removed");
        if let Some(said) = entry.text("reason").filter(|_| is_removed) {
            notices.withheld(&said, entry.text("id").as_deref());
        }
    }
    let found = fields.get("prompt_cache_diagnostics").and_then(Node::fields).unwrap_or_default();
    let tokens = found.get("cache_missed_tokens").and_then(Node::count);
    match found.text("type").as_deref() {
        None | Some("cache_hit") => {}
        Some("cache_miss") => notices.missed(&found.text("reason").unwrap_or_default(), tokens),
        Some(said) => notices.missed(said, tokens),
    }
    notices
}

/// The ids of calls whose tool the provider ran itself, so that the host need not.
fn answered(items: &[Node<'_>]) -> Vec<String> {
    let mut ids = Vec::new();
    for fields in items.iter().filter_map(|item| item.fields()) {
        ids.push_all(BuiltinForm::of_output(&fields).map(|(_, id)| id));
    }
    ids
}

/// Drops fields whose value is the default.
fn drop_idle(message: &mut Message) {
    // The provider wants back all fields of calls of its built-in tools.
    let others = message.calls_mut().iter_mut().filter(|call| call.kind.builtin().is_none());
    others.for_each(|call| drop_idle_fields(&mut call.extras));
    let Content::Parts(parts) = message.content_mut() else { return };
    parts.iter_mut().for_each(|part| drop_idle_fields(&mut part.extras));
}

fn drop_idle_fields(extras: &mut Extras) {
    let is_idle: fn(&str, &str) -> bool = |name, json| match name {
        "status" => matches!(json, "null" | "\"completed\""),
        "annotations" | "logprobs" => matches!(json, "null" | "[]"),
        ITEM_ID => json == "\"\"",
        _ => json == "null",
    };
    drop_idle_extras(extras, is_idle);
}

/// `input_tokens` includes tokens that were read from the cache or written to it. The longer lifetime is 12 hours.
fn read_usage(usage: &Fields<'_>) -> Usage {
    let count = |fields: &Fields<'_>, name: &str| fields.get(name).and_then(Node::count);
    let inner = |name: &str| usage.get(name).and_then(Node::fields).unwrap_or_default();
    let details = inner("input_tokens_details");
    Usage {
        input: count(usage, "input_tokens"),
        output: count(usage, "output_tokens"),
        cached_input: count(&details, "cached_tokens"),
        cache_write: count(&details, "cache_write_tokens"),
        cache_write_1h: details
            .at(&["cache_write_tokens_details", "ttl_12h_tokens"])
            .and_then(Node::count)
            .filter(|tokens| *tokens > 0),
        reasoning: count(&inner("output_tokens_details"), "reasoning_tokens"),
        ..Usage::default()
    }
}
