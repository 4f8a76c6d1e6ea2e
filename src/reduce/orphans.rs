//! Giving up results without a call.

use crate::history::{Draft, Serial};

/// Drops tool results that answer no call: no request holds them, and they count as if one did. Returns the messages that
/// go.
pub(super) fn drop_orphans(draft: &mut Draft) -> usize {
    let units = draft.units().into_iter().filter(|unit| unit.is_unpaired());
    let orphans: Vec<Serial> = units.map(|unit| unit.serial()).collect();
    let removed = orphans.into_iter().map(|serial| draft.remove(serial)).sum();
    draft.record_step("drop-orphans", removed)
}
