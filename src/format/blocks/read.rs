//! Reading messages that are lists of blocks.

use super::join::{join, join_answer, joining};
use super::piece::{BlockGroup, Grammar, put};
use crate::error::{Code, ConversationError, Outcome};
use crate::format::contract::parsed::Parsed;
use crate::format::contract::target::{Answer, Place};
use crate::format::json::read::{at_item, extras, invalid, list, noun, object, required, string};
use crate::json::{Fields, Kind, Node, ObjectWriter};
use crate::message::{Body, Content, Message, MessageId, Role};
use crate::repair::RepairCode;

/// Reads the `system` prompt and the `messages` of a body.
pub(super) fn read<'a>(
    grammar: &Grammar,
    body: &Fields<'a>,
    mint: &mut dyn FnMut(Place) -> MessageId,
) -> Outcome<Parsed<'a>> {
    let mut parsed = Parsed::default();
    if let Some(content) = read_system(grammar, body)? {
        parsed.push(Message::new(mint(Place::System), 0, Body::System(content)), None);
    }
    let messages = body.get("messages").ok_or_else(|| invalid("a body needs a list of `messages`"))?;
    for (wire, node) in list(messages).map_err(|error| error.at("messages"))?.into_iter().enumerate() {
        read_wire(grammar, node, wire, mint, &mut parsed)
            .map_err(|error| at_item(error, "messages", wire))?;
    }
    Ok(parsed)
}

/// The system prompt beside the messages. An empty list holds none.
fn read_system(grammar: &Grammar, body: &Fields<'_>) -> Outcome<Option<Content>> {
    let Some(node) = body.get("system").filter(|node| !node.is_null()) else { return Ok(None) };
    if node.kind() == Kind::List && list(node)?.is_empty() && !grammar.takes_string {
        return Ok(None);
    }
    let pieces = match node.kind() {
        Kind::Text if grammar.takes_string => return Ok(Some(Content::Text(string(node)?))),
        Kind::List => {
            let mut pieces = Vec::new();
            for (at, node) in list(node)?.into_iter().enumerate() {
                let block = (grammar.read_system)(node).map_err(|error| at_item(error, "system", at))?;
                put(&mut pieces, Role::System, block);
            }
            pieces
        }
        Kind::Null | Kind::Text | Kind::Bool | Kind::Number | Kind::Object => {
            return Err(unexpected(grammar, node).at("system"));
        }
    };
    let content = pieces.into_iter().next().map_or(Content::Parts(Vec::new()), |piece| piece.content);
    Ok(Some(content))
}

fn read_wire<'a>(
    grammar: &Grammar,
    node: Node<'a>,
    wire: usize,
    mint: &mut dyn FnMut(Place) -> MessageId,
    parsed: &mut Parsed<'a>,
) -> Outcome<()> {
    let fields = object(node)?;
    let said = required(&fields, "role")?;
    let role = read_role(&said)?;
    let pieces = read_pieces(grammar, &fields, role)?;
    if let Some(piece) = joining(parsed, role, &pieces) {
        let id = mint(Place::Message { wire, piece: 0 });
        join(grammar, parsed, node, piece, &id);
        if let Some(wire) = parsed.wires.last_mut() {
            let own = extras(&fields, &["role", "content"]);
            for (name, json) in own.iter() {
                if wire.extras.get(name).is_none() {
                    wire.extras.push(name, json);
                }
            }
        }
        return Ok(());
    }
    let source = parsed.begin(node.json());
    if let Some(wire) = parsed.wires.get_mut(source) {
        wire.extras = extras(&fields, &["role", "content"]);
    }
    for (place, piece) in pieces.into_iter().enumerate() {
        let id = mint(Place::Message { wire, piece: place });
        if place == 0 && *said != *role.as_str() {
            let detail =
                format!("the provider has no role `{said}`; the message was sent as `{}`", role.as_str());
            parsed.report_on(source, &id, RepairCode::RoleCorrected, grammar.role_rule, detail);
        }
        for (code, rule, detail) in piece.result.iter().flat_map(|result| &result.faults) {
            parsed.report_on(source, &id, *code, Some(rule), *detail);
        }
        let fits = piece.role == role || (piece.role == Role::Tool && role == Role::User);
        if !fits {
            let (found, said) = (piece.role.as_str(), role.as_str());
            let detail = format!("blocks that only a `{found}` message may hold were in a `{said}` message");
            parsed.report_on(source, &id, RepairCode::RoleCorrected, grammar.role_rule, detail);
        }
        parsed.push(piece.into_message(id), Some(source));
    }
    Ok(())
}

fn read_role(name: &str) -> Outcome<Role> {
    match name {
        // Results are the user's here.
        "user" | "tool" | "function" => Ok(Role::User),
        "assistant" => Ok(Role::Assistant),
        "system" => Ok(Role::System),
        _ => Err(ConversationError::new(
            Code::InvalidRole,
            format!("Invalid role: {name}. Must be one of user, assistant, system"),
        )
        .at("role")),
    }
}

fn read_pieces(grammar: &Grammar, fields: &Fields<'_>, role: Role) -> Outcome<Vec<BlockGroup>> {
    let node = fields
        .get("content")
        .ok_or_else(|| invalid(format!("expected {}, found nothing", wanted(grammar))).at("content"))?;
    match node.kind() {
        Kind::Text if grammar.takes_string => {
            let content = Content::Text(string(node)?);
            return Ok(vec![BlockGroup::of_words(role, content)]);
        }
        Kind::List => {}
        Kind::Null => return Ok(vec![BlockGroup::new(role)]),
        Kind::Text | Kind::Bool | Kind::Number | Kind::Object => {
            return Err(unexpected(grammar, node).at("content"));
        }
    }
    let mut pieces: Vec<BlockGroup> = Vec::new();
    for (at, node) in list(node)?.into_iter().enumerate() {
        let block = (grammar.read_block)(node).map_err(|error| at_item(error, "content", at))?;
        let role = (grammar.only_role)(&block).unwrap_or(role);
        put(&mut pieces, role, block);
    }
    if pieces.is_empty() {
        pieces.push(BlockGroup::new(role));
    }
    Ok(pieces)
}

fn wanted(grammar: &Grammar) -> &'static str {
    if grammar.takes_string { "a string or a list of blocks" } else { "a list of blocks" }
}

fn unexpected(grammar: &Grammar, node: Node<'_>) -> ConversationError {
    invalid(format!("expected {}, found {}", wanted(grammar), noun(node)))
}

/// Reads the content of an answer at `path` into one message. Leaves out blocks that an answer cannot hold.
pub(in crate::format) fn read_answer(
    grammar: &Grammar,
    (content, path): (Node<'_>, &str),
    id: &MessageId,
    created_at: i64,
) -> Outcome<Answer> {
    let json = as_body(content);
    let body = Node::parse(&json).and_then(Node::fields).unwrap_or_default();
    let parsed = read(grammar, &body, &mut |_: Place| MessageId::clone(id))
        .map_err(|error| error.replace_path_start("messages[0].content", path))?;
    let (message, repairs) = join_answer(parsed.messages, id, "blocks");
    let mut message = message.ok_or_else(|| invalid("the answer holds no message").at(path))?;
    message.created_at = created_at;
    Ok(Answer { message, repairs })
}

fn as_body(content: Node<'_>) -> String {
    let mut out = b"{\"messages\":[".to_vec();
    let mut object = ObjectWriter::begin(&mut out);
    object.text("role", "assistant");
    object.json("content", content.json());
    object.end();
    out.extend_from_slice(b"]}");
    String::from_utf8(out).unwrap_or_default()
}
