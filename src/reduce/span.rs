//! What a summary is to stand for.

use super::goal::Goal;
use super::spared::spared;
use crate::history::{Draft, History, Serial, Unit};

/// To which side a cut moves that would split a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// The unit belongs to the span.
    Up,
    /// The unit stays.
    Down,
}

/// The units of the proposal that a summary through this one would stand for.
pub(super) fn span_units<'a>(
    draft: &'a Draft,
    history: &'a History,
    through: Serial,
    pin_first: usize,
) -> Vec<&'a Unit> {
    let spared = spared(draft, history, pin_first);
    let units = draft.units(history).into_iter().filter(|unit| unit.serial() <= through);
    units.filter(|unit| !history.is_protected(unit) && !spared.contains(&unit.serial())).collect()
}

/// The units of the oldest `count` messages, the system prompt not counted; none when nothing is left to summarise before
/// the newest unit.
pub fn oldest_messages<'a>(
    draft: &'a Draft,
    history: &'a History,
    count: usize,
    rounding: Rounding,
    pin_first: usize,
) -> Vec<&'a Unit> {
    let Some(newest) = draft.newest(history) else { return Vec::new() };
    let mut before = 0_usize;
    let mut last = None;
    for unit in draft.units(history).into_iter().filter(|unit| !unit.is_system_prompt()) {
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
    last.map(|last| span_units(draft, history, last, pin_first)).unwrap_or_default()
}

/// As many of the oldest turns as have to go for the next request to hold at most `goal` tokens without them; where the
/// newest `keep_turns` turns alone are too large, their oldest rounds too. None when nothing can go.
pub fn surplus<'a>(
    draft: &'a Draft,
    history: &'a History,
    goal: u64,
    keep_turns: usize,
    may_split: bool,
) -> Vec<&'a Unit> {
    let mut goal = Goal::new(draft, history, goal);
    let Some(newest) = draft.newest(history) else { return Vec::new() };
    let units = draft.units(history);
    let starts = units.iter().rev().filter(|unit| unit.starts_turn());
    let kept = starts.map(|unit| unit.serial()).nth(keep_turns.saturating_sub(1)).unwrap_or_default();
    let mut last = None;
    let mut older = units.into_iter().filter(|unit| unit.serial() < newest).peekable();
    while let Some(unit) = older.next() {
        if unit.serial() >= kept && !may_split {
            break;
        }
        if !history.is_protected(unit) {
            goal.lose(history.share(unit.entries()));
            last = Some(unit.serial());
        }
        let ends_turn = older.peek().is_none_or(|next| next.starts_turn() || next.serial() >= kept);
        if ends_turn && last.is_some() && goal.is_near() {
            break;
        }
    }
    last.map(|last| span_units(draft, history, last, 0)).unwrap_or_default()
}
