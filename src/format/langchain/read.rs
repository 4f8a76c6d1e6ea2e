//! Reading messages.

use super::beside::{OPENAI_ROLE, maker, provider_to_name, put_object, read_kwargs, read_usage};
use super::call::{Written, is_call, place, read_calls, take_own};
use super::envelope::{Kind, Opened, is_serialized, open};
use super::escape::unescaped;
use super::part::{LANGCHAIN, Maker, read_part, verbatim};
use crate::error::Outcome;
use crate::format::marks::Marks;
use crate::format::read::{extras, invalid, list, noun, object, optional};
use crate::format::reading::Reading;
use crate::format::target::Place;
use crate::json::{Fields, Kind as Json, Limits, Node, quoted};
use crate::message::{Body, Content, Extras, Message, MessageId, Part, PartKind, Role, ToolCall, ToolResult};
use crate::repair::{Repair, RepairCode};
use crate::sanitize::AUDIO;
use std::borrow::Cow;
use std::collections::HashSet;

/// The fields of messages that are modelled, or have a place of their own.
const FIELDS: [&str; 15] = [
    "type",
    "role",
    "content",
    "content_blocks",
    "contentBlocks",
    "id",
    "name",
    "additional_kwargs",
    "response_metadata",
    "tool_calls",
    "invalid_tool_calls",
    "usage_metadata",
    "tool_call_id",
    "status",
    "artifact",
];
/// The pieces of a message that was streamed. What they come to stands beside them.
const OF_CHUNKS: [&str; 2] = ["tool_call_chunks", "chunk_position"];

pub(super) fn read(
    body: Node<'_>,
    limits: Limits,
    created_at: i64,
    mint: &mut dyn FnMut(Place) -> MessageId,
) -> Outcome<Reading> {
    let state = body.fields().filter(|_| !is_serialized(body));
    let messages = state.as_ref().and_then(|fields| fields.get("messages"));
    let beside = state.iter().flat_map(Fields::iter).filter(|_| messages.is_some());
    let beside = beside.map(|(name, _)| name).filter(|name| *name != "messages").map(Box::from).collect();
    let mut reader = Reader { created_at, open: None, ids: HashSet::new(), repairs: Vec::new() };
    let mut all = Vec::new();
    for (wire, node) in list(messages.unwrap_or(body))?.into_iter().enumerate() {
        let at = |error: crate::error::ConversationError| error.at(format!("[{wire}]"));
        limits.check_bytes(node.json().len()).map_err(at)?;
        let plain = if is_serialized(node) { unescaped(node.json()) } else { Cow::Borrowed(node.json()) };
        let node = Node::parse(&plain).unwrap_or(node);
        let message = reader.read(node, &mut || mint(Place::Message { wire, piece: 0 })).map_err(at)?;
        message.check_arguments(limits).map_err(at)?;
        all.push(message);
    }
    Ok(Reading { messages: all, repairs: reader.repairs, beside, ..Reading::default() })
}

/// What is known of the messages before.
struct Reader {
    created_at: i64,
    /// The call of the time before calls had ids that waits for its result.
    open: Option<Box<str>>,
    ids: HashSet<Box<str>>,
    repairs: Vec<Repair>,
}

impl Reader {
    fn read(&mut self, node: Node<'_>, mint: &mut dyn FnMut() -> MessageId) -> Outcome<Message> {
        let opened = open(node)?;
        let (step, fields) = (opened.step, &opened.fields);
        let placed =
            |error: crate::error::ConversationError| if step.is_empty() { error } else { error.at(step) };
        let mut kept = Marks::default();
        let own = optional(fields, "id").map_err(placed)?.filter(|id| !id.is_empty());
        // The id of a removal is that of another message, and of two messages of one id the second needs another.
        let own = own.filter(|_| opened.kind != Kind::Remove);
        let is_free = own.as_ref().is_some_and(|id| self.ids.insert(id.clone()));
        let id = match own {
            Some(id) if is_free => MessageId::from(id),
            Some(id) => {
                kept.set("id", &quoted(&id));
                mint()
            }
            None => mint(),
        };
        let mut message = self.read_said(&opened, id, kept).map_err(placed)?;
        message.created_at = self.created_at;
        Ok(message)
    }

    fn read_said(&mut self, opened: &Opened<'_>, id: MessageId, mut kept: Marks) -> Outcome<Message> {
        let fields = &opened.fields;
        let kwargs = inner(fields, "additional_kwargs")?;
        let metadata = inner(fields, "response_metadata")?;
        let (format, model) = maker(&metadata);
        let by: Maker<'_> = (format, model.as_deref());
        let mut rest = self.role_of(opened, &id, &kwargs, &mut kept)?;
        let role = rest.0;
        let mut own = std::mem::take(&mut rest.1);
        let body = match role {
            _ if opened.kind == Kind::Remove => {
                let json = own_fields(fields);
                let part = Part::from(PartKind::other(crate::message::Format::Langchain, &json));
                Body::System(Content::Parts(vec![part]))
            }
            Role::System => Body::System(read_content(opened, by, None)?),
            Role::User => Body::User(read_content(opened, by, None)?),
            Role::Tool => {
                let is_error = match fields.text("status").as_deref() {
                    Some("error") => Some(true),
                    Some("success") => Some(false),
                    _ => None,
                };
                let call_id = if opened.kind == Kind::Function {
                    self.open.take().unwrap_or_default()
                } else {
                    optional(fields, "tool_call_id")?.unwrap_or_default()
                };
                Body::Tool(ToolResult { call_id, content: read_content(opened, by, None)?, is_error })
            }
            Role::Assistant => {
                let mut calls = read_calls(fields)?;
                let content = read_content(opened, by, Some(&mut calls))?;
                let (body, mut left) = read_answer(content, calls, &kwargs, by, &mut kept, &id)
                    .map_err(|error| error.at("additional_kwargs"))?;
                // OpenAI's sound of what was spoken stands there as it came.
                if let Some(sound) = kwargs.get(AUDIO).filter(|sound| sound.fields().is_some()) {
                    left.retain(|name| name != AUDIO);
                    own.0.push(AUDIO, sound.json());
                }
                own.1 = left;
                body
            }
        };
        let mut message = Message::new(id, 0, body);
        let legacy = message.calls().iter().find(|call| Written::of(call).is_legacy);
        self.open = legacy.map(|call| call.id.clone()).or(self.open.take().filter(|_| role != Role::User));
        if opened.kind != Kind::Remove {
            take_notes(&mut message, opened, own, &metadata, model, &mut kept)?;
        }
        if role == Role::Tool
            && message.result().is_some_and(|result| result.is_error.is_none())
            && let Some(status) = fields.get("status").filter(|status| !status.is_null())
        {
            kept.set("status", status.json());
        }
        let mut extras = Extras::default();
        kept.keep(&mut extras);
        if !extras.is_empty() {
            extras.iter().for_each(|(name, json)| message.notes_mut().extras.push(name, json));
        }
        Ok(message)
    }

    /// The role of a message; with it, the fields that say it and what is left of `additional_kwargs`.
    fn role_of(
        &mut self,
        opened: &Opened<'_>,
        id: &MessageId,
        kwargs: &Fields<'_>,
        kept: &mut Marks,
    ) -> Outcome<(Role, (Extras, Extras))> {
        let mut said = Extras::default();
        let idle = |name: &str| kwargs.get(name).is_some_and(Node::is_null);
        let mut rest = extras(kwargs, &[]);
        rest.retain(|name| !idle(name));
        let role = match opened.kind {
            Kind::Human => Role::User,
            Kind::Ai => Role::Assistant,
            Kind::Tool => Role::Tool,
            Kind::System => {
                if kwargs.text(OPENAI_ROLE).as_deref() == Some("developer") {
                    rest.retain(|name| name != OPENAI_ROLE);
                    said.push("role", "\"developer\"");
                }
                Role::System
            }
            Kind::Developer => {
                rest.retain(|name| name != OPENAI_ROLE);
                said.push("role", "\"developer\"");
                Role::System
            }
            Kind::Remove => {
                kept.set("type", "\"remove\"");
                Role::System
            }
            Kind::Function => {
                kept.set("type", "\"function\"");
                Role::Tool
            }
            Kind::Chat => {
                let role = opened.fields.get("role");
                let json = |text: &str| format!("\"{text}\"");
                kept.set("type", &json(if &*opened.name == "chat" { "chat" } else { "generic" }));
                role.into_iter().for_each(|role| kept.set("role", role.json()));
                let word = role.and_then(Node::text).unwrap_or_default();
                match word.as_ref() {
                    "system" | "developer" => Role::System,
                    "assistant" | "ai" | "model" => Role::Assistant,
                    "user" | "human" => Role::User,
                    word => {
                        let detail = format!("a message of the role `{word}` is told as the user's");
                        self.repairs.push(Repair::new(RepairCode::RoleCorrected, None, detail).of(id));
                        Role::User
                    }
                }
            }
        };
        Ok((role, (said, rest)))
    }
}

/// The object under `name`, or one without fields.
fn inner<'a>(fields: &Fields<'a>, name: &str) -> Outcome<Fields<'a>> {
    match fields.get(name).filter(|node| !node.is_null()) {
        None => Ok(Fields::default()),
        Some(node) => object(node).map_err(|error| error.at(name)),
    }
}

/// What the model said, with what stands beside the content; returns what is left of that, too.
fn read_answer(
    content: Content,
    mut calls: Vec<ToolCall>,
    kwargs: &Fields<'_>,
    by: Maker<'_>,
    kept: &mut Marks,
    id: &MessageId,
) -> Outcome<(Body, Extras)> {
    let mut parts = Vec::new();
    let is_text = !matches!(content, Content::Parts(_));
    if let Content::Parts(given) = &content {
        parts.clone_from(given);
    }
    // Beside calls, the empty text is how LangChain says nothing.
    let is_silent = content == Content::text("") && !calls.is_empty();
    let content = if is_silent { Content::Null } else { content };
    let before = parts.len();
    let name = || format!("function-call-{}", plain(id)).into();
    let rest = read_kwargs(kwargs, by, &mut parts, &mut calls, kept, name)?;
    let content = match (is_text, parts.len() > before) {
        (true, false) => content,
        // The text stands between what was thought and the refusal.
        (true, true) => {
            kept.set("content", "\"string\"");
            let at = parts.iter().take_while(|part| part.is_reasoning()).count();
            let text = content.plain_text();
            if !text.is_empty() {
                parts.insert(at, Part::text(&text));
            }
            Content::Parts(parts)
        }
        (false, _) => Content::Parts(parts),
    };
    let all = content.parts().len();
    calls.iter_mut().for_each(|call| call.after_parts = call.after_parts.filter(|after| *after < all));
    Ok((Body::Assistant { content, calls }, rest))
}

/// The characters of an id that every provider takes in the id of a call.
fn plain(id: &str) -> String {
    id.chars().map(|one| if one.is_ascii_alphanumeric() { one } else { '-' }).collect()
}

/// Reads what a message says. Blocks that are calls take their place among `calls`.
fn read_content(opened: &Opened<'_>, by: Maker<'_>, calls: Option<&mut Vec<ToolCall>>) -> Outcome<Content> {
    let names = ["content", "content_blocks", "contentBlocks"];
    let given = names.into_iter().find_map(|name| Some((name, opened.fields.get(name)?)));
    let (name, node) = match (opened.content, given) {
        (Some(node), _) => ("content", node),
        (None, Some(given)) => given,
        (None, None) => return Ok(Content::Null),
    };
    match node.kind() {
        Json::Null => Ok(Content::Null),
        Json::Text => Ok(Content::text(&node.text().unwrap_or_default())),
        Json::List => read_blocks(node, by, calls).map_err(|error| error.at(name)),
        Json::Bool | Json::Number | Json::Object => {
            Err(invalid(format!("expected a string or a list of blocks, found {}", noun(node))).at(name))
        }
    }
}

fn read_blocks(node: Node<'_>, by: Maker<'_>, mut calls: Option<&mut Vec<ToolCall>>) -> Outcome<Content> {
    let mut parts = Vec::new();
    for (at, block) in list(node)?.into_iter().enumerate() {
        let placed = |error: crate::error::ConversationError| error.at(format!("[{at}]"));
        if calls.as_deref_mut().is_some_and(|calls| take_own(calls, block, parts.len())) {
            continue;
        }
        let kind = block.fields().and_then(|fields| Some(fields.text("type")?.into_owned()));
        match (kind.filter(|kind| is_call(kind)), calls.as_deref_mut()) {
            (Some(_), Some(calls)) => place(calls, block, parts.len()).map_err(placed)?,
            (Some(_), None) => parts.push(verbatim(block)),
            (None, _) => parts.push(read_part(block, by).map_err(placed)?),
        }
    }
    Ok(Content::Parts(parts))
}

/// The fields of a message as they are, but for those that say nothing.
fn own_fields(fields: &Fields<'_>) -> Box<str> {
    let mut all = extras(fields, &["type", "role"]);
    let is_idle = |name: &str| fields.get(name).is_none_or(Node::is_null);
    all.retain(|name| !is_idle(name));
    let mut json = Extras::default();
    put_object(&mut json, "fields", &all);
    json.get("fields").unwrap_or("{}").into()
}

/// What is said of the message.
fn take_notes(
    message: &mut Message,
    opened: &Opened<'_>,
    (said, rest): (Extras, Extras),
    metadata: &Fields<'_>,
    model: Option<Box<str>>,
    kept: &mut Marks,
) -> Outcome<()> {
    let fields = &opened.fields;
    let is_answer = message.role() == Role::Assistant;
    let name = optional(fields, "name")?;
    let usage = fields.get("usage_metadata").filter(|node| is_answer && !node.is_null());
    let read = usage.and_then(read_usage);
    if let (Some(node), Some(_)) = (usage, &read) {
        kept.set("usage_metadata", node.json());
    }
    let provider = provider_to_name(message.content().parts());
    let is_told = |name: &str, node: Node<'_>| match name {
        "model_name" => is_answer && node.text().as_deref() == model.as_deref(),
        "model_provider" => is_answer && provider.is_some() && node.text().as_deref() == provider,
        _ => node.is_null(),
    };
    let mut about = extras(metadata, &[]);
    about.retain(|name| metadata.get(name).is_some_and(|node| !is_told(name, node)));
    let mut unknown = extras(fields, &FIELDS);
    let is_read = |name: &str| OF_CHUNKS.contains(&name) || (name == "text" && opened.content.is_some());
    let is_idle = |name: &str| is_read(name) || fields.get(name).is_none_or(Node::is_null);
    unknown.retain(|name| !is_idle(name));
    let mut own = said;
    put_object(&mut own, "additional_kwargs", &rest);
    put_object(&mut own, "response_metadata", &about);
    put_object(&mut own, LANGCHAIN, &unknown);
    if let Some(artifact) = fields.get("artifact").filter(|node| !node.is_null()) {
        own.push("artifact", artifact.json());
    }
    if name.is_some() || read.is_some() || model.is_some() || !own.is_empty() {
        let notes = message.notes_mut();
        (notes.name, notes.usage, notes.extras) = (name, read, own);
        notes.model = model.filter(|_| is_answer);
    }
    Ok(())
}
