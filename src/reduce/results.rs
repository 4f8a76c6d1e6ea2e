//! Rewrites the tool results of a draft, one after the other, until a goal is met.

use super::goal::Goal;
use crate::history::{Draft, Entry, Serial, Unit, Why, in_order};
use crate::list::Listed;
use crate::message::Message;
use crate::tokens::Weight;

/// A tool result of the draft that may be rewritten.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// The unit that holds the result.
    pub(super) unit: Serial,
    /// The serial of the result.
    pub(super) serial: Serial,
    /// Its weight.
    pub(super) weight: Weight,
}

impl Found {
    pub(super) fn new(unit: &Unit, entry: &Entry) -> Self {
        Self { unit: unit.serial(), serial: entry.serial, weight: entry.weight.lasting }
    }
}

/// Returns the results of the draft, oldest unit first, except results that must stay whole. Includes results without
/// a call.
pub(super) fn results(draft: &Draft) -> Vec<Found> {
    draft.units().into_iter().flat_map(|unit| results_of(draft, unit)).listed()
}

/// Returns the results of one unit, except results that must stay whole. A result without a call is the head of its
/// own unit.
pub(super) fn results_of(draft: &Draft, unit: &Unit) -> Vec<Found> {
    let results = unit.entries().filter(|entry| entry.message.result().is_some());
    results.filter(|entry| !draft.keeps(entry)).map(|entry| Found::new(unit, entry)).listed()
}

/// Sorts results by weight, the heaviest first.
pub(super) fn largest_first(results: Vec<Found>) -> Vec<Found> {
    in_order(results, |result| u64::MAX - result.weight.0)
}

/// Rewrites the results with `edit`, in the given order, until the next request holds at most `until` tokens; `None`
/// rewrites all. `edit` returns `None` to keep a result. A result that would not cost less stays, too (I5). Returns
/// how many results change.
pub(super) fn rewrite(
    draft: &mut Draft,
    results: &[Found],
    until: Option<u64>,
    mut edit: impl FnMut(&Message, &Found) -> Option<Message>,
) -> usize {
    rewrite_dyn(draft, results, until, &mut edit)
}

/// Compiled once for all callers.
fn rewrite_dyn(
    draft: &mut Draft,
    results: &[Found],
    until: Option<u64>,
    edit: &mut dyn FnMut(&Message, &Found) -> Option<Message>,
) -> usize {
    let mut goal = until.map(|target| Goal::new(draft, target));
    let mut made: Vec<(Serial, Entry)> = Vec::new();
    let mut changed = 0_usize;
    for found in results {
        if let Some(goal) = goal.as_mut().filter(|goal| goal.is_near()) {
            put(draft, std::mem::take(&mut made));
            if goal.is_met(draft) {
                return changed;
            }
        }
        let unit = draft.unit(found.unit);
        let Some(before) = unit.and_then(|unit| unit.entry(found.serial)) else { continue };
        let Some(message) = edit(&before.message, found) else { continue };
        let after = before.rewritten(message, draft.history().estimator());
        if after.weight.lasting >= before.weight.lasting {
            continue;
        }
        if let Some(goal) = &mut goal {
            goal.lose(draft.history().share(std::iter::once(before)));
            goal.gain(draft.history().share(std::iter::once(&after)));
        }
        made.push((found.unit, after));
        changed = changed.saturating_add(1);
    }
    put(draft, made);
    changed
}

/// Rewrites messages for a policy, and records the reason. Returns how many messages change.
pub(super) fn rewrite_by_policy(
    draft: &mut Draft,
    messages: &[Found],
    why: Why,
    edit: &mut dyn FnMut(&Message, &Found) -> Option<Message>,
) -> usize {
    let changed = rewrite_dyn(draft, messages, None, edit);
    for found in messages {
        let now = draft.unit(found.unit).and_then(|unit| unit.entry(found.serial));
        if now.is_some_and(|now| now.weight.lasting < found.weight) {
            draft.rule(found.unit, found.serial, why);
        }
    }
    changed
}

/// Puts rewritten results into the draft, each unit once.
fn put(draft: &mut Draft, made: Vec<(Serial, Entry)>) {
    let mut made = in_order(made, |(unit, _)| unit.0).into_iter().peekable();
    while let Some((serial, first)) = made.next() {
        let mut entries = vec![first];
        while let Some((_, entry)) = made.next_if(|(unit, _)| *unit == serial) {
            entries.push(entry);
        }
        if let Some(unit) = draft.unit(serial).map(|unit| unit.with_entries(entries)) {
            draft.rewrite(unit.into());
        }
    }
}
