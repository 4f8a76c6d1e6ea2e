//! Drafts: copies of a history that reductions edit. The history does not change before [`Draft::commit`].

use super::change::{Change, apply};
use super::choice::Choice;
use super::entry::Entry;
use super::history::History;
use super::reduction::Step;
use super::ruling::Ruling;
use super::serial::Serial;
use super::sorted::in_order;
use super::unit::{Standing, Unit};
use crate::error::{Code, ConversationError, Outcome};
use crate::list::Listed;
use crate::message::Message;
use crate::repair::{Repair, RepairCode};
use crate::tokens::{Ledger, Weight};
use std::sync::Arc;

/// A copy of a history for edits. A commit compares it with the history. It shares the units that it does not edit.
/// Edits change whole units, and are applied together or not at all.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The history, with everything appended up to the last [`Draft::rebase`].
    pub(super) base: Arc<History>,
    /// The end of the history when the draft was begun. Later messages do not change.
    pub(super) end: Serial,
    /// The units that are changed, removed or added, in order. All are before `end`.
    pub(super) changes: Vec<Change>,
    pub(super) summary: Option<Serial>,
    pub(super) repairs: Vec<Repair>,
    pub(super) steps: Vec<Step>,
    pub(super) choices: Vec<Choice>,
    /// The decisions of policies about messages, in the order of the messages.
    pub(super) rulings: Vec<Ruling>,
}

impl Draft {
    /// A draft of the current history.
    pub fn begin(history: &Arc<History>) -> Self {
        Self {
            base: Arc::clone(history),
            end: history.end(),
            changes: Vec::new(),
            summary: None,
            repairs: Vec::new(),
            steps: Vec::new(),
            choices: Vec::new(),
            rulings: Vec::new(),
        }
    }

    /// Brings the draft up to date after messages were appended to the history. Late results join their units.
    ///
    /// # Errors
    ///
    /// `stale-plan`: the history was rewritten since the draft was begun.
    pub fn rebase(&mut self, history: &Arc<History>) -> Outcome<()> {
        if Arc::ptr_eq(&self.base, history) {
            return Ok(());
        }
        if self.base.rewrites() != history.rewrites() {
            return Err(ConversationError::new(
                Code::StalePlan,
                "the history was rewritten while this reduction ran: by another reduction, or by a call such as `rewind`, `edit`, `select`, `undo`, `truncate` or `pin`; a reducer changes the history only by its `draft`, so make such calls before the reduction or after it",
            ));
        }
        let since = self.base.end();
        for change in &mut self.changes {
            let Some(before) = &change.before else { continue };
            let Some(now) = history.shared_unit(change.serial) else { continue };
            if let Some(after) = change.after.as_mut().filter(|_| !Arc::ptr_eq(before, now)) {
                Arc::make_mut(after).take_results_since(now, since);
            }
            change.before = Some(Arc::clone(now));
        }
        self.base = Arc::clone(history);
        Ok(())
    }

    /// The history of the draft, with the messages that were appended after the draft was begun.
    pub fn history(&self) -> &History {
        &self.base
    }

    /// Reports whether the draft changes anything.
    pub fn is_edited(&self) -> bool {
        !self.changes.is_empty()
    }

    /// The units of the draft, in order, without units that were appended after the draft was begun.
    pub fn units(&self) -> Vec<&Unit> {
        apply(&self.changes, self.own_units(), false).into_iter().map(Arc::as_ref).collect()
    }

    /// The units of the draft, and the units that it removes, in order.
    pub fn all_units(&self) -> Vec<&Arc<Unit>> {
        apply(&self.changes, self.own_units(), true)
    }

    /// The units of the history that the draft may change, in order.
    fn own_units(&self) -> &[Arc<Unit>] {
        let units = self.base.shared_units();
        units.get(..units.partition_point(|unit| unit.serial() < self.end)).unwrap_or_default()
    }

    /// The unit of this serial in the history; `None` when the draft may not change it.
    fn own_unit(&self, serial: Serial) -> Option<&Arc<Unit>> {
        self.base.shared_unit(serial).filter(|_| serial < self.end)
    }

    /// The unit of this serial in the draft; `None` when the draft removes it.
    pub fn unit(&self, serial: Serial) -> Option<&Unit> {
        match self.place(serial).and_then(|at| self.changes.get(at)) {
            Some(change) => change.after.as_deref(),
            None => self.own_unit(serial).map(Arc::as_ref),
        }
    }

    /// The serial of the unit that holds this message, also when the draft removes it.
    pub fn serial_of(&self, message_id: &str) -> Option<Serial> {
        let is_it = |message: &Message| message.id.as_ref() == message_id;
        let inserted = || {
            let mut inserted = self.changes.iter().filter(|change| change.before.is_none());
            inserted.find(|change| change.after.as_ref().is_some_and(|unit| unit.messages().any(is_it)))
        };
        let unit = self.base.unit_of(message_id).map(Unit::serial);
        unit.or_else(|| inserted().map(|change| change.serial))
    }

    /// The newest unit of the draft. Results without a call do not count.
    pub fn newest(&self) -> Option<Serial> {
        let units = self.units();
        units.iter().rev().find(|unit| !unit.is_unpaired()).map(|unit| unit.serial())
    }

    /// The first units of the turns of the draft, oldest first. The units before the first user message, without the
    /// system prompt, are a turn of their own, which begins at the start.
    pub fn turns(&self) -> Vec<Serial> {
        let units = self.units();
        let first = units.iter().find(|unit| !unit.is_system_prompt());
        let opening = first.filter(|unit| !unit.starts_turn()).map(|_| Serial::default());
        let starts = units.iter().filter(|unit| unit.starts_turn()).map(|unit| unit.serial());
        opening.into_iter().chain(starts).listed()
    }

    /// Tokens of the next request if the draft were committed now.
    pub fn tokens(&self) -> u64 {
        self.ledger().context_tokens(self.base.estimator())
    }

    /// The sums of the history if the draft were committed now.
    pub(crate) fn ledger(&self) -> Ledger {
        let mut ledger = *self.base.ledger();
        for change in &self.changes {
            if let Some(after) = &change.after {
                ledger.insert(self.base.share(after.entries()));
            }
            if let Some(before) = &change.before {
                ledger.remove(self.base.share(before.entries()));
            }
        }
        ledger
    }

    /// Removes a unit. Returns how many messages it removes: 0 when the unit is protected, or removed already.
    pub fn remove(&mut self, serial: Serial) -> usize {
        let Some(messages) = self.unit(serial).map(Unit::len) else { return 0 };
        match self.own_unit(serial).cloned() {
            Some(before) if self.is_protected(&before) => 0,
            Some(before) => {
                self.set(Change::removal(&before));
                messages
            }
            None if self.unit(serial).is_some_and(Unit::is_pinned) => 0,
            None => {
                self.place(serial).into_iter().for_each(|at| drop(self.changes.remove(at)));
                messages
            }
        }
    }

    /// Restores a removed unit.
    pub fn reinstate(&mut self, serial: Serial) {
        let place = self.place(serial);
        if let Some(at) =
            place.filter(|at| self.changes.get(*at).is_some_and(|change| change.after.is_none()))
        {
            self.changes.remove(at);
        }
    }

    /// Replaces the unit of the same serial by `unit`.
    pub fn rewrite(&mut self, unit: Arc<Unit>) {
        let serial = unit.serial();
        let before = self.own_unit(serial).cloned();
        if before.is_some() || self.place(serial).is_some() {
            self.set(Change { serial, before, after: Some(unit) });
        }
    }

    /// Adds a change in its place in the order, or replaces the change of the same unit.
    fn set(&mut self, change: Change) {
        let at = self.changes.partition_point(|other| other.serial < change.serial);
        match self.changes.get_mut(at).filter(|other| other.serial == change.serial) {
            Some(known) => *known = change,
            None => self.changes.insert(at, change),
        }
    }

    /// Inserts a new message before the unit at `before`, or at the end.
    ///
    /// # Errors
    ///
    /// `invalid-argument` when there is no room left between the neighbours.
    pub fn insert(&mut self, message: Message, before: Option<Serial>) -> Outcome<Serial> {
        let taken = self.serials();
        let Some(serial) = self.free_before(before, &taken) else {
            return Err(ConversationError::new(
                Code::InvalidArgument,
                "there is no room between these messages; remove one of them, or put the new message elsewhere",
            ));
        };
        self.insert_at(serial, message);
        Ok(serial)
    }

    /// Inserts new messages, each before another unit, or at the end. Returns how many it inserts: a message without
    /// room between its neighbours is left out.
    pub fn insert_all(&mut self, messages: Vec<(Message, Option<Serial>)>) -> usize {
        let taken = self.serials();
        let mut inserted = 0_usize;
        for (message, before) in messages {
            if let Some(serial) = self.free_before(before, &taken) {
                self.insert_at(serial, message);
                inserted = inserted.saturating_add(1);
            }
        }
        inserted
    }

    fn insert_at(&mut self, serial: Serial, message: Message) {
        let entry = Entry::new(message.into(), serial, self.base.estimator());
        self.set(Change::insertion(Unit::new(entry, Standing::Whole)));
    }

    /// The serials of all messages of the history and of the draft, in order. Late results, and results that were read
    /// before their call, have a later serial than their unit.
    fn serials(&self) -> Vec<Serial> {
        let inserted = self.changes.iter().filter(|change| change.before.is_none());
        let units = self.own_units().iter().chain(inserted.filter_map(|change| change.after.as_ref()));
        in_order(units.flat_map(|unit| unit.entries()).map(|entry| entry.serial).listed(), |serial| serial.0)
    }

    /// Returns a free serial before the unit at `before`; `None` if no serial is free. It is near the start of the
    /// gap, so that its results and later insertions find serials after it.
    fn free_before(&self, before: Option<Serial>, taken: &[Serial]) -> Option<Serial> {
        let end = before.unwrap_or(self.end);
        let last = taken.partition_point(|serial| *serial < end).checked_sub(1).and_then(|at| taken.get(at));
        let start = last.map_or(0, |last| last.next().0);
        let room = end.0.checked_sub(start).filter(|room| *room > 0)?;
        Some(Serial(start.saturating_add(room / 1024)))
    }

    /// Adds a result to an inserted message. `None` when no call of the message is open for it.
    pub fn answer(&mut self, at: Serial, result: Message) -> Option<()> {
        let call_id = result.result()?.call_id.clone();
        let place = self.place(at)?;
        let unit = self.changes.get_mut(place).filter(|change| change.before.is_none())?.after.as_mut()?;
        unit.open_calls().into_iter().find(|call| call.id == call_id)?;
        let last = unit.entries().map(|entry| entry.serial).max()?;
        Arc::make_mut(unit).answer(Entry::new(result.into(), last.next(), self.base.estimator()));
        Some(())
    }

    /// Marks the message that summarises the removed messages.
    pub fn set_summary(&mut self, serial: Serial) {
        self.summary = Some(serial);
    }

    /// Reports a repair that keeps the draft consistent.
    pub fn report(&mut self, repair: Repair) {
        self.repairs.push(repair);
    }

    /// Records why units stayed or were removed, in order. The last record about a unit counts.
    pub fn add_choices(&mut self, choices: Vec<Choice>) {
        let mut at = 0_usize;
        for choice in choices {
            // Units keep their order, so each choice comes after the choice before it.
            let known = self.choices.iter_mut().skip(at);
            match known.enumerate().find(|(_, known)| known.id == choice.id) {
                Some((behind, known)) => {
                    *known = choice;
                    at = at.saturating_add(behind);
                }
                None => self.choices.insert(at, choice),
            }
            at = at.saturating_add(1);
        }
    }

    /// Adds a step that removed or changed this many messages to the report, and returns the number. Nothing is added when the
    /// number is 0. The name is a member of `StepName` in the declarations.
    pub fn record_step(&mut self, name: &'static str, messages: usize) -> usize {
        if messages > 0 {
            let tokens_after = self.tokens();
            self.steps.push(Step { name: name.into(), messages, tokens_after });
        }
        messages
    }

    /// Returns the question of an answer that would otherwise come first. In a history that began with a user
    /// message, this answer is the first protected unit, unless it is a user message.
    pub fn anchor_question(&self) -> Option<Serial> {
        let units = self.all_units();
        let mut spoken = units.iter().map(|unit| unit.as_ref()).filter(|unit| speaks(unit));
        let began_with_user = spoken.clone().next().is_some_and(Unit::starts_turn);
        let first = spoken.find(|unit| self.is_protected(unit))?;
        let before = units.iter().rev().filter(|unit| unit.serial() < first.serial());
        let question = before.into_iter().find(|unit| unit.starts_turn()).map(|unit| unit.serial());
        question.filter(|_| began_with_user && !first.starts_turn())
    }

    /// Restores the question of an answer that would otherwise come first. Returns how many messages it restores.
    pub fn keep_anchor_question(&mut self) -> usize {
        let begins = self.units().into_iter().find(|unit| speaks(unit)).is_none_or(Unit::starts_turn);
        let Some(serial) = self.anchor_question().filter(|_| !begins) else { return 0 };
        let question = self.base.unit(serial).filter(|_| self.unit(serial).is_none());
        let Some((id, messages)) = question.map(|unit| (unit.head().id.clone(), unit.len())) else {
            return 0;
        };
        let detail = "the message was kept: its answer may not be removed, and would otherwise come first";
        self.report(Repair::new(RepairCode::ProtectedMessageKept, None, detail).of(&id));
        self.reinstate(serial);
        messages
    }

    /// Restores removed units that are protected by now: a late result is pinned, or calls wait for a decision.
    pub(super) fn keep_protected(&mut self) {
        let known = self.repairs.len();
        for change in std::mem::take(&mut self.changes) {
            let removed = change.before.as_ref().filter(|_| change.after.is_none());
            match removed.filter(|unit| unit.is_pinned() || self.base.is_suspended(unit)) {
                Some(unit) => {
                    let detail = "the message was kept: it was protected after the reduction began";
                    let repair = Repair::new(RepairCode::ProtectedMessageKept, None, detail);
                    self.repairs.push(repair.of(&unit.head().id));
                }
                None => self.changes.push(change),
            }
        }
        if self.repairs.len() > known {
            self.keep_anchor_question();
        }
    }

    /// Returns the messages of the draft's changes that wait for their weight.
    pub fn unweighed(&self) -> Vec<&Message> {
        let units = self.changes.iter().filter_map(|change| change.after.as_ref());
        let entries = units.flat_map(|unit| unit.entries());
        entries.filter(|entry| !entry.weighed).map(|entry| &*entry.message).listed()
    }

    /// Sets the weight of a message of the draft.
    pub fn weigh(&mut self, message_id: &str, weight: Weight) {
        let own = self.base.index().place_of(message_id).map(|place| place.own);
        let Some(at) = self.serial_of(message_id).and_then(|serial| self.place(serial)) else { return };
        let unit = self.changes.get_mut(at).and_then(|change| change.after.as_mut());
        let Some(unit) = unit.map(Arc::make_mut) else { return };
        let entry = match own {
            Some(own) => unit.entry_mut(own),
            None => unit.entry_named(message_id),
        };
        if let Some(entry) = entry.filter(|entry| !entry.weighed) {
            entry.weigh(weight);
        }
    }

    /// The index of the change of this unit.
    fn place(&self, serial: Serial) -> Option<usize> {
        self.changes.binary_search_by_key(&serial, |change| change.serial).ok()
    }
}

/// Reports whether the unit holds a message of the user or the assistant.
fn speaks(unit: &Unit) -> bool {
    !unit.is_system_prompt() && !unit.is_summary() && !unit.is_unpaired()
}
