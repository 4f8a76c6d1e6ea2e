//! Reading messages of chat completions.

use super::foreign_part::read_foreign;
use super::form::ChatForm;
use super::spelling;
use crate::error::{Code, ConversationError, Outcome};
use crate::format::contract::parsed::Parsed;
use crate::format::contract::target::Place;
use crate::format::json::read::{
    at_item, extras, invalid, list, nest, object, optional, read_content, required, string,
};
use crate::format::json::source_hints::{SourceHints, hint};
use crate::json::{Fields, Kind, Node, quoted};
use crate::list::Listed;
use crate::message::{
    Arguments, Body, CallKind, Content, Message, MessageId, Origin, Part, PartKind, Reasoning, ToolCall,
    ToolResult,
};
use crate::repair::{Repair, RepairCode};
use crate::sanitize::Spelling;

const MESSAGE_FIELDS: [&str; 5] = ["role", "content", "name", "tool_calls", "tool_call_id"];

/// The hint at the fields that held the reasoning, if they were not the usual one.
pub(in crate::format) const REASONING_FIELDS: &str = "fields";

/// The fields that held a part of reasoning; `None` if it was the default field.
pub(in crate::format) fn hinted_fields(part: &Part) -> Option<Vec<String>> {
    let names = hint(&part.extras, REASONING_FIELDS)?.list()?;
    Some(names.into_iter().filter_map(Node::text).map(String::from).listed())
}

pub(super) fn read<'a>(
    form: &ChatForm,
    body: &Fields<'a>,
    mint: &mut dyn FnMut(Place) -> MessageId,
) -> Outcome<Parsed<'a>> {
    let messages = body.get("messages").ok_or_else(|| invalid("a body needs a list of `messages`"))?;
    let mut parsed = Parsed::default();
    for (wire, node) in list(messages).map_err(|error| error.at("messages"))?.into_iter().enumerate() {
        let source = parsed.begin(node.json());
        let id = mint(Place::Message { wire, piece: 0 });
        mark_other_spelling(form, node, &id, &mut parsed, source);
        let own = spelling::as_own(form, node);
        let node = own.as_deref().and_then(Node::parse).unwrap_or(node);
        let message = read_message(form, node, id, &mut parsed, source)
            .map_err(|error| at_item(error, "messages", wire))?;
        parsed.push(message, Some(source));
    }
    Ok(parsed)
}

/// A body is written in one spelling, so a message in the other spelling is rewritten.
fn mark_other_spelling(
    form: &ChatForm,
    node: Node<'_>,
    id: &MessageId,
    parsed: &mut Parsed<'_>,
    source: usize,
) {
    let wanted = if form.is_clients { Spelling::Camel } else { Spelling::Snake };
    let is_other = spelling::of_message(form, node).is_some_and(|spelling| spelling != wanted);
    if is_other {
        let detail = "the fields were renamed to the spelling of the request";
        parsed.report_on(source, id, RepairCode::FieldRespelled, form.spelling_rule, detail);
    }
}

fn read_message(
    form: &ChatForm,
    node: Node<'_>,
    id: MessageId,
    parsed: &mut Parsed<'_>,
    source: usize,
) -> Outcome<Message> {
    let fields = object(node)?;
    let said = required(&fields, "role")?;
    let role = true_role(&said, &fields)?;
    if role != said.as_ref() && (role != "system" || !form.has_developer) {
        let detail = match role {
            "system" => format!("the format names the role `{said}` `{role}`"),
            _ => format!(
                "the message has fields that only `{role}` has, and got that role instead of `{said}`"
            ),
        };
        parsed.report_on(source, &id, RepairCode::RoleCorrected, form.role_rule, detail);
    }
    report_idle_fields(form, &fields, &id, parsed, source);
    let content = match fields.get("content").filter(|node| holds_value(role, *node)) {
        Some(value) => {
            let detail = "the content is a JSON value, which is sent as its text";
            parsed.report_on(source, &id, RepairCode::WrittenAsText, form.content_rule, detail);
            Content::text(value.json())
        }
        None => match added_tools(form, role, &fields) {
            Some(part) => Content::Parts(vec![part]),
            None => read_content(&fields, "content", form.read_part)?,
        },
    };
    report_foreign_parts(form, &fields, &id, parsed, source);
    let reasoning = ReasoningFields::of(form, &fields);
    let mut calls = read_calls(&fields)?;
    let count = calls.len();
    calls.retain(|call| !is_stub(call));
    if calls.len() < count {
        let detail = "an empty call, without a name and without arguments, was left out";
        parsed.report_on(source, &id, RepairCode::CallDropped, form.idle_calls_rule, detail);
    }
    for call in calls.iter().filter(|call| must_be_encoded(form, &call.arguments)) {
        let detail = format!("the arguments of {} are a JSON value, which is sent as its text", call.name);
        let repair = Repair::new(RepairCode::ArgumentsEncoded, form.arguments_rule, detail);
        parsed.report(source, repair.of(&id).call(&call.id));
    }
    let body = match role {
        "system" => Body::System(content),
        "user" => Body::User(content),
        "assistant" => Body::Assistant { content: with_reasoning(form, content, &reasoning), calls },
        _ => Body::Tool(ToolResult {
            call_id: optional(&fields, "tool_call_id")?.unwrap_or_default(),
            content,
            is_error: None,
        }),
    };
    let mut message = Message::new(id, 0, body);
    let mut rest = extras(&fields, &MESSAGE_FIELDS);
    rest.retain(|name| role != "assistant" || !reasoning.names.contains(&name));
    rest.retain(|name| name != TOOLS || added_tools(form, role, &fields).is_none());
    // `developer` is OpenAI's newer word for `system`.
    if said.as_ref() == "developer" && role == "system" && form.has_developer {
        rest.push("role", "\"developer\"");
    }
    let name = optional(&fields, "name")?;
    if name.is_some() || !rest.is_empty() {
        let notes = message.notes_mut();
        notes.name = name;
        notes.extras = rest;
    }
    Ok(message)
}

/// The field of a message that adds tools.
pub(super) const TOOLS: &str = "tools";

/// The tools that a message of the system adds, as an unmodelled part. Such a message has no content (Kimi).
fn added_tools(form: &ChatForm, role: &str, fields: &Fields<'_>) -> Option<Part> {
    let tools = fields.get(TOOLS).filter(|_| form.has_tool_messages && role == "system")?;
    let is_alone = fields.get("content").is_none() && tools.kind() == Kind::List;
    is_alone.then(|| PartKind::other(form.format, &format!("{{\"{TOOLS}\":{}}}", tools.json())).into())
}

/// The role that fits the fields of the message: only the assistant has calls, and only a tool answers a call.
fn true_role(said: &str, fields: &Fields<'_>) -> Outcome<&'static str> {
    let has = |name: &str| fields.get(name).is_some_and(|node| !node.is_null());
    let has_calls = fields.get("tool_calls").and_then(Node::list).is_some_and(|calls| !calls.is_empty());
    match said {
        "system" | "developer" | "user" | "assistant" | "tool" if has_calls => Ok("assistant"),
        "system" | "developer" | "user" | "assistant" if has("tool_call_id") => Ok("tool"),
        "system" | "developer" => Ok("system"),
        "user" => Ok("user"),
        "assistant" => Ok("assistant"),
        "tool" => Ok("tool"),
        "function" => Err(invalid(
            "the role `function` was replaced by `tool`; give the call an id in `tool_calls`, and the result that id",
        )
        .at("role")),
        _ => Err(ConversationError::new(
            Code::InvalidRole,
            format!("Invalid role: {said}. Must be one of system, developer, user, assistant, tool"),
        )
        .at("role")),
    }
}

/// Reports whether arguments that are a JSON value must be sent as JSON text.
fn must_be_encoded(form: &ChatForm, arguments: &Arguments) -> bool {
    match arguments {
        Arguments::Text(_) => false,
        Arguments::Json(json) => !(form.takes_objects && json.starts_with('{')),
    }
}

/// Reports whether content is a value other than a list of parts. Cloudflare sends such content when the request asks
/// for JSON (developers.cloudflare.com, Workers AI, JSON mode).
fn holds_value(role: &str, content: Node<'_>) -> bool {
    let is_part = |node: &Node<'_>| node.fields().is_some_and(|fields| fields.text("type").is_some());
    match content.kind() {
        Kind::Null | Kind::Text => false,
        Kind::List => {
            let items = content.list().unwrap_or_default();
            role == "assistant" && !items.is_empty() && !items.iter().any(is_part)
        }
        Kind::Bool | Kind::Number | Kind::Object => matches!(role, "assistant" | "tool"),
    }
}

/// The fields of a message that hold its reasoning. Vendors use several names, and some vendors two at once.
struct ReasoningFields {
    names: Vec<&'static str>,
    text: Option<Box<str>>,
}

impl ReasoningFields {
    fn of(form: &ChatForm, fields: &Fields<'_>) -> Self {
        let text = form.reasoning_fields.iter().find_map(|name| fields.text(name));
        let names = form.reasoning_fields.iter().filter(|name| text.is_some() && fields.text(name) == text);
        Self { names: names.copied().listed(), text: text.map(|text| text.as_ref().into()) }
    }
}

/// Puts the reasoning of a message's fields before its content.
fn with_reasoning(form: &ChatForm, content: Content, fields: &ReasoningFields) -> Content {
    let ReasoningFields { names, text: Some(text) } = fields else { return content };
    let origin = Some(Origin { format: form.format, model: None });
    let reasoning = Reasoning { text: Some(text.clone()), origin, ..Reasoning::default() };
    let mut part = Part::from(PartKind::Reasoning(Box::new(reasoning)));
    let mut hints = SourceHints::default();
    if names.as_slice() != form.reasoning_fields.get(..1).unwrap_or_default() {
        let names: Vec<String> = names.iter().map(|name| quoted(name)).listed();
        hints.set(REASONING_FIELDS, &format!("[{}]", names.join(",")));
    }
    hints.keep(&mut part.extras);
    let mut parts = vec![part];
    parts.extend(content.into_parts());
    Content::Parts(parts)
}

/// Reports parts in another format's form, which are written in this format's form.
fn report_foreign_parts(
    form: &ChatForm,
    fields: &Fields<'_>,
    id: &MessageId,
    parsed: &mut Parsed<'_>,
    source: usize,
) {
    for part in fields.get("content").and_then(Node::list).unwrap_or_default() {
        let Some(read) = read_foreign(part) else { continue };
        // Some formats define the part themselves.
        if (form.read_part)(part).is_ok_and(|own| own == read) {
            let kind =
                part.fields().and_then(|part| Some(part.text("type")?.into_owned())).unwrap_or_default();
            let detail = format!("a `{kind}` part of another format is sent as {}", read.noun());
            parsed.report_on(source, id, RepairCode::MediaSourceCorrected, form.part_rule, detail);
        }
    }
}

/// Reports fields that the provider refuses because they are empty: a list of calls without calls, a name that is null.
fn report_idle_fields(
    form: &ChatForm,
    fields: &Fields<'_>,
    id: &MessageId,
    parsed: &mut Parsed<'_>,
    source: usize,
) {
    let is_null = |name: &str| fields.get(name).is_some_and(Node::is_null);
    let has_no_calls = fields.get("tool_calls").and_then(Node::list).is_some_and(|calls| calls.is_empty());
    let idle = [
        (has_no_calls, form.idle_calls_rule, "the empty list of `tool_calls` was left out"),
        (is_null("tool_calls"), form.idle_calls_rule, "the null in place of `tool_calls` was left out"),
        (is_null("name"), form.null_name_rule, "the null in place of a `name` was left out"),
    ];
    for (rule, detail) in
        idle.into_iter().filter_map(|(is_idle, rule, detail)| Some((rule.filter(|_| is_idle)?, detail)))
    {
        parsed.report_on(source, id, RepairCode::FieldDropped, Some(rule), detail);
    }
}

/// Reports whether a call is the empty stub that some servers send beside an answer without calls.
fn is_stub(call: &ToolCall) -> bool {
    let arguments = call.arguments.text().trim();
    call.name.is_empty() && (arguments.is_empty() || (call.id.is_empty() && arguments == "{}"))
}

fn read_calls(fields: &Fields<'_>) -> Outcome<Vec<ToolCall>> {
    let mut calls = Vec::new();
    let Some(node) = fields.get("tool_calls").filter(|node| !node.is_null()) else { return Ok(calls) };
    for (at, call) in list(node).map_err(|error| error.at("tool_calls"))?.into_iter().enumerate() {
        calls.push(read_call(call).map_err(|error| at_item(error, "tool_calls", at))?);
    }
    Ok(calls)
}

fn read_call(node: Node<'_>) -> Outcome<ToolCall> {
    let fields = object(node)?;
    let is_custom = fields.get("custom").is_some_and(|node| node.kind() == Kind::Object);
    let (place, payload) = if is_custom { ("custom", "input") } else { ("function", "arguments") };
    let inner = fields.get(place).ok_or_else(|| invalid("expected an object, found nothing").at(place))?;
    let inner = object(inner).map_err(|error| error.at(place))?;
    let arguments = match inner.get(payload) {
        None => Arguments::Text("".into()),
        Some(node) => match node.kind() {
            Kind::Null => Arguments::Text("".into()),
            Kind::Text => Arguments::Text(string(node)?),
            Kind::Bool | Kind::Number | Kind::List | Kind::Object => Arguments::Json(node.json().into()),
        },
    };
    let mut own = extras(&fields, &["id", "type", place]);
    nest(&mut own, place, &inner, &["name", payload]);
    Ok(ToolCall {
        id: optional(&fields, "id")?.unwrap_or_default(),
        name: optional(&inner, "name").map_err(|error| error.at(place))?.unwrap_or_default(),
        arguments,
        kind: if is_custom { CallKind::Custom } else { CallKind::Function },
        after_parts: None,
        extras: own,
    })
}
