//! Items that stand in a request twice (OR6).

use super::dialect::Dialect;
use super::item_bonds::{
    LOOSE, bereft_ids, elements, forget_id, forget_ids, loose_reasoning, own_id, told_bereft,
};
use super::look_back::{LookBack, NeighbourRule};
use super::prompt::{Item, Prompt, void_after};
use super::terms::Terms;
use crate::message::{Element, Message, MessageId};
use crate::repair::{Repair, RepairCode};
use std::collections::HashSet;

pub(super) const RULE: NeighbourRule = NeighbourRule { apply, look_back: LookBack::ItemIds };

/// Gives up the id of an item that stood there before, whoever's it is: what is said stays, without it. What cannot be
/// sent without its id is left out.
fn apply(prompt: &mut Prompt<'_>, dialect: &Dialect, _: &Terms) {
    if dialect.items.is_none() {
        return;
    }
    let mut seen: HashSet<String> = HashSet::new();
    for place in 0..prompt.items.len() {
        give_up_own(prompt, place, &mut seen);
        let Some(item) = prompt.items.get(place) else { continue };
        let Some(twins) = twins(item, &mut seen) else { continue };
        for (id, repair) in twins.reports {
            let what = format!("the item `{id}` stood there before; ");
            let (code, rest) = repair;
            prompt.repairs.push(Repair::new(code, "OR6", what + rest).of(&twins.message));
        }
        let Some(item) = prompt.items.get_mut(place) else { continue };
        void_after(&mut prompt.void_from, item);
        let mut reports = Vec::new();
        item.change(|messages| {
            let Some(head) = messages.first_mut() else { return };
            let before = head.clone();
            head.retain_parts(|at, _| !twins.parts.contains(&at));
            forget_ids(head, &twins.ids);
            // What is bound to what went goes too (OR3, OR4).
            let loose = loose_reasoning(&before, head);
            head.retain_parts(|at, _| !loose.contains(&at));
            reports.extend(loose.iter().map(|_| Repair::new(RepairCode::ReasoningDropped, "OR3", LOOSE)));
            let bereft = bereft_ids(&before, head);
            forget_ids(head, &bereft);
            reports.extend(
                bereft.iter().map(|id| Repair::new(RepairCode::FieldDropped, "OR4", told_bereft(id))),
            );
            messages.retain(|message| !message.says_nothing());
        });
        prompt.repairs.extend(reports.into_iter().map(|report| report.of(&twins.message)));
    }
    prompt.items.retain(|item| !item.is_empty());
}

/// Gives up the ids of messages that are not the assistant's and of results.
fn give_up_own(prompt: &mut Prompt<'_>, place: usize, seen: &mut HashSet<String>) {
    let Some(item) = prompt.items.get_mut(place) else { return };
    let mut twins: Vec<MessageId> = Vec::new();
    for message in item.messages() {
        let Some(id) = own_id(message).filter(|id| !seen.insert(id.clone())) else { continue };
        let detail = format!("the item `{id}` stood there before; it is sent without its `itemId`");
        prompt.repairs.push(Repair::new(RepairCode::FieldDropped, "OR6", detail).of(&message.id));
        twins.push(message.id.clone());
    }
    if twins.is_empty() {
        return;
    }
    void_after(&mut prompt.void_from, item);
    item.change(|messages| {
        let named = messages.iter_mut().filter(|message| twins.contains(&message.id));
        named.for_each(|message| forget_id(&mut message.notes_mut().extras));
    });
}

/// The ids of a message's items, each as often as an item has it.
pub(crate) fn item_ids(message: &Message) -> Vec<String> {
    own_id(message).into_iter().chain(ids(message).into_iter().map(|(id, _)| id)).collect()
}

/// Texts of one message follow each other, and have one id.
fn ids(message: &Message) -> Vec<(String, Element<'_>)> {
    let mut ids: Vec<(String, Element<'_>)> = Vec::new();
    let mut last: Option<String> = None;
    for element in elements(message) {
        let id = element.id();
        let is_words = match element {
            Element::Part(_, part) => !part.is_reasoning() && part.as_other().is_none(),
            Element::Call(_) => false,
        };
        let goes_on = is_words && id.is_some() && id == last;
        last = id.clone().filter(|_| is_words);
        if let Some(id) = id.filter(|_| !goes_on) {
            ids.push((id, element));
        }
    }
    ids
}

/// What of an item stood there before.
struct Twins {
    message: MessageId,
    /// The parts that go.
    parts: Vec<usize>,
    /// The ids that go.
    ids: Vec<String>,
    reports: Vec<(String, (RepairCode, &'static str))>,
}

fn twins(item: &Item<'_>, seen: &mut HashSet<String>) -> Option<Twins> {
    let head = item.first()?;
    let mut twins =
        Twins { message: head.id.clone(), parts: Vec::new(), ids: Vec::new(), reports: Vec::new() };
    for (id, element) in ids(head) {
        if seen.insert(id.clone()) {
            continue;
        }
        let done = match element {
            Element::Part(at, part) if part.is_reasoning() => {
                twins.parts.push(at);
                (RepairCode::ReasoningDropped, "reasoning was left out")
            }
            Element::Part(at, part) if part.as_other().is_some() => {
                twins.parts.push(at);
                (RepairCode::PartDropped, "it was left out")
            }
            Element::Part(..) | Element::Call(_) => {
                twins.ids.push(id.clone());
                (RepairCode::FieldDropped, "it is sent without its `itemId`")
            }
        };
        twins.reports.push((id, done));
    }
    (!twins.reports.is_empty()).then_some(twins)
}
