//! Results of tools that the provider runs itself (AN2).

use super::dialect::Dialect;
use super::prompt::{Item, Prompt, void_after};
use crate::json::Node;
use crate::message::{Message, Part, Role};
use crate::repair::{Repair, RepairCode};

/// Leaves out a result whose call does not stand before it in the same turn of the assistant.
pub(super) fn apply(prompt: &mut Prompt<'_>, dialect: &Dialect) {
    if dialect.server_calls.is_empty() {
        return;
    }
    let mut called: Vec<String> = Vec::new();
    for place in 0..prompt.items.len() {
        let Some(item) = prompt.items.get(place) else { continue };
        if item.first().is_none_or(|message| message.role() != Role::Assistant) {
            called.clear();
            continue;
        }
        let orphans = orphans(item, dialect, &mut called);
        if item.last().is_some_and(|message| message.role() != Role::Assistant) {
            called.clear();
        }
        if !orphans.is_empty() {
            leave_out(prompt, place, &orphans);
        }
    }
    prompt.items.retain(|item| !item.is_empty());
}

/// Which parts of the item's first message are results without a call. Takes note of the calls.
fn orphans(item: &Item<'_>, dialect: &Dialect, called: &mut Vec<String>) -> Vec<usize> {
    let mut orphans = Vec::new();
    let parts = item.first().map_or(&[] as &[Part], |message| message.content().parts());
    for (at, part) in parts.iter().enumerate() {
        let Some(fields) = part.as_other().and_then(|(_, json)| Node::parse(json)?.fields()) else {
            continue;
        };
        let kind = fields.text("type").unwrap_or_default();
        if dialect.server_calls.contains(&kind.as_ref()) {
            called.extend(fields.text("id").map(|id| id.into_owned()));
        } else if kind.ends_with("_tool_result") {
            let id = fields.text("tool_use_id").unwrap_or_default();
            if !called.iter().any(|call| *call == id) {
                orphans.push(at);
            }
        }
    }
    orphans
}

fn leave_out(prompt: &mut Prompt<'_>, place: usize, orphans: &[usize]) {
    let Some(item) = prompt.items.get_mut(place) else { return };
    let Some(id) = item.first().map(|message| message.id.clone()) else { return };
    for _ in orphans {
        let detail = "the result of a tool of the provider answers no call before it, and was left out";
        prompt.repairs.push(Repair::new(RepairCode::OrphanResultDropped, "AN2", detail).of(&id));
    }
    void_after(&mut prompt.void_from, item);
    item.change(|messages| {
        if let Some(message) = messages.first_mut() {
            message.retain_parts(|at, _| !orphans.contains(&at));
        }
        messages.retain(|message: &Message| !message.says_nothing());
    });
}
