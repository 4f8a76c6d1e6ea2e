//! Inputs of sanitising a unit, in addition to its messages and the options.

use crate::history::{History, Serial, Unit};

/// Inputs of sanitising a unit, in addition to the unit's own messages and the options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitState {
    /// Number of messages in the unit.
    pub messages: usize,
    /// True if its calls are still open, not abandoned.
    pub is_newest: bool,
    /// The next unit, if a result of this one came after it.
    pub late_after: Option<Serial>,
    /// True if one of its results came before its call.
    pub is_early: bool,
    /// True if a message before it was rewritten after the unit was appended.
    pub prefix_changed: bool,
    /// True if it holds the system prompt.
    pub is_prompt: bool,
    /// True if only instructions come before it.
    pub is_opening: bool,
    /// The ids that its calls are sent with; `None` if all calls are sent with their own ids; see
    /// [`SentIds`](super::SentIds).
    pub call_ids: Option<Box<[Box<str>]>>,
    /// True if it is a result whose id an earlier message of the request has.
    pub repeats_result: bool,
    /// True if the unit before it ends with a result.
    pub follows_result: bool,
}

impl UnitState {
    /// The units of a history without the first `skipped`, each with its state.
    pub fn after(history: &History, skipped: usize) -> impl Iterator<Item = (&Unit, Self)> {
        let mut units = history.units().skip(skipped);
        let mut is_first = skipped == 0;
        let mut is_opening = is_first;
        let mut next: Option<Serial> = None;
        let mut is_last = false;
        std::iter::from_fn(move || {
            let unit = units.next()?;
            // A result without a call is not sent, so it does not count as the next unit. A search that finds a unit
            // behind many results holds for all of them.
            if !is_last && next.is_none_or(|next| next <= unit.serial()) {
                next = units.clone().find(|next| !next.is_unpaired()).map(Unit::serial);
                is_last = next.is_none();
            }
            let state = Self {
                messages: unit.len(),
                is_newest: next.is_none(),
                late_after: next.filter(|next| unit.results().iter().any(|result| result.serial > *next)),
                is_early: unit.results().iter().any(|result| result.serial < unit.serial()),
                prefix_changed: unit.prefix_changed.is_some(),
                is_prompt: is_first && unit.is_system_prompt(),
                is_opening,
                call_ids: None,
                repeats_result: false,
                follows_result: false,
            };
            is_first = false;
            is_opening &= unit.is_system_prompt() || unit.head().tells_tools();
            Some((unit, state))
        })
    }
}
