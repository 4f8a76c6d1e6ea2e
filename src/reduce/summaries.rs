//! Removes summaries and notes.

use crate::history::{Draft, Serial, Unit};
use crate::list::Listed;

/// Removes summaries when the next request holds more than `target` tokens. This is the last step before results are
/// cut down to a few words. Returns how many messages it removes.
pub(super) fn drop_summaries(draft: &mut Draft, target: u64) -> usize {
    if draft.tokens() <= target {
        return 0;
    }
    let removed = remove(draft, |unit| unit.is_summary() && !unit.head().is_note());
    draft.record_step("drop-summary", removed)
}

/// Removes the notes about left-out messages, when the next request holds more than `target` tokens. Returns how many
/// messages it removes.
pub(super) fn drop_notes(draft: &mut Draft, target: u64) -> usize {
    if draft.tokens() <= target {
        return 0;
    }
    let removed = remove(draft, |unit| unit.is_summary() && unit.head().is_note());
    draft.record_step("drop-notes", removed)
}

fn remove(draft: &mut Draft, goes: impl Fn(&Unit) -> bool) -> usize {
    let units = draft.units().into_iter().filter(|unit| goes(unit));
    let serials: Vec<Serial> = units.map(|unit| unit.serial()).listed();
    serials.into_iter().map(|serial| draft.remove(serial)).sum()
}
