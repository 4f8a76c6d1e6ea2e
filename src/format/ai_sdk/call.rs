//! Calls of tools, and what they are called with.

use super::form::{Form, old};
use super::losses::Losses;
use super::options::{CALL, Namespaces, Options};
use crate::error::Outcome;
use crate::format::marks::{Marks, is_marked, mark};
use crate::format::read::required;
use crate::json::{Fields, Kind, Node, ObjectWriter};
use crate::message::{Arguments, CallKind, Extras, ToolCall};
use crate::repair::RepairCode;

/// How the ids of OpenAI's items begin that are calls of custom tools.
const CUSTOM: &str = "ctc_";

/// What an input came as: `null` where there was none, `"text"` where a string holds what could be an object, `"raw"`
/// where it is what could not be read.
const INPUT: &str = "input";

/// The field that keeps what a person was asked, and said, of a call.
pub(super) const APPROVAL: &str = "approval";

/// Whether a provider runs the tool itself. Such calls are not modelled.
pub(super) fn is_served(fields: &Fields<'_>) -> bool {
    fields.get("providerExecuted").and_then(Node::truth) == Some(true)
}

/// Reads a call of a model message.
pub(super) fn read_call(fields: &Fields<'_>) -> Outcome<ToolCall> {
    if fields.get("args").is_some() {
        return Err(old("`args`").at("args"));
    }
    let mut marks = Marks::default();
    let arguments = read_input(fields.get("input"), &mut marks);
    let options =
        Options::read(fields.get("providerOptions")).map_err(|error| error.at("providerOptions"))?;
    let known = ["type", "toolCallId", "toolName", "input", "providerOptions"];
    let name = required(fields, "toolName")?;
    let id = required(fields, "toolCallId")?;
    Ok(new_call(id, name, arguments, fields, (Form::Model, &known), (options, marks)))
}

/// The call, with what else is said of it.
pub(super) fn new_call(
    id: Box<str>,
    name: Box<str>,
    arguments: Arguments,
    fields: &Fields<'_>,
    (form, known): (Form, &[&str]),
    (options, mut marks): (Options<'_>, Marks),
) -> ToolCall {
    let mut extras = Extras::default();
    options.keep(CALL, &mut extras, &mut marks);
    form.keep_rest(fields, known, &mut extras);
    let is_custom = matches!(arguments, Arguments::Text(_)) && is_custom(&extras);
    marks.keep(&mut extras);
    let kind = if is_custom { CallKind::Custom } else { CallKind::Function };
    ToolCall { id, name, arguments, kind, after_parts: None, extras }
}

fn is_custom(extras: &Extras) -> bool {
    let id = extras.get("itemId").and_then(Node::parse).and_then(Node::text);
    id.is_some_and(|id| id.starts_with(CUSTOM))
}

/// Reads an input: an object or another value, or a text where the model wrote no JSON.
pub(super) fn read_input(node: Option<Node<'_>>, marks: &mut Marks) -> Arguments {
    let Some(node) = node else {
        marks.set(INPUT, "null");
        return Arguments::Text("".into());
    };
    let Some(text) = node.text() else { return Arguments::Json(node.json().into()) };
    if text.trim().is_empty() || is_object(&text) {
        marks.set(INPUT, "\"text\"");
    }
    Arguments::Text(text.as_ref().into())
}

/// Reads the input that could not be read, where no other is there.
pub(super) fn read_raw_input(node: Node<'_>, marks: &mut Marks) -> Arguments {
    marks.set(INPUT, "\"raw\"");
    match node.text() {
        Some(text) => Arguments::Text(text.as_ref().into()),
        None => Arguments::Json(node.json().into()),
    }
}

fn is_object(text: &str) -> bool {
    Node::parse(text).is_some_and(|node| node.kind() == Kind::Object)
}

/// Writes what the call is called with: an object as it was spelled, another value as it is, and text that is no
/// object as a string, as the SDK keeps what a model wrote that is no JSON.
pub(super) fn write_input(call: &ToolCall, object: &mut ObjectWriter<'_>, losses: &mut Losses) {
    let text = call.arguments.text();
    let is_json = Node::parse(text).is_some();
    if call.kind.own().is_some() {
        losses.field("kind");
    }
    if call.kind == CallKind::Custom {
        if !is_custom(&call.extras) {
            losses.field("kind");
        }
        return object.text("input", text);
    }
    match &call.arguments {
        Arguments::Text(_) if text.is_empty() && mark(&call.extras, INPUT).is_some_and(Node::is_null) => {}
        Arguments::Text(_) if is_marked(&call.extras, INPUT, "raw") => object.text("rawInput", text),
        Arguments::Json(_) if is_marked(&call.extras, INPUT, "raw") && is_json => {
            object.json("rawInput", text)
        }
        Arguments::Text(_) if is_marked(&call.extras, INPUT, "text") => object.text("input", text),
        Arguments::Text(_) | Arguments::Json(_) if text.trim().is_empty() => {
            let detail = format!("the empty arguments of {} are written as {{}}", call.name);
            losses.done_to(&call.id, RepairCode::ArgumentsFilled, detail);
            object.json("input", "{}");
        }
        Arguments::Json(_) if is_json => object.json("input", text.trim()),
        Arguments::Text(_) if is_object(text) => object.json("input", text.trim()),
        Arguments::Text(_) | Arguments::Json(_) => object.text("input", text),
    }
}

/// Writes a call as a part of a model message.
pub(super) fn write_call(call: &ToolCall, out: &mut Vec<u8>, losses: &mut Losses) {
    let mut object = ObjectWriter::begin(out);
    object.text("type", "tool-call");
    object.text("toolCallId", &call.id);
    object.text("toolName", &call.name);
    match is_marked(&call.extras, INPUT, "raw") {
        // There is one place for inputs.
        true => write_input(&unmarked(call), &mut object, losses),
        false => write_input(call, &mut object, losses),
    }
    Namespaces::of(&call.extras, CALL).write("providerOptions", &mut object);
    losses.rest(&call.extras, Form::Model, CALL, &[APPROVAL], &mut object);
    object.end();
}

fn unmarked(call: &ToolCall) -> ToolCall {
    let mut call = call.clone();
    call.extras.retain(|name| name != crate::message::WRITTEN_AS);
    call
}
