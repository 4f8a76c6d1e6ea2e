//! The one way by which a draft becomes history.

use super::draft::{Draft, Edit};
use super::reduction::{Reduction, Shortened};
use super::story::History;
use super::unit::{Serial, Standing, Unit};
use crate::error::Outcome;
use crate::message::{Message, MessageId};
use std::collections::VecDeque;

impl History {
    /// Applies a draft, whole. `None` when it proposes nothing, or would not lower the cost (I5): the history
    /// is then unchanged.
    ///
    /// # Errors
    ///
    /// `stale-plan`: the history was rewritten since the draft was begun, and is unchanged (I8).
    pub fn commit(&mut self, mut draft: Draft) -> Outcome<Option<Reduction>> {
        draft.check(self)?;
        draft.spare_pinned(self);
        let ledger = draft.ledger(self);
        let grows = ledger.context_tokens(self.estimator) > self.context_tokens();
        if !draft.is_edited() || ledger.total() >= self.ledger.total() || grows {
            return Ok(None);
        }
        let tokens_before = self.context_tokens();
        let summary = draft.summary.and_then(|serial| draft.inserted.get(serial));
        let summary = summary.map(|unit| MessageId::clone(&unit.head().id));
        let end = draft.end();
        let Draft { edits, inserted, repairs, steps, .. } = draft;

        let mut applied = Applied::default();
        let mut inserted = inserted.into_entries().map(|(_, unit)| unit).peekable();
        let mut edits = edits.into_entries().peekable();
        for unit in std::mem::take(&mut self.units) {
            while let Some(new) = inserted.next_if(|new| new.serial() < unit.serial()) {
                applied.insert(self, new);
            }
            while edits.next_if(|(serial, _)| *serial < unit.serial()).is_some() {}
            match edits.next_if(|(serial, _)| *serial == unit.serial()).map(|(_, edit)| edit) {
                None => applied.keep(unit),
                Some(Edit::Remove) => applied.remove(unit),
                Some(Edit::Rewrite(mut rewritten)) => {
                    let late = unit.clone();
                    rewritten.take_results_since(late, end);
                    applied.rewrite(self, &unit, *rewritten);
                }
            }
        }
        inserted.for_each(|new| applied.insert(self, new));

        let Applied { units, removed, parts_removed, shortened, first_unit, first_serial } = applied;
        self.units = units;
        self.ledger = ledger;
        self.message_count = self.units.iter().map(Unit::len).sum();
        let reasoning = |unit: &Unit| unit.messages().filter(|message| message.has_reasoning()).count();
        self.reasoning = self.units.iter().map(reasoning).sum();
        self.finish_rewrite(&removed, first_unit.unwrap_or(0));
        let mut removed = removed;
        removed.extend(parts_removed);
        Ok(Some(Reduction {
            tokens_before,
            tokens_after: self.context_tokens(),
            removed,
            shortened,
            summary,
            first_changed: first_serial.map(|serial| self.messages_before(serial)),
            repairs,
            steps,
        }))
    }
}

/// The history while it is being put together again.
#[derive(Default)]
struct Applied {
    units: VecDeque<Unit>,
    removed: Vec<Unit>,
    /// Results that went though their unit stayed.
    parts_removed: Vec<Unit>,
    shortened: Vec<Shortened>,
    /// The first unit before which something changed.
    first_unit: Option<usize>,
    /// The first message that differs, by arrival.
    first_serial: Option<Serial>,
}

impl Applied {
    fn keep(&mut self, unit: Unit) {
        self.units.push_back(unit);
    }

    fn remove(&mut self, unit: Unit) {
        self.mark_unit(0);
        unit.entries().for_each(|entry| self.mark(entry.serial));
        self.removed.push(unit);
    }

    fn insert(&mut self, history: &mut History, unit: Unit) {
        self.mark_unit(0);
        unit.entries().for_each(|entry| self.mark(entry.serial));
        history.index.enter(&unit);
        self.keep(unit);
    }

    fn rewrite(&mut self, history: &mut History, before: &Unit, after: Unit) {
        history.index.forget(before);
        history.index.enter(&after);
        // What a change in the results voids stands after the unit, what a change in its head voids in it.
        self.mark_unit(usize::from(before.head() == after.head()));
        for entry in before.entries() {
            let id = &entry.message.id;
            let now = after.entry(entry.serial).filter(|now| now.message.id == *id);
            if now.is_none_or(|now| now.message != entry.message) {
                self.mark(entry.serial);
            }
            match now {
                Some(now) if now.message == entry.message => {}
                Some(now) => self.shortened.push(Shortened {
                    original: Message::clone(&entry.message),
                    tokens_before: history.estimator.tokens(entry.weight),
                    tokens_after: history.estimator.tokens(now.weight),
                }),
                None => self.parts_removed.push(Unit::new(entry.clone(), Standing::Orphan)),
            }
        }
        self.keep(after);
    }

    /// Marks the unit that stands `after` places behind those that were kept so far.
    fn mark_unit(&mut self, after: usize) {
        self.first_unit.get_or_insert(self.units.len().saturating_add(after));
    }

    fn mark(&mut self, serial: Serial) {
        self.first_serial = Some(self.first_serial.map_or(serial, |first| first.min(serial)));
    }
}
