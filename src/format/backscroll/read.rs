//! Reading neutral messages.

use super::extras::{FROM, read_extras, read_origin};
use super::part::{read_part, read_part_as_it_is};
use crate::error::{ConversationError, Outcome};
use crate::format::json::read::{
    at_item, extras, invalid, list, nest, noun, object, optional, read_content, required, string,
};
use crate::json::{Fields, Kind, Limits, Node};
use crate::list::Listed;
use crate::message::{
    Arguments, Body, CallKind, Content, Extras, Format, Message, MessageId, Notes, PrefixDigest, Response,
    Role, ToolCall, ToolResult, Usage,
};

/// The field with the digest of the request that was answered.
pub(super) const PREFIX: &str = "prefixDigest";

const FIELDS: [&str; 21] = [
    "id",
    "role",
    "content",
    "createdAt",
    "toolCalls",
    "toolCallId",
    "toolName",
    "toolArguments",
    "toolResult",
    "isError",
    "model",
    "response",
    "vendor",
    "tokens",
    "notices",
    PREFIX,
    "name",
    "pinned",
    "extras",
    FROM,
    "isSummary",
];

/// Reads a list of messages. `mint` gives an id to each that has none.
///
/// # Errors
///
/// `invalid-message`, `invalid-role`, `too-deep`, with the path of the fault.
pub fn read_list(
    node: Node<'_>,
    limits: Limits,
    created_at: i64,
    mint: &mut dyn FnMut() -> MessageId,
) -> Outcome<Vec<Message>> {
    read_each(node, |node| read_message(node, limits, created_at, mint))
}

/// Reads a list of messages with `read`, and adds the place to errors.
pub(super) fn read_each(
    node: Node<'_>,
    mut read: impl FnMut(Node<'_>) -> Outcome<Message>,
) -> Outcome<Vec<Message>> {
    let mut messages = Vec::new();
    for (at, node) in list(node)?.into_iter().enumerate() {
        messages.push(read(node).map_err(|error| at_item(error, "", at))?);
    }
    Ok(messages)
}

/// Checks that each result in a list of the host names its call. An empty id is accepted: a history writes one for a result
/// whose source named no call.
///
/// # Errors
///
/// `invalid-message`, with the path of the fault.
pub(super) fn check_call_ids(list: Node<'_>) -> Outcome<()> {
    for (at, node) in list.list().unwrap_or_default().into_iter().enumerate() {
        let fields = node.fields().unwrap_or_default();
        let is_result = fields.text("role").is_some_and(|role| role == Role::Tool.as_str());
        if is_result && fields.get("toolCallId").is_none_or(Node::is_null) {
            let said = "a tool message needs the `toolCallId` of the call that it answers; without such a call, leave the message out";
            return Err(at_item(invalid(said).at("toolCallId"), "", at));
        }
    }
    Ok(())
}

/// Reports whether a name is another spelling of a known name, such as `tool_calls`.
fn is_same_name(known: &str, name: &str) -> bool {
    known.eq_ignore_ascii_case(&name.replace('_', ""))
}

/// Reads one message.
///
/// # Errors
///
/// `invalid-message`, `invalid-role`, `too-deep`, with the path of the fault.
pub fn read_message(
    node: Node<'_>,
    limits: Limits,
    created_at: i64,
    mint: &mut dyn FnMut() -> MessageId,
) -> Outcome<Message> {
    limits.check_bytes(node.json().len())?;
    read_from(GivenBy::Host(limits), node, created_at, mint)
}

/// Reads a message of a snapshot as it was: its media are not corrected.
///
/// # Errors
///
/// `invalid-message`, `invalid-role`, `too-deep`, with the path of the fault.
pub(super) fn read_saved(
    node: Node<'_>,
    limits: Limits,
    mint: &mut dyn FnMut() -> MessageId,
) -> Outcome<Message> {
    read_from(GivenBy::Snapshot(limits), node, 0, mint)
}

/// The giver of a neutral message.
#[derive(Clone, Copy)]
enum GivenBy {
    /// A host, whose media are corrected.
    Host(Limits),
    /// A snapshot.
    Snapshot(Limits),
    /// A reader of another format, whose fields and arguments may be any.
    Reader,
}

/// Reads a message that a reader of another format made. Its media are not corrected, and its arguments may be any
/// value. The caller checks the limits, against the source.
///
/// # Errors
///
/// `invalid-message`, `invalid-role`, with the path of the fault.
pub(in crate::format) fn read_parsed(
    node: Node<'_>,
    created_at: i64,
    mint: &mut dyn FnMut() -> MessageId,
) -> Outcome<Message> {
    read_from(GivenBy::Reader, node, created_at, mint)
}

fn read_from(
    given_by: GivenBy,
    node: Node<'_>,
    created_at: i64,
    mint: &mut dyn FnMut() -> MessageId,
) -> Outcome<Message> {
    let fields = object(node)?;
    if !matches!(given_by, GivenBy::Reader)
        && let Some((name, _)) = fields.iter().find(|(name, _)| !FIELDS.contains(name))
    {
        let advice = match FIELDS.iter().find(|known| is_same_name(known, name)) {
            Some(known) => format!("did you mean `{known}`?"),
            None => format!("known are {}", FIELDS.join(", ")),
        };
        return Err(invalid(format!("unknown field `{name}`; {advice}")));
    }
    let role = Role::parse(&required(&fields, "role")?)?;
    let read_part = match given_by {
        GivenBy::Host(_) => read_part,
        GivenBy::Snapshot(_) | GivenBy::Reader => read_part_as_it_is,
    };
    let content = read_content(&fields, "content", read_part)?;
    let calls = read_calls(&fields, given_by)?;
    let call_id = optional(&fields, "toolCallId")?;
    let is_error = read_flag(&fields, "isError")?;
    let body = match body_of(role, content, calls, call_id, is_error)? {
        Body::System(content) if read_flag(&fields, "isSummary")? == Some(true) => Body::Summary(content),
        body @ (Body::System(_)
        | Body::Summary(_)
        | Body::User(_)
        | Body::Assistant { .. }
        | Body::Tool(_)) => body,
    };
    let created_at = match fields.get("createdAt") {
        None => created_at,
        Some(node) => node
            .integer()
            .ok_or_else(|| invalid("expected whole milliseconds since the epoch").at("createdAt"))?,
    };
    let notes = read_notes(&fields)?;
    let id = match optional(&fields, "id")? {
        Some(id) if id.is_empty() => return Err(invalid("an id must not be empty").at("id")),
        Some(id) => MessageId::from(id),
        None => mint(),
    };
    let mut message = Message::new(id, created_at, body);
    message.notes = (notes != Notes::default()).then(|| Box::new(notes));
    Ok(message)
}

/// The body of a message of this role.
///
/// # Errors
///
/// `invalid-message` for calls of anybody but the assistant, and for a field of results in another message.
pub fn body_of(
    role: Role,
    content: Content,
    calls: Vec<ToolCall>,
    call_id: Option<Box<str>>,
    is_error: Option<bool>,
) -> Outcome<Body> {
    if role != Role::Assistant && !calls.is_empty() {
        return Err(invalid("`toolCalls` belong to an assistant message").at("toolCalls"));
    }
    if role != Role::Tool && (call_id.is_some() || is_error.is_some()) {
        return Err(invalid("`toolCallId` and `isError` belong to a tool message").at("toolCallId"));
    }
    Ok(match role {
        Role::System => Body::System(content),
        Role::User => Body::User(content),
        Role::Assistant => Body::Assistant { content, calls },
        Role::Tool => Body::Tool(ToolResult { call_id: call_id.unwrap_or_default(), content, is_error }),
    })
}

fn read_calls(fields: &Fields<'_>, given_by: GivenBy) -> Outcome<Vec<ToolCall>> {
    let mut calls = Vec::new();
    let Some(node) = fields.get("toolCalls").filter(|node| !node.is_null()) else { return Ok(calls) };
    for (at, call) in list(node).map_err(|error| error.at("toolCalls"))?.into_iter().enumerate() {
        calls.push(read_call(call, given_by).map_err(|error| at_item(error, "toolCalls", at))?);
    }
    Ok(calls)
}

/// The fields of a call.
pub(super) const CALL: [&str; 7] = ["id", "name", "arguments", "kind", "afterParts", "function", "type"];

/// The field that is true in a call of a reader or for a writer when its arguments are a string that was given as a
/// value, not as JSON text.
pub(super) const IS_JSON: &str = "isJson";

/// The field with the prefix for the id of a call that had no id. The id is the prefix followed by the id of the
/// message.
pub(in crate::format) const ID_FROM_MESSAGE: &str = "idFromMessage";

/// The fields of a call that a reader made.
const PARSED_CALL: [&str; 9] =
    ["id", "name", "arguments", IS_JSON, ID_FROM_MESSAGE, "kind", "afterParts", "function", "type"];

/// Reads a call, flat or in OpenAI's form. A field of the call itself wins over the same field of the nested object.
fn read_call(node: Node<'_>, given_by: GivenBy) -> Outcome<ToolCall> {
    let fields = object(node)?;
    let inner = fields.get("function").and_then(Node::fields).unwrap_or_default();
    let name = match optional(&fields, "name")? {
        Some(name) => name,
        None => required(&inner, "name")?,
    };
    let arguments = match fields.get("arguments").or_else(|| inner.get("arguments")) {
        None => Arguments::Text("".into()),
        Some(node) => match given_by {
            GivenBy::Host(limits) | GivenBy::Snapshot(limits) => {
                read_arguments(node, limits).map_err(|error| error.at("arguments"))?
            }
            GivenBy::Reader => read_given(node, &fields),
        },
    };
    let kind = match optional(&fields, "kind")? {
        None => CallKind::Function,
        Some(name) => CallKind::all().find(|kind| kind.as_str() == &*name).ok_or_else(|| {
            let known: Vec<&str> = CallKind::all().map(CallKind::as_str).listed();
            invalid(format!("unknown kind `{name}`; known are {}", known.join(", "))).at("kind")
        })?,
    };
    let after_parts =
        fields.get("afterParts").and_then(Node::count).and_then(|after| usize::try_from(after).ok());
    let known: &[&str] = if matches!(given_by, GivenBy::Reader) { &PARSED_CALL } else { &CALL };
    let mut own = read_extras(&fields, known)?;
    nest(&mut own, "function", &inner, &["name", "arguments"]);
    // Nothing but the nested fields may have come from the format.
    read_origin(&fields)?.into_iter().for_each(|origin| own.claim(origin));
    Ok(ToolCall { id: required(&fields, "id")?, name, arguments, kind, after_parts, extras: own })
}

fn read_arguments(node: Node<'_>, limits: Limits) -> Outcome<Arguments> {
    match node.kind() {
        Kind::Text => {
            let text = string(node)?;
            limits.check_depth(&text)?;
            Ok(Arguments::Text(text))
        }
        Kind::Object => Ok(Arguments::Json(node.json().into())),
        Kind::Null | Kind::Bool | Kind::Number | Kind::List => {
            Err(invalid(format!("expected JSON text or an object, found {}", noun(node))))
        }
    }
}

/// Reads the arguments of a call that a reader made.
fn read_given(node: Node<'_>, call: &Fields<'_>) -> Arguments {
    let text = node.text().filter(|_| call.get(IS_JSON).is_none());
    text.map_or_else(|| Arguments::Json(node.json().into()), |text| Arguments::Text(text.into()))
}

fn read_notes(fields: &Fields<'_>) -> Outcome<Notes> {
    let json = |name: &str| fields.get(name).map(|node| Box::from(node.json()));
    let mut own = match fields.get("extras") {
        None => Extras::default(),
        Some(node) => extras(&object(node).map_err(|error| error.at("extras"))?, &[]),
    };
    read_origin(fields)?.into_iter().for_each(|origin| own.claim(origin));
    Ok(Notes {
        name: optional(fields, "name")?,
        model: optional(fields, "model")?,
        response: fields.get("response").filter(|node| !node.is_null()).map(read_response).transpose()?,
        vendor: optional(fields, "vendor")?,
        usage: fields.get("tokens").filter(|node| !node.is_null()).map(read_usage).transpose()?,
        prefix: optional(fields, PREFIX)?.map(|text| read_prefix(&text)).transpose()?,
        pinned: read_flag(fields, "pinned")? == Some(true),
        tool_name: optional(fields, "toolName")?,
        tool_arguments: json("toolArguments"),
        tool_result: json("toolResult"),
        notices: read_notices(fields)?,
        extras: own,
    })
}

/// The notices of a provider, unchanged: a list of objects.
fn read_notices(fields: &Fields<'_>) -> Outcome<Option<Box<str>>> {
    let Some(node) = fields.get("notices").filter(|node| !node.is_null()) else { return Ok(None) };
    let is_list = node.list().is_some_and(|items| items.iter().all(|item| item.kind() == Kind::Object));
    match is_list {
        true => Ok(Some(node.json().into())),
        false => Err(invalid("expected a list of objects").at("notices")),
    }
}

pub(super) fn read_prefix(text: &str) -> Outcome<PrefixDigest> {
    PrefixDigest::parse(text).ok_or_else(|| invalid("expected 16 hexadecimal digits").at(PREFIX))
}

fn read_response(node: Node<'_>) -> Outcome<Response> {
    let read = || {
        let fields = object(node)?;
        Ok(Response {
            id: required(&fields, "id")?,
            format: Format::parse(&required(&fields, "format")?)?,
            conversation: optional(&fields, "conversation")?,
            is_kept: read_flag(&fields, "isKept")? == Some(true),
        })
    };
    read().map_err(|error: ConversationError| error.at("response"))
}

pub(super) fn read_usage(node: Node<'_>) -> Outcome<Usage> {
    let fields = object(node).map_err(|error| error.at("tokens"))?;
    let count = |name: &str| match fields.get(name).filter(|node| !node.is_null()) {
        None => Ok(None),
        Some(node) if node.json().starts_with('-') => {
            Err(invalid("expected a number of tokens, found a negative one").at(format!("tokens.{name}")))
        }
        Some(node) => node
            .count()
            .map(Some)
            .ok_or_else(|| invalid("expected a number of tokens").at(format!("tokens.{name}"))),
    };
    Ok(Usage {
        input: count("input")?,
        output: count("output")?,
        cached_input: count("cachedInput")?,
        cache_write: count("cacheWrite")?,
        cache_write_5m: count("cacheWrite5m")?,
        cache_write_1h: count("cacheWrite1h")?,
        reasoning: count("reasoning")?,
        tool_input: count("toolInput")?,
    })
}

fn read_flag(fields: &Fields<'_>, name: &str) -> Outcome<Option<bool>> {
    match fields.get(name).filter(|node| !node.is_null()) {
        None => Ok(None),
        Some(node) => node.truth().map(Some).ok_or_else(|| invalid("expected true or false").at(name)),
    }
}
