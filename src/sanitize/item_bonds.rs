//! Items by their ids, and what is bound to its neighbours (OR3, OR4, OR5, OR9, OR10).
//!
//! Reasoning is bound to the item that follows it, which has to be the one that followed when it was made (OR3); and
//! what came of reasoning is known by its id as something that needs it (OR4). Where either is lost, the other goes:
//! reasoning as a whole, what came of it without its id.

use super::dialect::ItemRules;
use super::fields::kind_of;
use super::passage::Work;
use crate::json::Node;
use crate::message::{self, Content, Element, Extras, Message, Part, PartKind, ToolCall};
use crate::repair::RepairCode;

/// The field that keeps an item's id.
pub(super) const ITEM_ID: &str = "itemId";

/// Sees to it that items have ids that the provider takes, and that what is bound to its neighbours has them.
pub(super) fn apply(work: &mut Work<'_>) {
    let Some(rules) = &work.dialect.items else { return };
    if work.lines.is_empty() {
        return;
    }
    drop_references(work);
    drop_thoughts_shown(work);
    drop_strange_ids(work, rules);
    drop_strange_id_of_message(work, rules);
    // Either may take from the other what it needs.
    while drop_loose_reasoning(work) | drop_bereft_ids(work) {}
    drop_nothing(work);
}

/// The provider that keeps nothing knows no item by its id alone (OR10).
fn drop_references(work: &mut Work<'_>) {
    let is_reference =
        |part: &Part| part.as_other().is_some_and(|(_, json)| kind_of(json) == "item_reference");
    if !work.terms.is_unstored || !head_parts(work).iter().any(is_reference) {
        return;
    }
    let detail = "a reference to an item was left out: the request has nothing stored".to_owned();
    work.report_line(0, RepairCode::PartDropped, "OR10", detail);
    work.edit(0, |message| message.retain_parts(|_, part| !is_reference(part)));
}

/// OpenAI's models take no thoughts that are shown in full, but their summary (OR9).
fn drop_thoughts_shown(work: &mut Work<'_>) {
    let is_shown = |part: &Part| {
        let content = part.extras.get("content").filter(|_| part.is_reasoning()).and_then(Node::parse);
        content.is_some_and(|content| content.list().is_none_or(|list| !list.is_empty()))
    };
    let wanted = work.terms.capabilities.reasoning_content == Some(true);
    if wanted || !head_parts(work).iter().any(is_shown) {
        return;
    }
    let detail = "reasoning is sent without its `content`, which the provider does not take back".to_owned();
    work.report_line(0, RepairCode::FieldDropped, "OR9", detail);
    work.edit(0, |message| {
        let Content::Parts(parts) = message.content_mut() else { return };
        for part in parts.iter_mut().filter(|part| is_shown(part)) {
            part.extras.retain(|name| name != "content");
        }
    });
}

/// Ids that another provider made, or that are of another kind of item (OR5). Reasoning with one is another's.
fn drop_strange_ids(work: &mut Work<'_>, rules: &ItemRules) {
    let part_is = |part: &Part| {
        let id = item_id(&part.extras).zip((rules.part_prefix)(&part.kind));
        id.is_some_and(|(id, prefix)| !id.starts_with(prefix))
    };
    let call_is = |call: &ToolCall| {
        item_id(&call.extras).is_some_and(|id| !id.starts_with((rules.call_prefix)(call.kind)))
    };
    let Some(head) = work.lines.first() else { return };
    let parts = head.content().parts().iter().filter(|part| part_is(part));
    let mut names: Vec<String> = parts.filter_map(|part| item_id(&part.extras)).collect();
    let calls = head.calls().iter().filter(|call| call_is(call));
    names.extend(calls.filter_map(|call| item_id(&call.extras)));
    names.dedup();
    if names.is_empty() {
        return;
    }
    for name in names {
        work.report_line(0, RepairCode::FieldDropped, "OR5", told_strange(&name));
    }
    let has_strange_reasoning = head_parts(work).iter().any(|part| part.is_reasoning() && part_is(part));
    if has_strange_reasoning {
        let detail = "reasoning was left out: its id is not of the provider's form".to_owned();
        work.report_line(0, RepairCode::ReasoningDropped, "OR5", detail);
    }
    work.edit(0, |message| {
        message.retain_parts(|_, part| !(part.is_reasoning() && part_is(part)));
        message
            .calls_mut()
            .iter_mut()
            .filter(|call| call_is(call))
            .for_each(|call| forget_id(&mut call.extras));
        let Content::Parts(parts) = message.content_mut() else { return };
        parts.iter_mut().filter(|part| part_is(part)).for_each(|part| forget_id(&mut part.extras));
    });
}

/// Checks the id of a message that is not the assistant's. It stands beside the content.
fn drop_strange_id_of_message(work: &mut Work<'_>, rules: &ItemRules) {
    let Some(head) = work.lines.first().filter(|head| head.result().is_none()) else { return };
    let prefix = (rules.part_prefix)(&PartKind::Text("".into())).unwrap_or_default();
    let Some(id) = own_id(head).filter(|id| !id.starts_with(prefix)) else { return };
    work.report_line(0, RepairCode::FieldDropped, "OR5", told_strange(&id));
    work.edit(0, |message| forget_id(&mut message.notes_mut().extras));
}

fn told_strange(id: &str) -> String {
    format!(
        "the id `{id}` of an item does not begin as the provider's ids of such items do, and was left out"
    )
}

/// The id of a message that is an item by itself: one that is not the assistant's, or a result.
pub(super) fn own_id(message: &Message) -> Option<String> {
    message.notes.as_ref().and_then(|notes| item_id(&notes.extras))
}

/// Reasoning must be followed by what followed it when it was made (OR3). Returns whether any was not.
fn drop_loose_reasoning(work: &mut Work<'_>) -> bool {
    let Some(head) = work.lines.first() else { return false };
    let loose = loose_reasoning(work.unit.head(), head);
    if loose.is_empty() {
        return false;
    }
    for _ in &loose {
        work.report_line(0, RepairCode::ReasoningDropped, "OR3", LOOSE.to_owned());
    }
    work.edit(0, |message| message.retain_parts(|at, _| !loose.contains(&at)));
    true
}

/// What is said of reasoning that is not followed by what followed it.
pub(super) const LOOSE: &str = "reasoning was left out: the item that it is bound to does not follow it";

/// The places of the reasoning that is not followed by what followed it `before`.
pub(super) fn loose_reasoning(before: &Message, now: &Message) -> Vec<usize> {
    if !now.has_reasoning() {
        return Vec::new();
    }
    let before = elements(before);
    let now = elements(now);
    // From behind: where one goes, the one before it is followed by another than it was.
    let mut next: Option<Element<'_>> = None;
    let mut loose: Vec<usize> = Vec::new();
    for element in now.iter().rev() {
        if let Some((at, part)) = element.reasoning() {
            let followed = before.windows(2).find_map(|pair| match pair {
                [first, second] if first.is_same(element) => Some(*second),
                _ => None,
            });
            if !next
                .zip(followed)
                .is_some_and(|(next, followed)| next.is_same(&followed) && next.follows(part))
            {
                loose.push(at);
                continue;
            }
        }
        next = Some(*element);
    }
    loose
}

/// What came of reasoning that is not there any more is sent without its id (OR4). Returns whether anything did.
fn drop_bereft_ids(work: &mut Work<'_>) -> bool {
    let Some(head) = work.lines.first() else { return false };
    let bereft = bereft_ids(work.unit.head(), head);
    if bereft.is_empty() {
        return false;
    }
    for id in &bereft {
        work.report_line(0, RepairCode::FieldDropped, "OR4", told_bereft(id));
    }
    work.edit(0, |message| forget_ids(message, &bereft));
    true
}

/// What is said of an id that goes with the reasoning that it needs.
pub(super) fn told_bereft(id: &str) -> String {
    format!("the id `{id}` of an item was left out, with the reasoning that it needs")
}

/// The ids of what came of reasoning that was there `before`.
pub(super) fn bereft_ids(before: &Message, now: &Message) -> Vec<String> {
    if !before.has_reasoning() {
        return Vec::new();
    }
    let before = sources(before);
    let bereft = sources(now)
        .into_iter()
        .filter(|(id, source)| {
            // Two items may have one id, and come of other reasoning each.
            let mut known = before.iter().filter(|(other, _)| other == id).filter_map(|(_, known)| *known);
            let is_known = |known: &Part| source.is_some_and(|source| is_same_reasoning(source, known));
            known.clone().next().is_some() && !known.any(is_known)
        })
        .map(|(id, _)| id);
    let mut bereft: Vec<String> = bereft.collect();
    bereft.dedup();
    bereft
}

/// A message of which nothing is left goes with what was left out.
fn drop_nothing(work: &mut Work<'_>) {
    let had_parts = !work.unit.head().content().parts().is_empty();
    let is_silent =
        work.lines.first().is_some_and(|head| head.says_nothing() && head.content().parts().is_empty());
    let is_changed = work.lines.first().is_some_and(|head| &**head != work.unit.head());
    if had_parts && is_silent && is_changed && work.unit.head().calls().is_empty() && work.lines.len() == 1 {
        let detail = "nothing is left of the message, and it was left out".to_owned();
        work.report_line(0, RepairCode::EmptyMessageDropped, "OR8", detail);
        work.lines.clear();
    }
}

/// Leaves out these ids of items.
pub(super) fn forget_ids(message: &mut Message, ids: &[String]) {
    let is_gone = |extras: &Extras| item_id(extras).is_some_and(|id| ids.contains(&id));
    message
        .calls_mut()
        .iter_mut()
        .filter(|call| is_gone(&call.extras))
        .for_each(|call| forget_id(&mut call.extras));
    let Content::Parts(parts) = message.content_mut() else { return };
    for part in parts.iter_mut().filter(|part| !part.is_reasoning() && is_gone(&part.extras)) {
        forget_id(&mut part.extras);
    }
}

/// An item without an id is not one that has a status.
pub(super) fn forget_id(extras: &mut Extras) {
    extras.retain(|name| name != ITEM_ID);
}

/// The id of an item.
pub(super) fn item_id(extras: &Extras) -> Option<String> {
    extras.get(ITEM_ID).and_then(Node::parse).and_then(|node| node.text().map(|text| text.into_owned()))
}

fn head_parts<'w>(work: &'w Work<'_>) -> &'w [Part] {
    work.lines.first().map_or(&[], |head| head.content().parts())
}

/// The parts and calls of a message, in the order in which they are sent.
pub(super) fn elements(message: &Message) -> Vec<Element<'_>> {
    message::elements(message.content().parts(), message.calls()).collect()
}

impl<'a> Element<'a> {
    fn reasoning(self) -> Option<(usize, &'a Part)> {
        match self {
            Self::Part(at, part) if part.is_reasoning() => Some((at, part)),
            Self::Part(..) | Self::Call(_) => None,
        }
    }

    /// The id of the item that it is, or is in.
    pub(super) fn id(self) -> Option<String> {
        match self {
            Self::Call(call) => item_id(&call.extras),
            Self::Part(_, part) => match part.as_other() {
                Some((_, json)) => {
                    let fields = Node::parse(json).and_then(Node::fields);
                    fields.and_then(|fields| fields.text("id").map(|id| id.into_owned()))
                }
                None => item_id(&part.extras),
            },
        }
    }

    /// Whether it is the same item, and says the same.
    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Part(_, one), Self::Part(_, other)) => {
                let is_same = match (&one.kind, &other.kind) {
                    (PartKind::Reasoning(_), PartKind::Reasoning(_)) => is_same_reasoning(one, other),
                    (one, other) => one == other,
                };
                is_same && item_id(&one.extras) == item_id(&other.extras)
            }
            (Self::Call(one), Self::Call(other)) => {
                let says =
                    |call: &ToolCall| (call.id.clone(), call.name.clone(), Box::from(call.arguments.text()));
                let says: [(Box<str>, Box<str>, Box<str>); 2] = [says(one), says(other)];
                says[0] == says[1] && item_id(&one.extras) == item_id(&other.extras)
            }
            (Self::Part(..), Self::Call(_)) | (Self::Call(_), Self::Part(..)) => false,
        }
    }

    /// Whether it may follow this reasoning: words that have no id are not those that followed it.
    fn follows(self, reasoning: &Part) -> bool {
        match self {
            Self::Call(_) => true,
            Self::Part(_, part) => match part.kind {
                PartKind::Text(_) | PartKind::Refusal(_) => {
                    item_id(&part.extras).is_some() || item_id(&reasoning.extras).is_none()
                }
                PartKind::Reasoning(_)
                | PartKind::Other { .. }
                | PartKind::Image(_)
                | PartKind::Audio(_)
                | PartKind::File(_) => true,
            },
        }
    }
}

fn is_same_reasoning(one: &Part, other: &Part) -> bool {
    let encrypted = |part: &Part| part.as_reasoning().and_then(|reasoning| reasoning.encrypted.clone());
    item_id(&one.extras) == item_id(&other.extras) && encrypted(one) == encrypted(other)
}

/// For each id of an item that is not reasoning, the reasoning that it came of.
fn sources(message: &Message) -> Vec<(String, Option<&Part>)> {
    let mut source: Option<&Part> = None;
    let mut sources = Vec::new();
    for element in elements(message) {
        match element.reasoning() {
            Some((_, part)) => source = Some(part),
            None if matches!(element, Element::Part(_, part) if part.as_other().is_some()) => {}
            None => sources.extend(element.id().map(|id| (id, source))),
        }
    }
    sources
}
