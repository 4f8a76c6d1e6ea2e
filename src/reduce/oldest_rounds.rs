//! Removes the oldest rounds of the current turn until a target is met.

use super::candidate::Candidate;
use super::goal::Goal;
use crate::history::{Draft, Unit};
use crate::list::Listed;

/// Removes the assistant's messages and results since the current request, oldest first, until the next request holds
/// at most `target` tokens. The newest unit, summaries and protected units stay. Returns how many messages it removes.
pub fn drop_oldest_rounds(draft: &mut Draft, target: u64) -> usize {
    let mut goal = Goal::new(draft, target);
    let request = draft.history().current_request();
    let newest = draft.newest();
    let is_round = |unit: &&Unit| {
        request.is_none_or(|request| unit.serial() > request)
            && Some(unit.serial()) != newest
            && !unit.is_summary()
    };
    let rounds = draft.units().into_iter().filter(is_round);
    let rounds: Vec<Candidate> = rounds.map(|unit| Candidate::new(draft, unit)).listed();
    let mut removed = 0_usize;
    for unit in rounds {
        if goal.is_met(draft) {
            break;
        }
        removed = removed.saturating_add(unit.remove(draft, &mut goal));
    }
    draft.record_step("drop-rounds", removed)
}
