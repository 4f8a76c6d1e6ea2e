//! Cutting by turns and emptying, on the host's word.

use super::reduction::Reduction;
use super::story::History;
use super::unit::{Serial, Unit};

impl History {
    /// Keeps the newest `keep_recent` turns (all when `None`), pins, calls that wait for a person's decision, and the
    /// system prompt when wanted.
    pub fn truncate(&mut self, keep_recent: Option<usize>, keep_system: bool) -> Option<Reduction> {
        let cut = keep_recent.and_then(|turns| self.start_of_recent(turns));
        let prompt = self.system_prompt().map(Unit::serial);
        let held = self.units.iter().filter(|unit| unit.is_pinned() || self.is_suspended(unit));
        let held: Vec<Serial> = held.map(Unit::serial).collect();
        self.remove_units(|unit| {
            if Some(unit.serial()) == prompt {
                return !keep_system;
            }
            cut.is_some_and(|cut| unit.serial() < cut) && held.binary_search(&unit.serial()).is_err()
        })
    }

    /// Removes everything but the system prompt.
    pub fn clear(&mut self) -> Option<Reduction> {
        let prompt = self.system_prompt().map(Unit::serial);
        self.remove_units(|unit| Some(unit.serial()) != prompt)
    }

    /// Removes whole units; `None` when there was none to remove.
    pub(super) fn remove_units(&mut self, mut gone: impl FnMut(&Unit) -> bool) -> Option<Reduction> {
        let first = self.units.iter().position(&mut gone)?;
        let tokens_before = self.context_tokens();
        let mut removed = Vec::new();
        let mut kept = self.units.split_off(first);
        for unit in std::mem::take(&mut kept) {
            match gone(&unit) {
                true => removed.push(unit),
                false => self.units.push_back(unit),
            }
        }
        for unit in &removed {
            self.settle_removed(unit);
        }
        self.finish_rewrite(&removed, first);
        let first_serial = removed.iter().flat_map(Unit::entries).map(|entry| entry.serial).min();
        Some(Reduction {
            tokens_before,
            tokens_after: self.context_tokens(),
            removed,
            shortened: Vec::new(),
            summary: None,
            first_changed: first_serial.map(|serial| self.messages_before(serial)),
            repairs: Vec::new(),
            steps: Vec::new(),
        })
    }

    /// Takes a removed unit out of the sums.
    pub(super) fn settle_removed(&mut self, unit: &Unit) {
        let reasoning = unit.messages().filter(|message| message.has_reasoning()).count();
        self.reasoning = self.reasoning.saturating_sub(reasoning);
        self.message_count = self.message_count.saturating_sub(unit.len());
        let share = self.share(unit.entries());
        self.ledger.remove(share);
    }

    /// Brings the tables up to date after units were taken out, the first of them at `first`.
    pub(super) fn finish_rewrite(&mut self, removed: &[Unit], first: usize) {
        self.rewrites = self.rewrites.saturating_add(1);
        self.edition = self.edition.saturating_add(1);
        self.turns = self.units.iter().filter(|unit| unit.starts_turn()).map(Unit::serial).collect();
        // Whichever touches fewer units: taking out what went, or entering what stayed.
        if removed.len() < self.units.len() {
            removed.iter().for_each(|unit| self.index.forget(unit));
        } else {
            self.index = Default::default();
            self.units.iter().for_each(|unit| self.index.enter(unit));
        }
        if self.reasoning > 0 {
            self.units.iter_mut().skip(first).for_each(|unit| unit.prefix_changed = true);
        }
    }
}
