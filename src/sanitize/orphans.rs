//! Results without a call, and results that did not follow their call.

use super::dialect::Work;
use super::request_options::Mode;
use crate::history::Standing;
use crate::repair::{Repair, RepairCode};

/// Drops a result that answers no call, and reports each result that the history moved to its call.
pub(super) fn drop_orphans(work: &mut Work<'_>) {
    if work.unit.is_unpaired() {
        drop_unpaired_result(work);
    } else {
        report_moved_results(work);
    }
}

fn drop_unpaired_result(work: &mut Work<'_>) {
    let head = work.unit.head();
    let call_id = head.result().map_or("", |result| &result.call_id);
    let has_stored_calls = work.options.has_stored_calls;
    // The provider may keep the call (OR2), so the result stays, unless another result in this request answers the call
    // (OR14).
    if has_stored_calls && work.dialect.calls.id.accepts(call_id) && !work.state.repeats_result {
        return;
    }
    let is_duplicate =
        work.unit.standing() == Standing::Duplicate || (has_stored_calls && work.state.repeats_result);
    let rules = &work.dialect.results;
    let (code, rule, detail) = if call_id.is_empty() {
        let detail = "the tool result names no call, and was left out".to_owned();
        (RepairCode::OrphanResultDropped, rules.orphan_rule, detail)
    } else if is_duplicate {
        let detail = format!("the call `{call_id}` has a result already; this second one was left out");
        (RepairCode::DuplicateResultDropped, rules.duplicate_rule, detail)
    } else {
        let detail = format!("the tool result answers no call `{call_id}` in the history, and was left out");
        (RepairCode::OrphanResultDropped, rules.orphan_rule, detail)
    };
    work.report(Repair::new(code, rule, detail).of(&head.id).call(call_id));
    work.messages.clear();
}

fn report_moved_results(work: &mut Work<'_>) {
    // In a body of items, ids pair calls with results: a body that is repaired keeps its order.
    let keeps_order = work.dialect.turns.are_items && work.options.mode == Mode::Keep;
    if keeps_order || (work.state.late_after.is_none() && !work.state.is_early) {
        return;
    }
    for entry in work.unit.misplaced_results(work.state.late_after) {
        let call_id = entry.message.result().map_or("", |result| &result.call_id);
        if work.dialect.calls.has_async && work.unit.is_async(call_id) {
            continue;
        }
        let detail = format!("the result of call `{call_id}` did not follow it, and was moved there");
        let rule = work.dialect.results.moved_rule;
        work.repairs.push(Repair::new(RepairCode::ResultMoved, rule, detail).of_message(&entry.message));
    }
}
