//! Writing messages.

use super::block::{STRANDS, rest_of};
use super::read::MESSAGE;
use super::wire::Blocks;
use super::{Words, metadata};
use crate::format::interchange::Told;
use crate::format::marks::marks;
use crate::json::{Fields, ListWriter, Node, ObjectWriter, quoted};
use crate::message::{Body, Content, Extras, Message, Role};
use crate::repair::{Repair, RepairCode};

/// A message of the SDK.
struct Wire {
    role: &'static str,
    /// Whether its last block is a result.
    is_result: bool,
    blocks: Vec<String>,
    id: Option<String>,
    metadata: Option<String>,
    rest: Extras,
}

pub(super) fn write(told: &[Told<'_>], form: &str, out: &mut Vec<u8>) -> Vec<Repair> {
    let words = if form == "python" { Words::Python } else { Words::TypeScript };
    let mut repairs = Vec::new();
    let is_prompt = |told: &&Told<'_>| matches!(told.message.body, Body::System(_));
    let leading: Vec<&Message> = told.iter().take_while(is_prompt).map(|told| told.message).collect();
    let mut wires: Vec<Wire> = Vec::new();
    for told in told.iter().skip(leading.len()) {
        put(told, words, &mut wires, &mut repairs);
    }
    if form == "messages" {
        for message in leading {
            let detail = "the system prompt has no place in a list of messages; the form `agent` has one";
            repairs.push(Repair::new(RepairCode::FieldDropped, None, detail).of(&message.id));
        }
        write_list(&wires, words, out);
        return repairs;
    }
    let mut object = ObjectWriter::begin(out);
    if !leading.is_empty() {
        let name = if words == Words::Python { "system_prompt" } else { "systemPrompt" };
        let prompt = write_prompt(&leading, words, &mut repairs);
        object.json(name, &prompt);
    }
    write_list(&wires, words, object.key("messages"));
    object.end();
    repairs
}

/// The system prompt: a string where one text is all there is, else blocks.
fn write_prompt(messages: &[&Message], words: Words, repairs: &mut Vec<Repair>) -> String {
    let mut blocks = Vec::new();
    for (place, message) in messages.iter().enumerate() {
        let mut said = Blocks::new(message, words);
        said.say(message.content(), &[]);
        if place > 0 {
            let detail = "instructions at the start were joined to the system prompt".to_owned();
            said.report(RepairCode::SystemMoved, detail);
        }
        said.settle(&["role"]);
        blocks.extend(said.json);
        repairs.extend(said.repairs);
    }
    match messages {
        [message] if matches!(message.content(), Content::Text(_)) => quoted(&message.content().plain_text()),
        _ => format!("[{}]", blocks.join(",")),
    }
}

/// Puts a message behind the others, or into the last of them.
fn put(told: &Told<'_>, words: Words, wires: &mut Vec<Wire>, repairs: &mut Vec<Repair>) {
    let message = told.message;
    let role = if message.role() == Role::Assistant { "assistant" } else { "user" };
    let extras = message.notes.as_deref().map(|notes| &notes.extras);
    let hint = extras.map(marks).unwrap_or_default();
    let is = |name: &str| hint.get(name).and_then(Node::truth).unwrap_or(false);
    let is_result = message.role() == Role::Tool;
    let mut blocks = Blocks::new(message, words);
    match &message.body {
        Body::System(content) => {
            blocks.say(content, &[]);
            let detail = "instructions in the middle have no form there, and are told by the user".to_owned();
            blocks.report(RepairCode::SystemMoved, detail);
        }
        Body::Summary(content) | Body::User(content) => blocks.say(content, &[]),
        Body::Assistant { content, calls } => blocks.say(content, calls),
        Body::Tool(result) => blocks.result(result),
    }
    let mut known = vec!["metadata", STRANDS, MESSAGE];
    known.extend((message.role() == Role::System).then_some("role"));
    blocks.settle(&known);
    repairs.append(&mut blocks.repairs);
    let last = wires.last_mut().filter(|wire| wire.role == role);
    let joined = last.filter(|wire| is("joined") || (is_result && wire.is_result && !is("apart")));
    if let Some(wire) = joined {
        wire.blocks.extend(blocks.json);
        wire.is_result = is_result;
        return;
    }
    let is_summary = matches!(message.body, Body::Summary(_));
    let given = hint.text("id").map(|id| id.to_string());
    wires.push(Wire {
        role,
        is_result,
        blocks: blocks.json,
        id: given.or_else(|| (!told.is_minted).then(|| message.id.to_string())),
        metadata: metadata::write(message, is_summary, hint.get("usage")),
        rest: rest(extras, is_result),
    });
}

/// Fields of a message that are not modelled.
fn rest(extras: Option<&Extras>, is_result: bool) -> Extras {
    let mut rest = Extras::default();
    let fields: Fields<'_> = match extras {
        Some(extras) if is_result => {
            extras.get(MESSAGE).and_then(Node::parse).and_then(Node::fields).unwrap_or_default()
        }
        Some(extras) => rest_of(extras),
        None => Fields::default(),
    };
    fields.iter().for_each(|(name, node)| rest.push(name, node.json()));
    rest
}

fn write_list(wires: &[Wire], words: Words, out: &mut Vec<u8>) {
    let mut list = ListWriter::begin(out);
    for wire in wires {
        let mut object = ObjectWriter::begin(list.item());
        object.text("role", wire.role);
        object.json("content", &format!("[{}]", wire.blocks.join(",")));
        if let Some(id) = &wire.id {
            object.text(if words == Words::Python { "tracking_id" } else { "trackingId" }, id);
        }
        if let Some(metadata) = &wire.metadata {
            object.json("metadata", metadata);
        }
        wire.rest.iter().for_each(|(name, json)| object.json(name, json));
        object.end();
    }
    list.end();
}
