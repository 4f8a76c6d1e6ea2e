//! Reading an answer of Anthropic Messages.

use super::join::append;
use crate::error::Outcome;
use crate::format::read::{invalid, object};
use crate::format::target::{Answer, Place};
use crate::json::{Fields, Node, ObjectWriter};
use crate::message::{Content, Message, MessageId, Part, PartKind, Role, Usage};
use crate::repair::{Repair, RepairCode};

/// Reads the answer's content, with what the provider reported. Blocks that an answer cannot hold are left out.
pub(super) fn read(response: Node<'_>, id: MessageId, created_at: i64) -> Outcome<Answer> {
    let fields = object(response)?;
    let content = fields.get("content").ok_or_else(|| invalid("an answer has a list of `content` blocks"))?;
    let json = as_body(content);
    let body = Node::parse(&json).and_then(Node::fields).unwrap_or_default();
    let parsed = super::read::read(&body, &mut |_: Place| MessageId::clone(&id))?;
    let (said, foreign): (Vec<Message>, Vec<Message>) =
        parsed.messages.into_iter().partition(|message| message.role() == Role::Assistant);
    let mut said = said.into_iter();
    let mut message = said.next().ok_or_else(|| invalid("the answer holds no message").at("content"))?;
    said.for_each(|more| append(&mut message, more));
    message.created_at = created_at;
    let model: Option<Box<str>> = fields.text("model").map(|model| model.as_ref().into());
    drop_idle(&mut message, model.as_deref());
    let notes = message.notes_mut();
    notes.model = model;
    notes.usage = fields.get("usage").and_then(Node::fields).map(|usage| read_usage(&usage));
    let repairs = foreign.iter().map(|message| {
        let detail = format!(
            "blocks of a {} message have no place in an answer, and were left out",
            message.role().as_str()
        );
        Repair::new(RepairCode::PartDropped, "I4", detail).of(&id)
    });
    Ok(Answer { message, repairs: repairs.collect() })
}

fn as_body(content: Node<'_>) -> String {
    let mut out = b"{\"messages\":[".to_vec();
    let mut object = ObjectWriter::begin(&mut out);
    object.text("role", "assistant");
    object.json("content", content.json());
    object.end();
    out.extend_from_slice(b"]}");
    String::from_utf8(out).unwrap_or_default()
}

/// Fields that say nothing go, and reasoning learns which model made it.
fn drop_idle(message: &mut Message, model: Option<&str>) {
    let Content::Parts(parts) = message.content_mut() else { return };
    for Part { kind, extras } in parts {
        let idle: Vec<Box<str>> =
            extras.iter().filter(|(_, json)| *json == "null").map(|(name, _)| name.into()).collect();
        extras.retain(|name| !idle.iter().any(|idle| idle.as_ref() == name));
        if let PartKind::Reasoning(reasoning) = kind
            && let Some(origin) = reasoning.origin.as_mut()
        {
            origin.model = model.map(Box::from);
        }
    }
}

/// `input_tokens` leaves out what was written to the cache and read from it; ours includes both.
fn read_usage(usage: &Fields<'_>) -> Usage {
    let count = |name: &str| usage.get(name).and_then(Node::count);
    let cached = count("cache_read_input_tokens");
    let written = count("cache_creation_input_tokens");
    let input = count("input_tokens");
    let input =
        input.map(|input| input.saturating_add(cached.unwrap_or(0)).saturating_add(written.unwrap_or(0)));
    Usage { input, output: count("output_tokens"), cached_input: cached, reasoning: None }
}
