//! Reading an answer of Chat Completions.

use crate::error::Outcome;
use crate::format::parsed::Parsed;
use crate::format::read::{invalid, list, object};
use crate::format::target::Place;
use crate::json::{Fields, Node, ObjectWriter};
use crate::message::{Message, MessageId, Usage};

/// Fields of an answer that say nothing when they are null or empty, and that a request does not define.
const IDLE: [&str; 6] = ["refusal", "annotations", "audio", "function_call", "tool_calls", "name"];

/// Reads the first choice, with what the provider reported.
pub(super) fn read(response: Node<'_>, id: MessageId, created_at: i64) -> Outcome<Message> {
    let fields = object(response)?;
    let choices = fields.get("choices").ok_or_else(|| invalid("an answer has a list of `choices`"))?;
    let first = list(choices).map_err(|error| error.at("choices"))?.into_iter().next();
    let choice = object(first.ok_or_else(|| invalid("the list is empty").at("choices"))?)?;
    let said = choice.get("message").ok_or_else(|| invalid("a choice has a `message`").at("choices[0]"))?;
    let said = without_idle(&object(said).map_err(|error| error.at("choices[0].message"))?);
    let mut message = read_one(&said, id)?;
    message.created_at = created_at;
    let notes = message.notes_mut();
    notes.model = fields.text("model").map(|model| model.as_ref().into());
    notes.usage = fields.get("usage").and_then(Node::fields).map(|usage| read_usage(&usage));
    Ok(message)
}

fn read_one(json: &str, id: MessageId) -> Outcome<Message> {
    let body = format!("{{\"messages\":[{json}]}}");
    let fields = Node::parse(&body).and_then(Node::fields).unwrap_or_default();
    let parsed: Parsed<'_> = super::read::read(&fields, &mut |_: Place| MessageId::clone(&id))?;
    parsed.messages.into_iter().next().ok_or_else(|| invalid("the answer holds no message"))
}

fn without_idle(fields: &Fields<'_>) -> String {
    let is_idle = |name: &str, node: Node<'_>| IDLE.contains(&name) && matches!(node.json(), "null" | "[]");
    let mut out = Vec::new();
    let mut object = ObjectWriter::begin(&mut out);
    for (name, node) in fields.iter().filter(|(name, node)| !is_idle(name, *node)) {
        object.json(name, node.json());
    }
    object.end();
    String::from_utf8(out).unwrap_or_default()
}

/// `prompt_tokens` includes cached tokens already.
fn read_usage(usage: &Fields<'_>) -> Usage {
    let count = |fields: &Fields<'_>, name: &str| fields.get(name).and_then(Node::count);
    let inner = |name: &str| usage.get(name).and_then(Node::fields).unwrap_or_default();
    Usage {
        input: count(usage, "prompt_tokens"),
        output: count(usage, "completion_tokens"),
        cached_input: count(&inner("prompt_tokens_details"), "cached_tokens"),
        reasoning: count(&inner("completion_tokens_details"), "reasoning_tokens"),
    }
}
