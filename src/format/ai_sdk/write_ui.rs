//! Writing UI messages. What the assistant says and calls until somebody else speaks is one message, of as many steps.

use super::approval::{approval, approved};
use super::call::{APPROVAL, write_input};
use super::form::Form;
use super::losses::Losses;
use super::options::{CALL, Namespaces, REST, RESULT};
use super::output::{DENIED, write_shown};
use super::said::{write_part, write_said};
use super::write_model::extras;
use crate::format::interchange::Told;
use crate::format::marks::{is_marked, is_noted, mark};
use crate::json::{ListWriter, Node, ObjectWriter};
use crate::message::{Body, Content, Element, Message, Role, ToolCall, elements};
use crate::repair::{Repair, RepairCode};

const FORM: Form = Form::Ui;

pub(super) fn write(told: &[Told<'_>], out: &mut Vec<u8>) -> Vec<Repair> {
    let mut writer = Writer { losses: Losses::default(), list: ListWriter::begin(out), open: None };
    let mut rest = told;
    while let Some((first, after)) = rest.split_first() {
        let is_answer = |told: &&Told<'_>| told.message.result().is_some() && told.call.is_some();
        let count = after.iter().take_while(is_answer).count();
        let (results, after) = after.split_at_checked(count).unwrap_or((&[], after));
        rest = after;
        match &first.message.body {
            Body::Assistant { content, calls } => writer.step(first, content, calls, results),
            Body::Tool(result) => {
                writer.losses.begin(first, true);
                let detail = "the result answers no call, for which there is no form; it was left out";
                writer.losses.done_to(&result.call_id, RepairCode::PartDropped, detail);
            }
            Body::System(content) | Body::Summary(content) | Body::User(content) => {
                writer.end();
                writer.message(first, content);
            }
        }
    }
    writer.end();
    writer.list.end();
    writer.losses.end()
}

struct Writer<'w, 't> {
    losses: Losses,
    list: ListWriter<'w>,
    /// The message of the assistant that is not complete: its first step, and its parts.
    open: Option<(&'t Message, Vec<u8>)>,
}

impl<'t> Writer<'_, 't> {
    /// Writes the message that is open.
    fn end(&mut self) {
        let Some((head, parts)) = self.open.take() else { return };
        let mut object = ObjectWriter::begin(self.list.item());
        write_head(head, &mut object);
        let place = object.key("parts");
        place.push(b'[');
        // The first comma stands before the first part.
        place.extend_from_slice(parts.strip_prefix(b",").unwrap_or(&parts));
        place.push(b']');
        write_tail(head, &mut object);
        object.end();
    }

    fn message(&mut self, told: &Told<'t>, content: &Content) {
        let message = told.message;
        self.losses.begin(told, true);
        about(message, &mut self.losses);
        let mut object = ObjectWriter::begin(self.list.item());
        write_head(message, &mut object);
        let place = object.key("parts");
        let start = place.len();
        let mut list = ListWriter::begin(place);
        write_said(content, FORM, message.role(), &mut list, &mut self.losses);
        list.end();
        // A message that is not the assistant's has a part.
        if place.get(start..) == Some(b"[]") {
            place.truncate(start);
            let mut list = ListWriter::begin(place);
            write_said(&Content::text(""), FORM, message.role(), &mut list, &mut self.losses);
            list.end();
        }
        write_tail(message, &mut object);
        object.end();
    }

    /// Adds a step to the message that is open, or begins one.
    fn step(&mut self, told: &Told<'t>, content: &Content, calls: &[ToolCall], results: &[Told<'t>]) {
        let message = told.message;
        let goes_on = is_noted(extras(message), "goesOn");
        let has_id = mark(extras(message), "id").is_some() || !told.is_minted;
        let continues = self.open.is_some() && (goes_on || !has_id);
        self.losses.begin(told, !continues);
        if !continues {
            self.end();
            about(message, &mut self.losses);
        } else {
            self.losses.extras(extras(message));
        }
        let mut json = Vec::new();
        let mut list = ListWriter::begin(&mut json);
        if mark(extras(message), "begun").and_then(Node::truth) != Some(false) {
            list.item().extend_from_slice(b"{\"type\":\"step-start\"}");
        }
        self.write_step(content, calls, results, &mut list);
        list.end();
        let parts = json.strip_prefix(b"[").and_then(|json| json.strip_suffix(b"]")).unwrap_or_default();
        let (_, all) = self.open.get_or_insert_with(|| (message, Vec::new()));
        if !parts.is_empty() {
            all.push(b',');
            all.extend_from_slice(parts);
        }
    }

    fn write_step(
        &mut self,
        content: &Content,
        calls: &[ToolCall],
        results: &[Told<'t>],
        list: &mut ListWriter<'_>,
    ) {
        let mut results: Vec<Option<&Told<'t>>> = results.iter().map(Some).collect();
        let mut take = |call: &ToolCall| {
            let is_of =
                |told: &Told<'_>| told.message.result().is_some_and(|result| result.call_id == call.id);
            results.iter_mut().find(|told| told.is_some_and(is_of)).and_then(Option::take)
        };
        if let Content::Text(_) = content {
            write_said(content, FORM, Role::Assistant, list, &mut self.losses);
        }
        let parts = content.parts();
        for element in elements(parts, calls) {
            match element {
                Element::Part(at, _) => write_part(parts, at, FORM, Role::Assistant, list, &mut self.losses),
                Element::Call(call) => write_tool(call, take(call), list.item(), &mut self.losses),
            }
        }
    }
}

fn write_head(message: &Message, object: &mut ObjectWriter<'_>) {
    match mark(extras(message), "id") {
        Some(id) => object.json("id", id.json()),
        None => object.text("id", &message.id),
    }
    object.text("role", message.role().as_str());
    if let Some(metadata) = extras(message).get("metadata") {
        object.json("metadata", metadata);
    }
}

fn write_tail(message: &Message, object: &mut ObjectWriter<'_>) {
    let rest = extras(message).get(FORM.rest()).and_then(Node::parse).and_then(Node::fields);
    rest.unwrap_or_default().iter().for_each(|(name, node)| object.json(name, node.json()));
}

/// Takes note of the fields of a message that have no place.
fn about(message: &Message, losses: &mut Losses) {
    let mut own = extras(message).clone();
    own.retain(|name| name != "metadata" && name != FORM.rest());
    losses.extras(&own);
}

/// Writes a call with what came of it.
fn write_tool(call: &ToolCall, answer: Option<&Told<'_>>, out: &mut Vec<u8>, losses: &mut Losses) {
    let result = answer.and_then(|told| told.message.result());
    let is_denied = result.is_some() && approved(call) == Some(false);
    let state = match result {
        None if is_marked(&call.extras, "state", "input-streaming") => "input-streaming",
        None => match (approval(call), approved(call)) {
            (Some(_), Some(_)) => "approval-responded",
            (Some(_), None) => "approval-requested",
            (None, _) => "input-available",
        },
        Some(_) if is_denied => "output-denied",
        Some(result) if result.failed() => "output-error",
        Some(_) => "output-available",
    };
    let mut object = ObjectWriter::begin(out);
    if is_noted(&call.extras, "dynamic") || call.name.is_empty() {
        object.text("type", "dynamic-tool");
        object.text("toolName", &call.name);
    } else {
        object.text("type", &format!("tool-{}", call.name));
    }
    object.text("toolCallId", &call.id);
    object.text("state", state);
    write_input(call, &mut object, losses);
    write_approval(call, result.is_some(), &mut object, losses);
    Namespaces::of(&call.extras, CALL).write("callProviderMetadata", &mut object);
    losses.rest(&call.extras, FORM, CALL, &[APPROVAL], &mut object);
    if let Some(told) = answer {
        let mut own = Losses::default();
        own.begin(told, false);
        write_answer(told, call, is_denied, &mut object, &mut own);
        losses.absorb(own);
    }
    object.end();
}

/// What a person was asked and said. A tool that has run was not denied, and was not left unanswered.
fn write_approval(call: &ToolCall, is_over: bool, object: &mut ObjectWriter<'_>, losses: &mut Losses) {
    let Some(json) = call.extras.get(APPROVAL) else { return };
    let is_open = is_over && approved(call).is_none();
    match approval(call).filter(|_| !is_open) {
        Some(_) => object.json(APPROVAL, json),
        None => losses.field(APPROVAL),
    }
}

fn write_answer(
    told: &Told<'_>,
    call: &ToolCall,
    is_denied: bool,
    object: &mut ObjectWriter<'_>,
    losses: &mut Losses,
) {
    let Some(result) = told.message.result() else { return };
    let fields = extras(told.message);
    if is_denied {
        let text = result.content.plain_text();
        let reason = approval(call).and_then(|asked| asked.text("reason").map(|text| text.into_owned()));
        if reason.as_deref() != Some(text.as_str()) && text != DENIED {
            let detail = "the result of a call that was denied is its reason; its words were left out";
            losses.done_to(&call.id, RepairCode::PartDropped, detail);
        }
    } else {
        write_shown(result, fields, object, losses);
        if let Some(preliminary) = fields.get("preliminary") {
            object.json("preliminary", preliminary);
        }
        Namespaces::of(fields, RESULT).write("resultProviderMetadata", object);
    }
    let known: &[&str] = if is_denied { &[] } else { &["preliminary", "outputFields"] };
    let linked = if is_denied { &[] } else { RESULT };
    let mut rest = fields.clone();
    // The options of the output itself have no place.
    rest.retain(|name| name != FORM.rest());
    losses.rest(&rest, FORM, linked, known, object);
    for name in ["outputFields", REST].into_iter().filter(|name| fields.get(name).is_some()) {
        if is_denied || name == "outputFields" {
            losses.field(name);
        }
    }
}
