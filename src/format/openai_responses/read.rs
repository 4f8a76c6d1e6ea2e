//! Reading a request of Responses.

use super::builtin_items::BuiltinForm;
use super::builtin_items::{OutputContent, read_builtin_output};
use super::call_index::{CUSTOM_OUTPUT, CallIndex, CallOutput, CallType, FUNCTION_OUTPUT, fits};
use super::item::{OTHER, read_item};
use super::part::keep_id;
use super::part::{OF_ASSISTANT, is_corrected, read_input, verbatim};
use super::rules;
use super::run::Run;
use crate::error::{Code, ConversationError, Outcome};
use crate::format::contract::parsed::Parsed;
use crate::format::contract::target::Place;
use crate::format::json::read::{
    at_item, extras, invalid, list, noun, object, optional, read_content, string,
};
use crate::json::{Fields, Kind, Node, quoted};
use crate::list::Listed;
use crate::message::{Body, Builtin, CallKind, Content, ITEM_ID, Message, MessageId, ToolResult};
use crate::repair::{Repair, RepairCode};

/// Fields that name what the provider keeps: a template, a response, a conversation.
pub(super) const STANDS_FOR_INPUT: [&str; 3] = ["prompt", "previous_response_id", "conversation"];

pub(super) fn read<'a>(body: &Fields<'a>, mint: &mut dyn FnMut(Place) -> MessageId) -> Outcome<Parsed<'a>> {
    let mut parsed = Parsed::default();
    if let Some(node) = body.get("instructions").filter(|node| !node.is_null()) {
        let content = Content::Text(string(node).map_err(|error| error.at("instructions"))?);
        parsed.push(Message::new(mint(Place::System), 0, Body::System(content)), None);
    }
    let Some(input) = body.get("input") else {
        // The provider's own copy replaces it (recorded: 200).
        return match STANDS_FOR_INPUT.iter().any(|name| body.get(name).is_some_and(|node| !node.is_null())) {
            true => Ok(parsed),
            false => Err(invalid("a body needs an `input`")),
        };
    };
    match input.kind() {
        // A string is the short form of one message of the user.
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

fn read_items<'a>(
    items: &[Node<'a>],
    parsed: &mut Parsed<'a>,
    mint: &mut dyn FnMut(Place) -> MessageId,
) -> Outcome<()> {
    let calls = CallIndex::of(items);
    let mut run: Option<Run> = None;
    for (wire, node) in items.iter().enumerate() {
        let mut read = || {
            let fields = object(*node)?;
            let kind = kind_of(&fields)?;
            let mut id = || mint(Place::Message { wire, piece: 0 });
            let output = calls.output_of(&fields, &kind);
            if output.is_some() || !is_assistants(&fields, &kind)? {
                run.take().into_iter().for_each(|run| run.end(parsed));
                let source = parsed.begin(node.json());
                let message = match output {
                    Some(output) => read_result(&fields, output, id(), source, &calls, parsed)?,
                    None => read_other(*node, &fields, &kind, id(), source, parsed)?,
                };
                parsed.push(message, Some(source));
                return Ok(());
            }
            let item = read_item(*node, if is_output(&kind) { OTHER } else { &kind })?;
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
        read().map_err(|error: ConversationError| at_item(error, "input", wire))?;
    }
    run.into_iter().for_each(|run| run.end(parsed));
    Ok(())
}

/// The type of an item. Messages and references may lack the field.
fn kind_of(fields: &Fields<'_>) -> Outcome<Box<str>> {
    match optional(fields, "type")? {
        Some(kind) => Ok(kind),
        None if fields.get("role").is_some() => Ok("message".into()),
        None if fields.get("id").is_some() => Ok("item_reference".into()),
        None => Err(invalid("an item needs a `type`, or a `role`")),
    }
}

fn is_output(kind: &str) -> bool {
    matches!(kind, FUNCTION_OUTPUT | CUSTOM_OUTPUT)
}

/// Reports whether an item that is no result is the assistant's.
fn is_assistants(fields: &Fields<'_>, kind: &str) -> Outcome<bool> {
    match kind {
        "message" => Ok(optional(fields, "role")?.as_deref() == Some("assistant")),
        "additional_tools" => Ok(false),
        _ => Ok(true),
    }
}

fn read_other(
    node: Node<'_>,
    fields: &Fields<'_>,
    kind: &str,
    id: MessageId,
    source: usize,
    parsed: &mut Parsed<'_>,
) -> Outcome<Message> {
    if kind == "message" {
        return read_message(fields, id, source, parsed);
    }
    let mut message = Message::new(id, 0, Body::System(Content::Parts(vec![verbatim(node)])));
    message.notes_mut().extras.push("role", "\"developer\"");
    Ok(message)
}

/// The fields that only messages of the assistant have.
const ABOUT_ASSISTANT: [&str; 2] = ["phase", "status"];

fn read_message(
    fields: &Fields<'_>,
    id: MessageId,
    source: usize,
    parsed: &mut Parsed<'_>,
) -> Outcome<Message> {
    let role = optional(fields, "role")?.unwrap_or_default();
    let is_corrected = report_mistaken_texts(fields, "content", &id, source, parsed);
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
    // A phase shows that an answer got another role: its other own fields are removed, too.
    let was_answer = own.get("phase").is_some();
    if is_corrected || was_answer {
        let goes = |name: &str| ABOUT_ASSISTANT.contains(&name) || (was_answer && name == ITEM_ID);
        for (name, _) in own.iter().filter(|(name, _)| goes(name)) {
            report_left_out(if name == ITEM_ID { "id" } else { name }, &id, source, parsed);
        }
        own.retain(|name| !goes(name));
    }
    // `developer` is OpenAI's newer word for `system`. A system prompt that came as an item stays an item.
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
    output: CallOutput,
    id: MessageId,
    source: usize,
    calls: &CallIndex,
    parsed: &mut Parsed<'_>,
) -> Outcome<Message> {
    let CallOutput { call_id, kind } = output;
    let mut said = match kind.builtin() {
        Some(tool) => {
            let said = read_builtin_output(BuiltinForm::of(tool), fields);
            if tool == Builtin::Computer && matches!(said.content, Content::Text(_)) {
                let detail = "the output of a computer is no object, and became text";
                let repair =
                    Repair::new(RepairCode::WrittenAsText, Some(&rules::OR8), detail).of(&id).call(&call_id);
                parsed.report(source, repair);
            }
            said
        }
        None => read_output(fields, &call_id, &id, source, parsed)?,
    };
    match calls.get(&call_id) {
        Some(calls) if !calls.iter().any(|called| fits(kind, *called)) => {
            let detail = "the result had another type than its call, and got the type that fits";
            let repair =
                Repair::new(RepairCode::RoleCorrected, Some(&rules::OR1), detail).of(&id).call(&call_id);
            parsed.report(source, repair);
        }
        // Several calls may have this id. The pairing is not known yet, so neither is the type of the result.
        Some(calls) if !calls.iter().all(|called| fits(kind, *called)) => {
            parsed.wires.get_mut(source).into_iter().for_each(|wire| wire.is_changed = true);
        }
        // Outputs of functions also answer calls of some other tools.
        Some(calls) if calls.iter().any(|called| *called != CallType::Call(kind)) => {
            said.extras.push("type", &quoted(FUNCTION_OUTPUT));
        }
        // Otherwise the type of the result follows from its call.
        None if kind != CallKind::Function => {
            let own = kind.builtin().map_or(CUSTOM_OUTPUT, |tool| BuiltinForm::of(tool).output);
            said.extras.push("type", &quoted(own));
        }
        _ => {}
    }
    let OutputContent { content, is_error, extras } = said;
    let body = Body::Tool(ToolResult { call_id: call_id.into(), content, is_error });
    Ok(with_extras(Message::new(id, 0, body), extras))
}

/// Reads the output of a function or a custom tool.
fn read_output(
    fields: &Fields<'_>,
    call_id: &str,
    id: &MessageId,
    source: usize,
    parsed: &mut Parsed<'_>,
) -> Outcome<OutputContent> {
    // An id that is not a string is an error. It does not count as absent.
    optional(fields, "call_id")?;
    let mut own = extras(fields, &["type", "call_id", "output", "id"]);
    keep_id(&mut own, fields);
    let content = match fields.get("output").filter(|node| is_value(*node)) {
        Some(value) => {
            let detail = "the tool returned a JSON value, which is sent as its text";
            let repair =
                Repair::new(RepairCode::WrittenAsText, Some(&rules::OR8), detail).of(id).call(call_id);
            parsed.report(source, repair);
            Content::text(value.json())
        }
        None => {
            report_mistaken_texts(fields, "output", id, source, parsed);
            read_content(fields, "output", read_input)?
        }
    };
    Ok(OutputContent { content, is_error: None, extras: own })
}

/// Reports whether an output is neither text nor a list of parts.
fn is_value(node: Node<'_>) -> bool {
    let is_part = |node: &Node<'_>| node.fields().is_some_and(|fields| fields.text("type").is_some());
    match node.kind() {
        Kind::Null | Kind::Text => false,
        Kind::List => !node.list().unwrap_or_default().iter().all(is_part),
        Kind::Bool | Kind::Number | Kind::Object => true,
    }
}

/// Reports text parts of the assistant's type, or of Chat Completions', in a message of the user or of a tool (OR8).
/// Returns true if there are any.
fn report_mistaken_texts(
    fields: &Fields<'_>,
    name: &str,
    id: &MessageId,
    source: usize,
    parsed: &mut Parsed<'_>,
) -> bool {
    let parts = fields.get(name).and_then(Node::list).unwrap_or_default();
    let mistaken: Vec<Node<'_>> = parts.into_iter().filter(|part| is_corrected(*part)).listed();
    if mistaken.is_empty() {
        return false;
    }
    let detail = "text in this place must have the type `input_text`, and got it";
    parsed.report_on(source, id, RepairCode::RoleCorrected, Some(&rules::OR8), detail);
    for name in OF_ASSISTANT {
        let is_there = |part: &Node<'_>| part.fields().is_some_and(|fields| fields.get(name).is_some());
        if mistaken.iter().any(is_there) {
            report_left_out(name, id, source, parsed);
        }
    }
    true
}

/// Reports a field that was left out because only messages of the assistant have it.
fn report_left_out(name: &str, id: &MessageId, source: usize, parsed: &mut Parsed<'_>) {
    let detail = format!("`{name}` was left out: only messages of the assistant have it");
    parsed.report_on(source, id, RepairCode::FieldDropped, Some(&rules::OR8), detail);
}

fn with_extras(mut message: Message, own: crate::message::Extras) -> Message {
    if !own.is_empty() {
        message.notes_mut().extras = own;
    }
    message
}
