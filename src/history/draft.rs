//! A proposal to make a history shorter. Harmless until [`History::commit`] has checked it.

use super::reduction::Step;
use super::sorted::{Sorted, in_order};
use super::story::{History, Revision};
use super::unit::{Entry, Serial, Standing, Unit};
use crate::error::{Code, ConversationError, Outcome};
use crate::message::Message;
use crate::repair::{Repair, RepairCode};
use crate::tokens::{Ledger, Weight};

/// Edits of whole units, collected to be applied together or not at all.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The state that it was begun on. Later appends do not make it stale; another rewrite does.
    revision: Revision,
    pub(super) edits: Sorted<Serial, Edit>,
    pub(super) inserted: Sorted<Serial, Unit>,
    pub(super) summary: Option<Serial>,
    pub(super) repairs: Vec<Repair>,
    pub(super) steps: Vec<Step>,
}

/// What is to become of a unit.
#[derive(Clone, Debug)]
pub(super) enum Edit {
    Remove,
    Rewrite(Box<Unit>),
}

impl Draft {
    /// An empty proposal on the history as it is now.
    pub fn begin(history: &History) -> Self {
        Self {
            revision: history.revision(),
            edits: Sorted::default(),
            inserted: Sorted::default(),
            summary: None,
            repairs: Vec::new(),
            steps: Vec::new(),
        }
    }

    /// Refuses a draft whose history was rewritten since.
    ///
    /// # Errors
    ///
    /// `stale-plan`.
    pub fn check(&self, history: &History) -> Outcome<()> {
        if self.revision.rewrites == history.rewrites {
            return Ok(());
        }
        Err(ConversationError::new(
            Code::StalePlan,
            "the history was rewritten since this reduction began; begin again from the history as it is now",
        ))
    }

    /// Where the history ended when the draft was begun.
    pub(super) fn end(&self) -> Serial {
        self.revision.end
    }

    /// Whether it proposes anything.
    pub fn is_edited(&self) -> bool {
        !self.edits.is_empty() || !self.inserted.is_empty()
    }

    /// The units as they would be, in order; those that came after the draft was begun are left out.
    pub fn units<'a>(&'a self, history: &'a History) -> Vec<&'a Unit> {
        let kept = history.units().filter(|unit| unit.serial() < self.end());
        let kept = kept.filter_map(|unit| self.edited(unit));
        in_order(kept.chain(self.inserted.values()).collect(), |unit| unit.serial().0)
    }

    /// The units as they would be, those that would be gone as they are now.
    pub fn all_units<'a>(&'a self, history: &'a History) -> Vec<&'a Unit> {
        let own = history.units().filter(|unit| unit.serial() < self.end());
        let own = own.map(|unit| self.edited(unit).unwrap_or(unit));
        in_order(own.chain(self.inserted.values()).collect(), |unit| unit.serial().0)
    }

    /// Takes back the proposal to remove a unit.
    pub fn reinstate(&mut self, serial: Serial) {
        self.edits.retain(|other, edit| *other != serial || !matches!(edit, Edit::Remove));
    }

    /// Where the turns would begin, oldest first. What stands before the first, the system prompt excepted, is a turn
    /// of its own, which begins at the start.
    pub fn turns(&self, history: &History) -> Vec<Serial> {
        let units = self.units(history);
        let first = units.iter().find(|unit| !unit.is_system_prompt());
        let opening = first.filter(|unit| !unit.starts_turn()).map(|_| Serial::default());
        let starts = units.iter().filter(|unit| unit.starts_turn()).map(|unit| unit.serial());
        opening.into_iter().chain(starts).collect()
    }

    /// The unit of this serial as it would be, one that was put in included.
    pub fn unit<'a>(&'a self, history: &'a History, serial: Serial) -> Option<&'a Unit> {
        self.inserted.get(serial).or_else(|| self.edited(history.unit(serial)?))
    }

    /// The unit that holds this message, one that was put in included; one that would be gone, too.
    pub fn serial_of(&self, history: &History, message_id: &str) -> Option<Serial> {
        let holds = |unit: &&Unit| unit.messages().any(|message| message.id.as_ref() == message_id);
        let unit = history.unit_of(message_id).or_else(|| self.inserted.values().find(holds));
        unit.map(Unit::serial)
    }

    /// The unit as it would be; `None` when it would be gone.
    pub fn edited<'a>(&'a self, unit: &'a Unit) -> Option<&'a Unit> {
        match self.edits.get(unit.serial()) {
            None => Some(unit),
            Some(Edit::Remove) => None,
            Some(Edit::Rewrite(unit)) => Some(unit),
        }
    }

    /// Tokens of the next request, were it applied now.
    pub fn tokens(&self, history: &History) -> u64 {
        self.ledger(history).context_tokens(history.estimator)
    }

    /// Proposes to remove a unit. Returns its messages; 0 when the unit is protected, or gone already.
    pub fn remove(&mut self, history: &History, serial: Serial) -> usize {
        if let Some(unit) = self.inserted.get(serial).filter(|unit| !unit.is_pinned()) {
            let messages = unit.len();
            self.inserted.remove(serial);
            return messages;
        }
        let unit = history.unit(serial).filter(|_| serial < self.end());
        let Some(unit) = unit.filter(|unit| !history.is_protected(unit)) else { return 0 };
        let messages = self.edited(unit).map_or(0, Unit::len);
        self.edits.insert(serial, Edit::Remove);
        messages
    }

    /// Proposes to put `unit` in place of the one of the same serial.
    pub fn rewrite(&mut self, unit: Unit) {
        match self.inserted.get_mut(unit.serial()) {
            Some(inserted) => *inserted = unit,
            None => self.edits.insert(unit.serial(), Edit::Rewrite(Box::new(unit))),
        }
    }

    /// Proposes a new message before the unit at `before`, or at the end.
    ///
    /// # Errors
    ///
    /// `invalid-argument` when there is no room left between the neighbours.
    pub fn insert(&mut self, history: &History, message: Message, before: Option<Serial>) -> Outcome<Serial> {
        let end = before.unwrap_or(self.end());
        let units = history.units().take_while(|unit| unit.serial() < end);
        let standing = units.flat_map(Unit::entries).map(|entry| entry.serial);
        let proposed = self
            .inserted
            .values()
            .take_while(|unit| unit.serial() < end)
            .flat_map(Unit::entries)
            .map(|entry| entry.serial);
        let start = standing.filter(|serial| *serial < end).chain(proposed).max();
        let start = start.map_or(0, |serial| serial.0.saturating_add(1));
        let room = end.0.saturating_sub(start);
        if room == 0 {
            return Err(ConversationError::new(
                Code::InvalidArgument,
                "no room is left between these messages; remove one of them, or put the new message elsewhere",
            ));
        }
        // Near the lower end of the room: what is put in later goes after it, and its results do too.
        let serial = Serial(start.saturating_add(room / 1024));
        let entry = Entry::new(message, serial, history.estimator);
        self.inserted.insert(serial, Unit::new(entry, Standing::Whole));
        Ok(serial)
    }

    /// Proposes a result for a message that was itself proposed by [`Draft::insert`]. `None` when none of its
    /// calls waits for it.
    pub fn answer(&mut self, history: &History, at: Serial, result: Message) -> Option<()> {
        let call_id = result.result()?.call_id.clone();
        let unit = self.inserted.get_mut(at)?;
        unit.open_calls().into_iter().find(|call| call.id == call_id)?;
        let last = unit.entries().map(|entry| entry.serial).max()?;
        unit.answer(Entry::new(result, Serial(last.0.saturating_add(1)), history.estimator));
        Some(())
    }

    /// Names the message that stands for what is removed.
    pub fn set_summary(&mut self, serial: Serial) {
        self.summary = Some(serial);
    }

    /// Reports what was done to keep the proposal sound.
    pub fn report(&mut self, repair: Repair) {
        self.repairs.push(repair);
    }

    /// Reports a step that removed or changed this many messages, and gives the number back. A step without effect is
    /// none.
    pub fn took_step(&mut self, history: &History, name: &'static str, messages: usize) -> usize {
        if messages > 0 {
            let tokens_after = self.tokens(history);
            self.steps.push(Step { name, messages, tokens_after });
        }
        messages
    }

    /// The question of an answer that would come first without it: of the first unit that may not go, if that is no
    /// message of the user's, and the history began with one.
    pub fn question(&self, history: &History) -> Option<Serial> {
        let units = self.all_units(history);
        let mut spoken = units.iter().copied().filter(|unit| speaks(unit));
        let began_with_user = spoken.clone().next().is_some_and(Unit::starts_turn);
        let first = spoken.find(|unit| history.is_protected(unit))?;
        let before = units.iter().rev().filter(|unit| unit.serial() < first.serial());
        let question = before.copied().find(|unit| unit.starts_turn()).map(Unit::serial);
        question.filter(|_| began_with_user && !first.starts_turn())
    }

    /// Keeps the question of an answer that would come first without it. Returns the messages that are there again.
    pub fn keep_question(&mut self, history: &History) -> usize {
        let begins = self.units(history).into_iter().find(|unit| speaks(unit)).is_none_or(Unit::starts_turn);
        let question = self.question(history).filter(|_| !begins).and_then(|question| history.unit(question));
        let Some(question) = question.filter(|unit| self.edited(unit).is_none()) else { return 0 };
        let detail = "the message was kept: the answer to it may not be given up, and would come first";
        self.report(Repair::new(RepairCode::ProtectedMessageKept, None, detail).of(&question.head().id));
        self.reinstate(question.serial());
        question.len()
    }

    /// The newest unit of the proposal. Results without a call are none.
    pub fn newest(&self, history: &History) -> Option<Serial> {
        let units = self.units(history);
        units.into_iter().rev().find(|unit| !unit.is_apart()).map(Unit::serial)
    }

    /// The messages of the proposal that wait for their weight.
    pub fn unweighed(&self) -> Vec<&Message> {
        let rewritten = self.edits.values().filter_map(|edit| match edit {
            Edit::Remove => None,
            Edit::Rewrite(unit) => Some(unit.as_ref()),
        });
        let entries = rewritten.chain(self.inserted.values()).flat_map(Unit::entries);
        entries.filter(|entry| !entry.weighed).map(|entry| &entry.message).collect()
    }

    /// Gives a message of the proposal its weight.
    pub fn weigh(&mut self, history: &History, message_id: &str, weight: Weight) {
        let place = history.index.place_of(message_id);
        let rewritten = place.and_then(|place| match self.edits.get_mut(place.unit)? {
            Edit::Remove => None,
            Edit::Rewrite(unit) => unit.entry_mut(place.own),
        });
        let mut inserted = self.inserted.values_mut();
        let entry = rewritten.or_else(|| inserted.find_map(|unit| unit.entry_named(message_id)));
        if let Some(entry) = entry.filter(|entry| !entry.weighed) {
            entry.weigh(weight);
        }
    }

    /// Spares what may not go any more: a result that came meanwhile is pinned, or calls wait for a decision.
    pub(super) fn spare_pinned(&mut self, history: &History) {
        let repairs = &mut self.repairs;
        let spared = repairs.len();
        self.edits.retain(|serial, edit| {
            let unit = history.unit(*serial).filter(|unit| unit.is_pinned() || history.is_suspended(unit));
            let Some(unit) = unit.filter(|_| matches!(edit, Edit::Remove)) else { return true };
            let detail = "the message was kept: meanwhile it may not be given up any more";
            repairs.push(Repair::new(RepairCode::ProtectedMessageKept, None, detail).of(&unit.head().id));
            false
        });
        if self.repairs.len() > spared {
            self.keep_question(history);
        }
    }

    /// The sums, were it applied now.
    pub(crate) fn ledger(&self, history: &History) -> Ledger {
        let mut ledger = *history.ledger();
        let share = |unit: &Unit, until: Option<Serial>| {
            let entries = unit.entries().filter(|entry| until.is_none_or(|until| entry.serial < until));
            history.share(entries)
        };
        for unit in self.inserted.values() {
            ledger.insert(share(unit, None));
        }
        for (serial, edit) in self.edits.iter() {
            let Some(unit) = history.unit(*serial) else { continue };
            match edit {
                Edit::Remove => ledger.remove(share(unit, None)),
                // Results that came since the draft was begun stay as they are.
                Edit::Rewrite(rewritten) => {
                    ledger.insert(share(rewritten, None));
                    ledger.remove(share(unit, Some(self.end())));
                }
            }
        }
        ledger
    }
}

/// Whether it is said by the user or the assistant.
fn speaks(unit: &Unit) -> bool {
    !unit.is_system_prompt() && !unit.is_summary() && !unit.is_apart()
}
