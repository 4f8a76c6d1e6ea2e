//! Dropping the oldest turns until a target is met.

use super::goal::Goal;
use crate::history::{Draft, History, Serial};
use crate::tokens::Weight;

/// Drops whole turns, oldest first, until the next request holds at most `target` tokens; the newest turn (all
/// there is, when nobody asked anything) and what is protected stay. Returns the messages that go.
pub fn drop_oldest_turns(draft: &mut Draft, history: &History, target: u64) -> usize {
    let goal = Goal::new(draft, history, target);
    let units: Vec<(Serial, bool, bool, Weight)> = draft
        .units(history)
        .into_iter()
        .map(|unit| (unit.serial(), unit.starts_turn(), history.is_protected(unit), unit.weight()))
        .collect();
    let newest_turn = units.iter().rposition(|(_, starts_turn, ..)| *starts_turn).unwrap_or(0);
    let mut removed = 0_usize;
    let mut gone = Weight(0);
    for (serial, starts_turn, is_protected, weight) in units.into_iter().take(newest_turn) {
        // A turn that was begun goes whole, so that no answer is left without its question.
        if (starts_turn || removed == 0) && goal.is_met(draft, history, gone) {
            break;
        }
        if !is_protected {
            removed = removed.saturating_add(draft.remove(history, serial));
            gone = gone.plus(weight);
        }
    }
    removed
}
