//! Dropping the oldest turns until a target is met.

use crate::history::{Draft, History, Serial};
use crate::tokens::Weight;

/// How far a sum of rounded tokens may be from the rounded sum.
const ROUNDING: u64 = 2;

/// Drops whole turns, oldest first, until the next request holds at most `target` tokens; the newest turn and
/// what is protected stay. Returns the messages that go.
pub fn drop_oldest_turns(draft: &mut Draft, history: &History, target: u64) -> usize {
    let start = draft.tokens(history);
    // The sum of what went is quick and off by a token or two; near the target, the draft is asked.
    let is_over = |draft: &Draft, gone: Weight| {
        let about = start.saturating_sub(history.estimator().tokens(gone));
        about > target.saturating_add(ROUNDING) || draft.tokens(history) > target
    };
    let units: Vec<(Serial, bool, bool, Weight)> = draft
        .units(history)
        .into_iter()
        .map(|unit| (unit.serial(), unit.starts_turn(), history.is_protected(unit), unit.weight()))
        .collect();
    let newest_turn = units.iter().rposition(|(_, starts_turn, ..)| *starts_turn).unwrap_or(units.len());
    let mut removed = 0_usize;
    let mut gone = Weight(0);
    for (serial, starts_turn, is_protected, weight) in units.into_iter().take(newest_turn) {
        // A turn that was begun goes whole, so that no answer is left without its question.
        if (starts_turn || removed == 0) && !is_over(draft, gone) {
            break;
        }
        if !is_protected {
            removed = removed.saturating_add(draft.remove(history, serial));
            gone = gone.plus(weight);
        }
    }
    removed
}
