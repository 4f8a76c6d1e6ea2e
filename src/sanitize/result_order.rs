//! Results of calls without ids (GE1): the provider pairs them by their order.

use super::dialect::Work;
use crate::hash::HashMap;
use crate::history::in_order;
use crate::list::Listed;
use crate::message::CallsById;
use crate::repair::{Repair, RepairCode};
use std::borrow::Cow;

/// Puts results in the order of their calls, if calls of one tool have no ids that distinguish them.
pub(super) fn order_results(work: &mut Work<'_>) {
    let Some(head) = work.messages.first() else { return };
    let calls = head.calls();
    if !calls.iter().any(|call| work.dialect.calls.is_unnamed(&call.id)) {
        return;
    }
    // For each message, the index of the call that it answers.
    let index = CallsById::new(calls, work.messages.len());
    let mut answered = Vec::new();
    for message in &work.messages {
        answered.push(message.result().and_then(|result| index.place(&result.call_id)));
    }
    // For each tool, the last of its calls that was answered.
    let mut last: HashMap<&str, usize> = HashMap::default();
    let mut is_ordered = true;
    for index in answered.iter().copied().flatten() {
        let Some(call) = calls.get(index) else { continue };
        let last = last.or_default(&call.name);
        if *last <= index {
            *last = index;
            continue;
        }
        is_ordered = false;
        let id = calls.get(index).map_or("", |call| &call.id);
        let detail = "results of calls without ids must be in the order of the calls; this one was moved";
        let rule = work.dialect.results.missing_rule;
        work.repairs.push(Repair::new(RepairCode::ResultMoved, rule, detail).of(&head.id).call(id));
    }
    if is_ordered {
        return;
    }
    // The head comes first, and messages that are no results come last.
    let key = |at: &usize| answered.get(*at).copied().flatten().map_or(u64::MAX, |index| index as u64);
    let order = in_order((1..answered.len()).listed(), key);
    // Owned copies mark the unit as changed: reordered messages must be rewritten.
    let mut ordered = vec![Cow::Owned(head.clone().into_owned())];
    for at in order {
        if let Some(message) = work.messages.get(at) {
            ordered.push(Cow::Owned(message.clone().into_owned()));
        }
    }
    work.messages = ordered;
}
