//! Dropping the oldest turns until a target is met.

use crate::history::{Draft, History, Serial};
use crate::tokens::Weight;

/// Drops whole turns, oldest first, until the next request holds at most `target` tokens; the newest turn and
/// what is protected stay. Returns the messages that go.
pub fn drop_oldest_turns(draft: &mut Draft, history: &History, target: u64) -> usize {
    let estimator = history.estimator();
    let mut excess = draft.tokens(history).saturating_sub(target);
    let units: Vec<(Serial, bool, Weight, bool)> = draft
        .units(history)
        .into_iter()
        .map(|unit| (unit.serial(), unit.starts_turn(), unit.weight(), history.is_protected(unit)))
        .collect();
    let newest_turn = units.iter().rposition(|(_, starts_turn, _, _)| *starts_turn).unwrap_or(units.len());
    let mut removed = 0_usize;
    for (serial, starts_turn, weight, protected) in units.into_iter().take(newest_turn) {
        if starts_turn && excess == 0 {
            break;
        }
        // A turn that was begun goes whole, so that no answer is left without its question.
        if !protected && (excess > 0 || removed > 0) {
            removed = removed.saturating_add(draft.remove(history, serial));
            excess = excess.saturating_sub(estimator.tokens(weight));
        }
    }
    removed
}
