//! Removes summaries.

use crate::history::{Draft, Serial};

/// Removes summaries when the next request holds more than `target` tokens. This is the last step before results are
/// cut down to a few words. Returns how many messages it removes.
pub(super) fn drop_summaries(draft: &mut Draft, target: u64) -> usize {
    if draft.tokens() <= target {
        return 0;
    }
    let units = draft.units().into_iter().filter(|unit| unit.is_summary());
    let summaries: Vec<Serial> = units.map(|unit| unit.serial()).collect();
    let removed = summaries.into_iter().map(|serial| draft.remove(serial)).sum();
    draft.record_step("drop-summary", removed)
}
