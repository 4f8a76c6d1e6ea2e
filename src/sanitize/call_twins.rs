//! Calls of one id that came to stand side by side (OR6).

use super::dialect::Dialect;
use super::prompt::{Item, Prompt, void_after};
use super::terms::{Mode, Terms};
use crate::history::{Serial, Unit};
use crate::message::{Body, Message, Role};
use crate::repair::{Repair, RepairCode};
use std::collections::HashSet;

/// Gives a call another id when what parted it from another call of that id was left out. A body that is mended keeps
/// its items where they stood, outputs away from their calls too, so that two replies may become one; in a request that
/// is written, outputs stand between.
pub(super) fn apply(prompt: &mut Prompt<'_>, dialect: &Dialect, terms: &Terms) {
    if dialect.items.is_none() || terms.mode == Mode::Strict || !has_twins(prompt) {
        return;
    }
    for run in runs(&prompt.items) {
        let mut taken: Vec<Box<str>> = Vec::new();
        for place in run {
            let Some(item) = prompt.items.get_mut(place) else { continue };
            let ids = call_ids(item.first());
            for (call, id) in ids.iter().enumerate().filter(|(_, id)| taken.contains(id)) {
                let derived = |count: usize| dialect.call_id.derived(id, &count.to_string());
                let is_free = |name: &_| ![&taken, &ids].iter().any(|known| known.contains(name));
                let Some(name) = (taken.len()..).map(derived).find(is_free) else { continue };
                prompt.repairs.extend(renamed(item, call, id, &name, dialect));
                void_after(&mut prompt.void_from, item);
                item.change(|messages| messages.iter_mut().for_each(|message| rename(message, id, &name)));
            }
            taken.extend(call_ids(item.first()));
        }
    }
}

fn has_twins(prompt: &Prompt<'_>) -> bool {
    let mut seen: HashSet<&str> = HashSet::new();
    let calls = prompt.items.iter().filter_map(Item::first).flat_map(|message| message.calls());
    calls.into_iter().any(|call| !seen.insert(&call.id))
}

fn call_ids(message: Option<&Message>) -> Vec<Box<str>> {
    let calls = message.into_iter().flat_map(|message| message.calls());
    calls.map(|call| call.id.clone()).collect()
}

/// The report, which names the call as the history does.
fn renamed(item: &Item<'_>, call: usize, id: &str, name: &str, dialect: &Dialect) -> Option<Repair> {
    let given = call_ids(item.unit.map(Unit::head));
    let is_whole = given.len() == call_ids(item.first()).len();
    let given = given.get(call).filter(|_| is_whole).map_or(id, |given| given);
    let detail = format!("the call id `{given}` stands in a call beside it, too; it is sent as `{name}`");
    let repair = Repair::new(RepairCode::CallIdRenamed, dialect.second_call_rule, detail);
    Some(repair.of(&item.first()?.id).call(given))
}

/// The items whose replies stand side by side, where they are more than one.
fn runs(items: &[Item<'_>]) -> Vec<Vec<usize>> {
    let mut lines: Vec<(Serial, usize, Role)> = Vec::new();
    for (at, item) in items.iter().enumerate() {
        // What was put in stands behind what it belongs to, or at the end.
        let mut place = if at == 0 { Serial::default() } else { Serial(u64::MAX) };
        for message in item.messages() {
            let own = item.unit.and_then(|unit| unit.entries().find(|entry| entry.message.id == message.id));
            place = own.map_or(place, |entry| entry.serial);
            lines.push((place, at, message.role()));
        }
    }
    lines.sort_by_key(|(place, ..)| *place);
    let replies = lines.chunk_by(|(.., before), (.., after)| [before, after] == [&Role::Assistant; 2]);
    let runs = replies.filter(|run| run.len() > 1);
    runs.map(|run| run.iter().map(|(_, item, _)| *item).collect()).collect()
}

fn rename(message: &mut Message, from: &str, to: &str) {
    message
        .calls_mut()
        .iter_mut()
        .filter(|call| call.id.as_ref() == from)
        .for_each(|call| call.id = to.into());
    if let Body::Tool(result) = &mut message.body
        && result.call_id.as_ref() == from
    {
        result.call_id = to.into();
    }
}
