//! Results without a call, and results away from theirs (OC1, OC9, AN2, AN4, AN5).

use super::request_options::Mode;
use super::sanitized_unit::Work;
use crate::history::Standing;
use crate::repair::{Repair, RepairCode};

/// Leaves out a result that answers nothing. One that only stood in the wrong place is beside its call in the
/// unit already; that is reported.
pub(super) fn drop_orphans(work: &mut Work<'_>) {
    if work.unit.is_unpaired() {
        if is_answer_to_stored(work) {
            return;
        }
        let head = work.unit.head();
        let call_id = head.result().map_or("", |result| &result.call_id);
        let (code, rule, detail) =
            match (call_id, work.unit.standing() == Standing::Duplicate || is_repeated(work)) {
                ("", _) => (
                    RepairCode::OrphanResultDropped,
                    work.dialect.results.orphan_rule,
                    "the tool result names no call, and was left out".to_owned(),
                ),
                (id, true) => (
                    RepairCode::DuplicateResultDropped,
                    work.dialect.results.duplicate_rule,
                    format!("the call `{id}` had its result already; this one was left out"),
                ),
                (id, false) => (
                    RepairCode::OrphanResultDropped,
                    work.dialect.results.orphan_rule,
                    format!("the tool result answers no call `{id}` in the history, and was left out"),
                ),
            };
        work.report(Repair::new(code, rule, detail).of(&head.id).call(call_id));
        work.messages.clear();
        return;
    }
    // Where ids tell what belongs together, a body of the caller's keeps its order.
    let stays = work.dialect.turns.are_items && work.options.mode == Mode::Keep;
    if !stays && (work.state.late_after.is_some() || work.state.is_early) {
        let rule = work.dialect.results.moved_rule;
        for entry in work.unit.misplaced_results(work.state.late_after) {
            let call_id = entry.message.result().map_or("", |result| &result.call_id);
            let detail =
                format!("the result of call `{call_id}` stood away from it, and was moved beside it");
            let repair = Repair::new(RepairCode::ResultMoved, rule, detail).of(&entry.message.id);
            work.repairs.push(repair.call(call_id));
        }
    }
}

/// Reports whether the call of a result may stand in the history that the provider keeps (OR2), and has no other result here (OR14).
fn is_answer_to_stored(work: &Work<'_>) -> bool {
    let could_be_sent = |id: &str| work.dialect.calls.id.accepts(id);
    let names_call = work.unit.head().result().is_some_and(|result| could_be_sent(&result.call_id));
    work.options.has_stored_calls && names_call && !work.state.repeats_result
}

fn is_repeated(work: &Work<'_>) -> bool {
    work.options.has_stored_calls && work.state.repeats_result
}
