//! What a summary is to stand for.

use super::goal::Goal;
use super::spared::spared;
use crate::history::{Draft, History, Serial, Unit};
use crate::message::MessageId;

/// The oldest messages, up to one of them. What is protected or spared among them is no part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// Its last unit, by the message that it begins with.
    pub through: MessageId,
    /// How many of the first messages are spared.
    pub pin_first: usize,
}

/// To which side a cut moves that would split a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// The unit belongs to the span.
    Up,
    /// The unit stays.
    Down,
}

/// The units of the proposal that a summary through this one would stand for.
pub fn span_units<'a>(
    draft: &'a Draft,
    history: &'a History,
    through: Serial,
    pin_first: usize,
) -> Vec<&'a Unit> {
    let spared = spared(draft, history, pin_first);
    let units = draft.units(history).into_iter().filter(|unit| unit.serial() <= through);
    units.filter(|unit| !history.is_protected(unit) && !spared.contains(&unit.serial())).collect()
}

/// The oldest `count` messages, the system prompt not counted. `None` when nothing is left to summarise before the
/// newest unit.
pub fn oldest_messages(
    draft: &Draft,
    history: &History,
    count: usize,
    rounding: Rounding,
    pin_first: usize,
) -> Option<Span> {
    let newest = draft.newest(history)?;
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
        last = Some(unit);
    }
    named(draft, history, last?, pin_first)
}

/// As many of the oldest turns as have to go for the next request to hold at most `goal` tokens without them; where the
/// newest `keep_turns` turns alone are too large, their oldest rounds too. `None` when nothing can go.
pub fn surplus(
    draft: &Draft,
    history: &History,
    goal: u64,
    keep_turns: usize,
    may_split: bool,
) -> Option<Span> {
    let mut goal = Goal::new(draft, history, goal);
    let newest = draft.newest(history)?;
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
            last = Some(unit);
        }
        let ends_turn = older.peek().is_none_or(|next| next.starts_turn() || next.serial() >= kept);
        if ends_turn && last.is_some() && goal.is_near() {
            break;
        }
    }
    named(draft, history, last?, 0)
}

/// A span that holds something.
fn named(draft: &Draft, history: &History, last: &Unit, pin_first: usize) -> Option<Span> {
    let units = span_units(draft, history, last.serial(), pin_first);
    (!units.is_empty()).then(|| Span { through: last.head().id.clone(), pin_first })
}
