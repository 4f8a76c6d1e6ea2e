//! Messages of ours that tell changes of the tools.

use super::request_options::Mode;
use super::sanitized_unit::Work;
use crate::repair::{Repair, RepairCode};

/// Leaves out a message about tools if the request declares its own list, or if no user message stands before it.
pub(super) fn leave_out(work: &mut Work<'_>) {
    let head = work.unit.head();
    if work.options.mode == Mode::Keep || !head.tells_tools() {
        return;
    }
    let is_told = work.options.tools_since.is_some_and(|since| work.unit.serial() >= since);
    if !is_told || work.state.is_opening {
        let reason = if is_told {
            "no user message stands before it"
        } else {
            "the request declares its own list of tools"
        };
        let detail = format!("a message about tools was left out: {reason}");
        work.report(Repair::new(RepairCode::ToolsChanged, None, detail).of(&head.id));
        work.messages.clear();
    }
}
