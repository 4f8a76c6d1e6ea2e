//! Items whose id a request holds twice (OR6).

use super::item_links::{LOOSE, bereft_detail, bereft_ids, forget_ids, loose_reasoning};
use super::rules;
use crate::hash::HashSet;
use crate::list::PushAll;
use crate::message::{Element, Message, MessageId};
use crate::repair::{Repair, RepairCode};
use crate::sanitize::{
    Dialect, LookBack, NeighbourRule, Prompt, PromptItem, RequestOptions, mark_change_after,
};

pub(super) const DROP_DUPLICATES: NeighbourRule =
    NeighbourRule { apply: drop_duplicates, look_back: LookBack::ItemIds };

/// Sends the second item of an id without the id, in messages of any role. An item that cannot be sent without its id
/// is left out.
fn drop_duplicates(prompt: &mut Prompt<'_>, _: &Dialect, _: &RequestOptions) {
    let mut seen: HashSet<String> = HashSet::default();
    for place in 0..prompt.items.len() {
        forget_message_ids(prompt, place, &mut seen);
        let Some(item) = prompt.items.get(place) else { continue };
        let Some(duplicates) = Duplicates::of(item, &mut seen) else { continue };
        for (id, (code, outcome)) in duplicates.reports {
            let detail = format!("the item `{id}` is in the request already; {outcome}");
            prompt.repairs.push(Repair::new(code, Some(&rules::OR6), detail).of(&duplicates.message));
        }
        let Some(item) = prompt.items.get_mut(place) else { continue };
        mark_change_after(&mut prompt.prefix_changed_from, item);
        let mut reports = Vec::new();
        item.change(|messages| {
            let Some(head) = messages.first_mut() else { return };
            let before = head.clone();
            head.retain_parts(|at, _| !duplicates.parts.contains(&at));
            forget_ids(head, &duplicates.ids);
            // Reasoning without the item that followed it is dropped (OR3), and so are ids of items without their
            // reasoning (OR4).
            let loose = loose_reasoning(&before, head);
            head.retain_parts(|at, _| !loose.contains(&at));
            for _ in &loose {
                reports.push(Repair::new(RepairCode::ReasoningDropped, Some(&rules::OR3), LOOSE));
            }
            let bereft = bereft_ids(&before, head);
            forget_ids(head, &bereft);
            for id in &bereft {
                reports.push(Repair::new(RepairCode::FieldDropped, Some(&rules::OR4), bereft_detail(id)));
            }
            messages.retain(|message| !message.says_nothing());
        });
        prompt.repairs.push_all(reports.into_iter().map(|report| report.of(&duplicates.message)));
    }
    prompt.items.retain(|item| !item.is_empty());
}

/// Removes repeated ids from results, and from messages that are not the assistant's.
fn forget_message_ids(prompt: &mut Prompt<'_>, place: usize, seen: &mut HashSet<String>) {
    let Some(item) = prompt.items.get_mut(place) else { return };
    let mut repeated: Vec<MessageId> = Vec::new();
    for message in item.messages() {
        let Some(id) = message.item_id().filter(|id| !seen.insert(id.clone())) else { continue };
        let detail = format!("the item `{id}` is in the request already; it is sent without its `itemId`");
        prompt.repairs.push(Repair::new(RepairCode::FieldDropped, Some(&rules::OR6), detail).of(&message.id));
        repeated.push(message.id.clone());
    }
    if repeated.is_empty() {
        return;
    }
    mark_change_after(&mut prompt.prefix_changed_from, item);
    item.change(|messages| {
        for message in messages.iter_mut().filter(|message| repeated.contains(&message.id)) {
            message.notes_mut().extras.forget_item_id();
        }
    });
}

/// The items of an assistant message whose ids the request already holds.
struct Duplicates {
    message: MessageId,
    /// The parts to leave out.
    parts: Vec<usize>,
    /// The ids to leave out.
    ids: Vec<String>,
    /// For each id, the code of the report and the end of its text.
    reports: Vec<(String, (RepairCode, &'static str))>,
}

impl Duplicates {
    fn of(item: &PromptItem<'_>, seen: &mut HashSet<String>) -> Option<Self> {
        let head: &Message = item.first()?;
        let mut found =
            Self { message: head.id.clone(), parts: Vec::new(), ids: Vec::new(), reports: Vec::new() };
        for (id, element) in head.items() {
            if seen.insert(id.clone()) {
                continue;
            }
            let outcome = match element {
                Element::Part(at, part) if part.is_reasoning() => {
                    found.parts.push(at);
                    (RepairCode::ReasoningDropped, "reasoning was left out")
                }
                Element::Part(at, part) if part.as_other().is_some() => {
                    found.parts.push(at);
                    (RepairCode::PartDropped, "it was left out")
                }
                Element::Part(..) | Element::Call(_) => {
                    found.ids.push(id.clone());
                    (RepairCode::FieldDropped, "it is sent without its `itemId`")
                }
            };
            found.reports.push((id, outcome));
        }
        (!found.reports.is_empty()).then_some(found)
    }
}
