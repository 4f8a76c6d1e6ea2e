//! The first messages, which a caller wants to keep.

use crate::history::{Draft, Serial};

/// Returns the units that hold the first `count` messages of the draft, in order. The system prompt does not count.
pub(super) fn keep_first(draft: &Draft, count: usize) -> Vec<Serial> {
    let mut before = 0_usize;
    let mut spared = Vec::new();
    for unit in draft.units().into_iter().filter(|unit| !unit.is_system_prompt()) {
        if before >= count {
            break;
        }
        before = before.saturating_add(unit.len());
        spared.push(unit.serial());
    }
    spared
}
