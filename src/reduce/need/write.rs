//! Writes a choice into its draft.

use super::candidates::{Candidates, Group, Passage};
use super::gap::Gap;
use super::stretches::Stretches;
use crate::history::{Choice, Draft, Entry, Unit};
use crate::list::Listed;
use crate::message::{Content, Message, PartKind};
use crate::reduce::clear_results::CLEARED;
use crate::telling::{Telling, head_of};
use crate::tokens::Estimator;
use std::sync::Arc;

/// How many characters of a failure's first line always stay.
const MOST_OF_FAILURE: usize = 120;

/// A unit with less text.
#[derive(Clone, Debug)]
pub(super) struct ShortUnit {
    pub(super) unit: Arc<Unit>,
    /// The number of cleared results, shortened results and shortened messages.
    pub(super) counts: [usize; 3],
}

impl Candidates<'_> {
    /// Returns the cost of everything that is kept before the choice, in thousandths of a token.
    pub(super) fn required_cost(&self) -> u64 {
        let kept = self.groups.iter().filter(|group| group.is_kept);
        kept.map(|group| group.cost).fold(0, u64::saturating_add)
    }

    /// Removes everything that was not chosen. Returns how many messages it removes or changes.
    pub(super) fn write(&mut self, draft: &mut Draft) -> usize {
        let cleared = self.write_results(draft);
        let removed = self.remove(draft);
        cleared.saturating_add(removed)
    }

    /// Returns why each unit was kept or removed.
    pub(super) fn choices(&self) -> Vec<Choice> {
        let mut choices = Vec::with_capacity(self.groups.len());
        for group in self.groups.iter().filter(|group| !group.is_gap) {
            let hashes: Vec<u32> = group.best.into_iter().flatten().listed();
            let mut words: Vec<Option<Box<str>>> = vec![None; hashes.len()];
            for entry in group.unit.entries().filter(|entry| entry.telling().has_any(&hashes)) {
                for (word, found) in words.iter_mut().zip(entry.telling().named(&entry.message, &hashes)) {
                    *word = word.take().or(found);
                }
            }
            let id = group.unit.head().id.clone();
            choices.push(Choice { id, why: group.why, words: words.into_iter().flatten().listed() });
        }
        choices
    }

    fn write_results(&mut self, draft: &mut Draft) -> usize {
        let estimator = draft.history().estimator();
        let Self { groups, parts, written, .. } = self;
        let mut counts = [0_usize; 3];
        for (group, own) in groups.iter_mut().zip(written).filter(|(group, _)| group.is_kept) {
            // Most units do not change in a second attempt.
            if !std::mem::replace(&mut group.is_written, true) {
                let parts = parts.get(group.parts.start..group.parts.end).unwrap_or_default();
                *own = shortened(group, parts, estimator);
            }
            if let Some(own) = own {
                draft.rewrite(Arc::clone(&own.unit));
                own.counts
                    .into_iter()
                    .zip(&mut counts)
                    .for_each(|(more, count)| *count = count.saturating_add(more));
            }
        }
        let [cleared, shortened, said] = counts;
        draft
            .record_step("clear-results", cleared)
            .saturating_add(draft.record_step("shorten-results", shortened))
            .saturating_add(draft.record_step("shorten-messages", said))
    }

    fn remove(&self, draft: &mut Draft) -> usize {
        let [mut removed, mut kept_notes, mut behind] = [0_usize; 3];
        let mut notes = Vec::new();
        for run in self.groups.chunk_by(|one, next| !one.is_kept && !next.is_kept) {
            behind = behind.saturating_add(run.len());
            if run.iter().any(|group| group.is_kept) {
                continue;
            }
            let gap = Gap::of(run);
            let next = self.groups.get(behind).map(|group| group.unit.serial());
            match gap.write(draft) {
                Some(note) => notes.push((note, next)),
                None => kept_notes = kept_notes.saturating_add(1),
            }
            let gone = run.iter().filter(|group| !group.is_gap);
            removed = removed.saturating_add(gone.map(|group| draft.remove(group.unit.serial())).sum());
        }
        // If no serial is free between the neighbours, the note is omitted; the report still lists the messages.
        let notes = draft.insert_all(notes).saturating_add(kept_notes);
        let removed = draft.record_step("drop-messages", removed);
        if removed > 0 {
            draft.record_step("note-gaps", notes);
        }
        removed
    }
}

/// Returns the unit with the kept parts of its texts; `None` if all parts are kept.
fn shortened(group: &Group<'_>, parts: &[Passage], estimator: Estimator) -> Option<ShortUnit> {
    let [mut cleared, mut shortened, mut said] = [0_usize; 3];
    let mut made: Vec<Entry> = Vec::new();
    for parts in parts.chunk_by(|one, next| one.entry == next.entry) {
        let Some(first) = parts.first() else { continue };
        let is_whole = parts.iter().all(|part| part.is_kept);
        let Some(entry) = group.unit.entry(first.entry).filter(|_| !is_whole) else { continue };
        let Some(message) = with_stretches(entry, parts) else { continue };
        let after = entry.rewritten(message, estimator);
        if after.weight.lasting >= entry.weight.lasting {
            continue;
        }
        made.push(after);
        let count = match parts.iter().any(|part| part.is_kept) {
            true if group.is_said => &mut said,
            true => &mut shortened,
            false => &mut cleared,
        };
        *count = count.saturating_add(1);
    }
    let is_changed = !made.is_empty();
    is_changed.then(|| ShortUnit {
        unit: Arc::new(group.unit.with_entries(made)),
        counts: [cleared, shortened, said],
    })
}

/// Returns the message with its kept stretches, or the cleared result.
fn with_stretches(entry: &Entry, parts: &[Passage]) -> Option<Message> {
    let message = &entry.message;
    let mut copy = Message::clone(message);
    let text = Telling::result_text(message).or_else(|| Telling::said_text(message));
    let pieces = &entry.telling().pieces;
    let new = match text.filter(|_| parts.iter().any(|part| part.is_kept)) {
        None => cleared(message, text)?,
        Some(text) => {
            let mut stretches = Stretches::default();
            let [mut from, mut seen] = [0_usize; 2];
            let failed = message.result().is_some_and(|result| result.failed());
            for (part, piece) in parts.iter().zip(pieces) {
                // The first piece of a failure holds the reason.
                let is_reason = failed && from == 0;
                let stretch = text.get(from..piece.end).unwrap_or_default();
                if part.is_kept || is_reason {
                    let head = if seen < from { head_of(text, from) } else { None };
                    if let Some(head) = head.filter(|head| head.start >= seen) {
                        stretches.leave_out(text.get(seen..head.start).unwrap_or_default());
                        stretches.keep(text.get(head.clone()).unwrap_or_default());
                        seen = head.end;
                    }
                    stretches.leave_out(text.get(seen..from).unwrap_or_default());
                    stretches.keep(stretch);
                    seen = piece.end;
                }
                from = piece.end;
            }
            stretches.leave_out(text.get(seen..).unwrap_or_default());
            stretches.end()
        }
    };
    let is_said = message.result().is_none();
    match copy.content_mut() {
        // Other fields of the user's parts stay, such as breakpoints.
        Content::Parts(parts) if is_said => {
            parts.iter_mut().for_each(|part| part.kind = PartKind::Text(new.as_str().into()));
        }
        content @ (Content::Null | Content::Text(_) | Content::Parts(_)) => *content = Content::text(&new),
    }
    Some(copy)
}

/// Returns the text that replaces a cleared result; for a failure, it holds the first line. `None` if the result is
/// not longer than [`CLEARED`].
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
