//! Reading messages of Anthropic Messages.

use super::block::{Block, ResultBlock, only_role, read_block, read_inner};
use super::join::{join, joining};
use crate::error::{Code, ConversationError, Outcome};
use crate::format::parsed::Parsed;
use crate::format::read::{extras, invalid, list, noun, object, read_content, required, string};
use crate::format::target::Place;
use crate::json::{Fields, Kind, Node};
use crate::message::{Body, Content, Message, MessageId, Part, Role, ToolCall};
use crate::repair::{Repair, RepairCode};

pub(super) fn read<'a>(body: &Fields<'a>, mint: &mut dyn FnMut(Place) -> MessageId) -> Outcome<Parsed<'a>> {
    let mut parsed = Parsed::default();
    if body.get("system").is_some_and(|node| !node.is_null()) {
        let content = read_content(body, "system", read_inner)?;
        parsed.push(Message::new(mint(Place::System), 0, Body::System(content)), None);
    }
    let messages = body.get("messages").ok_or_else(|| invalid("a body needs a list of `messages`"))?;
    for (wire, node) in list(messages).map_err(|error| error.at("messages"))?.into_iter().enumerate() {
        read_wire(node, wire, mint, &mut parsed).map_err(|error| error.at(format!("messages[{wire}]")))?;
    }
    Ok(parsed)
}

fn read_wire<'a>(
    node: Node<'a>,
    wire: usize,
    mint: &mut dyn FnMut(Place) -> MessageId,
    parsed: &mut Parsed<'a>,
) -> Outcome<()> {
    let fields = object(node)?;
    let role = read_role(&required(&fields, "role")?)?;
    let pieces = read_pieces(&fields, role)?;
    if let Some(piece) = joining(parsed, role, &pieces) {
        let id = mint(Place::Message { wire, piece: 0 });
        join(parsed, node, piece, &id);
        return Ok(());
    }
    let source = parsed.begin(node.json());
    if let Some(wire) = parsed.wires.get_mut(source) {
        wire.extras = extras(&fields, &["role", "content"]);
    }
    for (place, piece) in pieces.into_iter().enumerate() {
        let id = mint(Place::Message { wire, piece: place });
        if piece.result.as_ref().is_some_and(|result| result.had_null) {
            let detail = "the null in place of a result's content was left out";
            parsed.report(source, Repair::new(RepairCode::FieldDropped, "AN9", detail).of(&id));
        }
        let fits = piece.role == role || (piece.role == Role::Tool && role == Role::User);
        if !fits {
            let (found, said) = (piece.role.as_str(), role.as_str());
            let detail =
                format!("blocks that only belong to a `{found}` message stood in a `{said}` message");
            parsed.report(source, Repair::new(RepairCode::RoleCorrected, "AN2", detail).of(&id));
        }
        parsed.push(piece.into_message(id), Some(source));
    }
    Ok(())
}

fn read_role(name: &str) -> Outcome<Role> {
    match name {
        "user" => Ok(Role::User),
        "assistant" => Ok(Role::Assistant),
        "system" => Ok(Role::System),
        _ => Err(ConversationError::new(
            Code::InvalidRole,
            format!("Invalid role: {name}. Must be one of user, assistant, system"),
        )
        .at("role")),
    }
}

/// Neighbouring blocks that make one neutral message.
pub(super) struct Piece {
    pub(super) role: Role,
    pub(super) content: Content,
    pub(super) calls: Vec<ToolCall>,
    result: Option<ResultBlock>,
}

impl Piece {
    fn new(role: Role) -> Self {
        Self { role, content: Content::Parts(Vec::new()), calls: Vec::new(), result: None }
    }

    fn push_part(&mut self, part: Part) {
        if let Content::Parts(parts) = &mut self.content {
            parts.push(part);
        }
    }

    fn push_call(&mut self, mut call: ToolCall) {
        call.after_parts = Some(self.content.parts().len());
        self.calls.push(call);
    }

    /// Calls behind all parts need no place of their own.
    fn settle_calls(&mut self) {
        let all = self.content.parts().len();
        for call in &mut self.calls {
            call.after_parts = call.after_parts.filter(|after| *after < all);
        }
    }

    fn into_message(mut self, id: MessageId) -> Message {
        self.settle_calls();
        match (self.result, self.role) {
            (Some(ResultBlock { result, extras, .. }), _) => {
                let mut message = Message::new(id, 0, Body::Tool(result));
                if !extras.is_empty() {
                    message.notes_mut().extras = extras;
                }
                message
            }
            (None, Role::Assistant) => {
                let content = match &self.content {
                    Content::Parts(parts) if parts.is_empty() && !self.calls.is_empty() => Content::Null,
                    Content::Null | Content::Text(_) | Content::Parts(_) => self.content,
                };
                Message::new(id, 0, Body::Assistant { content, calls: self.calls })
            }
            (None, Role::System) => Message::new(id, 0, Body::System(self.content)),
            (None, Role::User | Role::Tool) => Message::new(id, 0, Body::User(self.content)),
        }
    }
}

fn read_pieces(fields: &Fields<'_>, role: Role) -> Outcome<Vec<Piece>> {
    let node = fields
        .get("content")
        .ok_or_else(|| invalid("expected a string or a list of blocks, found nothing").at("content"))?;
    match node.kind() {
        Kind::Text => {
            let content = Content::Text(string(node)?);
            return Ok(vec![Piece { content, ..Piece::new(role) }]);
        }
        Kind::List => {}
        Kind::Null => return Ok(vec![Piece::new(role)]),
        Kind::Bool | Kind::Number | Kind::Object => {
            return Err(
                invalid(format!("expected a string or a list of blocks, found {}", noun(node))).at("content")
            );
        }
    }
    let mut pieces: Vec<Piece> = Vec::new();
    for (at, node) in list(node)?.into_iter().enumerate() {
        let block = read_block(node).map_err(|error| error.at(format!("content[{at}]")))?;
        let role = only_role(&block).unwrap_or(role);
        match block {
            Block::Result(answer) => pieces.push(Piece { result: Some(answer), ..Piece::new(Role::Tool) }),
            Block::Part(part) => extend(&mut pieces, role, |piece| piece.push_part(part)),
            Block::Call(call) => extend(&mut pieces, role, |piece| piece.push_call(call)),
        }
    }
    if pieces.is_empty() {
        pieces.push(Piece::new(role));
    }
    Ok(pieces)
}

/// Puts a block into the last piece when that is of this role, else into a new one.
fn extend(pieces: &mut Vec<Piece>, role: Role, put: impl FnOnce(&mut Piece)) {
    match pieces.last_mut().filter(|piece| piece.role == role && piece.result.is_none()) {
        Some(piece) => put(piece),
        None => {
            let mut piece = Piece::new(role);
            put(&mut piece);
            pieces.push(piece);
        }
    }
}
