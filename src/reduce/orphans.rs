//! Removes results without a call.

use crate::history::{Draft, Serial};
use crate::list::Listed;

/// Removes tool results without a call: no request holds them, but the estimate counts them. Returns how many
/// messages it removes.
pub(super) fn drop_orphans(draft: &mut Draft) -> usize {
    let units = draft.units().into_iter().filter(|unit| unit.is_unpaired());
    let orphans: Vec<Serial> = units.map(|unit| unit.serial()).listed();
    let removed = orphans.into_iter().map(|serial| draft.remove(serial)).sum();
    draft.record_step("drop-orphans", removed)
}
