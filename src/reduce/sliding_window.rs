//! A window over the newest messages.

use super::spared::spared;
use crate::history::{Draft, History, Serial};

/// How wide the window is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlidingWindow {
    /// Messages in the window, the system prompt not counted.
    pub size: usize,
    /// How many of the first messages stay for good, with the results of their calls.
    pub pin_first: usize,
}

/// What goes when the window is not full: the smallest step that is one.
const STEP: usize = 2;

/// Cuts off what is older than the window, or two messages when it is not full. The cut moves forward to a message of
/// the user; where there is none, to the next round of the current turn, whose request stays. Returns the messages that
/// go.
pub fn slide(draft: &mut Draft, history: &History, window: SlidingWindow) -> usize {
    let units = draft.units(history).into_iter().filter(|unit| !unit.is_system_prompt());
    let mut count = 0_usize;
    let mut places = Vec::new();
    for unit in units {
        places.push((count, unit.serial(), unit.starts_turn()));
        count = count.saturating_add(unit.len());
    }
    let at_least = if count <= window.size { STEP } else { count.saturating_sub(window.size) };
    let request = history.current_request();
    let within = |(place, _, _): &&(usize, Serial, bool)| *place >= at_least;
    let turn = places.iter().filter(within).find(|(_, _, starts_turn)| *starts_turn);
    let round = || places.iter().filter(within).find(|(_, serial, _)| request.is_none_or(|at| *serial > at));
    let newest = || places.last().filter(|_| window.size > 0);
    let cut = turn.or_else(round).or_else(newest).map(|(_, serial, _)| *serial);
    let spared = spared(draft, history, window.pin_first);
    let older = |serial: Serial| cut.is_none_or(|cut| serial < cut) && !spared.contains(&serial);
    let gone: Vec<Serial> = places.into_iter().map(|(_, serial, _)| serial).filter(|at| older(*at)).collect();
    let removed: usize = gone.into_iter().map(|serial| draft.remove(history, serial)).sum();
    let removed = removed.saturating_sub(draft.keep_question(history));
    draft.took_step(history, "slide-window", removed)
}
