//! Reading contents.

use super::call::{CallTracker, ReadResult, named_by_turn};
use super::part::{ReadPart, only_role, parts_of, read_content_part, read_inner};
use super::rules;
use super::signatures::SIGNATURE;
use crate::error::{Code, ConversationError, Outcome};
use crate::format::blocks::append;
use crate::format::contract::parsed::Parsed;
use crate::format::contract::target::Place;
use crate::format::json::read::{at_item, drop_last_positions, extras, invalid, noun, object, string};
use crate::history::in_order;
use crate::json::{Fields, Kind, Node};
use crate::message::{Body, Content, Message, MessageId, Part, Role, ToolCall};
use crate::repair::{Repair, RepairCode};

pub(super) fn read<'a>(body: &Fields<'a>, mint: &mut dyn FnMut(Place) -> MessageId) -> Outcome<Parsed<'a>> {
    let mut parsed = Parsed::default();
    let system = ["systemInstruction", "system_instruction"].into_iter().find_map(|name| body.get(name));
    if let Some(node) = system.filter(|node| !node.is_null()) {
        let content = read_system(node).map_err(|error| error.at("systemInstruction"))?;
        parsed.push(Message::new(mint(Place::System), 0, Body::System(content)), None);
    }
    refuse_client_shape(body)?;
    let contents = body.get("contents").ok_or_else(|| invalid("a body needs a list of `contents`"))?;
    let contents = match (contents.list(), contents.fields()) {
        (Some(list), _) => list,
        // There may be a single content instead of a list.
        (None, Some(_)) => vec![contents],
        (None, None) => return Err(invalid("expected a list of contents").at("contents")),
    };
    let by_content = contents.iter().filter_map(|content| {
        let fields = content.fields()?;
        Some((read_role(&fields).ok()?.0 == Role::Assistant, parts_of(&fields).ok()?))
    });
    let mut tracker = CallTracker::of_results(named_by_turn(by_content));
    for (wire, node) in contents.into_iter().enumerate() {
        read_wire(node, wire, mint, &mut parsed, &mut tracker)
            .map_err(|error| at_item(error, "contents", wire))?;
    }
    Ok(parsed)
}

/// Refuses the arguments of Google's clients. They hold the system prompt in `config`, where it would be lost without a
/// report.
fn refuse_client_shape(body: &Fields<'_>) -> Outcome<()> {
    let config = body.get("config").and_then(Node::fields).unwrap_or_default();
    let has_prompt =
        ["systemInstruction", "system_instruction"].iter().any(|name| config.get(name).is_some());
    match has_prompt {
        true => Err(invalid("these are arguments of Google's client: spread `config` into the body, so that its `systemInstruction` is beside `contents`").at("config")),
        false => Ok(()),
    }
}

fn read_system(node: Node<'_>) -> Outcome<Content> {
    if node.kind() == Kind::Text {
        return Ok(Content::Text(string(node)?));
    }
    let mut parts = Vec::new();
    for (at, part) in parts_of(&object(node)?)?.into_iter().enumerate() {
        parts.push(read_inner(part).map_err(|error| at_item(error, "parts", at))?);
    }
    Ok(content_of(parts))
}

/// Makes content of parts. A single plain text becomes text content.
fn content_of(parts: Vec<Part>) -> Content {
    match parts.as_slice() {
        [part] if part.extras.is_empty() => match part.as_text() {
            Some(text) => Content::text(text),
            None => Content::Parts(parts),
        },
        _ => Content::Parts(parts),
    }
}

fn read_wire<'a>(
    node: Node<'a>,
    wire: usize,
    mint: &mut dyn FnMut(Place) -> MessageId,
    parsed: &mut Parsed<'a>,
    tracker: &mut CallTracker,
) -> Outcome<()> {
    let fields = object(node)?;
    let (role, is_corrected) = read_role(&fields)?;
    let ReadContent { mut pieces, is_hollow } = read_pieces(&fields, role)?;
    let goes_on_behind_results = put_results_first(&mut pieces);
    if role != Role::Assistant {
        tracker.end_turn();
    }
    let mut ids: Vec<MessageId> = Vec::with_capacity(pieces.len());
    let joins = joins(parsed, role, &pieces) && !is_corrected && !is_hollow;
    for (place, piece) in pieces.iter_mut().enumerate() {
        let id = mint(Place::Message { wire, piece: place });
        if piece.role == Role::Assistant {
            let calls = piece.calls.iter_mut().enumerate();
            calls.for_each(|(at, call)| tracker.track(call, &id, at));
        }
        if let Some(result) = &mut piece.result {
            tracker.answer(result);
        }
        ids.push(id);
    }
    if let (true, Some(piece), Some(id)) = (joins, pieces.pop_if(|_| joins), ids.first()) {
        match piece.into_message(id.clone()) {
            after if is_bare(&after) => leave_out(parsed, &after),
            after => join(parsed, node, after),
        }
        return Ok(());
    }
    let source = parsed.begin(node.json());
    if let Some(wire) = parsed.wires.get_mut(source) {
        wire.extras = extras(&fields, &["role", "parts"]);
        wire.goes_on_behind_results = goes_on_behind_results;
    }
    if let Some(id) = ids.first() {
        report(parsed, source, id, &fields, (role, is_corrected), &pieces, is_hollow);
    }
    for (id, piece) in ids.into_iter().zip(pieces) {
        if let Some((code, detail)) = piece.result.as_ref().and_then(|result| result.repair) {
            parsed.report_on(source, &id, code, Some(&rules::GE8), detail);
        }
        parsed.push(piece.into_message(id), Some(source));
    }
    Ok(())
}

/// Puts results before other parts of the user's content: the provider takes them in any order
/// (deepnoodle-ai/dive#287). Returns true if another part came after a result.
fn put_results_first(pieces: &mut Vec<ContentPiece>) -> bool {
    let goes_on = pieces
        .windows(2)
        .any(|pair| matches!(pair, [before, after] if before.result.is_some() && after.role == Role::User));
    if pieces.iter().all(|piece| matches!(piece.role, Role::User | Role::Tool)) {
        *pieces = in_order(std::mem::take(pieces), |piece| u64::from(piece.result.is_none()));
    }
    goes_on
}

/// Reports the faults of a content's form.
fn report(
    parsed: &mut Parsed<'_>,
    source: usize,
    id: &MessageId,
    fields: &Fields<'_>,
    (role, is_corrected): (Role, bool),
    pieces: &[ContentPiece],
    is_hollow: bool,
) {
    if is_corrected {
        let given = fields.text("role").unwrap_or_default();
        let detail = format!("the role of a content is `user` or `model`, not `{given}`");
        parsed.report_on(source, id, RepairCode::RoleCorrected, Some(&rules::GE7), detail);
    }
    if is_hollow {
        let detail = "a part without fields was left out";
        parsed.report_on(source, id, RepairCode::PartDropped, Some(&rules::GE6), detail);
    }
    let fits = |piece: &ContentPiece| piece.role == role || (piece.role == Role::Tool && role == Role::User);
    if let Some(stray) = pieces.iter().find(|piece| !fits(piece)) {
        let (found, given) = (name_of(stray.role), name_of(role));
        let detail = format!("parts that only a `{found}` content may hold were in a `{given}` content");
        parsed.report_on(source, id, RepairCode::RoleCorrected, Some(&rules::GE7), detail);
    }
}

fn name_of(role: Role) -> &'static str {
    match role {
        Role::Assistant => "model",
        Role::System | Role::User | Role::Tool => "user",
    }
}

/// The role of a content, and true if the body names it by another word. Without a role, a content is the user's.
fn read_role(fields: &Fields<'_>) -> Outcome<(Role, bool)> {
    let Some(node) = fields.get("role").filter(|node| !node.is_null()) else {
        return Ok((Role::User, false));
    };
    match string(node).map_err(|error| error.at("role"))?.as_ref() {
        "user" => Ok((Role::User, false)),
        "model" => Ok((Role::Assistant, false)),
        "assistant" => Ok((Role::Assistant, true)),
        "function" | "tool" => Ok((Role::User, true)),
        "system" | "developer" => Ok((Role::System, true)),
        name => Err(ConversationError::new(
            Code::InvalidRole,
            format!("Invalid role: {name}. Must be one of user, model"),
        )
        .at("role")),
    }
}

/// A content that was read.
struct ReadContent {
    pieces: Vec<ContentPiece>,
    /// True if one of its parts is an object without a field.
    is_hollow: bool,
}

/// Neighbouring parts that make one neutral message.
pub(super) struct ContentPiece {
    role: Role,
    parts: Vec<Part>,
    calls: Vec<ToolCall>,
    result: Option<ReadResult>,
}

impl ContentPiece {
    fn new(role: Role) -> Self {
        Self { role, parts: Vec::new(), calls: Vec::new(), result: None }
    }

    fn into_message(mut self, id: MessageId) -> Message {
        drop_last_positions(&mut self.calls, self.parts.len());
        if let Some(ReadResult { result, name, extras, .. }) = self.result {
            let mut message = Message::new(id, 0, Body::Tool(result));
            if name.is_some() || !extras.is_empty() {
                let notes = message.notes_mut();
                notes.name = name;
                notes.extras = extras;
            }
            return message;
        }
        let content = match self.parts.is_empty() && !self.calls.is_empty() {
            true => Content::Null,
            false => content_of(self.parts),
        };
        let body = match self.role {
            Role::Assistant => Body::Assistant { content, calls: self.calls },
            Role::System => Body::System(content),
            Role::User | Role::Tool => Body::User(content),
        };
        Message::new(id, 0, body)
    }
}

fn read_pieces(fields: &Fields<'_>, role: Role) -> Outcome<ReadContent> {
    let mut pieces: Vec<ContentPiece> = Vec::new();
    let mut is_hollow = false;
    for (at, node) in parts_of(fields)?.into_iter().enumerate() {
        let part = read_content_part(node).map_err(|error| at_item(error, "parts", at))?;
        let role = only_role(&part).unwrap_or(role);
        match part {
            ReadPart::Nothing => is_hollow = true,
            ReadPart::Result(result) => {
                pieces.push(ContentPiece { result: Some(result), ..ContentPiece::new(Role::Tool) })
            }
            ReadPart::Part(part) => {
                if let Some(piece) = last_of(&mut pieces, role) {
                    piece.parts.push(part);
                }
            }
            ReadPart::Call(mut call) => {
                if let Some(piece) = last_of(&mut pieces, role) {
                    call.after_parts = Some(piece.parts.len());
                    piece.calls.push(call);
                }
            }
        }
    }
    if pieces.is_empty() {
        pieces.push(ContentPiece::new(role));
    }
    Ok(ReadContent { pieces, is_hollow })
}

/// Returns the last piece if it is of this role and not a result, else a new piece.
fn last_of(pieces: &mut Vec<ContentPiece>, role: Role) -> Option<&mut ContentPiece> {
    if pieces.last().is_none_or(|piece| piece.role != role || piece.result.is_some()) {
        pieces.push(ContentPiece::new(role));
    }
    pieces.last_mut()
}

/// Reports whether a content of the model continues the previous content, and one of the two has calls. The provider
/// counts the calls of both together.
fn joins(parsed: &Parsed<'_>, role: Role, pieces: &[ContentPiece]) -> bool {
    let ([piece], Some(before)) = (pieces, parsed.messages.last()) else { return false };
    let is_whole = parsed.wires.last().is_some_and(|wire| wire.pieces == 1 && !wire.is_changed);
    let has_source = parsed.sources.last().is_some_and(Option::is_some);
    let are_models = [role, piece.role, before.role()].iter().all(|role| *role == Role::Assistant);
    let have_calls = !(before.calls().is_empty() && piece.calls.is_empty());
    is_whole && has_source && are_models && have_calls && !before.says_nothing()
}

/// Reports whether a message has no parts. The empty text is a part like any other (GE6).
fn is_bare(message: &Message) -> bool {
    message.says_nothing() && !matches!(message.content(), Content::Text(_))
}

/// Drops a content without parts that would separate calls from their results.
fn leave_out(parsed: &mut Parsed<'_>, after: &Message) {
    let detail = "the assistant message is empty, and was left out";
    let repair = Repair::new(RepairCode::EmptyMessageDropped, Some(&rules::GE6), detail).of(&after.id);
    if let Some(source) = parsed.sources.last().copied().flatten() {
        parsed.report(source, repair);
        if let Some(wire) = parsed.wires.get_mut(source) {
            wire.left_out = wire.left_out.saturating_add(1);
        }
    }
}

fn join<'a>(parsed: &mut Parsed<'a>, node: Node<'a>, after: Message) {
    let is_unsigned = after.calls().first().is_some_and(|call| call.extras.get(SIGNATURE).is_none());
    let is_behind_calls = parsed.messages.last().is_some_and(|before| !before.calls().is_empty());
    if let Some(wire) = parsed.wires.last_mut() {
        wire.json = format!("{},{}", wire.json, node.json()).into();
        wire.splits_calls |= is_unsigned && is_behind_calls;
    }
    if let Some(before) = parsed.messages.last_mut() {
        append(before, after);
    }
}

/// Reads a list of the model's parts as a message.
pub(super) fn read_answer(parts: &Fields<'_>, id: &MessageId) -> Outcome<Vec<Message>> {
    let mut tracker = CallTracker::default();
    let ReadContent { pieces, .. } = read_pieces(parts, Role::Assistant)?;
    let mut place = 0;
    let mut messages = Vec::new();
    for mut piece in pieces {
        for call in &mut piece.calls {
            tracker.track(call, id, place);
            place = place.saturating_add(1);
        }
        messages.push(piece.into_message(id.clone()));
    }
    Ok(messages)
}

/// The text of an error for a value that is not an object.
pub(super) fn described(node: Node<'_>) -> String {
    format!("expected an object, found {}", noun(node))
}
