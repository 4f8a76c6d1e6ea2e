//! Cutting the middle out of long tool results.

use super::goal::Goal;
use crate::history::{Draft, History, Serial, Unit, in_order};
use crate::message::{Content, Message, MessageId, PartKind};
use crate::tokens::Weight;

/// How to shorten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShortenResults {
    /// Texts of at most this many characters are left alone.
    pub longer_than: usize,
    /// Characters kept from the start.
    pub head: usize,
    /// Characters kept from the end.
    pub tail: usize,
    /// Whether the largest result is shortened first, or the oldest.
    pub largest_first: bool,
    /// Tokens of the next request at which to stop; `None` shortens all.
    pub until: Option<u64>,
}

impl Default for ShortenResults {
    /// Keeps 200 characters at either end. 450 is both of them and 50 for the mark, so that what was shortened
    /// is never shortened again.
    fn default() -> Self {
        Self { longer_than: 450, head: 200, tail: 200, largest_first: false, until: None }
    }
}

/// Shortens the texts of tool results, in order, until the goal is met. Returns the messages that change.
pub fn shorten_results(draft: &mut Draft, history: &History, options: ShortenResults) -> usize {
    let goal = options.until.map(|target| Goal::new(draft, history, target));
    let mut results = results(draft, history);
    if options.largest_first {
        results = in_order(results, |result| u64::MAX - result.weight.0);
    }
    let mut gone = Weight(0);
    let mut shortened = 0_usize;
    for result in results {
        if goal.is_some_and(|goal| goal.is_met(draft, history, gone)) {
            break;
        }
        let Some(after) = rewritten(draft, history, &result, options) else { continue };
        gone = gone.plus(result.weight.minus(weight_in(&after, &result.id)));
        draft.rewrite(after);
        shortened = shortened.saturating_add(1);
    }
    shortened
}

/// A result of the proposal.
struct Found {
    unit: Serial,
    id: MessageId,
    weight: Weight,
}

fn results(draft: &Draft, history: &History) -> Vec<Found> {
    let units = draft.units(history).into_iter();
    let found = |unit: &Unit| -> Vec<Found> {
        let results = unit.entries().filter(|entry| entry.message.result().is_some());
        results
            .map(|entry| Found { unit: unit.serial(), id: entry.message.id.clone(), weight: entry.weight })
            .collect()
    };
    units.flat_map(found).collect()
}

/// The unit with this result shortened; `None` when that changes nothing.
fn rewritten(draft: &Draft, history: &History, result: &Found, options: ShortenResults) -> Option<Unit> {
    let unit = draft.unit(history, result.unit)?;
    let message = unit.messages().find(|message| message.id == result.id)?;
    let mut shorter = Some(shorten(message, options)?);
    let put = |message: &Message| shorter.take_if(|_| message.id == result.id);
    unit.map(history.estimator(), put).map(|(unit, _)| unit)
}

fn weight_in(unit: &Unit, id: &MessageId) -> Weight {
    unit.entries().find(|entry| entry.message.id == *id).map_or(Weight(0), |entry| entry.weight)
}

fn shorten(message: &Message, options: ShortenResults) -> Option<Message> {
    message.result().filter(|_| !message.is_pinned())?;
    let mut copy = message.clone();
    let mut changed = false;
    match copy.content_mut() {
        Content::Null => {}
        Content::Text(text) => changed = shorten_text(text, options),
        Content::Parts(parts) => {
            for part in parts {
                if let PartKind::Text(text) = &mut part.kind {
                    changed |= shorten_text(text, options);
                }
            }
        }
    }
    changed.then_some(copy)
}

/// Cuts the middle out of `text`, unless that would not make it shorter.
fn shorten_text(text: &mut Box<str>, options: ShortenResults) -> bool {
    let length = text.chars().count();
    let kept = options.head.saturating_add(options.tail);
    if length <= options.longer_than || length <= kept {
        return false;
    }
    let head: String = text.chars().take(options.head).collect();
    let tail: String = text.chars().skip(length.saturating_sub(options.tail)).collect();
    let cut = length.saturating_sub(kept);
    let shorter = format!("{head}\n<truncated chars=\"{cut}\"/>\n{tail}");
    if shorter.len() >= text.len() {
        return false;
    }
    *text = shorter.into();
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_goes_and_a_second_pass_finds_nothing() {
        let mut text: Box<str> = "가".repeat(1_000).into();
        assert!(shorten_text(&mut text, ShortenResults::default()));
        assert!(text.contains("\n<truncated chars=\"600\"/>\n"));
        assert_eq!(text.chars().filter(|c| *c == '가').count(), 400);
        assert!(!shorten_text(&mut text, ShortenResults::default()));
        let mut short: Box<str> = "x".repeat(450).into();
        assert!(!shorten_text(&mut short, ShortenResults::default()));
    }
}
