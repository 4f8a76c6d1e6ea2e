//! Ids of calls, the same on both sides (OC3, OC9, AN3, AN6, BE3, OR14).

use super::dialect::UniqueIds;
use super::sanitized_unit::Work;
use crate::message::{Body, pair_results};
use crate::repair::{Repair, RepairCode};

/// The ids of a message's calls that are sent as others.
#[derive(Debug, Default)]
pub(super) struct Renames {
    sent: Vec<Box<str>>,
    given: Vec<Box<str>>,
}

impl Renames {
    /// Names a call as its conversation does, in a report of what was done after it got its new id.
    pub(super) fn name_as_given(&self, repair: &mut Repair) {
        let place = self.sent.iter().position(|sent| repair.call_id.as_ref() == Some(sent));
        if let Some(given) = place.and_then(|place| self.given.get(place)) {
            repair.call_id = Some(given.clone());
        }
    }
}

/// Gives each call the id that it is sent with, and its result the same one.
pub(super) fn apply(work: &mut Work<'_>) -> Renames {
    let Some(sent) = work.state.call_ids.take() else { return Renames::default() };
    let Some(head) = work.messages.first() else { return Renames::default() };
    // Calls that were left out before stand no more among those of the line.
    let mut left = head.calls().iter().peekable();
    let named = work.unit.head().calls().iter().zip(sent);
    let new: Vec<Box<str>> =
        named.filter_map(|(call, id)| left.next_if(|next| *next == call).map(|_| id)).collect();
    let old: Vec<Box<str>> = head.calls().iter().map(|call| call.id.clone()).collect();
    if old == new || old.len() != new.len() {
        return Renames::default();
    }
    let results: Vec<_> = work.messages.iter().skip(1).map(|line| line.as_ref()).collect();
    let pairs = pair_results(head.calls(), &results);
    report(work, &old, &new);
    work.edit(0, |message| {
        message.calls_mut().iter_mut().zip(&new).for_each(|(call, id)| call.id = id.clone());
    });
    for (line, place) in (1..).zip(pairs) {
        let Some(to) = place.and_then(|place| new.get(place)) else { continue };
        let is_other = |id: &str| id != to.as_ref();
        if work
            .messages
            .get(line)
            .and_then(|line| line.result())
            .is_some_and(|result| is_other(&result.call_id))
        {
            work.edit(line, |message| {
                if let Body::Tool(result) = &mut message.body {
                    result.call_id = to.clone();
                }
            });
        }
    }
    Renames { sent: new, given: old }
}

fn report(work: &mut Work<'_>, old: &[Box<str>], new: &[Box<str>]) {
    let dialect = work.dialect;
    let head = &work.unit.head().id;
    let mut repairs = Vec::new();
    for (place, (before, after)) in
        old.iter().zip(new).enumerate().filter(|(_, (before, after))| before != after)
    {
        let is_twin = old.iter().take(place).any(|other| other == before);
        let is_in_message = is_twin || dialect.calls.unique_ids == UniqueIds::InMessage;
        let why = match is_in_message {
            true => "stands twice in one message",
            false => "stands in an earlier message of the request, too",
        };
        let (code, rule, why) = match dialect.calls.id.accepts(before) {
            true => (RepairCode::CallIdRenamed, dialect.calls.duplicate_rule, why),
            false => (
                RepairCode::CallIdMapped,
                dialect.calls.id.rule,
                "is not of the form that the provider takes",
            ),
        };
        let detail = match before.is_empty() {
            true => format!("a call came without an id; it is sent as `{after}`"),
            false => format!("the call id `{before}` {why}; it is sent as `{after}`"),
        };
        repairs.push(Repair::new(code, rule, detail).of(head).call(before));
    }
    work.repairs.extend(repairs);
}
