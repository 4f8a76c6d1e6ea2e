//! Getting down to a target by all means that need nobody's help.

use super::oldest_rounds::drop_oldest_rounds;
use super::oldest_turns::drop_oldest_turns;
use super::shorten_results::{ShortenResults, shorten_results};
use crate::history::{Draft, History};

/// Characters that are kept at either end of a result, less with each step: a page, a paragraph, a line, a few words.
const KEPT_ENDS: [usize; 4] = [1_000, 200, 40, 10];
/// What the mark in the middle takes, about.
const MARK: usize = 50;

/// Drops the oldest turns, then the oldest rounds of the current one, and at last shortens the results that are left,
/// largest first, until the next request holds at most `target` tokens. Returns the messages that go or change.
///
/// ```text
/// turn 1 │ turn 2 │ request  round 1  round 2  round 3
///   1st      2nd             3rd      4th      shortened
/// ```
pub fn fit(draft: &mut Draft, history: &History, target: u64) -> usize {
    let mut changed = drop_oldest_turns(draft, history, target);
    changed = changed.saturating_add(drop_oldest_rounds(draft, history, target));
    for kept in KEPT_ENDS {
        let ends = kept.saturating_mul(2);
        let options = ShortenResults {
            longer_than: ends.saturating_add(MARK),
            head: kept,
            tail: kept,
            largest_first: true,
            until: Some(target),
        };
        changed = changed.saturating_add(shorten_results(draft, history, options));
    }
    changed
}
