//! Calls and results of tools that the provider runs itself (AN2, BE7, BE8, BE10).

use super::dialect::{Dialect, ServerPart};
use super::prompt::{Item, Prompt, void_after};
use crate::message::{Message, Part, Role};
use crate::repair::{Repair, RepairCode};

/// Leaves out what is of a form that the provider refuses, and a result whose call does not stand before it in the same
/// turn of the assistant.
pub(super) fn apply(prompt: &mut Prompt<'_>, dialect: &Dialect) {
    let Some(server_part) = dialect.server_part else { return };
    let mut called: Vec<String> = Vec::new();
    for place in 0..prompt.items.len() {
        let Some(item) = prompt.items.get(place) else { continue };
        if item.first().is_none_or(|message| message.role() != Role::Assistant) {
            called.clear();
            continue;
        }
        let strays = strays(item, server_part, &mut called, dialect);
        if item.last().is_some_and(|message| message.role() != Role::Assistant) {
            called.clear();
        }
        if !strays.is_empty() {
            leave_out(prompt, place, strays);
        }
    }
    prompt.items.retain(|item| !item.is_empty());
}

/// A part of an item's first message that goes, and how that is told.
struct Stray {
    part: usize,
    repair: Repair,
}

/// Takes note of the calls, and finds what cannot be sent.
fn strays(
    item: &Item<'_>,
    server_part: fn(&str) -> Option<ServerPart>,
    called: &mut Vec<String>,
    dialect: &Dialect,
) -> Vec<Stray> {
    let mut strays = Vec::new();
    let parts = item.first().map_or(&[] as &[Part], |message| message.content().parts());
    for (part, other) in parts.iter().enumerate() {
        let repair = match other.as_other().and_then(|(_, json)| server_part(json)) {
            Some(ServerPart::Call(id)) => {
                called.push(id);
                continue;
            }
            Some(ServerPart::Result(id)) if !called.contains(&id) => {
                let detail =
                    "the result of a tool of the provider answers no call before it, and was left out";
                Repair::new(RepairCode::OrphanResultDropped, dialect.orphan_rule, detail)
            }
            Some(ServerPart::Broken(rule)) => {
                let detail =
                    "a call or a result of a tool of the provider is not of its form, and was left out";
                Repair::new(RepairCode::PartDropped, rule, detail)
            }
            Some(ServerPart::Result(_)) | None => continue,
        };
        strays.push(Stray { part, repair });
    }
    strays
}

fn leave_out(prompt: &mut Prompt<'_>, place: usize, strays: Vec<Stray>) {
    let Some(item) = prompt.items.get_mut(place) else { return };
    let Some(id) = item.first().map(|message| message.id.clone()) else { return };
    void_after(&mut prompt.void_from, item);
    item.change(|messages| {
        if let Some(message) = messages.first_mut() {
            message.retain_parts(|at, _| !strays.iter().any(|stray| stray.part == at));
        }
        messages.retain(|message: &Message| !message.says_nothing());
    });
    prompt.repairs.extend(strays.into_iter().map(|stray| stray.repair.of(&id)));
}
