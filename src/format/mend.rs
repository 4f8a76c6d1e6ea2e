//! Mending a provider's own body: read, sanitise, and write only what was changed.

use super::parsed::{Parsed, Wire};
use super::read::object;
use super::request::Params;
use super::target::{Lane, Place, Target};
use crate::error::Outcome;
use crate::history::{History, Serial, SystemPlace};
use crate::json::{Limits, Node, ObjectWriter};
use crate::message::{Message, MessageId, Role};
use crate::repair::{Repair, RepairCode};
use crate::sanitize::{Item, Mode, Prompt, Terms, UnitState, passage, prompt};
use crate::tokens::Estimator;
use std::borrow::Cow;
use std::collections::HashMap;

/// Makes a body sendable again. What needs no repair is the text that it was, byte for byte (I10); unknown fields
/// are kept. In the report, messages are called `m0`, `m1`, ... by their place in the body, and the prompt beside
/// them `system`.
///
/// # Errors
///
/// `invalid-message`, `invalid-role`, `nothing-to-send`.
pub fn mend(target: &dyn Target, body: Node<'_>, mut terms: Terms) -> Outcome<(Vec<u8>, Vec<Repair>)> {
    let fields = object(body)?;
    let params = Params::of_body(fields.clone());
    let dialect = target.dialect();
    terms.mode = Mode::Keep;
    params.enter(dialect, &mut terms);

    let parsed = target.read(&fields, &mut name)?;
    parsed.check_arguments(Limits::default())?;
    let Parsed { messages, sources, wires, mut repairs, joined } = parsed;
    let places: HashMap<MessageId, Option<usize>> =
        messages.iter().map(|message| message.id.clone()).zip(sources).collect();
    let mut history = History::new(Estimator::Given);
    for message in messages {
        history.append(message, SystemPlace::Anywhere)?;
    }
    history.adopt_orphans(Serial::default());
    joined.iter().for_each(|id| history.mark_changed(id, false));
    for repair in &repairs {
        if let Some(id) = &repair.message_id {
            history.mark_changed(id, repair.code == RepairCode::RoleCorrected);
        }
    }

    let items: Vec<Item<'_>> = UnitState::after(&history, 0)
        .map(|(unit, state)| Item::new(unit, Cow::Owned(passage(unit, state, dialect, &terms))))
        .collect();
    let done = items.iter().flat_map(|item| item.repairs().iter().cloned()).collect();
    let mut sendable = prompt(items, done, dialect, &terms)?;
    repairs.append(&mut sendable.repairs);

    let without = params.unsendable(dialect, sendable.without_thinking, &mut repairs);
    let mut system = system_field(target, &sendable, &fields.get("system").map(Node::json));
    let mut out = Vec::with_capacity(body.json().len());
    let mut object = ObjectWriter::begin(&mut out);
    for (name, node) in fields.iter().filter(|(name, _)| !without.contains(name)) {
        match name {
            "messages" => write_messages(target, &sendable, &places, &wires, object.key(name)),
            "system" => system.take().into_iter().for_each(|json| object.key(name).extend(json)),
            _ => object.json(name, node.json()),
        }
    }
    if let Some(json) = system {
        object.key("system").extend(json);
    }
    object.end();
    Ok((out, repairs))
}

/// What a message is called in the report.
fn name(place: Place) -> MessageId {
    match place {
        Place::System => MessageId::from("system"),
        Place::Message { wire, piece: 0 } => MessageId::from(format!("m{wire}")),
        Place::Message { wire, piece } => MessageId::from(format!("m{wire}.{piece}")),
    }
}

/// The system prompt beside the messages: its own text while it was not changed.
fn system_field(target: &dyn Target, prompt: &Prompt<'_>, before: &Option<&str>) -> Option<Vec<u8>> {
    let lines: Vec<Line<'_>> = prompt.system.iter().flat_map(lines).collect();
    let is_own = |line: &Line<'_>| line.is_untouched && line.message.id.as_ref() == "system";
    match (lines.as_slice(), before) {
        ([line], Some(json)) if is_own(line) => Some(json.as_bytes().to_vec()),
        ([], Some(json)) if target.dialect().system == crate::sanitize::SystemForm::Message => {
            Some(json.as_bytes().to_vec())
        }
        (lines, _) => {
            let messages: Vec<&Message> = lines.iter().map(|line| line.message).collect();
            target.system(&messages)
        }
    }
}

/// A message of the prompt.
#[derive(Clone, Copy)]
struct Line<'a> {
    message: &'a Message,
    /// Whether it says what its source says.
    is_untouched: bool,
}

fn lines<'a>(item: &'a Item<'_>) -> Vec<Line<'a>> {
    let is_own = |message: &Message| {
        item.unit.is_some_and(|unit| {
            unit.messages().any(|own| own.id == message.id && own.role() == message.role() && own == message)
        })
    };
    item.messages().into_iter().map(|message| Line { message, is_untouched: is_own(message) }).collect()
}

/// Lines that are written as one wire message.
struct Group<'a> {
    lane: Lane,
    /// The wire message that they came from; `None` when they are of several, or new.
    source: Option<usize>,
    lines: Vec<Line<'a>>,
}

fn write_messages(
    target: &dyn Target,
    prompt: &Prompt<'_>,
    places: &HashMap<MessageId, Option<usize>>,
    wires: &[Wire<'_>],
    out: &mut Vec<u8>,
) {
    let lines = prompt.items.iter().flat_map(lines);
    out.push(b'[');
    for (at, group) in grouped(target, lines, places).iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        let wire = group.source.and_then(|source| wires.get(source));
        match wire.filter(|wire| is_whole(group, wire)) {
            Some(wire) => out.extend_from_slice(wire.json.as_bytes()),
            None => write_group(target, group, wire, out),
        }
    }
    out.push(b']');
}

fn grouped<'a>(
    target: &dyn Target,
    lines: impl Iterator<Item = Line<'a>>,
    places: &HashMap<MessageId, Option<usize>>,
) -> Vec<Group<'a>> {
    let mut groups: Vec<Group<'a>> = Vec::new();
    for line in lines {
        let source = places.get(&line.message.id).copied().flatten();
        let lane = target.lane(line.message);
        let last = groups.last_mut().filter(|last| last.lane == lane && lane != Lane::Alone);
        let joins = |last: &Group<'_>| {
            let same = source.is_some() && last.source == source;
            let before = last.lines.last();
            let both_results = line.message.role() == Role::Tool
                && before.is_some_and(|before| before.message.role() == Role::Tool);
            // The provider joins such neighbours itself, so those that came side by side may stay apart.
            let came_so = line.is_untouched
                && before.is_some_and(|before| before.is_untouched)
                && source.is_some_and(|source| last.source == source.checked_sub(1));
            same || (both_results && !came_so)
        };
        match last {
            Some(last) if joins(last) => {
                last.source = last.source.filter(|_| last.source == source);
                last.lines.push(line);
            }
            _ => groups.push(Group { lane, source, lines: vec![line] }),
        }
    }
    groups
}

/// Whether the group is all that its wire message held, in order and unchanged.
fn is_whole(group: &Group<'_>, wire: &Wire<'_>) -> bool {
    let is_in_order = |pair: &[Line<'_>]| match pair {
        [before, after] => piece(before.message) < piece(after.message),
        _ => true,
    };
    !wire.is_changed
        && group.lines.len() == wire.pieces
        && group.lines.iter().all(|line| line.is_untouched)
        && group.lines.windows(2).all(is_in_order)
}

/// Which piece of its wire message a message is, as [`name`] wrote it.
fn piece(message: &Message) -> usize {
    message.id.split_once('.').and_then(|(_, piece)| piece.parse().ok()).unwrap_or(0)
}

fn write_group(target: &dyn Target, group: &Group<'_>, wire: Option<&Wire<'_>>, out: &mut Vec<u8>) {
    let messages: Vec<&Message> = group.lines.iter().map(|line| line.message).collect();
    let fragment = target.fragment(&messages);
    out.extend_from_slice(target.joint(None, fragment.first).as_bytes());
    out.extend_from_slice(&fragment.bytes);
    out.extend_from_slice(target.close(fragment.last).as_bytes());
    let Some(wire) = wire.filter(|wire| !wire.extras.is_empty()) else { return };
    // The fields of the wire message go back before its closing brace.
    if out.pop() == Some(b'}') {
        let mut extras = Vec::new();
        let mut object = ObjectWriter::begin(&mut extras);
        wire.extras.iter().for_each(|(name, json)| object.json(name, json));
        object.end();
        out.push(b',');
        out.extend(extras.into_iter().skip(1));
    }
}
