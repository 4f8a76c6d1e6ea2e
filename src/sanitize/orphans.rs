//! Results without a call, and results away from theirs (OC1, OC9, AN2, AN4, AN5).

use super::passage::Work;
use crate::history::Standing;
use crate::repair::{Repair, RepairCode};

/// Leaves out a result that answers nothing. One that only stood in the wrong place is beside its call in the
/// unit already; that is reported.
pub(super) fn apply(work: &mut Work<'_>) {
    if work.unit.standing() == Standing::Orphan {
        let head = work.unit.head();
        let call_id = head.result().map_or("", |result| &result.call_id);
        let detail = match call_id {
            "" => "the tool result names no call, and was left out".to_owned(),
            id => format!("the tool result answers no call `{id}` that waits for one, and was left out"),
        };
        let rule = work.dialect.orphan_rule;
        work.report(Repair::new(RepairCode::OrphanResultDropped, rule, detail).of(&head.id).call(call_id));
        work.lines.clear();
        return;
    }
    if work.state.is_late {
        let rule = work.dialect.moved_rule;
        for entry in work.unit.results() {
            let call_id = entry.message.result().map_or("", |result| &result.call_id);
            let detail =
                format!("the result of call `{call_id}` stood away from it, and was moved beside it");
            let repair = Repair::new(RepairCode::ResultMoved, rule, detail).of(&entry.message.id);
            work.repairs.push(repair.call(call_id));
        }
    }
}
