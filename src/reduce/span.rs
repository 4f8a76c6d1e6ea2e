//! The span of messages that a summary replaces.

use super::goal::Goal;
use super::keep_first::keep_first;
use crate::history::{Draft, Serial, Unit};
use crate::list::Listed;

/// The side to which a cut moves when it would split a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// The unit belongs to the span.
    Up,
    /// The unit stays.
    Down,
}

/// Returns the units of the draft that a summary through this unit replaces.
pub(super) fn span_units(draft: &Draft, through: Serial, pin_first: usize) -> Vec<&Unit> {
    let kept = keep_first(draft, pin_first);
    let units = draft.units().into_iter().filter(|unit| unit.serial() <= through);
    units.filter(|unit| !draft.is_protected(unit) && kept.binary_search(&unit.serial()).is_err()).listed()
}

/// Returns the units of the oldest `count` messages, without the system prompt. Empty when there is nothing to
/// summarise before the newest unit.
pub fn oldest_messages(draft: &Draft, count: usize, rounding: Rounding, pin_first: usize) -> Vec<&Unit> {
    let Some(newest) = draft.newest() else { return Vec::new() };
    let mut before = 0_usize;
    let mut last = None;
    for unit in draft.units().into_iter().filter(|unit| !unit.is_system_prompt()) {
        let after = before.saturating_add(unit.len());
        let is_in = match rounding {
            Rounding::Up => before < count,
            Rounding::Down => after <= count,
        };
        if !is_in || unit.serial() >= newest {
            break;
        }
        before = after;
        last = Some(unit.serial());
    }
    last.map(|last| span_units(draft, last, pin_first)).unwrap_or_default()
}

/// Returns the oldest turns to remove so that the next request holds at most `goal` tokens. When the newest
/// `keep_turns` turns alone are larger, `may_split` adds their oldest rounds. Empty when nothing can be removed.
pub fn surplus(draft: &Draft, goal: u64, keep_turns: usize, may_split: bool) -> Vec<&Unit> {
    let mut goal = Goal::new(draft, goal);
    let Some(newest) = draft.newest() else { return Vec::new() };
    let units = draft.units();
    let starts = units.iter().rev().filter(|unit| unit.starts_turn());
    let kept = starts.map(|unit| unit.serial()).nth(keep_turns.saturating_sub(1)).unwrap_or_default();
    let mut last = None;
    let mut older = units.into_iter().filter(|unit| unit.serial() < newest).peekable();
    while let Some(unit) = older.next() {
        if unit.serial() >= kept && !may_split {
            break;
        }
        if !draft.is_protected(unit) {
            goal.lose(draft.history().share(unit.entries()));
            last = Some(unit.serial());
        }
        let ends_turn = older.peek().is_none_or(|next| next.starts_turn() || next.serial() >= kept);
        if ends_turn && last.is_some() && goal.is_near() {
            break;
        }
    }
    last.map(|last| span_units(draft, last, 0)).unwrap_or_default()
}
