//! The default ladder: reduces a draft to a target in steps, from the smallest loss to the largest. Steps that call a
//! model are not part of it.
//!
//! A reduction goes down to `jump`, well below the limit, so that the next cut is far away: each cut invalidates the
//! provider's cache. The last steps stop at the limit.

use super::anchor_question::drop_anchor_question;
use super::clear_results::{ClearResults, clear_results};
use super::need::{Scope, keep_needed};
use super::oldest_rounds::drop_oldest_rounds;
use super::oldest_turns::drop_oldest_turns;
use super::orphans::drop_orphans;
use super::shorten_results::{cut_results, shorten_older_results, shorten_oversized_results};
use super::summaries::{drop_notes, drop_summaries};
use crate::history::Draft;

/// The goals of a fit, and the turns that are removed last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fit {
    /// Tokens that the next request may hold.
    pub target: u64,
    /// Tokens above which the caller reduces; at most `target`.
    pub hold: u64,
    /// Tokens to reduce to once the target is exceeded. With a lower value, the next cut comes later, and the
    /// provider's prompt cache serves the messages before the cut longer.
    pub jump: u64,
    /// The number of newest turns that are removed last; at least 1, the current one.
    pub keep_turns: usize,
    /// The order of removal.
    pub by: By,
}

/// The messages that a reduction removes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum By {
    /// Messages that the next steps are least likely to need.
    #[default]
    Need,
    /// The oldest messages.
    Age,
}

impl Fit {
    /// Fits into `target` tokens with the smallest loss.
    pub fn to(target: u64) -> Self {
        Self { target, hold: target, jump: target, keep_turns: 1, by: By::Need }
    }
}

/// The characters that stay at either end of a result after all other reductions: a page, then a paragraph.
const PAGES: [usize; 2] = [1_000, 200];
/// The last cuts: a line, then a few words.
const WORDS: [usize; 2] = [40, 10];

/// Applies all steps: [`shrink_results`], then [`give_up_messages`]. Returns how many messages it removes or changes.
pub fn fit(draft: &mut Draft, fit: Fit) -> usize {
    let shrunk = match fit.by {
        By::Need => {
            drop_orphans_above(draft, fit.jump).saturating_add(shorten_oversized_results(draft, fit.target))
        }
        By::Age => shrink_results(draft, fit),
    };
    shrunk.saturating_add(give_up_messages(draft, fit))
}

fn drop_orphans_above(draft: &mut Draft, tokens: u64) -> usize {
    if draft.tokens() <= tokens { 0 } else { drop_orphans(draft) }
}

/// Applies the steps that keep all messages of a request. First, results without a call are removed. By need, the
/// newest unit's results are shortened if they take more than half of the target, and stretches of other results are
/// left out. By age, all but the newest three results are cleared, oldest first; then the others are shortened,
/// largest first; the newest unit's results come last.
pub fn shrink_results(draft: &mut Draft, Fit { target, jump, by, .. }: Fit) -> usize {
    if draft.tokens() <= jump {
        return 0;
    }
    let orphans = drop_orphans(draft);
    if by == By::Need {
        return orphans.saturating_add(shorten_oversized_results(draft, target)).saturating_add(keep_needed(
            draft,
            [target, target, jump],
            Scope::Results,
            1,
        ));
    }
    // The model has not read the newest results yet.
    let newest = draft.newest().and_then(|newest| draft.unit(newest));
    let fresh = newest.map_or(0, |unit| unit.results().len());
    let mut clear = ClearResults { until: Some(jump), ..ClearResults::default() };
    clear.keep = clear.keep.max(fresh);
    orphans
        .saturating_add(clear_results(draft, &clear))
        .saturating_add(shorten_older_results(draft, jump))
        .saturating_add(shorten_oversized_results(draft, target))
}

/// Applies the steps that remove messages. By need, these are the messages that the next steps need least; by age,
/// the oldest turns, then the oldest rounds of the current turn. Then summaries are removed, and the remaining
/// results are cut down to a few words. The question of a pinned answer is removed last, and then the notes. By age:
///
/// ```text
/// turn 1 │ turn 2 │ request  round 1  round 2  round 3
///   1st      2nd             3rd      4th      cut down
/// ```
pub fn give_up_messages(draft: &mut Draft, fit: Fit) -> usize {
    let Fit { target, hold, jump, keep_turns, by } = fit;
    // Turns that the caller wants to keep are removed only down to the target, not to `jump`.
    let last = if keep_turns > 1 { target } else { jump };
    let mut changed = match by {
        By::Need => {
            let changed = keep_needed(draft, [target, hold, jump], Scope::Messages, keep_turns);
            match keep_turns > 1 {
                true => changed.saturating_add(keep_needed(draft, [target; 3], Scope::Messages, 1)),
                false => changed,
            }
        }
        By::Age => drop_oldest_turns(draft, jump, keep_turns)
            .saturating_add(drop_oldest_turns(draft, last, 1))
            .saturating_add(drop_oldest_rounds(draft, last)),
    };
    if draft.tokens() <= target {
        return changed;
    }
    for characters in PAGES {
        changed = changed.saturating_add(cut_results(draft, target, characters));
    }
    changed = changed.saturating_add(drop_summaries(draft, target));
    for characters in WORDS {
        changed = changed.saturating_add(cut_results(draft, target, characters));
    }
    changed.saturating_add(drop_anchor_question(draft, target)).saturating_add(drop_notes(draft, target))
}
