//! A window over the newest messages.

use super::goal::Goal;
use super::keep_first::keep_first;
use crate::history::{Draft, Serial, Unit};
use crate::list::Listed;

/// The options of the sliding window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlidingWindow {
    /// Messages in the window, the system prompt not counted.
    pub size: usize,
    /// The number of first messages that always stay, with the results of their calls.
    pub pin_first: usize,
    /// Tokens of the next request at which the window stops moving; `None` moves it by one step.
    pub until: Option<u64>,
}

/// The number of messages that are removed when the window is not full.
const STEP: usize = 2;

/// Removes the messages before the window, or two messages when the window is not full. Repeats this until the goal
/// is met. A cut is before a user message, or between rounds of the current turn. The current request stays. Returns
/// how many messages it removes.
pub fn slide(draft: &mut Draft, window: SlidingWindow) -> usize {
    let kept = keep_first(draft, window.pin_first);
    let cut = place(draft, window, &kept);
    let units = draft.units().into_iter().filter(|unit| !unit.is_system_prompt());
    let older = units.map(Unit::serial).filter(|serial| cut.is_none_or(|cut| *serial < cut));
    let gone: Vec<Serial> = older.filter(|serial| kept.binary_search(serial).is_err()).listed();
    let removed: usize = gone.into_iter().map(|serial| draft.remove(serial)).sum();
    let removed = removed.saturating_sub(draft.keep_anchor_question());
    draft.record_step("slide-window", removed)
}

/// Returns the first unit in the window; `None` if the window is empty.
fn place(draft: &Draft, window: SlidingWindow, kept: &[Serial]) -> Option<Serial> {
    let units = || draft.units().into_iter().filter(|unit| !unit.is_system_prompt());
    let count: usize = units().map(Unit::len).sum();
    let at_least = if count <= window.size { STEP } else { count.saturating_sub(window.size) };
    let request = draft.history().current_request();
    let mut goal = window.until.map(|target| Goal::new(draft, target));
    let mut before = 0_usize;
    // Without a suitable place for the cut, only the newest unit stays.
    let mut cut = units().next_back().map(Unit::serial).filter(|_| window.size > 0);
    for unit in units() {
        let begins = unit.starts_turn() || request.is_none_or(|request| unit.serial() > request);
        if begins && before >= at_least {
            cut = Some(unit.serial());
            if goal.is_none_or(|goal| goal.is_near()) {
                break;
            }
        }
        before = before.saturating_add(unit.len());
        if let Some(goal) =
            goal.as_mut().filter(|_| !draft.is_protected(unit) && kept.binary_search(&unit.serial()).is_err())
        {
            goal.lose(draft.history().share(unit.entries()));
        }
    }
    cut
}
