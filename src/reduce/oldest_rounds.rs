//! Dropping the oldest rounds of the current turn until a target is met.

use super::goal::Goal;
use crate::history::{Draft, History, Serial};
use crate::tokens::Weight;

/// Drops what the assistant said and did since the current request, oldest first, until the next request holds at
/// most `target` tokens; the newest unit and what is protected stay. Returns the messages that go.
pub fn drop_oldest_rounds(draft: &mut Draft, history: &History, target: u64) -> usize {
    let goal = Goal::new(draft, history, target);
    let units: Vec<(Serial, bool, Weight)> = draft
        .units(history)
        .into_iter()
        .map(|unit| (unit.serial(), history.is_protected(unit), unit.weight()))
        .collect();
    let request = history.current_request();
    let newest = units.len().saturating_sub(1);
    let rounds =
        units.into_iter().take(newest).filter(|(serial, ..)| request.is_none_or(|request| *serial > request));
    let mut removed = 0_usize;
    let mut gone = Weight(0);
    for (serial, is_protected, weight) in rounds {
        if goal.is_met(draft, history, gone) {
            break;
        }
        if !is_protected {
            removed = removed.saturating_add(draft.remove(history, serial));
            gone = gone.plus(weight);
        }
    }
    removed
}
