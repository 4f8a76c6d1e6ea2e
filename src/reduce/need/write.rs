//! Writes a choice into its draft.

use super::candidates::{Candidates, Part};
use super::gap::Gap;
use super::stretches::{Stretches, outside_marks};
use crate::history::{Choice, Draft, Entry, Serial};
use crate::message::{Content, Message};
use crate::reduce::clear_results::CLEARED;
use crate::telling::Telling;

/// Characters of the first line of a failure that stay in any case.
const MOST_OF_FAILURE: usize = 120;

impl Candidates {
    /// Thousandths of a token of what is kept before anything is chosen.
    pub(super) fn required_cost(&self) -> u64 {
        let kept = self.groups.iter().filter(|group| group.is_kept);
        kept.map(|group| group.cost).fold(0, u64::saturating_add)
    }

    /// Leaves out what was not chosen. Returns how many messages it removes or changes.
    pub(super) fn write(&self, draft: &mut Draft) -> usize {
        let cleared = self.write_results(draft);
        let removed = self.remove(draft);
        cleared.saturating_add(removed)
    }

    /// Why each unit stays or goes.
    pub(super) fn choices(&self, draft: &Draft) -> Vec<Choice> {
        let mut choices = Vec::with_capacity(self.groups.len());
        for group in self.groups.iter().filter(|group| !group.is_gap) {
            let Some(unit) = draft.unit(group.serial) else { continue };
            let hashes: Vec<u32> = group.best.into_iter().flatten().collect();
            let mut words: Vec<Option<Box<str>>> = vec![None; hashes.len()];
            for message in unit.messages() {
                if words.iter().all(Option::is_some) {
                    break;
                }
                for (word, found) in words.iter_mut().zip(Telling::named(message, &hashes)) {
                    *word = word.take().or(found);
                }
            }
            let id = unit.head().id.clone();
            choices.push(Choice { id, why: group.why, words: words.into_iter().flatten().collect() });
        }
        choices
    }

    fn write_results(&self, draft: &mut Draft) -> usize {
        let estimator = draft.history().estimator();
        let [mut cleared, mut shortened] = [0_usize; 2];
        for group in self.groups.iter().filter(|group| group.is_kept) {
            let parts = self.parts.get(group.parts.start..group.parts.end).unwrap_or_default();
            let mut made: Vec<Entry> = Vec::new();
            let Some(unit) = draft.unit(group.serial) else { continue };
            for parts in parts.chunk_by(|one, next| one.result == next.result) {
                let Some(first) = parts.first() else { continue };
                let is_whole = parts.iter().all(|part| part.is_kept);
                let Some(entry) = unit.entry(first.result).filter(|_| !is_whole) else { continue };
                let Some(message) = with_stretches(entry, parts) else { continue };
                let after = entry.rewritten(message, estimator);
                if after.weight >= entry.weight {
                    continue;
                }
                made.push(after);
                let count = if parts.iter().any(|part| part.is_kept) { &mut shortened } else { &mut cleared };
                *count = count.saturating_add(1);
            }
            if !made.is_empty() {
                let unit = unit.with_entries(made);
                draft.rewrite(unit);
            }
        }
        draft
            .record_step("clear-results", cleared)
            .saturating_add(draft.record_step("shorten-results", shortened))
    }

    fn remove(&self, draft: &mut Draft) -> usize {
        let mut removed = 0_usize;
        let mut notes = 0_usize;
        let mut gap: Option<Gap> = None;
        let end = |draft: &mut Draft, gap: &mut Option<Gap>, next: Option<Serial>| {
            gap.take().map_or(0, |gap| gap.write(draft, next))
        };
        for group in &self.groups {
            if group.is_kept {
                notes = notes.saturating_add(end(draft, &mut gap, Some(group.serial)));
                continue;
            }
            let Some(unit) = draft.unit(group.serial) else { continue };
            let gap = gap.get_or_insert_default();
            if unit.head().is_note() {
                gap.add_note(unit);
                continue;
            }
            gap.add(unit);
            removed = removed.saturating_add(draft.remove(group.serial));
        }
        notes = notes.saturating_add(end(draft, &mut gap, None));
        let removed = draft.record_step("drop-messages", removed);
        if removed > 0 {
            draft.record_step("note-gaps", notes);
        }
        removed
    }
}

/// The result with the stretches that stay, or without its content.
fn with_stretches(entry: &Entry, parts: &[Part]) -> Option<Message> {
    let message = &entry.message;
    let mut copy = Message::clone(message);
    let text = Telling::result_text(message);
    let pieces = &entry.telling().pieces;
    let new = match text.filter(|_| parts.iter().any(|part| part.is_kept)) {
        None => cleared(message, text)?,
        Some(text) => {
            let mut stretches = Stretches::default();
            let mut from = 0_usize;
            let failed = message.result().is_some_and(|result| result.failed());
            for (part, piece) in parts.iter().zip(pieces) {
                // A failure begins with the reason.
                let is_reason = failed && from == 0;
                let end = outside_marks(text, piece.end.max(from));
                let stretch = text.get(from..end).unwrap_or_default();
                from = end;
                if part.is_kept || is_reason {
                    stretches.keep(stretch);
                } else {
                    stretches.leave_out(stretch);
                }
            }
            stretches.end()
        }
    };
    *copy.content_mut() = Content::text(&new);
    Some(copy)
}

/// The text in place of a cleared result; that of a failure holds its first line. `None` where the result is not longer than
/// the text in its place.
fn cleared(message: &Message, text: Option<&str>) -> Option<String> {
    if text.is_some_and(|text| text.len() <= CLEARED.len()) {
        return None;
    }
    let failure = text.filter(|_| message.result().is_some_and(|result| result.failed())).unwrap_or_default();
    let from_line = failure.trim_start();
    let Some(line) = from_line.lines().next() else { return Some(CLEARED.to_owned()) };
    let mut stretches = Stretches::default();
    let kept: String = line.chars().take(MOST_OF_FAILURE).collect();
    stretches.keep(&kept);
    stretches.leave_out(failure.get(..failure.len().saturating_sub(from_line.len())).unwrap_or_default());
    stretches.leave_out(from_line.get(kept.len()..).unwrap_or_default());
    Some(stretches.end())
}
