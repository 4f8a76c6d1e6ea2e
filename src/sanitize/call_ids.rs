//! Ids of calls: a call and its result have the same id.

use super::dialect::{UniqueIds, Work};
use super::renames::Renames;
use crate::list::Listed;
use crate::message::{Body, Message, pair_results};
use crate::repair::{Repair, RepairCode};

/// Gives each call, and its result, the id that the call is sent with.
pub(super) fn rename_calls(work: &mut Work<'_>) {
    let Some(sent) = work.state.call_ids.take() else { return };
    let Some(head) = work.messages.first() else { return };
    // `sent` has an id for each call of the unit; an earlier pass may have left out some of the calls.
    let mut left = head.calls().iter().peekable();
    let mut new = Vec::new();
    for (call, id) in work.unit.head().calls().iter().zip(sent) {
        if left.next_if(|next| *next == call).is_some() {
            new.push(id);
        }
    }
    let mut own = Vec::new();
    for call in head.calls() {
        own.push(call.id.clone());
    }
    if own == new || own.len() != new.len() {
        return;
    }
    let results: Vec<&Message> = work.messages.iter().skip(1).map(AsRef::as_ref).listed();
    let pairs = pair_results(head.calls(), &results);
    report(work, &own, &new);
    work.edit(0, |message| {
        for (call, id) in message.calls_mut().iter_mut().zip(&new) {
            call.id = id.clone();
        }
    });
    for (at, place) in (1..).zip(pairs) {
        let Some(id) = place.and_then(|place| new.get(place)) else { continue };
        let result = work.messages.get(at).and_then(|message| message.result());
        if result.is_some_and(|result| result.call_id != *id)
            && let Some(Body::Tool(result)) = work.message_mut(at).map(|message| &mut message.body)
        {
            result.call_id = id.clone();
        }
    }
    work.renames = Renames { sent: new, own, reported: work.repairs.len() };
}

/// Reports each id that is replaced, and the reason.
fn report(work: &mut Work<'_>, own: &[Box<str>], new: &[Box<str>]) {
    let calls = &work.dialect.calls;
    let head = &work.unit.head().id;
    for (place, (before, after)) in own.iter().zip(new).enumerate() {
        if before == after {
            continue;
        }
        let (code, rule, why) = if !calls.id.accepts(before) {
            (RepairCode::CallIdMapped, calls.id.rule, "does not match the provider's pattern")
        } else if own.iter().take(place).any(|other| other == before)
            || calls.unique_ids == UniqueIds::InMessage
        {
            (RepairCode::CallIdRenamed, calls.duplicate_rule, "is used twice in one message")
        } else {
            let why = "is also used in an earlier message";
            (RepairCode::CallIdRenamed, calls.duplicate_rule, why)
        };
        let detail = if before.is_empty() {
            format!("a call came without an id; it is sent as `{after}`")
        } else {
            format!("the call id `{before}` {why}; it is sent as `{after}`")
        };
        work.repairs.push(Repair::new(code, rule, detail).of(head).call(before));
    }
}
