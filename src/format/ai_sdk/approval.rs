//! What a person is asked of a call, and says. UI messages hold it in one object, which is how it is kept; model
//! messages have a part for the question and one for the answer.

use super::call::APPROVAL;
use crate::error::Outcome;
use crate::format::read::required;
use crate::json::{Fields, Node, ObjectWriter};
use crate::message::{Extras, ToolCall};

/// The fields of the answer.
const ANSWER: [&str; 3] = ["approved", "reason", "providerExecuted"];

/// Keeps a question with its call.
pub(super) fn keep_question(fields: &Fields<'_>, call: &mut ToolCall) -> Outcome<Box<str>> {
    let id = required(fields, "approvalId")?;
    let mut json = Vec::new();
    let mut object = ObjectWriter::begin(&mut json);
    object.text("id", &id);
    let known = ["type", "approvalId", "toolCallId"];
    fields
        .iter()
        .filter(|(name, _)| !known.contains(name))
        .for_each(|(name, node)| object.json(name, node.json()));
    object.end();
    set(&mut call.extras, json);
    Ok(id)
}

/// Keeps an answer with its call. Gives `false` when the call has one.
pub(super) fn keep_answer(fields: &Fields<'_>, call: &mut ToolCall) -> bool {
    let Some(asked) = approval(call) else { return false };
    if asked.get("approved").is_some() {
        return false;
    }
    let mut json = Vec::new();
    let mut object = ObjectWriter::begin(&mut json);
    asked.iter().for_each(|(name, node)| object.json(name, node.json()));
    let known = ["type", "approvalId"];
    fields
        .iter()
        .filter(|(name, _)| !known.contains(name))
        .for_each(|(name, node)| object.json(name, node.json()));
    object.end();
    set(&mut call.extras, json);
    true
}

fn set(extras: &mut Extras, json: Vec<u8>) {
    extras.retain(|name| name != APPROVAL);
    extras.push(APPROVAL, &String::from_utf8_lossy(&json));
}

/// What was asked of a call, and said.
pub(super) fn approval(call: &ToolCall) -> Option<Fields<'_>> {
    call.extras.get(APPROVAL).and_then(Node::parse)?.fields()
}

/// What was said.
pub(super) fn approved(call: &ToolCall) -> Option<bool> {
    approval(call)?.get("approved").and_then(Node::truth)
}

/// Writes the question as a part of the assistant's.
pub(super) fn write_question(asked: &Fields<'_>, call_id: &str, out: &mut Vec<u8>) {
    let mut object = ObjectWriter::begin(out);
    object.text("type", "tool-approval-request");
    object.json("approvalId", asked.get("id").map_or("\"\"", Node::json));
    object.text("toolCallId", call_id);
    asked
        .iter()
        .filter(|(name, _)| *name != "id" && !ANSWER.contains(name))
        .for_each(|(name, node)| object.json(name, node.json()));
    object.end();
}

/// Writes the answer as a part of the tools'.
pub(super) fn write_answer(said: &Fields<'_>, out: &mut Vec<u8>) {
    let mut object = ObjectWriter::begin(out);
    object.text("type", "tool-approval-response");
    object.json("approvalId", said.get("id").map_or("\"\"", Node::json));
    said.iter()
        .filter(|(name, _)| ANSWER.contains(name))
        .for_each(|(name, node)| object.json(name, node.json()));
    object.end();
}
