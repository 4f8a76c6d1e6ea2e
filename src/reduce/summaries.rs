//! Giving up summaries.

use crate::history::{Draft, Serial};

/// Drops summaries when the next request holds more than `target` tokens: the last that goes before what is left is cut
/// down to a few words. Returns the messages that go.
pub(super) fn drop_summaries(draft: &mut Draft, target: u64) -> usize {
    if draft.tokens() <= target {
        return 0;
    }
    let units = draft.units().into_iter().filter(|unit| unit.is_summary());
    let summaries: Vec<Serial> = units.map(|unit| unit.serial()).collect();
    let removed = summaries.into_iter().map(|serial| draft.remove(serial)).sum();
    draft.record_step("drop-summary", removed)
}
