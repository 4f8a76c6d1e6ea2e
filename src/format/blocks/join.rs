//! Neighbouring messages of the assistant with calls.
//!
//! The provider joins neighbours of one role before it looks for results, so these messages are read as one. It checks
//! each one by itself for empty content (AN8, AN9, BE5, BE6).

use super::piece::{BlockGroup, Grammar};
use crate::format::contract::parsed::Parsed;
use crate::format::json::read::drop_last_positions;
use crate::json::Node;
use crate::list::PushAll;
use crate::message::{Body, Content, Message, MessageId, Role};
use crate::repair::{Repair, RepairCode};

/// The piece that continues the message before it, if one of the two has calls.
pub(super) fn joining<'p>(
    parsed: &Parsed<'_>,
    role: Role,
    pieces: &'p [BlockGroup],
) -> Option<&'p BlockGroup> {
    let [piece] = pieces else { return None };
    let before = parsed.messages.last()?;
    let has_source = parsed.sources.last().is_some_and(Option::is_some);
    let are_assistants = [role, piece.role, before.role()].iter().all(|role| *role == Role::Assistant);
    let have_calls = !(before.calls().is_empty() && piece.calls.is_empty());
    (has_source && are_assistants && have_calls).then_some(piece)
}

/// Joins the piece to the message before it. Empty texts and messages on either side are left out and reported.
pub(super) fn join<'a>(
    grammar: &Grammar,
    parsed: &mut Parsed<'a>,
    node: Node<'a>,
    piece: &BlockGroup,
    id: &MessageId,
) {
    let Some(source) = parsed.sources.last().copied().flatten() else { return };
    if let Some(wire) = parsed.wires.last_mut() {
        let joined = format!("{},{}", wire.json, node.json());
        wire.json = joined.into();
    }
    let mut after = Message::new(
        id.clone(),
        0,
        Body::Assistant { content: piece.content.clone(), calls: piece.calls.clone() },
    );
    let known = parsed.repairs.len();
    silence(grammar, &mut after, parsed, source);
    let is_changed = parsed.repairs.len() > known;
    let Some(mut before) = parsed.messages.pop() else { return };
    parsed.joined.push_all(is_changed.then(|| before.id.clone()));
    silence(grammar, &mut before, parsed, source);
    append(&mut before, after);
    parsed.messages.push(before);
}

/// Drops texts without visible characters when the message has no other text.
fn silence(grammar: &Grammar, message: &mut Message, parsed: &mut Parsed<'_>, source: usize) {
    let has_words = match message.content() {
        Content::Null => false,
        Content::Text(text) => !text.trim().is_empty(),
        Content::Parts(parts) => {
            parts.iter().filter_map(|part| part.as_text()).any(|text| !text.trim().is_empty())
        }
    };
    let has_calls = grammar.blank_beside_calls && !message.calls().is_empty();
    if has_words || has_calls {
        return;
    }
    let had_texts = match message.content() {
        Content::Null => false,
        Content::Text(_) => true,
        Content::Parts(parts) => parts.iter().any(|part| part.as_text().is_some()),
    };
    match message.content() {
        Content::Text(_) => *message.content_mut() = Content::Null,
        Content::Null | Content::Parts(_) => message.retain_parts(|_, part| part.as_text().is_none()),
    }
    let repair = match (message.says_nothing(), had_texts) {
        (true, _) => Repair::new(
            RepairCode::EmptyMessageDropped,
            grammar.message_rule,
            "the assistant message is empty, and was left out",
        ),
        (false, true) => Repair::new(
            RepairCode::EmptyTextDropped,
            grammar.text_rule,
            "texts without visible characters were left out",
        ),
        (false, false) => return,
    };
    parsed.report(source, repair.of(&message.id));
}

/// Appends the parts and calls of an assistant message to the message before it.
pub(in crate::format) fn append(before: &mut Message, after: Message) {
    let (Body::Assistant { content, calls }, Body::Assistant { content: more, calls: more_calls }) =
        (&mut before.body, after.body)
    else {
        return;
    };
    let mut parts = std::mem::take(content).into_parts();
    let stood = parts.len();
    for call in calls.iter_mut() {
        call.after_parts = call.after_parts.or(Some(stood));
    }
    for mut call in more_calls {
        call.after_parts = call.after_parts.map(|after| after.saturating_add(stood));
        calls.push(call);
    }
    parts.extend(more.into_parts());
    drop_last_positions(calls, parts.len());
    *content = if parts.is_empty() { Content::Null } else { Content::Parts(parts) };
}

/// Joins the assistant messages of an answer into one. Other messages are left out and reported; `noun` names their parts.
pub(in crate::format) fn join_answer(
    messages: Vec<Message>,
    id: &MessageId,
    noun: &str,
) -> (Option<Message>, Vec<Repair>) {
    let mut answer: Option<Message> = None;
    let mut repairs = Vec::new();
    for message in messages {
        match (&mut answer, message.role()) {
            (Some(answer), Role::Assistant) => append(answer, message),
            (None, Role::Assistant) => answer = Some(message),
            (_, role @ (Role::System | Role::User | Role::Tool)) => {
                let role = role.as_str();
                let detail =
                    format!("{noun} of a {role} message have no place in an answer, and were left out");
                repairs.push(Repair::new(RepairCode::PartDropped, None, detail).of(id));
            }
        }
    }
    (answer, repairs)
}
