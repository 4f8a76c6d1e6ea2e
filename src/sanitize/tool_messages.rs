//! Our own messages about changes of tools.

use super::dialect::Work;
use super::request_options::Mode;
use crate::repair::{Repair, RepairCode};

/// Leaves out a message about tools if the request declares its own list, if no user message comes before it, or if the
/// model does not know its tools at that place.
pub(super) fn leave_out(work: &mut Work<'_>) {
    let head = work.unit.head();
    if work.options.mode == Mode::Keep || !head.tells_tools() {
        return;
    }
    let told = work.options.tool_messages.as_ref().filter(|told| work.unit.serial() >= told.since);
    let reason = match told {
        None => "the request declares its own list of tools",
        Some(_) if work.state.is_opening => "no user message stands before it",
        Some(told) if told.unresolved.contains(&head.id) => "the definition of its tool was removed",
        Some(_) => return,
    };
    let detail = format!("a message about tools was left out: {reason}");
    work.report(Repair::new(RepairCode::ToolsChanged, None, detail).of(&head.id));
    work.messages.clear();
}
