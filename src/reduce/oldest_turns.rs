//! Removes the oldest turns until a target is met.

use super::candidate::Candidate;
use super::goal::Goal;
use crate::history::Draft;
use crate::list::Listed;

/// Removes whole turns, oldest first, until the next request holds at most `target` tokens. The newest `keep` turns
/// and protected units stay. Summaries stay, too, because they replace messages that are already gone. If there is no
/// user message, everything stays. Returns how many messages it removes.
pub fn drop_oldest_turns(draft: &mut Draft, target: u64, keep: usize) -> usize {
    let mut goal = Goal::new(draft, target);
    let units = draft.units();
    let starts = units.iter().rev().filter(|unit| unit.starts_turn());
    let Some(kept) = starts.map(|unit| unit.serial()).nth(keep.saturating_sub(1)) else { return 0 };
    let question = draft.anchor_question();
    let older = units.into_iter().filter(|unit| unit.serial() < kept && !unit.is_summary());
    let older = older.filter(|unit| Some(unit.serial()) != question);
    let older: Vec<Candidate> = older.map(|unit| Candidate::new(draft, unit)).listed();
    let mut removed = 0_usize;
    for unit in older {
        // A turn is removed as a whole, so that no answer is left without its question.
        if (unit.starts_turn || removed == 0) && goal.is_met(draft) {
            break;
        }
        removed = removed.saturating_add(unit.remove(draft, &mut goal));
    }
    draft.record_step("drop-turns", removed)
}
