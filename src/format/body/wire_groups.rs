//! Groups the messages of a prompt into the wire messages that they came from.
//!
//! The messages of a body are grouped after repairs, by the turns that the provider would join. The messages of a list
//! are grouped by item, without repairs, so `engine/fit.rs` has its own grouping.

use super::body_form::BodyForm;
use crate::format::contract::parsed::Wire;
use crate::format::contract::target::{Target, WireTurn};
use crate::hash::{HashMap, HashSet};
use crate::history::in_order;
use crate::json::{ListWriter, Node, ObjectWriter};
use crate::list::Listed;
use crate::message::{CallsById, Message, MessageId, Role};
use crate::repair::{Repair, RepairCode};
use crate::sanitize::{Dialect, Neighbours, Prompt, PromptItem, SystemForm};
use std::rc::Rc;

/// The system prompt beside the messages. An unchanged prompt keeps its text.
pub(super) fn system_field(
    target: &dyn Target,
    prompt: &Prompt<'_>,
    before: Option<&str>,
    rewritten: &HashSet<MessageId>,
) -> Option<Vec<u8>> {
    let lines: Vec<PromptLine<'_>> = prompt.system.iter().flat_map(|item| lines(item, rewritten)).listed();
    let is_own = |line: &PromptLine<'_>| line.is_untouched && line.message.id.as_ref() == "system";
    match (lines.as_slice(), before) {
        ([line], Some(json)) if is_own(line) => Some(json.as_bytes().to_vec()),
        // A null in place of the prompt means that there is none.
        ([], Some("null")) if target.dialect().system.form == SystemForm::PromptBeside => {
            Some(b"null".to_vec())
        }
        // A list without blocks is not a prompt; the provider accepts it, so it stays.
        ([], Some(json)) if Node::parse(json).and_then(Node::list).is_some_and(|list| list.is_empty()) => {
            Some(json.as_bytes().to_vec())
        }
        (lines, _) => {
            let messages: Vec<&Message> = lines.iter().map(|line| line.message).listed();
            target.system(&messages)
        }
    }
}

/// A message of the prompt.
#[derive(Clone)]
struct PromptLine<'a> {
    message: &'a Message,
    /// The calls of its unit.
    calls: Rc<CallsById<'a>>,
    /// True if its content equals its source's.
    is_untouched: bool,
}

fn lines<'a>(item: &'a PromptItem<'_>, rewritten: &HashSet<MessageId>) -> Vec<PromptLine<'a>> {
    let mut own: HashMap<&MessageId, &Message> = HashMap::default();
    own.extend(item.unit.into_iter().flat_map(|unit| unit.messages()).map(|own| (&own.id, own)));
    let is_own = |message: &Message| {
        !rewritten.contains(&message.id) && own.get(&message.id).is_some_and(|own| *own == message)
    };
    let messages = item.messages();
    let calls = messages.first().map_or(&[][..], |head| head.calls());
    let calls = Rc::new(CallsById::new(calls, messages.len()));
    let line = |message| PromptLine { message, calls: Rc::clone(&calls), is_untouched: is_own(message) };
    messages.into_iter().map(line).listed()
}

/// The messages of a unit, each with its place in the body. An added message follows the message before it in its unit;
/// an added turn is at `next`, the place of the turn after it.
fn placed_lines<'a>(
    item: &'a PromptItem<'_>,
    rewritten: &HashSet<MessageId>,
    places: &HashMap<MessageId, Option<usize>>,
    next: usize,
) -> Vec<(usize, PromptLine<'a>)> {
    let mut place = next;
    let placed = lines(item, rewritten).into_iter().map(|line| {
        place = places.get(&line.message.id).copied().flatten().unwrap_or(place);
        (place, line)
    });
    placed.listed()
}

/// Lines that are written as one wire message.
struct WireGroup<'a> {
    turn: WireTurn,
    /// The wire message that they came from; `None` when they came from several, or are new.
    source: Option<usize>,
    lines: Vec<PromptLine<'a>>,
}

/// The wire messages of a prompt, each with its source.
pub(super) struct WireGroups<'a> {
    target: &'a dyn Target,
    wires: &'a [Wire<'a>],
    groups: Vec<WireGroup<'a>>,
    repairs: Vec<Repair>,
}

impl<'a> WireGroups<'a> {
    /// Groups the messages. `places` holds the wire message that each message came from, `rewritten` the messages whose
    /// content differs from it.
    pub(super) fn new(
        target: &'a dyn Target,
        dialect: &Dialect,
        prompt: &'a Prompt<'_>,
        places: &HashMap<MessageId, Option<usize>>,
        wires: &'a [Wire<'a>],
        rewritten: &HashSet<MessageId>,
    ) -> Self {
        let mut items: Vec<Vec<(usize, PromptLine<'_>)>> = Vec::with_capacity(prompt.items.len());
        let mut next = usize::MAX;
        for (at, item) in prompt.items.iter().enumerate().rev() {
            // A result may come before its call: an added first turn comes before both.
            let placed = placed_lines(item, rewritten, places, if at == 0 { 0 } else { next });
            next = placed.first().map_or(next, |(place, _)| *place);
            items.push(placed);
        }
        let mut placed: Vec<(usize, PromptLine<'_>)> = items.into_iter().rev().flatten().listed();
        // Items are paired by ids, so each message stays in its place in the body.
        if target.dialect().turns.are_items {
            placed = in_order(placed, |(place, _)| *place as u64);
        }
        let lines = placed.into_iter().map(|(_, line)| line);
        let mut repairs = Vec::new();
        let groups = grouped(target, dialect.turns.neighbours, lines, places, wires, &mut repairs);
        Self { target, wires, groups, repairs }
    }

    /// Repairs that grouping made.
    pub(super) fn repairs(&self) -> impl Iterator<Item = Repair> {
        self.repairs.iter().cloned()
    }

    /// Writes the list. A whole and unchanged wire message keeps its text, or is written as its index in
    /// [`BodyForm::Parts`].
    pub(super) fn write(&self, form: BodyForm, out: &mut Vec<u8>) {
        match form {
            BodyForm::Whole => self.write_list(out),
            BodyForm::Parts => self.write_parts(out),
        }
    }

    fn write_parts(&self, out: &mut Vec<u8>) {
        let places = spans(self.wires);
        let mut object = ObjectWriter::begin(out);
        let mut parts = ListWriter::begin(object.key("parts"));
        for group in &self.groups {
            let wire = group.source.and_then(|source| self.wires.get(source).zip(places.get(source)));
            match wire.filter(|(wire, _)| is_whole(group, wire)) {
                Some((_, [first, count])) => {
                    parts.item().extend_from_slice(format!("[{first},{count}]").as_bytes());
                }
                None => {
                    let mut part = ObjectWriter::begin(parts.item());
                    let list = part.key("new");
                    list.push(b'[');
                    write_group(self.target, group, wire.map(|(wire, _)| wire), list);
                    list.push(b']');
                    part.end();
                }
            }
        }
        parts.end();
        object.end();
    }

    fn write_list(&self, out: &mut Vec<u8>) {
        out.push(b'[');
        for (at, group) in self.groups.iter().enumerate() {
            if at > 0 {
                out.push(b',');
            }
            let wire = group.source.and_then(|source| self.wires.get(source));
            match wire.filter(|wire| is_whole(group, wire)) {
                Some(wire) => out.extend_from_slice(wire.json.as_bytes()),
                None => write_group(self.target, group, wire, out),
            }
        }
        out.push(b']');
    }

    /// The index of the first wire message that differs from the caller's body; `None` when none does.
    pub(super) fn first_changed(&self) -> Option<usize> {
        let is_same = |(at, group): &(usize, &WireGroup<'_>)| {
            group.source == Some(*at) && self.wires.get(*at).is_some_and(|wire| is_whole(group, wire))
        };
        let same = self.groups.iter().enumerate().take_while(is_same).count();
        let is_all = same == self.groups.len() && same == self.wires.len();
        (!is_all).then(|| self.wires.iter().take(same).map(|wire| wire.messages()).sum())
    }
}

/// For each wire message, the index of the first message of the body that it holds, and the number of these messages.
pub(super) fn spans(wires: &[Wire<'_>]) -> Vec<[usize; 2]> {
    let mut first = 0_usize;
    let mut spans = Vec::with_capacity(wires.len());
    for wire in wires {
        let count = wire.messages();
        spans.push([first, count]);
        first = first.saturating_add(count);
    }
    spans
}

fn grouped<'a>(
    target: &dyn Target,
    neighbours: Neighbours,
    lines: impl Iterator<Item = PromptLine<'a>>,
    places: &HashMap<MessageId, Option<usize>>,
    wires: &[Wire<'_>],
    repairs: &mut Vec<Repair>,
) -> Vec<WireGroup<'a>> {
    let mut groups: Vec<WireGroup<'a>> = Vec::new();
    for line in lines {
        let source = places.get(&line.message.id).copied().flatten();
        let turn = target.wire_turn(line.message);
        // Results and words that shared a wire message may share it again.
        let is_beside = |last: &WireGroup<'_>| {
            (last.turn, turn) == (WireTurn::Results, WireTurn::User)
                && source.is_some()
                && last.source == source
        };
        let shares = |last: &WireGroup<'_>| (last.turn == turn && turn != WireTurn::Alone) || is_beside(last);
        let last = groups.last_mut().filter(|last| shares(last));
        let mut joins = |last: &WireGroup<'_>| {
            let same = source.is_some() && last.source == source;
            let before = last.lines.last();
            let both_results = line.message.role() == Role::Tool
                && before.is_some_and(|before| before.message.role() == Role::Tool);
            // The provider joins such neighbours itself, so neighbours that are separate in the caller's body may stay
            // separate.
            let came_so = line.is_untouched
                && before.is_some_and(|before| before.is_untouched)
                && source.is_some_and(|source| last.source == source.checked_sub(1));
            // Messages that reading separated were not apart in the caller's body.
            let is_read = |place: Option<usize>| {
                place.and_then(|place| wires.get(place)).is_some_and(|wire| !wire.is_changed)
            };
            let stood_so = came_so && is_read(source) && is_read(last.source);
            let rule = match neighbours {
                _ if same => return true,
                Neighbours::Apart => return both_results && !came_so,
                Neighbours::AsTheyCame => return !stood_so,
                Neighbours::Joined(rule) => rule,
            };
            if stood_so {
                let role = line.message.role().as_str();
                let detail =
                    format!("the {role} message was joined to the one before it: roles must alternate");
                repairs.push(Repair::new(RepairCode::RoleCorrected, Some(rule), detail).of(&line.message.id));
            }
            true
        };
        match last {
            Some(last) if joins(last) => {
                last.source = last.source.filter(|_| last.source == source);
                last.lines.push(line);
            }
            _ => groups.push(WireGroup { turn, source, lines: vec![line] }),
        }
    }
    groups
}

/// Reports whether the group holds everything of its wire message, in order and unchanged.
fn is_whole(group: &WireGroup<'_>, wire: &Wire<'_>) -> bool {
    let is_in_order = |pair: &[PromptLine<'_>]| match pair {
        [before, after] => piece(before.message) < piece(after.message),
        _ => true,
    };
    !wire.is_changed
        && group.lines.len() == wire.pieces
        && group.lines.iter().all(|line| line.is_untouched)
        && group.lines.windows(2).all(is_in_order)
}

/// The index of the message among the pieces of its wire message, from the number in its id.
fn piece(message: &Message) -> usize {
    message.id.split_once('.').and_then(|(_, piece)| piece.parse().ok()).unwrap_or(0)
}

fn write_group(target: &dyn Target, group: &WireGroup<'_>, wire: Option<&Wire<'_>>, out: &mut Vec<u8>) {
    let messages: Vec<&Message> = group.lines.iter().map(|line| line.message).listed();
    let Some(first) = group.lines.first() else { return };
    let fragment = target.fragment_of(&first.calls, &messages);
    out.extend_from_slice(target.separator(None, fragment.first).as_bytes());
    out.extend_from_slice(&fragment.bytes);
    out.extend_from_slice(target.terminator(fragment.last).as_bytes());
    let Some(wire) = wire.filter(|wire| !wire.extras.is_empty()) else { return };
    // The fields of the wire message go back before its closing brace.
    if out.pop() == Some(b'}') {
        let mut extras = Vec::new();
        let mut object = ObjectWriter::begin(&mut extras);
        wire.extras.iter().for_each(|(name, json)| object.json(name, json));
        object.end();
        out.push(b',');
        out.extend_from_slice(extras.get(1..).unwrap_or_default());
    }
}
