//! Cache breakpoints: how many, and in which order (AN19, AN20).

use super::dialect::Dialect;
use super::prompt::{Item, Prompt};
use super::terms::Terms;
use crate::json::Node;
use crate::message::{Body, Content, Extras, Message};
use crate::repair::{Repair, RepairCode};

/// What becomes of a breakpoint.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Stays,
    /// There are more than the limit allows.
    Excess,
    /// It lives longer than one before it.
    OutOfOrder,
}

/// Keeps the last breakpoints that the limit allows, and none that lives longer than one before it.
pub(super) fn apply(prompt: &mut Prompt<'_>, dialect: &Dialect, terms: &Terms) {
    let Some(limit) = dialect.cache_markers else { return };
    let items = || prompt.system.iter().chain(&prompt.items);
    let lives: Vec<bool> =
        items().flat_map(Item::messages).flat_map(|message| markers(message, limit.field)).collect();
    let fates = fates(&lives, limit.most, terms);
    if fates.iter().all(|fate| *fate == Fate::Stays) {
        return;
    }
    let mut fates = fates.into_iter();
    let Prompt { system, items, repairs, .. } = prompt;
    for item in system.iter_mut().chain(items) {
        let count: usize = item.messages().iter().map(|message| markers(message, limit.field).len()).sum();
        let here: Vec<Fate> = fates.by_ref().take(count).collect();
        let Some(id) = item.first().map(|message| message.id.clone()) else { continue };
        let number = |wanted: Fate| here.iter().filter(|fate| **fate == wanted).count();
        let (excess, loose) = (number(Fate::Excess), number(Fate::OutOfOrder));
        if excess > 0 {
            let detail =
                format!("{excess} cache breakpoint(s) over the limit of {} were left out", limit.most);
            repairs.push(Repair::new(RepairCode::CacheMarkerDropped, "AN19", detail).of(&id));
        }
        if loose > 0 {
            let detail =
                format!("{loose} cache breakpoint(s) that live longer than one before were left out");
            repairs.push(Repair::new(RepairCode::CacheMarkerDropped, "AN20", detail).of(&id));
        }
        if excess.saturating_add(loose) > 0 {
            item.change(|messages| leave_out(messages, limit.field, &here));
        }
    }
}

/// One for each breakpoint, of which is told whether it lives for the longer time.
fn fates(lives: &[bool], most: usize, terms: &Terms) -> Vec<Fate> {
    let mut excess = lives.len().saturating_sub(most.saturating_sub(terms.outer_cache_markers));
    let mut short_seen = terms.outer_cache_is_short;
    let fate = |is_long: &bool| {
        if excess > 0 {
            excess = excess.saturating_sub(1);
            return Fate::Excess;
        }
        let is_loose = *is_long && short_seen;
        short_seen |= !is_long;
        if is_loose { Fate::OutOfOrder } else { Fate::Stays }
    };
    lives.iter().map(fate).collect()
}

fn leave_out(messages: &mut [Message], field: &str, fates: &[Fate]) {
    let mut fates = fates.iter();
    for message in messages {
        each_extras(message, |extras| {
            let is_marked = extras.get(field).is_some_and(|json| json != "null");
            if is_marked && fates.next().is_some_and(|fate| *fate != Fate::Stays) {
                extras.retain(|name| name != field);
            }
        });
    }
}

/// Whether an item holds any.
pub(super) fn has_markers(item: &Item<'_>, dialect: &Dialect) -> bool {
    let Some(limit) = dialect.cache_markers else { return false };
    item.messages().into_iter().any(|message| !markers(message, limit.field).is_empty())
}

/// For each breakpoint of a message, whether it lives for the longer time.
fn markers(message: &Message, field: &str) -> Vec<bool> {
    let extras = |place: Holder| match place {
        Holder::Part(at) => message.content().parts().get(at).map(|part| &part.extras),
        Holder::Call(at) => message.calls().get(at).map(|call| &call.extras),
        Holder::Message => message.notes.as_ref().map(|notes| &notes.extras),
    };
    let found = holders(message).into_iter().filter_map(|place| extras(place)?.get(field));
    found.filter(|json| *json != "null").map(is_long).collect()
}

/// Whether a breakpoint lives for the longer of the two times.
pub(crate) fn is_long(json: &str) -> bool {
    let fields = Node::parse(json).and_then(Node::fields);
    fields.and_then(|fields| fields.text("ttl").map(|ttl| ttl == "1h")).unwrap_or(false)
}

/// What can hold a breakpoint.
#[derive(Clone, Copy)]
enum Holder {
    Part(usize),
    Call(usize),
    Message,
}

/// What can hold breakpoints in a message, in the order in which it is written.
fn holders(message: &Message) -> Vec<Holder> {
    let parts = message.content().parts().len();
    let mut holders = Vec::new();
    // A call stands behind as many parts as `after_parts` says, or behind all that are left.
    let calls_at = |place: usize| {
        let stands = move |after: Option<usize>| after.map_or(parts, |after| after.min(parts)) == place;
        let calls = message.calls().iter().enumerate();
        calls.filter(move |(_, call)| stands(call.after_parts)).map(|(at, _)| Holder::Call(at))
    };
    for at in 0..parts {
        holders.extend(calls_at(at));
        holders.push(Holder::Part(at));
    }
    holders.extend(calls_at(parts));
    holders.push(Holder::Message);
    holders
}

fn each_extras(message: &mut Message, mut change: impl FnMut(&mut Extras)) {
    for place in holders(message) {
        let extras = match (place, &mut message.body) {
            (Holder::Part(at), _) => match message.content_mut() {
                Content::Parts(parts) => parts.get_mut(at).map(|part| &mut part.extras),
                Content::Null | Content::Text(_) => None,
            },
            (Holder::Call(at), Body::Assistant { calls, .. }) => {
                calls.get_mut(at).map(|call| &mut call.extras)
            }
            (Holder::Call(_), _) => None,
            (Holder::Message, _) => message.notes.as_mut().map(|notes| &mut notes.extras),
        };
        extras.into_iter().for_each(&mut change);
    }
}
