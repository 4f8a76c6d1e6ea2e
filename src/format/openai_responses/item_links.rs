//! Ids of items, and items that are linked to a neighbour (OR3, OR4, OR5, OR9, OR10).
//!
//! Reasoning must be followed by the same item as when it was made (OR3). The provider knows by the item's id that the
//! item needs its reasoning (OR4). When the item is dropped, so is its reasoning. When the reasoning is dropped, the
//! item is sent without its id.

use super::rules;
use crate::json::Node;
use crate::list::{Listed, PushAll};
use crate::message::{self, CallKind, Content, Element, Extras, Message, Part, PartKind, ToolCall};
use crate::repair::RepairCode;
use crate::sanitize::Work;

/// Drops ids that the provider would refuse, and reasoning whose following item is gone.
pub(super) fn link_items(work: &mut Work<'_>) {
    if work.messages.is_empty() {
        return;
    }
    drop_references(work);
    drop_thoughts_shown(work);
    drop_strange_ids(work);
    drop_strange_id_of_message(work);
    // Each of the two passes can remove something that the other needs, so both run until nothing changes.
    while drop_loose_reasoning(work) | drop_bereft_ids(work) {}
    drop_nothing(work);
}

/// Drops references to items by id alone, when the provider keeps nothing (OR10).
fn drop_references(work: &mut Work<'_>) {
    // A reference may lack its type. All other items have one.
    let is_reference = |part: &Part| {
        let fields = part.as_other().and_then(|(_, json)| Node::parse(json)).and_then(Node::fields);
        fields.is_some_and(|fields| fields.text("type").is_none_or(|kind| kind == "item_reference"))
    };
    if !work.options.is_unstored || !head_parts(work).iter().any(is_reference) {
        return;
    }
    let detail =
        "a reference to an item was left out: the provider stores nothing for this request".to_owned();
    work.report_message(0, RepairCode::PartDropped, Some(&rules::OR10), detail);
    work.edit(0, |message| message.retain_parts(|_, part| !is_reference(part)));
}

/// Drops the full text of reasoning, unless the vendor takes it back. OpenAI takes only the summary (OR9).
fn drop_thoughts_shown(work: &mut Work<'_>) {
    let is_shown = |part: &Part| {
        let content = part.extras.get("content").filter(|_| part.is_reasoning()).and_then(Node::parse);
        content.is_some_and(|content| content.list().is_none_or(|list| !list.is_empty()))
    };
    let wanted = work.options.capabilities.reasoning_content == Some(true);
    if wanted || !head_parts(work).iter().any(is_shown) {
        return;
    }
    let detail = "reasoning is sent without its `content`, which the provider does not take back".to_owned();
    work.report_message(0, RepairCode::FieldDropped, Some(&rules::OR9), detail);
    work.edit(0, |message| {
        let Content::Parts(parts) = message.content_mut() else { return };
        for part in parts.iter_mut().filter(|part| is_shown(part)) {
            part.extras.retain(|name| name != "content");
        }
    });
}

/// Drops ids that another provider made, or that belong to another kind of item (OR5). Reasoning with such an id is
/// dropped.
fn drop_strange_ids(work: &mut Work<'_>) {
    let part_is = |part: &Part| {
        let id = part.extras.item_id().zip(part_prefix(&part.kind));
        id.is_some_and(|(id, prefix)| !id.starts_with(prefix))
    };
    let call_is =
        |call: &ToolCall| call.extras.item_id().is_some_and(|id| !id.starts_with(call_prefix(call.kind)));
    let Some(head) = work.messages.first() else { return };
    let parts = head.content().parts().iter().filter(|part| part_is(part));
    let mut names: Vec<String> = parts.filter_map(|part| part.extras.item_id()).listed();
    let calls = head.calls().iter().filter(|call| call_is(call));
    names.push_all(calls.filter_map(|call| call.extras.item_id()));
    names.dedup();
    if names.is_empty() {
        return;
    }
    for name in names {
        work.report_message(0, RepairCode::FieldDropped, Some(&rules::OR5), strange_detail(&name));
    }
    let has_strange_reasoning = head_parts(work).iter().any(|part| part.is_reasoning() && part_is(part));
    if has_strange_reasoning {
        let detail = "reasoning was left out: its id does not have the provider's form".to_owned();
        work.report_message(0, RepairCode::ReasoningDropped, Some(&rules::OR5), detail);
    }
    work.edit(0, |message| {
        message.retain_parts(|_, part| !(part.is_reasoning() && part_is(part)));
        message
            .calls_mut()
            .iter_mut()
            .filter(|call| call_is(call))
            .for_each(|call| call.extras.forget_item_id());
        let Content::Parts(parts) = message.content_mut() else { return };
        parts.iter_mut().filter(|part| part_is(part)).for_each(|part| part.extras.forget_item_id());
    });
}

/// Drops the id of a message that is not the assistant's, if the provider would refuse it (OR5).
fn drop_strange_id_of_message(work: &mut Work<'_>) {
    let Some(head) = work.messages.first().filter(|head| head.result().is_none()) else { return };
    let prefix = part_prefix(&PartKind::Text("".into())).unwrap_or_default();
    let Some(id) = head.item_id().filter(|id| !id.starts_with(prefix)) else { return };
    work.report_message(0, RepairCode::FieldDropped, Some(&rules::OR5), strange_detail(&id));
    work.edit(0, |message| message.notes_mut().extras.forget_item_id());
}

fn strange_detail(id: &str) -> String {
    format!(
        "the id `{id}` of an item does not have the prefix that the provider gives such items, and was left out"
    )
}

/// Drops reasoning that is not followed by its original next item (OR3). Returns true if it dropped any.
fn drop_loose_reasoning(work: &mut Work<'_>) -> bool {
    let Some(head) = work.messages.first() else { return false };
    let loose = loose_reasoning(work.unit.head(), head);
    if loose.is_empty() {
        return false;
    }
    for _ in &loose {
        work.report_message(0, RepairCode::ReasoningDropped, Some(&rules::OR3), LOOSE.to_owned());
    }
    work.edit(0, |message| message.retain_parts(|at, _| !loose.contains(&at)));
    true
}

/// Repair text for reasoning whose following item is missing.
pub(super) const LOOSE: &str = "reasoning was left out: the item that it is bound to does not follow it";

/// The indexes of reasoning in `now` that is followed by another item than in `before`.
pub(super) fn loose_reasoning(before: &Message, now: &Message) -> Vec<usize> {
    if !now.has_reasoning() {
        return Vec::new();
    }
    let before = elements(before);
    let now = elements(now);
    // From the end, because dropping reasoning changes the item that follows the reasoning before it.
    let mut next: Option<Element<'_>> = None;
    let mut loose: Vec<usize> = Vec::new();
    for element in now.iter().rev() {
        if let Some((at, part)) = reasoning_of(element) {
            // Reasoning without an id may be there twice, each before an item of its own.
            let followed = |next: &Element<'_>| {
                before.windows(2).any(|pair| {
                    matches!(pair, [first, second] if is_same(first, element) && is_same(second, next))
                })
            };
            if !next.is_some_and(|next| followed(&next) && may_follow(&next, part)) {
                loose.push(at);
                continue;
            }
        }
        next = Some(*element);
    }
    loose
}

/// Drops the ids of items whose reasoning is missing (OR4). Returns true if there were any.
fn drop_bereft_ids(work: &mut Work<'_>) -> bool {
    let Some(head) = work.messages.first() else { return false };
    let bereft = bereft_ids(work.unit.head(), head);
    if bereft.is_empty() {
        return false;
    }
    for id in &bereft {
        work.report_message(0, RepairCode::FieldDropped, Some(&rules::OR4), bereft_detail(id));
    }
    work.edit(0, |message| forget_ids(message, &bereft));
    true
}

/// Repair text for the id of an item whose reasoning is missing.
pub(super) fn bereft_detail(id: &str) -> String {
    format!("the id `{id}` of an item was left out, because the reasoning that it needs is missing")
}

/// The ids of items whose reasoning is in `before`, but not in `now`.
pub(super) fn bereft_ids(before: &Message, now: &Message) -> Vec<String> {
    if !before.has_reasoning() {
        return Vec::new();
    }
    let before = sources(before);
    let bereft = sources(now)
        .into_iter()
        .filter(|(id, source)| {
            // Two items may have the same id, each with its own reasoning.
            let mut known = before.iter().filter(|(other, _)| other == id).filter_map(|(_, known)| *known);
            let is_known = |known: &Part| source.is_some_and(|source| is_same_reasoning(source, known));
            known.clone().next().is_some() && !known.any(is_known)
        })
        .map(|(id, _)| id);
    let mut bereft: Vec<String> = bereft.listed();
    bereft.dedup();
    bereft
}

/// Drops a message that is empty after its items were dropped.
fn drop_nothing(work: &mut Work<'_>) {
    let had_parts = !work.unit.head().content().parts().is_empty();
    let is_silent =
        work.messages.first().is_some_and(|head| head.says_nothing() && head.content().parts().is_empty());
    let is_changed = work.messages.first().is_some_and(|head| &**head != work.unit.head());
    if had_parts && is_silent && is_changed && work.unit.head().calls().is_empty() && work.messages.len() == 1
    {
        let detail = "the message is empty now, and was left out".to_owned();
        work.report_message(0, RepairCode::EmptyMessageDropped, Some(&rules::OR8), detail);
        work.messages.clear();
    }
}

/// Removes these ids from the items that have them.
pub(super) fn forget_ids(message: &mut Message, ids: &[String]) {
    let is_gone = |extras: &Extras| extras.item_id().is_some_and(|id| ids.contains(&id));
    message
        .calls_mut()
        .iter_mut()
        .filter(|call| is_gone(&call.extras))
        .for_each(|call| call.extras.forget_item_id());
    let Content::Parts(parts) = message.content_mut() else { return };
    for part in parts.iter_mut().filter(|part| !part.is_reasoning() && is_gone(&part.extras)) {
        part.extras.forget_item_id();
    }
}

fn head_parts<'w>(work: &'w Work<'_>) -> &'w [Part] {
    work.messages.first().map_or(&[], |head| head.content().parts())
}

/// The parts and calls of a message, in the order in which they are sent.
fn elements(message: &Message) -> Vec<Element<'_>> {
    message::elements(message.content().parts(), message.calls()).listed()
}

/// The part and its index, if the element is reasoning.
fn reasoning_of<'a>(element: &Element<'a>) -> Option<(usize, &'a Part)> {
    match element {
        Element::Part(at, part) if part.is_reasoning() => Some((*at, part)),
        Element::Part(..) | Element::Call(_) => None,
    }
}

/// Reports whether both are the same item with the same content.
fn is_same(one: &Element<'_>, other: &Element<'_>) -> bool {
    match (one, other) {
        (Element::Part(_, one), Element::Part(_, other)) => {
            let is_same = match (&one.kind, &other.kind) {
                (PartKind::Reasoning(_), PartKind::Reasoning(_)) => is_same_reasoning(one, other),
                (one, other) => one == other,
            };
            is_same && one.extras.item_id() == other.extras.item_id()
        }
        (Element::Call(one), Element::Call(other)) => {
            let is_same = one.id == other.id && one.name == other.name;
            is_same
                && one.arguments.text() == other.arguments.text()
                && one.extras.item_id() == other.extras.item_id()
        }
        (Element::Part(..), Element::Call(_)) | (Element::Call(_), Element::Part(..)) => false,
    }
}

/// Reports whether an element may follow this reasoning. Words without an id may not follow reasoning with an id,
/// because the provider gave ids to both.
fn may_follow(element: &Element<'_>, reasoning: &Part) -> bool {
    match element {
        Element::Call(_) => true,
        Element::Part(_, part) => match part.kind {
            PartKind::Text(_) | PartKind::Refusal(_) => {
                part.extras.item_id().is_some() || reasoning.extras.item_id().is_none()
            }
            PartKind::Reasoning(_)
            | PartKind::Other { .. }
            | PartKind::Image(_)
            | PartKind::Audio(_)
            | PartKind::File(_) => true,
        },
    }
}

fn is_same_reasoning(one: &Part, other: &Part) -> bool {
    let encrypted = |part: &Part| part.as_reasoning().and_then(|reasoning| reasoning.encrypted.clone());
    one.extras.item_id() == other.extras.item_id() && encrypted(one) == encrypted(other)
}

/// For each id of an item that is not reasoning, the reasoning before it.
fn sources(message: &Message) -> Vec<(String, Option<&Part>)> {
    let mut source: Option<&Part> = None;
    let mut sources = Vec::new();
    for element in elements(message) {
        match reasoning_of(&element) {
            Some((_, part)) => source = Some(part),
            None if matches!(element, Element::Part(_, part) if part.as_other().is_some()) => {}
            None => sources.push_all(element.item_id().map(|id| (id, source))),
        }
    }
    sources
}

/// The prefix that ids of calls have (OR5).
fn call_prefix(kind: CallKind) -> &'static str {
    match kind {
        CallKind::Function => "fc",
        CallKind::Custom => "ctc",
        // The provider does not document the prefix of each built-in tool.
        CallKind::Builtin(_) => "",
    }
}

/// The prefix that ids of items with this part have, if it is known (OR5).
fn part_prefix(part: &PartKind) -> Option<&'static str> {
    match part {
        PartKind::Text(_) | PartKind::Refusal(_) => Some("msg"),
        PartKind::Reasoning(_) => Some("rs"),
        PartKind::Image(_) | PartKind::Audio(_) | PartKind::File(_) | PartKind::Other { .. } => None,
    }
}
