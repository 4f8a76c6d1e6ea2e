//! Reading a request of Responses.

use super::item::{keep_id, read_item};
use super::part::{is_text_of_others, read_input, verbatim};
use super::run::Run;
use crate::error::{Code, ConversationError, Outcome};
use crate::format::parsed::Parsed;
use crate::format::read::{extras, invalid, list, noun, object, optional, read_content, string};
use crate::format::target::Place;
use crate::json::{Fields, Kind, Node};
use crate::message::{Body, CallKind, Content, Message, MessageId, ToolResult};
use crate::repair::{Repair, RepairCode};
use std::collections::HashMap;

pub(super) fn read<'a>(body: &Fields<'a>, mint: &mut dyn FnMut(Place) -> MessageId) -> Outcome<Parsed<'a>> {
    let mut parsed = Parsed::default();
    if let Some(node) = body.get("instructions").filter(|node| !node.is_null()) {
        let content = Content::Text(string(node).map_err(|error| error.at("instructions"))?);
        parsed.push(Message::new(mint(Place::System), 0, Body::System(content)), None);
    }
    let input = body.get("input").ok_or_else(|| invalid("a body needs an `input`"))?;
    match input.kind() {
        // One message of the user, in short.
        Kind::Text => {
            let source = parsed.begin(input.json());
            let id = mint(Place::Message { wire: 0, piece: 0 });
            parsed.push(Message::new(id, 0, Body::User(Content::Text(string(input)?))), Some(source));
        }
        Kind::List => read_items(&list(input)?, &mut parsed, mint)?,
        Kind::Null | Kind::Bool | Kind::Number | Kind::Object => {
            return Err(
                invalid(format!("expected a string or a list of items, found {}", noun(input))).at("input")
            );
        }
    }
    Ok(parsed)
}

/// What an id of a call belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Called {
    Call(CallKind),
    /// A call that is not modelled, of a tool of the provider's.
    Other,
}

/// The calls of a request by their ids, which may come again.
type Calls = HashMap<String, Vec<Called>>;

fn read_items<'a>(
    items: &[Node<'a>],
    parsed: &mut Parsed<'a>,
    mint: &mut dyn FnMut(Place) -> MessageId,
) -> Outcome<()> {
    let mut called = Calls::default();
    for (id, kind) in items.iter().filter_map(|item| called_by(*item)) {
        called.entry(id).or_default().push(kind);
    }
    let mut run: Option<Run> = None;
    for (wire, node) in items.iter().enumerate() {
        let mut read = || {
            let fields = object(*node)?;
            let kind = kind_of(&fields)?;
            let mut id = || mint(Place::Message { wire, piece: 0 });
            if !is_assistants(&fields, &kind, &called)? {
                run.take().into_iter().for_each(|run| run.end(parsed));
                let source = parsed.begin(node.json());
                return read_other(*node, &fields, &kind, id(), source, &called, parsed);
            }
            let item = read_item(*node, if is_result(&kind) { "other" } else { &kind })?;
            match &mut run {
                Some(run) => {
                    run.widen(parsed, *node);
                    run.take(item, parsed);
                }
                None => {
                    let mut new = Run::begin(parsed, *node, id());
                    new.take(item, parsed);
                    run = Some(new);
                }
            }
            Ok(())
        };
        read().map_err(|error: ConversationError| error.at(format!("input[{wire}]")))?;
    }
    run.into_iter().for_each(|run| run.end(parsed));
    Ok(())
}

/// The type of an item. A message need not say it.
fn kind_of(fields: &Fields<'_>) -> Outcome<Box<str>> {
    match optional(fields, "type")? {
        Some(kind) => Ok(kind),
        None if fields.get("role").is_some() => Ok("message".into()),
        None => Err(invalid("an item needs a `type`, or a `role`")),
    }
}

fn is_result(kind: &str) -> bool {
    matches!(kind, "function_call_output" | "custom_tool_call_output")
}

/// The id of a call, when the item is one.
fn called_by(item: Node<'_>) -> Option<(String, Called)> {
    let fields = item.fields()?;
    let kind = fields.text("type")?;
    let called = match kind.as_ref() {
        "function_call" => Called::Call(CallKind::Function),
        "custom_tool_call" => Called::Call(CallKind::Custom),
        kind if kind.ends_with("_call") => Called::Other,
        _ => return None,
    };
    Some((fields.text("call_id")?.into_owned(), called))
}

/// Whether the item goes with the assistant's: its own, and what came of calls that are not modelled, so that
/// nothing parts the two.
fn is_assistants(fields: &Fields<'_>, kind: &str, called: &Calls) -> Outcome<bool> {
    match kind {
        "message" => Ok(optional(fields, "role")?.as_deref() == Some("assistant")),
        "additional_tools" => Ok(false),
        kind if is_result(kind) => {
            let id = fields.text("call_id").unwrap_or_default();
            let is_other = |calls: &Vec<Called>| calls.iter().all(|called| *called == Called::Other);
            Ok(called.get(id.as_ref()).is_some_and(is_other))
        }
        _ => Ok(true),
    }
}

fn read_other(
    node: Node<'_>,
    fields: &Fields<'_>,
    kind: &str,
    id: MessageId,
    source: usize,
    called: &Calls,
    parsed: &mut Parsed<'_>,
) -> Outcome<()> {
    let message = match kind {
        "message" => read_message(fields, id, source, parsed)?,
        "additional_tools" => {
            let mut message = Message::new(id, 0, Body::System(Content::Parts(vec![verbatim(node)])));
            message.notes_mut().extras.push("role", "\"developer\"");
            message
        }
        _ => read_result(fields, kind, id, source, called, parsed)?,
    };
    parsed.push(message, Some(source));
    Ok(())
}

fn read_message(
    fields: &Fields<'_>,
    id: MessageId,
    source: usize,
    parsed: &mut Parsed<'_>,
) -> Outcome<Message> {
    let role = optional(fields, "role")?.unwrap_or_default();
    report_mistaken_texts(fields, "content", &id, source, parsed);
    let content = read_content(fields, "content", read_input)?;
    let body = match role.as_ref() {
        "user" => Body::User(content),
        "system" | "developer" => Body::System(content),
        _ => {
            return Err(ConversationError::new(
                Code::InvalidRole,
                format!("Invalid role: {role}. Must be one of user, assistant, system, developer"),
            )
            .at("role"));
        }
    };
    let mut own = extras(fields, &["type", "role", "content", "id"]);
    keep_id(&mut own, fields);
    // `developer` is OpenAI's newer word for `system`. And what would be the prompt stays among the items when it came so.
    let opens = parsed.messages.is_empty();
    match role.as_ref() {
        "developer" => own.push("role", "\"developer\""),
        "system" if opens => own.push("role", "\"system\""),
        _ => {}
    }
    Ok(with_extras(Message::new(id, 0, body), own))
}

fn read_result(
    fields: &Fields<'_>,
    kind: &str,
    id: MessageId,
    source: usize,
    called: &Calls,
    parsed: &mut Parsed<'_>,
) -> Outcome<Message> {
    let call_id = optional(fields, "call_id")?.unwrap_or_default();
    let mut own = extras(fields, &["type", "call_id", "output", "id"]);
    keep_id(&mut own, fields);
    let said = if kind == "custom_tool_call_output" { CallKind::Custom } else { CallKind::Function };
    match called.get(call_id.as_ref()) {
        Some(calls) if !calls.contains(&Called::Call(said)) => {
            let detail = "the result was of another type than its call, and was given the type that fits";
            let repair = Repair::new(RepairCode::RoleCorrected, "OR1", detail).of(&id).call(&call_id);
            parsed.report(source, repair);
        }
        // Which of two calls of an id it answers, and so of which type it is, is not known yet.
        Some(calls) if calls.iter().any(|called| *called != Called::Call(said)) => {
            parsed.wires.get_mut(source).into_iter().for_each(|wire| wire.is_changed = true);
        }
        // The type of others is told by their call.
        None if said == CallKind::Custom => own.push("type", "\"custom_tool_call_output\""),
        _ => {}
    }
    let content = match fields.get("output").filter(|node| is_value(*node)) {
        Some(value) => {
            let detail = "what the tool returned was a value, and is sent as its JSON text";
            let repair = Repair::new(RepairCode::ToldAsText, "OR8", detail).of(&id).call(&call_id);
            parsed.report(source, repair);
            Content::text(value.json())
        }
        None => {
            report_mistaken_texts(fields, "output", &id, source, parsed);
            read_content(fields, "output", read_input)?
        }
    };
    let body = Body::Tool(ToolResult { call_id, content, is_error: None });
    Ok(with_extras(Message::new(id, 0, body), own))
}

/// Whether an output is neither text nor a list of parts.
fn is_value(node: Node<'_>) -> bool {
    let is_part = |node: &Node<'_>| node.fields().is_some_and(|fields| fields.text("type").is_some());
    match node.kind() {
        Kind::Null | Kind::Text => false,
        Kind::List => !node.list().unwrap_or_default().iter().all(is_part),
        Kind::Bool | Kind::Number | Kind::Object => true,
    }
}

/// Text of the assistant's type, or of Chat Completions', where the user or a tool speaks (OR8).
fn report_mistaken_texts(
    fields: &Fields<'_>,
    name: &str,
    id: &MessageId,
    source: usize,
    parsed: &mut Parsed<'_>,
) {
    let parts = fields.get(name).and_then(Node::list).unwrap_or_default();
    if parts.into_iter().any(|part| is_text_of_others(part, "input_text")) {
        let detail =
            "text of another type stood where the assistant does not speak, and is sent as `input_text`";
        parsed.report(source, Repair::new(RepairCode::RoleCorrected, "OR8", detail).of(id));
    }
}

fn with_extras(mut message: Message, own: crate::message::Extras) -> Message {
    if !own.is_empty() {
        message.notes_mut().extras = own;
    }
    message
}
