//! Reading an answer of chat completions.

use super::form::Form;
use crate::error::Outcome;
use crate::format::read::{invalid, list, object};
use crate::format::target::{Answer, Place};
use crate::json::{Fields, Node, ObjectWriter};
use crate::message::{MessageId, Usage};
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
    let said = without_idle(&object(said).map_err(|error| error.at("choices[0].message"))?);
    let body = format!("{{\"messages\":[{said}]}}");
    let body = Node::parse(&body).and_then(Node::fields).unwrap_or_default();
    let parsed = super::read::read(form, &body, &mut |_: Place| MessageId::clone(&id))?;
    let mut message =
        parsed.messages.into_iter().next().ok_or_else(|| invalid("the answer holds no message"))?;
    message.created_at = created_at;
    let notes = message.notes_mut();
    notes.model = fields.text("model").map(|model| model.as_ref().into());
    notes.usage = fields.get("usage").and_then(Node::fields).map(|usage| read_usage(&usage));
    let mut repairs = parsed.repairs;
    for at in 1..choices.len() {
        let detail =
            format!("`choices[{at}]` was left out: a conversation goes on from one answer, the first");
        repairs.push(Repair::new(RepairCode::FieldDropped, "I4", detail).of(&id));
    }
    Ok(Answer { message, repairs })
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
