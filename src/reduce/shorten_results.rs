//! Cuts the middle out of long tool results.

use super::cut::Cut;
use super::results::{Found, largest_first, results, results_of, rewrite};
use crate::history::{Draft, Serial};
use crate::list::Listed;

/// The options of shortening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShortenResults {
    /// The size to which each result is cut.
    pub cut: Cut,
    /// True if the largest result is shortened first; otherwise the oldest is.
    pub largest_first: bool,
    /// Tokens of the next request at which to stop; `None` shortens all.
    pub until: Option<u64>,
}

/// Shortens tool results, in order, until the goal is met. Returns how many messages change.
pub fn shorten_results(draft: &mut Draft, options: ShortenResults) -> usize {
    let found = results(draft);
    let found = if options.largest_first { largest_first(found) } else { found };
    let changed = rewrite(draft, &found, options.until, |message, _| options.cut.apply(message));
    draft.record_step("shorten-results", changed)
}

/// Shortens results, largest first, except the results of the newest unit, which the model has not read yet.
pub(super) fn shorten_older_results(draft: &mut Draft, target: u64) -> usize {
    let newest = draft.newest();
    let mut found = results(draft);
    found.retain(|found| Some(found.unit) != newest);
    let found = largest_first(found);
    let changed = rewrite(draft, &found, Some(target), |message, _| Cut::default().apply(message));
    draft.record_step("shorten-results", changed)
}

/// The divisor of the target for the results of the newest unit: if they take more than half of the target together,
/// they are shortened.
const SHARE_OF_NEWEST: u64 = 2;

/// Shortens results of the newest unit that take more than their share of the target. Otherwise a result that is larger
/// than the window would push all other messages out.
pub(super) fn shorten_oversized_results(draft: &mut Draft, target: u64) -> usize {
    let found = newest_results(draft);
    let count = u64::try_from(found.len()).unwrap_or(u64::MAX);
    let Some(share) = (target / SHARE_OF_NEWEST).checked_div(count) else { return 0 };
    let share = draft.history().estimator().weight_of(share);
    let oversized: Vec<Found> = found.into_iter().filter(|found| found.weight > share).listed();
    let oversized = largest_first(oversized);
    let changed = rewrite(draft, &oversized, Some(target), |message, found| {
        let length = u128::try_from(message.content().plain_text().chars().count()).unwrap_or(u128::MAX);
        let kept = length.saturating_mul(share.0.into()).checked_div(found.weight.0.into())?;
        Cut::ends(usize::try_from(kept / 2).ok()?).apply(message)
    });
    draft.record_step("shorten-newest-results", changed)
}

/// Cuts all remaining results, whatever their content, to this many characters at either end.
pub(super) fn cut_results(draft: &mut Draft, target: u64, characters: usize) -> usize {
    let found = largest_first(results(draft));
    let cut = Cut::ends(characters).with_media();
    let changed = rewrite(draft, &found, Some(target), |message, _| cut.apply(message));
    draft.record_step("cut-results", changed)
}

fn newest_results(draft: &Draft) -> Vec<Found> {
    let newest: Option<Serial> = draft.newest();
    newest.and_then(|newest| draft.unit(newest)).map(|unit| results_of(draft, unit)).unwrap_or_default()
}
