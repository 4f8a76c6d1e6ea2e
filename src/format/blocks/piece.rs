//! Blocks, and the neutral messages that neighbouring blocks make.

use crate::error::Outcome;
use crate::format::json::read::{drop_last_positions, extras, optional};
use crate::json::{Fields, Node};
use crate::message::{
    Arguments, Body, CallKind, Content, Extras, Message, MessageId, Part, Role, ToolCall, ToolResult,
};
use crate::repair::RepairCode;
use crate::rules::Rule;

/// The functions and rules with which one format of blocks is read.
pub(in crate::format) struct Grammar {
    /// Reads a block of a message.
    pub(in crate::format) read_block: fn(Node<'_>) -> Outcome<Block>,
    /// Reads a block of the instructions beside the messages.
    pub(in crate::format) read_system: fn(Node<'_>) -> Outcome<Block>,
    /// The role of this block, if only one role may hold it.
    pub(in crate::format) only_role: fn(&Block) -> Option<Role>,
    /// True if a string means a list of one text.
    pub(in crate::format) takes_string: bool,
    /// The rule that a block is in a message of the role that may hold it.
    pub(in crate::format) role_rule: Option<&'static Rule>,
    /// The rule that a text is not empty.
    pub(in crate::format) text_rule: Option<&'static Rule>,
    /// True if a text of white space is accepted beside calls.
    pub(in crate::format) blank_beside_calls: bool,
    /// The rule that a message is not empty.
    pub(in crate::format) message_rule: Option<&'static Rule>,
}

/// A block that was read.
pub(in crate::format) enum Block {
    Part(Part),
    Call(ToolCall),
    Result(ResultBlock),
    /// A block that marks the block before it.
    Mark(Mark),
}

/// The result of a call, as a block holds it.
pub(in crate::format) struct ResultBlock {
    pub(in crate::format) result: ToolResult,
    pub(in crate::format) extras: Extras,
    /// The faults that reading repaired, because the provider would refuse them.
    pub(in crate::format) faults: Vec<Fault>,
}

/// A fault that reading repaired: code, rule and detail of the repair.
pub(in crate::format) type Fault = (RepairCode, &'static Rule, &'static str);

/// A block that is kept as a field of the block before it.
pub(in crate::format) struct Mark {
    pub(in crate::format) name: &'static str,
    pub(in crate::format) json: Box<str>,
    /// The block itself, for the case that there is no block before it.
    pub(in crate::format) verbatim: Part,
}

/// Neighbouring blocks that make one neutral message.
pub(super) struct BlockGroup {
    pub(super) role: Role,
    pub(super) content: Content,
    pub(super) calls: Vec<ToolCall>,
    pub(super) result: Option<ResultBlock>,
    last: Last,
}

/// The kind of the last block in a piece.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Nothing,
    Part,
    Call,
    Result,
}

impl BlockGroup {
    pub(super) fn new(role: Role) -> Self {
        let content = Content::Parts(Vec::new());
        Self { role, content, calls: Vec::new(), result: None, last: Last::Nothing }
    }

    pub(super) fn of_words(role: Role, content: Content) -> Self {
        Self { content, ..Self::new(role) }
    }

    pub(super) fn of_result(result: ResultBlock) -> Self {
        Self { result: Some(result), last: Last::Result, ..Self::new(Role::Tool) }
    }

    pub(super) fn push_part(&mut self, part: Part) {
        if let Content::Parts(parts) = &mut self.content {
            parts.push(part);
        }
        self.last = Last::Part;
    }

    pub(super) fn push_call(&mut self, mut call: ToolCall) {
        call.after_parts = Some(self.content.parts().len());
        self.calls.push(call);
        self.last = Last::Call;
    }

    /// Marks the last block. Returns the mark when that block cannot hold one.
    pub(super) fn mark(&mut self, mark: Mark) -> Option<Mark> {
        let extras = match self.last {
            Last::Nothing => None,
            Last::Part => match &mut self.content {
                Content::Parts(parts) => parts.last_mut().filter(|part| part.as_other().is_none()),
                Content::Null | Content::Text(_) => None,
            }
            .map(|part| &mut part.extras),
            Last::Call => self.calls.last_mut().map(|call| &mut call.extras),
            Last::Result => self.result.as_mut().map(|result| &mut result.extras),
        };
        match extras.filter(|extras| extras.get(mark.name).is_none()) {
            Some(extras) => {
                extras.push(mark.name, &mark.json);
                None
            }
            None => Some(mark),
        }
    }

    pub(super) fn into_message(mut self, id: MessageId) -> Message {
        drop_last_positions(&mut self.calls, self.content.parts().len());
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

/// Appends a block to the pieces.
pub(super) fn put(pieces: &mut Vec<BlockGroup>, role: Role, block: Block) {
    match block {
        Block::Result(result) => pieces.push(BlockGroup::of_result(result)),
        Block::Part(part) => push_part(pieces, role, part),
        Block::Call(call) => {
            if let Some(piece) = last_of(pieces, role) {
                piece.push_call(call);
            }
        }
        Block::Mark(mark) => {
            let left = match pieces.last_mut() {
                Some(piece) => piece.mark(mark),
                None => Some(mark),
            };
            if let Some(mark) = left {
                push_part(pieces, role, mark.verbatim);
            }
        }
    }
}

fn push_part(pieces: &mut Vec<BlockGroup>, role: Role, part: Part) {
    if let Some(piece) = last_of(pieces, role) {
        piece.push_part(part);
    }
}

/// Returns the last piece if it is of this role and not a result, else a new piece.
fn last_of(pieces: &mut Vec<BlockGroup>, role: Role) -> Option<&mut BlockGroup> {
    if pieces.last().is_none_or(|piece| piece.role != role || piece.result.is_some()) {
        pieces.push(BlockGroup::new(role));
    }
    pieces.last_mut()
}

/// Reads a call whose id is under this name.
pub(in crate::format) fn read_call(fields: &Fields<'_>, id: &str) -> Outcome<ToolCall> {
    Ok(ToolCall {
        id: optional(fields, id)?.unwrap_or_default(),
        name: optional(fields, "name")?.unwrap_or_default(),
        arguments: match fields.get("input") {
            None => Arguments::Text("".into()),
            Some(node) => Arguments::Json(node.json().into()),
        },
        kind: CallKind::Function,
        after_parts: None,
        extras: extras(fields, &["type", id, "name", "input"]),
    })
}
