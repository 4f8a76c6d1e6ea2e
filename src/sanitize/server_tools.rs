//! Results of tools that the provider runs itself (AN2).

use super::dialect::{Dialect, ServerPart};
use super::prompt::{Item, Prompt, void_after};
use crate::message::{Message, Part, Role};
use crate::repair::{Repair, RepairCode};

/// Leaves out a result whose call does not stand before it in the same turn of the assistant.
pub(super) fn apply(prompt: &mut Prompt<'_>, dialect: &Dialect) {
    let Some(server_part) = dialect.server_part else { return };
    let mut called: Vec<String> = Vec::new();
    for place in 0..prompt.items.len() {
        let Some(item) = prompt.items.get(place) else { continue };
        if item.first().is_none_or(|message| message.role() != Role::Assistant) {
            called.clear();
            continue;
        }
        let orphans = orphans(item, server_part, &mut called);
        if item.last().is_some_and(|message| message.role() != Role::Assistant) {
            called.clear();
        }
        if !orphans.is_empty() {
            leave_out(prompt, place, &orphans, dialect);
        }
    }
    prompt.items.retain(|item| !item.is_empty());
}

/// Which parts of the item's first message are results without a call. Takes note of the calls.
fn orphans(
    item: &Item<'_>,
    server_part: fn(&str) -> Option<ServerPart>,
    called: &mut Vec<String>,
) -> Vec<usize> {
    let mut orphans = Vec::new();
    let parts = item.first().map_or(&[] as &[Part], |message| message.content().parts());
    for (at, part) in parts.iter().enumerate() {
        match part.as_other().and_then(|(_, json)| server_part(json)) {
            Some(ServerPart::Call(id)) => called.push(id),
            Some(ServerPart::Result(id)) if !called.contains(&id) => orphans.push(at),
            Some(ServerPart::Result(_)) | None => {}
        }
    }
    orphans
}

fn leave_out(prompt: &mut Prompt<'_>, place: usize, orphans: &[usize], dialect: &Dialect) {
    let Some(item) = prompt.items.get_mut(place) else { return };
    let Some(id) = item.first().map(|message| message.id.clone()) else { return };
    for _ in orphans {
        let detail = "the result of a tool of the provider answers no call before it, and was left out";
        prompt
            .repairs
            .push(Repair::new(RepairCode::OrphanResultDropped, dialect.orphan_rule, detail).of(&id));
    }
    void_after(&mut prompt.void_from, item);
    item.change(|messages| {
        if let Some(message) = messages.first_mut() {
            message.retain_parts(|at, _| !orphans.contains(&at));
        }
        messages.retain(|message: &Message| !message.says_nothing());
    });
}
