//! Reading UI messages. One of the assistant spans several steps, each of which is a message of its own.

use super::approval::{approval, approved};
use super::call::{APPROVAL, is_served, new_call, read_input, read_raw_input};
use super::form::{Form, old};
use super::media::read_media;
use super::options::{Options, RESULT};
use super::output::{DENIED, Output, read_shown};
use super::part::read_text;
use super::read::{Reader, unknown_role};
use super::read_model::Said;
use super::reasoning::read_reasoning;
use crate::error::{ConversationError, Outcome};
use crate::format::marks::Marks;
use crate::format::read::{invalid, list, object, optional, required};
use crate::json::{Fields, Node, quoted};
use crate::message::{Body, Content, Extras, Message, MessageId, Part, Role, ToolCall, ToolResult};

/// The states of a tool.
const STATES: [&str; 7] = [
    "input-streaming",
    "input-available",
    "approval-requested",
    "approval-responded",
    "output-available",
    "output-error",
    "output-denied",
];

pub(super) fn read(reader: &mut Reader<'_>, fields: &Fields<'_>, role: &str, wire: usize) -> Outcome<()> {
    let parts = fields.get("parts").ok_or_else(|| invalid("expected a list, found nothing").at("parts"))?;
    let parts = list(parts).map_err(|error| error.at("parts"))?;
    let mut marks = Marks::default();
    let id = match optional(fields, "id")? {
        Some(id) if !id.is_empty() && reader.is_free(&id) => {
            reader.skip();
            MessageId::from(id)
        }
        given => {
            // The SDK itself gives an empty id where it is told none; that of another message names nothing either.
            if let Some(id) = given {
                marks.set("id", &quoted(&id));
            }
            reader.mint(wire)
        }
    };
    let mut extras = Extras::default();
    if let Some(metadata) = fields.get("metadata") {
        extras.push("metadata", metadata.json());
    }
    Form::Ui.keep_rest(fields, &["id", "role", "metadata", "parts"], &mut extras);
    let at_part = |at: usize| move |error: ConversationError| error.at(format!("parts[{at}]"));
    match role {
        "assistant" => {
            let mut steps = vec![Step::default()];
            for (at, node) in parts.into_iter().enumerate() {
                take(&mut steps, node, at).map_err(at_part(at))?;
            }
            push_steps(reader, steps, (id, extras, marks), wire)
        }
        "system" | "user" => {
            let read = |(at, node)| read_part(node, Role::User).map_err(at_part(at));
            let parts: Vec<Part> = parts.into_iter().enumerate().map(read).collect::<Outcome<_>>()?;
            let content = match parts.as_slice() {
                [part] if part.extras.is_empty() && part.as_text().is_some() => {
                    Content::text(part.as_text().unwrap_or_default())
                }
                _ => Content::Parts(parts),
            };
            marks.keep(&mut extras);
            let body = if role == "system" { Body::System(content) } else { Body::User(content) };
            push(reader, Message::new(id, 0, body), extras)
        }
        "data" => Err(old("the role `data`").at("role")),
        _ => Err(unknown_role(role, "system, user, assistant")),
    }
}

fn push(reader: &mut Reader<'_>, mut message: Message, extras: Extras) -> Outcome<()> {
    if !extras.is_empty() {
        message.notes_mut().extras = extras;
    }
    reader.push(message)
}

/// A part of words; what only UI messages hold is kept as it is.
fn read_part(node: Node<'_>, role: Role) -> Outcome<Part> {
    let fields = object(node)?;
    match required(&fields, "type")?.as_ref() {
        "text" => read_text(node, Form::Ui, role),
        "file" => read_media(node, Form::Ui, role, "file"),
        kind @ ("tool-invocation" | "source") => Err(old(&format!("a part of type `{kind}`")).at("type")),
        _ => Ok(Form::Ui.verbatim(node)),
    }
}

/// What the assistant says between two calls of the model, with what came of it.
#[derive(Default)]
struct Step {
    said: Said,
    results: Vec<(ToolResult, Extras)>,
    /// The tools of the results that name no call.
    tools: Vec<Option<Box<str>>>,
    /// Whether a part says that it begins.
    is_begun: bool,
}

fn take(steps: &mut Vec<Step>, node: Node<'_>, at: usize) -> Outcome<()> {
    let fields = object(node)?;
    let kind = required(&fields, "type")?;
    if kind.as_ref() == "step-start" && fields.iter().count() == 1 {
        if at == 0 {
            steps.clear();
        }
        steps.push(Step { is_begun: true, ..Step::default() });
        return Ok(());
    }
    let Some(step) = steps.last_mut() else { return Ok(()) };
    let name = match kind.strip_prefix("tool-") {
        // Version 4 had parts of this type.
        Some("invocation") if fields.get("toolInvocation").is_some() => None,
        Some(name) => Some(Box::from(name)),
        None if kind.as_ref() == "dynamic-tool" => Some(required(&fields, "toolName")?),
        None => None,
    };
    match (name, kind.as_ref()) {
        (Some(_), _) if is_served(&fields) => step.said.parts.push(Form::Ui.verbatim(node)),
        (Some(name), _) => {
            let (call, result) = read_tool(&fields, name, kind.as_ref() == "dynamic-tool")?;
            step.tools.extend(result.iter().map(|_| call.id.is_empty().then(|| call.name.clone())));
            step.said.call(call);
            step.results.extend(result);
        }
        (None, "reasoning") => step.said.think(read_reasoning(node, Form::Ui)?),
        (None, _) => step.said.parts.push(read_part(node, Role::Assistant)?),
    }
    Ok(())
}

fn push_steps(
    reader: &mut Reader<'_>,
    steps: Vec<Step>,
    (id, extras, mut marks): (MessageId, Extras, Marks),
    wire: usize,
) -> Outcome<()> {
    if steps.first().is_some_and(|step| !step.is_begun) {
        marks.set("begun", "false");
    }
    let mut head = Some((id, extras, marks));
    for step in steps {
        let (id, mut extras, marks) = head.take().unwrap_or_else(|| {
            let mut marks = Marks::default();
            marks.set("goesOn", "true");
            (reader.mint(wire), Extras::default(), marks)
        });
        marks.keep(&mut extras);
        let mut message = step.said.into_message(id);
        if let Content::Parts(parts) = message.content()
            && let [part] = parts.as_slice()
            && part.extras.is_empty()
            && message.calls().is_empty()
            && let Some(text) = part.as_text()
        {
            *message.content_mut() = Content::text(text);
        }
        push(reader, message, extras)?;
        for ((result, extras), tool) in step.results.into_iter().zip(step.tools) {
            let mut message = Message::new(reader.mint(wire), 0, Body::Tool(result));
            if tool.is_some() {
                message.notes_mut().tool_name = tool;
            }
            push(reader, message, extras)?;
        }
    }
    Ok(())
}

/// Reads a tool: its call, and what came of it when that is in.
fn read_tool(
    fields: &Fields<'_>,
    name: Box<str>,
    is_dynamic: bool,
) -> Outcome<(ToolCall, Option<(ToolResult, Extras)>)> {
    let state = required(fields, "state")?;
    if !STATES.contains(&state.as_ref()) {
        let advice = match state.as_ref() {
            "partial-call" | "call" | "result" => old(&format!("the state `{state}`")),
            _ => invalid(format!("unknown state `{state}`; known are {}", STATES.join(", "))),
        };
        return Err(advice.at("state"));
    }
    let id = required(fields, "toolCallId")?;
    let mut marks = Marks::default();
    let mut known = vec!["type", "toolCallId", "state", "input", APPROVAL, "callProviderMetadata"];
    match state.as_ref() {
        "output-available" => known.extend(["output", "preliminary", "resultProviderMetadata"]),
        "output-error" => known.extend(["errorText", "resultProviderMetadata"]),
        _ => {}
    }
    if is_dynamic {
        marks.set("dynamic", "true");
        known.push("toolName");
    }
    if state.as_ref() == "input-streaming" {
        marks.set("state", "\"input-streaming\"");
    }
    let arguments = match (fields.get("input"), fields.get("rawInput")) {
        (None, Some(raw)) => {
            known.push("rawInput");
            read_raw_input(raw, &mut marks)
        }
        (input, _) => read_input(input, &mut marks),
    };
    let options = options_of(fields, "callProviderMetadata")?;
    let mut call = new_call(id.clone(), name, arguments, fields, (Form::Ui, &known), (options, marks));
    if let Some(asked) = fields.get(APPROVAL).filter(|node| !node.is_null()) {
        object(asked).map_err(|error| error.at(APPROVAL))?;
        call.extras.push(APPROVAL, asked.json());
    }
    let output = match state.as_ref() {
        "output-available" => read_shown(fields.get("output")),
        "output-error" => Output::of(Content::Text(required(fields, "errorText")?)).failed(),
        "output-denied" => {
            if approved(&call) != Some(false) {
                let advice = "a call that was denied needs an `approval` with `approved: false`";
                return Err(invalid(advice).at(APPROVAL));
            }
            let reason = approval(&call).and_then(|asked| asked.text("reason").map(|text| text.into_owned()));
            let mut output = Output::of(Content::text(reason.as_deref().unwrap_or(DENIED))).failed();
            output.marks.set("denied", if reason.is_some() { "\"reason\"" } else { "true" });
            output
        }
        _ => return Ok((call, None)),
    };
    let Output { content, is_error, mut extras, mut marks } = output;
    if known.contains(&"resultProviderMetadata") {
        options_of(fields, "resultProviderMetadata")?.keep(RESULT, &mut extras, &mut marks);
    }
    if let Some(node) = fields.get("preliminary").filter(|_| known.contains(&"preliminary")) {
        extras.push("preliminary", node.json());
    }
    marks.keep(&mut extras);
    Ok((call, Some((ToolResult { call_id: id, content, is_error }, extras))))
}

fn options_of<'a>(fields: &Fields<'a>, name: &str) -> Outcome<Options<'a>> {
    Options::read(fields.get(name)).map_err(|error| error.at(name))
}
