//! Reading model messages.

use super::approval::keep_question;
use super::call::{is_served, read_call};
use super::form::{Form, old};
use super::media::read_media;
use super::options::{Options, REST, RESULT, TEXT};
use super::output::{Output, read_output};
use super::part::read_text;
use super::read::{Reader, unknown_role};
use super::reasoning::{join, read_reasoning};
use crate::error::{ConversationError, Outcome};
use crate::format::marks::Marks;
use crate::format::read::{invalid, list, noun, object, required, string};
use crate::json::{Fields, Kind, Node};
use crate::message::{Body, Content, Extras, Message, MessageId, Part, PartKind, Role, ToolCall, ToolResult};
use crate::repair::RepairCode;

/// The fields of a message that are modelled.
const KNOWN: [&str; 3] = ["role", "content", "providerOptions"];

/// The options of a message of tools, which stand with the last of its results.
pub(super) const MESSAGE_OPTIONS: &str = "messageOptions";

pub(super) fn read(reader: &mut Reader<'_>, fields: &Fields<'_>, role: &str, wire: usize) -> Outcome<()> {
    let at_content = |error: ConversationError| error.at("content");
    let content =
        fields.get("content").ok_or_else(|| invalid("expected a value, found nothing").at("content"))?;
    match role {
        "system" => {
            let id = reader.mint(wire);
            let text = string(content).map_err(at_content)?;
            let mut extras = Extras::default();
            let content = read_instructions(text, options_of(fields)?, &mut extras);
            Form::Model.keep_rest(fields, &KNOWN, &mut extras);
            push(reader, Message::new(id, 0, Body::System(content)), extras)
        }
        "user" => {
            let id = reader.mint(wire);
            let content = read_said(content).map_err(at_content)?;
            push(reader, Message::new(id, 0, Body::User(content)), about(fields)?)
        }
        "assistant" => {
            let id = reader.mint(wire);
            let message = read_assistant(reader, content, id).map_err(at_content)?;
            push(reader, message, about(fields)?)
        }
        "tool" => read_results(reader, fields, content, wire).map_err(at_content),
        "data" | "function" => Err(old(&format!("the role `{role}`")).at("role")),
        _ => Err(unknown_role(role, "system, user, assistant, tool")),
    }
}

/// Enters a message with what is said beside its content.
fn push(reader: &mut Reader<'_>, mut message: Message, extras: Extras) -> Outcome<()> {
    if !extras.is_empty() {
        message.notes_mut().extras = extras;
    }
    reader.push(message)
}

/// What is said of a message beside its content.
fn about(fields: &Fields<'_>) -> Outcome<Extras> {
    let mut extras = Extras::default();
    options_of(fields)?.keep(&[], &mut extras, &mut Marks::default());
    Form::Model.keep_rest(fields, &KNOWN, &mut extras);
    Ok(extras)
}

fn options_of<'a>(fields: &Fields<'a>) -> Outcome<Options<'a>> {
    Options::read(fields.get("providerOptions")).map_err(|error| error.at("providerOptions"))
}

/// Instructions are one text; what is said of it stands beside it, and belongs to it.
fn read_instructions(text: Box<str>, options: Options<'_>, extras: &mut Extras) -> Content {
    let mut own = Extras::default();
    let mut marks = Marks::default();
    options.keep(TEXT, &mut own, &mut marks);
    if let Some(rest) = own.get(REST) {
        extras.push(REST, rest);
        own.retain(|name| name != REST);
    }
    if own.is_empty() {
        return Content::Text(text);
    }
    marks.keep(&mut own);
    Content::Parts(vec![Part { kind: PartKind::Text(text), extras: own }])
}

/// Text, or parts.
fn parts_of<'a>(content: Node<'a>) -> Outcome<Result<Content, Vec<Node<'a>>>> {
    match content.kind() {
        Kind::Text => Ok(Ok(Content::Text(string(content)?))),
        Kind::List => Ok(Err(content.list().unwrap_or_default())),
        Kind::Null | Kind::Bool | Kind::Number | Kind::Object => {
            Err(invalid(format!("expected a string or a list of parts, found {}", noun(content))))
        }
    }
}

fn read_said(content: Node<'_>) -> Outcome<Content> {
    let nodes = match parts_of(content)? {
        Ok(text) => return Ok(text),
        Err(nodes) => nodes,
    };
    let read = |(at, node)| {
        let read = || match kind_of(node)?.as_ref() {
            "text" => read_text(node, Form::Model, Role::User),
            kind @ ("image" | "file") => read_media(node, Form::Model, Role::User, kind),
            _ => Ok(Form::Model.verbatim(node)),
        };
        read().map_err(|error: ConversationError| error.at(format!("[{at}]")))
    };
    Ok(Content::Parts(nodes.into_iter().enumerate().map(read).collect::<Outcome<Vec<Part>>>()?))
}

fn kind_of(node: Node<'_>) -> Outcome<Box<str>> {
    required(&object(node)?, "type")
}

fn read_assistant(reader: &mut Reader<'_>, content: Node<'_>, id: MessageId) -> Outcome<Message> {
    let nodes = match parts_of(content)? {
        Ok(content) => return Ok(Message::new(id, 0, Body::Assistant { content, calls: Vec::new() })),
        Err(nodes) => nodes,
    };
    let mut said = Said::default();
    for (at, node) in nodes.into_iter().enumerate() {
        said.take(reader, node).map_err(|error| error.at(format!("[{at}]")))?;
    }
    Ok(said.into_message(id))
}

/// What the assistant says, and calls.
#[derive(Default)]
pub(super) struct Said {
    pub(super) parts: Vec<Part>,
    pub(super) calls: Vec<ToolCall>,
}

impl Said {
    fn take(&mut self, reader: &mut Reader<'_>, node: Node<'_>) -> Outcome<()> {
        let fields = object(node)?;
        match required(&fields, "type")?.as_ref() {
            "text" => self.parts.push(read_text(node, Form::Model, Role::Assistant)?),
            kind @ ("image" | "file") => {
                self.parts.push(read_media(node, Form::Model, Role::Assistant, kind)?);
            }
            "reasoning" => self.think(read_reasoning(node, Form::Model)?),
            "tool-call" if !is_served(&fields) => self.call(read_call(&fields)?),
            "tool-approval-request" => {
                let call_id = required(&fields, "toolCallId")?;
                match self.calls.iter_mut().enumerate().rfind(|(_, call)| call.id == call_id) {
                    Some((at, call)) => reader.ask(keep_question(&fields, call)?, at),
                    None => self.parts.push(Form::Model.verbatim(node)),
                }
            }
            "tool-invocation" => return Err(old("a part of type `tool-invocation`")),
            "redacted-reasoning" => return Err(old("a part of type `redacted-reasoning`")),
            _ => self.parts.push(Form::Model.verbatim(node)),
        }
        Ok(())
    }

    /// Adds a part of reasoning, to the one before it where both are one.
    pub(super) fn think(&mut self, part: Part) {
        let is_behind = self.calls.last().is_some_and(|call| call.after_parts == Some(self.parts.len()));
        let left = match self.parts.last_mut().filter(|_| !is_behind) {
            Some(before) => join(before, part),
            None => Some(part),
        };
        self.parts.extend(left);
    }

    /// Adds a call behind what was said so far.
    pub(super) fn call(&mut self, mut call: ToolCall) {
        call.after_parts = Some(self.parts.len());
        self.calls.push(call);
    }

    /// The message that it makes.
    pub(super) fn into_message(mut self, id: MessageId) -> Message {
        let all = self.parts.len();
        // Calls behind all parts need no place of their own.
        self.calls
            .iter_mut()
            .for_each(|call| call.after_parts = call.after_parts.filter(|after| *after < all));
        let are_behind = !self.calls.is_empty() && self.calls.iter().all(|call| call.after_parts.is_none());
        let content = match self.parts.as_slice() {
            [] if are_behind => Content::Null,
            [part] if are_behind && part.extras.is_empty() => match part.as_text() {
                Some(text) => Content::text(text),
                None => Content::Parts(self.parts),
            },
            _ => Content::Parts(self.parts),
        };
        Message::new(id, 0, Body::Assistant { content, calls: self.calls })
    }
}

fn read_results(reader: &mut Reader<'_>, fields: &Fields<'_>, content: Node<'_>, wire: usize) -> Outcome<()> {
    let about = about(fields)?;
    let nodes = list(content)?;
    let is_result = |node: &Node<'_>| kind_of(*node).is_ok_and(|kind| kind.as_ref() == "tool-result");
    let last = nodes.iter().rposition(is_result);
    if nodes.is_empty() || (last.is_none() && !about.is_empty()) {
        reader.report(RepairCode::EmptyMessageDropped, "a message of tools without results was left out");
    }
    for (at, node) in nodes.into_iter().enumerate() {
        let mut read = || {
            let inner = object(node)?;
            match required(&inner, "type")?.as_ref() {
                "tool-result" => {
                    let id = reader.mint(wire);
                    let mut message = read_result(reader, &inner, id)?;
                    if last == Some(at) && !about.is_empty() {
                        let mut json = Vec::new();
                        let mut object = crate::json::ObjectWriter::begin(&mut json);
                        about.iter().for_each(|(name, value)| object.json(name, value));
                        object.end();
                        message.notes_mut().extras.push(MESSAGE_OPTIONS, &String::from_utf8_lossy(&json));
                    }
                    reader.push(message)
                }
                "tool-approval-response" => {
                    reader.answer(node, &inner);
                    Ok(())
                }
                kind => {
                    let known = "tool-result, tool-approval-response";
                    let advice =
                        format!("a message of tools holds no part of type `{kind}`; known are {known}");
                    Err(invalid(advice).at("type"))
                }
            }
        };
        read().map_err(|error: ConversationError| error.at(format!("[{at}]")))?;
    }
    Ok(())
}

fn read_result(reader: &Reader<'_>, fields: &Fields<'_>, id: MessageId) -> Outcome<Message> {
    let call_id = required(fields, "toolCallId")?;
    let name = required(fields, "toolName")?;
    let Output { content, is_error, mut extras, mut marks } = read_output(fields)?;
    options_of(fields)?.keep(RESULT, &mut extras, &mut marks);
    let known = ["type", "toolCallId", "toolName", "output", "providerOptions"];
    Form::Model.keep_rest(fields, &known, &mut extras);
    marks.keep(&mut extras);
    let is_known = !call_id.is_empty() && reader.tool(&call_id) == Some(name.as_ref());
    let mut message = Message::new(id, 0, Body::Tool(ToolResult { call_id, content, is_error }));
    if !is_known {
        message.notes_mut().tool_name = Some(name);
    }
    if !extras.is_empty() {
        message.notes_mut().extras = extras;
    }
    Ok(message)
}
