//! Giving up summaries.

use crate::history::{Draft, History, Serial};

/// Drops summaries when the next request holds more than `target` tokens: the last that goes before what is left is cut
/// down to a few words. Returns the messages that go.
pub(super) fn drop_summaries(draft: &mut Draft, history: &History, target: u64) -> usize {
    if draft.tokens(history) <= target {
        return 0;
    }
    let units = draft.units(history).into_iter().filter(|unit| unit.is_summary());
    let summaries: Vec<Serial> = units.map(|unit| unit.serial()).collect();
    let removed = summaries.into_iter().map(|serial| draft.remove(history, serial)).sum();
    draft.took_step(history, "drop-summary", removed)
}
