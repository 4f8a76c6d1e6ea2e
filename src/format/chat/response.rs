//! Reading an answer of chat completions.

use super::form::Form;
use crate::error::Outcome;
use crate::format::read::{invalid, list, object};
use crate::format::target::{Answer, Place};
use crate::json::{Fields, ListWriter, Node, ObjectWriter};
use crate::message::{Content, Message, MessageId, PartKind, Usage};
use crate::repair::{Repair, RepairCode};

/// Fields of an answer that say nothing when they are null or empty, and that a request does not define.
const IDLE: [&str; 6] = ["refusal", "annotations", "audio", "function_call", "tool_calls", "name"];

/// Reads the first choice, with what the provider reported. Other choices are answers of their own, and left out.
pub(super) fn read(form: &Form, response: Node<'_>, id: MessageId, created_at: i64) -> Outcome<Answer> {
    let fields = object(response)?;
    let choices = fields.get("choices").ok_or_else(|| invalid("an answer has a list of `choices`"))?;
    let choices = list(choices).map_err(|error| error.at("choices"))?;
    let first = choices.first().ok_or_else(|| invalid("the list is empty").at("choices"))?;
    let choice = object(*first).map_err(|error| error.at("choices[0]"))?;
    let said = choice.get("message").ok_or_else(|| invalid("a choice has a `message`").at("choices[0]"))?;
    let said = as_sent(form, &object(said).map_err(|error| error.at("choices[0].message"))?);
    let body = format!("{{\"messages\":[{said}]}}");
    let body = Node::parse(&body).and_then(Node::fields).unwrap_or_default();
    let parsed = super::read::read(form, &body, &mut |_: Place| MessageId::clone(&id))?;
    let mut message =
        parsed.messages.into_iter().next().ok_or_else(|| invalid("the answer holds no message"))?;
    message.created_at = created_at;
    let model: Option<Box<str>> = fields.text("model").map(|model| model.as_ref().into());
    tell_maker(&mut message, model.as_deref());
    let notes = message.notes_mut();
    notes.model = model;
    notes.usage = fields.get("usage").and_then(Node::fields).map(|usage| read_usage(form, &usage));
    let mut repairs = parsed.repairs;
    for at in 1..choices.len() {
        let detail =
            format!("`choices[{at}]` was left out: a conversation goes on from one answer, the first");
        repairs.push(Repair::new(RepairCode::FieldDropped, "I4", detail).of(&id));
    }
    Ok(Answer { message, repairs })
}

/// The message as a request would have it: by the names of the format, without what says nothing.
fn as_sent(form: &Form, fields: &Fields<'_>) -> String {
    let is_idle = |name: &str, node: Node<'_>| match node.json() {
        "null" | "[]" => IDLE.contains(&name),
        "false" => form.idle_flags.contains(&name),
        _ => false,
    };
    let mut out = Vec::new();
    let mut object = ObjectWriter::begin(&mut out);
    for (name, node) in fields.iter().map(|(name, node)| (own_name(form, name), node)) {
        match name {
            name if is_idle(name, node) => {}
            "content" => write_renamed(form, node, object.key(name)),
            name => object.json(name, node.json()),
        }
    }
    object.end();
    String::from_utf8(out).unwrap_or_default()
}

/// What the format calls a field.
fn own_name<'a>(form: &Form, name: &'a str) -> &'a str {
    form.client_names.iter().find(|(client, _)| *client == name).map_or(name, |(_, own)| own)
}

/// Writes content with the fields of its parts renamed. No part holds what is not the provider's own.
fn write_renamed(form: &Form, node: Node<'_>, out: &mut Vec<u8>) {
    if let Some(items) = node.list() {
        let mut list = ListWriter::begin(out);
        items.into_iter().for_each(|item| write_renamed(form, item, list.item()));
        return list.end();
    }
    let Some(fields) = node.fields() else { return out.extend_from_slice(node.json().as_bytes()) };
    let mut object = ObjectWriter::begin(out);
    for (name, value) in fields.iter() {
        write_renamed(form, value, object.key(own_name(form, name)));
    }
    object.end();
}

/// Reasoning learns which model made it.
fn tell_maker(message: &mut Message, model: Option<&str>) {
    let Content::Parts(parts) = message.content_mut() else { return };
    for part in parts {
        if let PartKind::Reasoning(reasoning) = &mut part.kind
            && let Some(origin) = reasoning.origin.as_mut()
        {
            origin.model = model.map(Box::from);
        }
    }
}

/// `prompt_tokens` includes cached tokens already.
fn read_usage(form: &Form, usage: &Fields<'_>) -> Usage {
    let get = |fields: &Fields<'_>, name: &str| -> Option<u64> {
        fields.iter().find(|(given, _)| own_name(form, given) == name).and_then(|(_, node)| node.count())
    };
    let inner = |name: &str| {
        let found = usage.iter().find(|(given, _)| own_name(form, given) == name);
        found.and_then(|(_, node)| node.fields()).unwrap_or_default()
    };
    Usage {
        input: get(usage, "prompt_tokens"),
        output: get(usage, "completion_tokens"),
        cached_input: get(&inner("prompt_tokens_details"), "cached_tokens"),
        reasoning: get(&inner("completion_tokens_details"), "reasoning_tokens"),
    }
}
