//! Giving up results without a call.

use crate::history::{Draft, History, Serial};

/// Drops tool results that answer no call: no request holds them, and they count as if one did. Returns the messages that
/// go.
pub(super) fn drop_orphans(draft: &mut Draft, history: &History) -> usize {
    let units = draft.units(history).into_iter().filter(|unit| unit.is_apart());
    let orphans: Vec<Serial> = units.map(|unit| unit.serial()).collect();
    let removed = orphans.into_iter().map(|serial| draft.remove(history, serial)).sum();
    draft.took_step(history, "drop-orphans", removed)
}
