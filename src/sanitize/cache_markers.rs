//! Cache breakpoints: how many, and in which order (AN19, AN20).

use super::dialect::Dialect;
use super::prompt::{Item, Prompt};
use super::terms::Terms;
use crate::json::Node;
use crate::message::{Content, Extras, Message};
use crate::repair::{Repair, RepairCode};

/// Keeps the last breakpoints that the limit allows, and none that lives longer than one before it.
pub(super) fn apply(prompt: &mut Prompt<'_>, dialect: &Dialect, terms: &Terms) {
    let Some(limit) = dialect.cache_markers else { return };
    let items = || prompt.system.iter().chain(&prompt.items);
    let lives: Vec<bool> =
        items().flat_map(Item::messages).flat_map(|message| markers(message, limit.field)).collect();
    let room = limit.most.saturating_sub(terms.outer_cache_markers);
    let mut excess = lives.len().saturating_sub(room);
    let mut short_seen = false;
    let mut wanted: Vec<bool> = Vec::with_capacity(lives.len());
    for is_long in lives {
        let too_many = excess > 0;
        excess = excess.saturating_sub(1);
        let too_late = is_long && short_seen && !too_many;
        short_seen |= !is_long && !too_many;
        wanted.push(!too_many && !too_late);
    }
    if wanted.iter().all(|wanted| *wanted) {
        return;
    }
    let mut wanted = wanted.into_iter();
    let Prompt { system, items, repairs, .. } = prompt;
    for item in system.iter_mut().chain(items) {
        let count: usize = item.messages().iter().map(|message| markers(message, limit.field).len()).sum();
        let here: Vec<bool> = wanted.by_ref().take(count).collect();
        let gone = here.iter().filter(|wanted| !**wanted).count();
        if gone == 0 {
            continue;
        }
        if let Some(message) = item.first() {
            let detail = format!(
                "{gone} cache breakpoint(s) over the limit of {} or out of order were left out",
                limit.most
            );
            repairs.push(Repair::new(RepairCode::CacheMarkerDropped, "AN19", detail).of(&message.id));
        }
        let mut here = here.into_iter();
        item.change(|messages| {
            for message in messages {
                each_extras(message, |extras| {
                    if extras.get(limit.field).is_some() && !here.next().unwrap_or(true) {
                        extras.retain(|name| name != limit.field);
                    }
                });
            }
        });
    }
}

/// For each breakpoint of a message, whether it lives for the longer time.
fn markers(message: &Message, field: &str) -> Vec<bool> {
    let own = message.notes.iter().map(|notes| &notes.extras);
    let parts = message.content().parts().iter().map(|part| &part.extras);
    let calls = message.calls().iter().map(|call| &call.extras);
    let found = parts.chain(calls).chain(own).filter_map(|extras| extras.get(field));
    found.filter(|json| *json != "null").map(is_long).collect()
}

fn is_long(json: &str) -> bool {
    let fields = Node::parse(json).and_then(Node::fields);
    fields.and_then(|fields| fields.text("ttl").map(|ttl| ttl == "1h")).unwrap_or(false)
}

/// The same places as [`markers`], in the same order.
fn each_extras(message: &mut Message, mut change: impl FnMut(&mut Extras)) {
    if let Content::Parts(parts) = message.content_mut() {
        parts.iter_mut().for_each(|part| change(&mut part.extras));
    }
    if let crate::message::Body::Assistant { calls, .. } = &mut message.body {
        calls.iter_mut().for_each(|call| change(&mut call.extras));
    }
    if let Some(notes) = message.notes.as_mut() {
        change(&mut notes.extras);
    }
}
