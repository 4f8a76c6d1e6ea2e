//! Reading messages.

use super::block::{STRANDS, keep, read_block, read_system};
use super::envelope::open;
use super::metadata::{self, Metadata};
use crate::error::{Code, ConversationError, Outcome};
use crate::format::blocks::{Piece, put};
use crate::format::marks::Marks;
use crate::format::read::{invalid, list, noun, object, optional, required};
use crate::format::reading::Reading;
use crate::format::target::Place;
use crate::json::{Fields, Kind, Limits, Node, quoted};
use crate::message::{Body, Content, Extras, Message, MessageId, Role};
use std::collections::HashSet;

/// What languages call the id of a message.
pub(super) const IDS: [&str; 2] = ["trackingId", "tracking_id"];

pub(super) fn read(
    body: Node<'_>,
    limits: Limits,
    created_at: i64,
    mint: &mut dyn FnMut(Place) -> MessageId,
) -> Outcome<Reading> {
    let opened = open(body)?;
    let mut messages = Vec::new();
    if let Some(node) = opened.system {
        let content = read_prompt(node).map_err(|error| error.at("systemPrompt"))?;
        messages.push(Message::new(mint(Place::System), created_at, Body::System(content)));
    }
    let mut ids = HashSet::new();
    for (wire, node) in opened.messages.into_iter().enumerate() {
        let at = |error: ConversationError| error.at(format!("{}[{wire}]", opened.path));
        limits.check_bytes(node.json().len()).map_err(at)?;
        let before = messages.last().map(Message::role);
        let read = read_message(node, before, &mut ids, &mut |piece| mint(Place::Message { wire, piece }));
        for mut message in read.map_err(at)? {
            message.check_arguments(limits).map_err(at)?;
            message.created_at = created_at;
            messages.push(message);
        }
    }
    Ok(Reading { messages, repairs: Vec::new(), beside: opened.beside, ..Reading::default() })
}

/// The system prompt: a text, or blocks.
fn read_prompt(node: Node<'_>) -> Outcome<Content> {
    match node.kind() {
        Kind::Text => Ok(Content::text(&node.text().unwrap_or_default())),
        Kind::List => {
            let mut pieces = Vec::new();
            for (at, node) in list(node)?.into_iter().enumerate() {
                let block = read_system(node).map_err(|error| error.at(format!("[{at}]")))?;
                put(&mut pieces, Role::System, block);
            }
            let first = pieces.into_iter().next().map(|piece| piece.into_message("".into()));
            let content = first.map(|message| message.content().clone());
            Ok(content.unwrap_or(Content::Parts(Vec::new())))
        }
        Kind::Null | Kind::Bool | Kind::Number | Kind::Object => {
            Err(invalid(format!("expected a string or a list of blocks, found {}", noun(node))))
        }
    }
}

/// Reads a message into the neutral ones that it is: one for each result, and one for what is said between.
fn read_message(
    node: Node<'_>,
    before: Option<Role>,
    ids: &mut HashSet<Box<str>>,
    mint: &mut dyn FnMut(usize) -> MessageId,
) -> Outcome<Vec<Message>> {
    let fields = object(node)?;
    let role = match required(&fields, "role")?.as_ref() {
        "user" => Role::User,
        "assistant" => Role::Assistant,
        name => {
            let text = format!("Invalid role: {name}. Must be one of user, assistant");
            return Err(ConversationError::new(Code::InvalidRole, text).at("role"));
        }
    };
    let metadata = metadata::read(fields.get("metadata"));
    let blocks = fields
        .get("content")
        .ok_or_else(|| invalid("expected a list of blocks, found nothing").at("content"))?;
    let mut pieces: Vec<Piece> = Vec::new();
    for (at, node) in list(blocks).map_err(|error| error.at("content"))?.into_iter().enumerate() {
        let block = read_block(node, role, metadata.origin.as_ref());
        put(&mut pieces, role, block.map_err(|error| error.at(format!("content[{at}]")))?);
    }
    if pieces.is_empty() {
        pieces.push(Piece::new(role));
    }
    let mut given = IDS.into_iter().find_map(|name| optional(&fields, name).transpose()).transpose()?;
    let mut messages = Vec::new();
    let are_results = before == Some(Role::Tool);
    let is_apart = are_results && pieces.first().is_some_and(|piece| piece.role == Role::Tool);
    for (at, piece) in pieces.into_iter().enumerate() {
        let own = given.take().filter(|id| !id.is_empty());
        let is_free = own.as_ref().is_some_and(|id| ids.insert(id.clone()));
        let mut marks = Marks::default();
        if at > 0 {
            // It is in one message with the one before.
            marks.note("joined");
        } else if is_apart {
            // It is a result in another message than the one before.
            marks.note("apart");
        }
        let id = match own {
            Some(id) if is_free => MessageId::from(id),
            second => {
                // Another message has it, too.
                second.iter().for_each(|id| marks.set("id", &quoted(id)));
                mint(at)
            }
        };
        let mut message = piece.into_message(id);
        if at == 0 {
            take_about(&mut message, &fields, &metadata, &mut marks);
        }
        if !marks.is_empty() {
            marks.keep(&mut message.notes_mut().extras);
        }
        messages.push(message);
    }
    Ok(messages)
}

fn take_about(message: &mut Message, fields: &Fields<'_>, metadata: &Metadata, marks: &mut Marks) {
    let mut own = Extras::default();
    if let Some(rest) = &metadata.rest {
        own.push("metadata", rest);
    }
    keep(&mut own, fields, &["role", "content", "trackingId", "tracking_id", "metadata"]);
    if metadata.is_summary && message.role() == Role::User {
        let content = std::mem::take(message.content_mut());
        message.body = Body::Summary(content);
    }
    if let Some(reported) = &metadata.reported {
        if message.role() == Role::Assistant {
            message.notes_mut().usage = metadata.usage;
        }
        marks.set("usage", reported);
    }
    for (name, json) in own.iter() {
        // A result has such fields of its own.
        let name = if name == STRANDS && message.role() == Role::Tool { MESSAGE } else { name };
        message.notes_mut().extras.push(name, json);
    }
}

/// Fields of a message whose first block is a result.
pub(super) const MESSAGE: &str = "strandsMessage";
