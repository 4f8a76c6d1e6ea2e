//! Ids of calls, the same on both sides (OC3, OC9, AN3, AN6, BE3).

use super::dialect::{Dialect, ServerCall, ServerPart};
use super::passage::Work;
use crate::message::{Body, Message, OwnTool};
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

/// Gives each call an id that the target takes and that no other call of the message has, and its result the
/// same one. Calls and results of one id belong together in order.
pub(super) fn apply(work: &mut Work<'_>) -> Renames {
    let Some(head) = work.lines.first() else { return Renames::default() };
    let old: Vec<Box<str>> = head.calls().iter().map(|call| call.id.clone()).collect();
    // The question whether a tool may be called has an id of the provider's.
    let given: Vec<bool> =
        head.calls().iter().map(|call| call.kind.own() == Some(OwnTool::Approval)).collect();
    let servers = server_ids(head, work.dialect);
    let mut new: Vec<Box<str>> = Vec::with_capacity(old.len());
    for (place, (id, is_given)) in old.iter().zip(given).enumerate() {
        let mapped = work.dialect.call_id.map(id).filter(|_| !is_given).unwrap_or_else(|| id.clone());
        let taken = |candidate: &str| {
            new.iter().any(|other| other.as_ref() == candidate)
                || servers.iter().any(|other| other == candidate)
        };
        let unique = match taken(&mapped) {
            false => mapped,
            true => (place..)
                .map(|n| work.dialect.call_id.derived(id, &n.to_string()))
                .find(|name| !taken(name))
                .unwrap_or(mapped),
        };
        new.push(unique);
    }
    if old == new {
        return Renames::default();
    }
    report(work, &old, &new);
    work.edit(0, |message| {
        message.calls_mut().iter_mut().zip(&new).for_each(|(call, id)| call.id = id.clone());
    });
    let mut answered = vec![false; old.len()];
    for line in 1..work.lines.len() {
        let Some(result) = work.lines.get(line).and_then(|line| line.result()) else { continue };
        let id = result.call_id.clone();
        let place = old.iter().zip(&answered).position(|(call, answered)| *call == id && !answered);
        let Some((place, to)) = place.and_then(|place| Some((place, new.get(place)?.clone()))) else {
            continue;
        };
        if let Some(flag) = answered.get_mut(place) {
            *flag = true;
        }
        if to != id {
            work.edit(line, |message| {
                if let Body::Tool(result) = &mut message.body {
                    result.call_id = to;
                }
            });
        }
    }
    Renames { sent: new, given: old }
}

/// The ids of calls that the provider runs itself, as far as no other call of the message may have them.
fn server_ids(head: &Message, dialect: &Dialect) -> Vec<String> {
    let Some(server_part) = dialect.server_part else { return Vec::new() };
    let others = head.content().parts().iter().filter_map(|part| part.as_other());
    let ids = others.filter_map(|(_, json)| match server_part(json)? {
        ServerPart::Call(ServerCall { id, shares_ids: true, .. }) => Some(id),
        ServerPart::Call(_) | ServerPart::Result(_) | ServerPart::Broken(_) => None,
    });
    ids.collect()
}

fn report(work: &mut Work<'_>, old: &[Box<str>], new: &[Box<str>]) {
    let dialect = work.dialect;
    let head = &work.unit.head().id;
    let mut repairs = Vec::new();
    for (before, after) in old.iter().zip(new).filter(|(before, after)| before != after) {
        let (code, rule, why) = match dialect.call_id.accepts(before) {
            true => (RepairCode::CallIdRenamed, dialect.second_call_rule, "stands twice in one message"),
            false => {
                (RepairCode::CallIdMapped, dialect.call_id.rule, "is not of the form that the provider takes")
            }
        };
        let detail = format!("the call id `{before}` {why}; it is sent as `{after}`");
        repairs.push(Repair::new(code, rule, detail).of(head).call(before));
    }
    work.repairs.extend(repairs);
}
