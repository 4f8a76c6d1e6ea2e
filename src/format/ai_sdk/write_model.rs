//! Writing model messages.

use super::approval::{approval, approved, write_answer, write_question};
use super::call::{APPROVAL, write_call};
use super::form::Form;
use super::losses::Losses;
use super::options::{Namespaces, RESULT, TEXT};
use super::output::write_output;
use super::read::ANSWERS;
use super::read_model::MESSAGE_OPTIONS;
use super::said::{write_part, write_said};
use crate::format::interchange::Told;
use crate::format::marks::is_marked;
use crate::json::{ListWriter, Node, ObjectWriter};
use crate::message::{Body, Content, Element, Extras, Message, Role, ToolCall, ToolResult, elements};
use crate::repair::{Repair, RepairCode};
use crate::sanitize::placeholder;

const FORM: Form = Form::Model;

pub(super) fn write(told: &[Told<'_>], out: &mut Vec<u8>) -> Vec<Repair> {
    let mut losses = Losses::default();
    let mut list = ListWriter::begin(out);
    let mut tools = Tools::default();
    for told in told {
        losses.begin(told, false);
        let message = told.message;
        if let Some(result) = message.result() {
            write_result(result, told, tools.next(), &mut losses);
            if let Some(json) = extras(message).get(MESSAGE_OPTIONS) {
                tools.end(Some(json), &mut list);
            }
        } else {
            tools.end(None, &mut list);
            write_message(message, list.item(), &mut losses);
        }
        message.calls().iter().filter(|call| approved(call).is_some()).for_each(|call| {
            approval(call).into_iter().for_each(|said| write_answer(&said, tools.next()));
        });
        let answers = extras(message).get(ANSWERS).and_then(Node::parse).and_then(Node::list);
        answers
            .unwrap_or_default()
            .into_iter()
            .for_each(|answer| tools.next().extend_from_slice(answer.json().as_bytes()));
    }
    tools.end(None, &mut list);
    list.end();
    losses.end()
}

/// The parts of a message of tools that is not written yet. Those that stand side by side are one, as the SDK joins them.
#[derive(Default)]
struct Tools(Vec<u8>);

impl Tools {
    fn next(&mut self) -> &mut Vec<u8> {
        let separator: &[u8] = if self.0.is_empty() { b"" } else { b"," };
        self.0.extend_from_slice(separator);
        &mut self.0
    }

    /// Writes the message, with what is said beside its content.
    fn end(&mut self, about: Option<&str>, list: &mut ListWriter<'_>) {
        let parts = std::mem::take(&mut self.0);
        if parts.is_empty() {
            return;
        }
        let mut object = ObjectWriter::begin(list.item());
        object.text("role", "tool");
        let place = object.key("content");
        place.push(b'[');
        place.extend_from_slice(&parts);
        place.push(b']');
        write_about(about, &mut object);
        object.end();
    }
}

/// Writes what was kept of a message beside its content.
fn write_about(json: Option<&str>, object: &mut ObjectWriter<'_>) {
    let fields = json.and_then(Node::parse).and_then(Node::fields).unwrap_or_default();
    for (name, node) in fields.iter() {
        match node.fields().filter(|_| name == FORM.rest()) {
            Some(inner) => inner.iter().for_each(|(name, node)| object.json(name, node.json())),
            None => object.json(name, node.json()),
        }
    }
}

static NOTHING: std::sync::LazyLock<Extras> = std::sync::LazyLock::new(Extras::default);

/// The fields of a message that are not modelled.
pub(super) fn extras(message: &Message) -> &Extras {
    message.notes.as_ref().map_or(&NOTHING, |notes| &notes.extras)
}

fn write_message(message: &Message, out: &mut Vec<u8>, losses: &mut Losses) {
    let role = message.role();
    let mut object = ObjectWriter::begin(out);
    object.text("role", role.as_str());
    let mut options = Namespaces::default();
    match &message.body {
        Body::System(content) | Body::Summary(content) => {
            object.text("content", &instructions(content, &mut options, losses));
        }
        Body::User(Content::Parts(_)) => {
            let mut list = ListWriter::begin(object.key("content"));
            write_said(message.content(), FORM, role, &mut list, losses);
            list.end();
        }
        Body::Assistant { content, calls } if !calls.is_empty() || !content.parts().is_empty() => {
            let mut list = ListWriter::begin(object.key("content"));
            write_assistant(content, calls, &mut list, losses);
            list.end();
        }
        Body::Assistant { content: Content::Parts(_), .. } => object.json("content", "[]"),
        Body::User(content) | Body::Assistant { content, .. } => {
            object.text("content", &content.plain_text())
        }
        Body::Tool(_) => {}
    }
    options.add(extras(message), &[]);
    options.write("providerOptions", &mut object);
    losses.rest(extras(message), FORM, &[], &[ANSWERS], &mut object);
    object.end();
}

/// Instructions are one text.
fn instructions(content: &Content, options: &mut Namespaces, losses: &mut Losses) -> String {
    let parts = content.parts();
    let last = parts.iter().rposition(|part| part.as_text().is_some());
    for (at, part) in parts.iter().enumerate() {
        match part.as_text() {
            Some(_) if Some(at) == last => {
                options.add(&part.extras, TEXT);
                let mut nothing = Vec::new();
                let mut object = ObjectWriter::begin(&mut nothing);
                losses.rest(&part.extras, FORM, TEXT, &[FORM.rest()], &mut object);
                object.end();
            }
            Some(_) => losses.extras(&part.extras),
            None => {
                let what = part.as_media().map_or(part.noun().to_owned(), |_| placeholder(part));
                let detail = format!("instructions are text; the part {what} was left out");
                losses.done(RepairCode::PartDropped, detail);
            }
        }
    }
    content.plain_text()
}

/// Writes what the assistant says, each call behind the parts that it stood behind.
fn write_assistant(content: &Content, calls: &[ToolCall], list: &mut ListWriter<'_>, losses: &mut Losses) {
    if let Content::Text(_) = content {
        write_said(content, FORM, Role::Assistant, list, losses);
    }
    let parts = content.parts();
    for element in elements(parts, calls) {
        match element {
            Element::Part(at, _) => write_part(parts, at, FORM, Role::Assistant, list, losses),
            Element::Call(call) => write_asked(call, list, losses),
        }
    }
}

/// Writes a call, and what a person was asked about it.
fn write_asked(call: &ToolCall, list: &mut ListWriter<'_>, losses: &mut Losses) {
    if is_marked(&call.extras, "state", "input-streaming") {
        let detail = format!("the call of {} was left out: its input had not arrived", call.name);
        return losses.done_to(&call.id, RepairCode::PartDropped, detail);
    }
    write_call(call, list.item(), losses);
    match approval(call) {
        Some(asked) => write_question(&asked, &call.id, list.item()),
        None if call.extras.get(APPROVAL).is_some() => losses.field(APPROVAL),
        None => {}
    }
}

fn write_result(result: &ToolResult, told: &Told<'_>, out: &mut Vec<u8>, losses: &mut Losses) {
    let message = told.message;
    let notes = message.notes.as_ref();
    let noted = notes.and_then(|notes| notes.tool_name.as_deref().or(notes.name.as_deref()));
    let name = noted.or(told.call.map(|call| call.name.as_ref()));
    let mut object = ObjectWriter::begin(out);
    object.text("type", "tool-result");
    object.text("toolCallId", &result.call_id);
    object.text(
        "toolName",
        name.unwrap_or_else(|| {
            let detail = "the result answers no call; its tool is called `unknown`";
            losses.done_to(&result.call_id, RepairCode::ContentFilled, detail);
            "unknown"
        }),
    );
    let extras = extras(message);
    write_output(result, extras, object.key("output"), losses);
    Namespaces::of(extras, RESULT).write("providerOptions", &mut object);
    losses.rest(extras, FORM, RESULT, &[MESSAGE_OPTIONS, ANSWERS, "outputFields"], &mut object);
    object.end();
}
