//! Messages of ours that tell changes of the tools.

use super::request_options::Mode;
use super::sanitized_unit::Work;
use crate::repair::{Repair, RepairCode};

/// Leaves out a message about tools in a request that declares its tools itself, and before all words of the user.
pub(super) fn leave_out(work: &mut Work<'_>) {
    let head = work.unit.head();
    if work.options.mode == Mode::Keep || !head.tells_tools() {
        return;
    }
    let is_told = work.options.tools_since.is_some_and(|since| work.unit.serial() >= since);
    if !is_told || work.state.is_opening {
        let detail = "a message about tools was left out: the request declares its tools itself";
        work.report(Repair::new(RepairCode::ToolsChanged, None, detail).of(&head.id));
        work.messages.clear();
    }
}
