//! The history itself.

use super::index::{Index, Place};
use super::sorted::in_order;
use super::suspension::Suspension;
use super::unit::{Entry, Serial, Standing, Unit};
use crate::error::{Code, ConversationError, Outcome};
use crate::message::{Body, Message, ToolCall};
use crate::tokens::{Estimator, Ledger, Share, Weight};
use std::collections::VecDeque;

/// What was said, in units.
///
/// INVARIANT (I1, order): units stand in the order in which their heads arrived, and results in the order in
/// which they did; serials only grow.
/// INVARIANT (I3, open tail): only the newest unit has *open* calls. What an older unit lacks was *abandoned*;
/// a late result still finds it.
#[derive(Clone, Debug)]
pub struct History {
    pub(super) estimator: Estimator,
    pub(super) units: VecDeque<Unit>,
    /// The units that begin a turn.
    pub(super) turns: VecDeque<Serial>,
    pub(super) index: Index,
    pub(super) ledger: Ledger,
    pub(super) message_count: usize,
    /// Messages that hold reasoning; while there is none, a rewrite need not look for what it voids.
    pub(super) reasoning: usize,
    pub(super) next_serial: u64,
    /// How often it was rewritten, appends not counted.
    pub(super) rewrites: u64,
    /// Grows when a unit other than the newest changes, comes or goes: what was made of the units before the newest
    /// holds as long as it stays the same.
    pub(super) edition: u64,
    /// The end of the history when a request of it was measured: the ledger's correction covers the messages before.
    pub(super) measured: Serial,
    /// Calls that wait for a person's decision; the last of them may be over.
    pub(super) suspensions: Vec<Suspension>,
}

/// The state of a history: the same as long as nothing is appended or rewritten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Revision {
    pub(super) rewrites: u64,
    pub(super) end: Serial,
}

/// Where a system message may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SystemPlace {
    /// Only before everything else; what a program adds itself.
    First,
    /// Anywhere; what providers accept, and so what a format may hold.
    Anywhere,
}

/// What became of a message that was to be appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// It is in.
    New,
    /// It was in already, word for word.
    Known,
}

/// The room between two serials, so that a summary can be put where something was removed.
pub(super) const SERIAL_STEP: u64 = 1 << 32;

impl History {
    /// A history without messages.
    pub fn new(estimator: Estimator) -> Self {
        Self {
            estimator,
            units: VecDeque::new(),
            turns: VecDeque::new(),
            index: Index::default(),
            ledger: Ledger::default(),
            message_count: 0,
            reasoning: 0,
            next_serial: 0,
            rewrites: 0,
            edition: 0,
            measured: Serial::default(),
            suspensions: Vec::new(),
        }
    }

    /// How text is estimated.
    pub fn estimator(&self) -> Estimator {
        self.estimator
    }

    /// The units in order.
    pub fn units(&self) -> impl DoubleEndedIterator<Item = &Unit> + ExactSizeIterator + Clone {
        self.units.iter()
    }

    /// The newest unit. Results without a call are none: they end nothing.
    pub fn newest(&self) -> Option<&Unit> {
        self.units.iter().rev().find(|unit| !unit.is_apart())
    }

    /// The unit that `serial` names.
    pub fn unit(&self, serial: Serial) -> Option<&Unit> {
        self.units.get(self.place(serial)?)
    }

    /// The unit that holds this message.
    pub fn unit_of(&self, message_id: &str) -> Option<&Unit> {
        self.unit(self.index.unit_of(message_id)?)
    }

    /// The call that a result of this id would answer.
    pub fn waiting_call(&self, call_id: &str) -> Option<&ToolCall> {
        let waiting = self.index.waiting_call(call_id)?;
        self.unit(waiting.unit)?.head().calls().get(waiting.call)
    }

    /// The message with this id.
    pub fn message(&self, id: &str) -> Option<&Message> {
        let place = self.index.place_of(id)?;
        self.unit(place.unit)?.entry(place.own).map(|entry| &entry.message)
    }

    /// All messages in order of arrival. A late result stands where it arrived, though its unit is older.
    pub fn messages(&self) -> Vec<&Message> {
        let entries: Vec<&Entry> = self.units.iter().flat_map(Unit::entries).collect();
        in_order(entries, |entry| entry.serial.0).into_iter().map(|entry| &entry.message).collect()
    }

    /// How many messages there are.
    pub fn len(&self) -> usize {
        self.message_count
    }

    /// Whether there is no message.
    pub fn is_empty(&self) -> bool {
        self.message_count == 0
    }

    /// The unit that holds the system prompt.
    pub fn system_prompt(&self) -> Option<&Unit> {
        self.units.front().filter(|unit| unit.is_system_prompt())
    }

    /// The newest message of the person that says something: what the program is to answer.
    pub fn current_request(&self) -> Option<Serial> {
        let says =
            |serial: &&Serial| self.unit(**serial).is_some_and(|unit| !unit.head().content().is_blank());
        self.turns.iter().rev().find(says).or(self.turns.back()).copied()
    }

    /// How many turns there are. What stands before the first message of the person, the system prompt
    /// excepted, is a turn of its own.
    pub fn turn_count(&self) -> usize {
        self.turns.len().saturating_add(usize::from(self.has_opening()))
    }

    /// Where the newest `turns` turns begin; `None` when there are no more than that many.
    pub fn start_of_recent(&self, turns: usize) -> Option<Serial> {
        if turns >= self.turn_count() {
            return None;
        }
        let at = self.turns.len().checked_sub(turns)?;
        Some(self.turns.get(at).copied().unwrap_or(Serial(self.next_serial)))
    }

    /// What the messages cost.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// The state that a request is written of.
    pub fn revision(&self) -> Revision {
        Revision { rewrites: self.rewrites, end: self.end() }
    }

    /// Takes over what a provider counted, beyond our estimate, for a request of the messages before `end`, which are of
    /// this weight.
    pub fn correct(&mut self, tokens: u64, end: Serial, covers: Weight) {
        self.measured = end;
        self.ledger.correct(tokens, covers, covers);
    }

    /// Tokens of the history in the next request.
    pub fn context_tokens(&self) -> u64 {
        self.ledger.context_tokens(self.estimator)
    }

    /// How often it was rewritten; appends do not count.
    pub fn rewrites(&self) -> u64 {
        self.rewrites
    }

    /// Stays the same while nothing is done but putting messages at the end: units before the newest are then what
    /// they were.
    pub fn edition(&self) -> u64 {
        self.edition
    }

    /// Whether a reduction must leave the unit: the system prompt, pins, the current request, the newest unit while its
    /// calls are open, and any while calls of it wait for a person's decision.
    pub fn is_protected(&self, unit: &Unit) -> bool {
        let is_newest = || self.newest().is_some_and(|newest| newest.serial() == unit.serial());
        let is_prompt = || self.system_prompt().is_some_and(|prompt| prompt.serial() == unit.serial());
        unit.is_pinned()
            || self.current_request() == Some(unit.serial())
            || (unit.has_open_calls() && is_newest())
            || self.is_suspended(unit)
            || is_prompt()
    }

    /// Puts a message at the end. A result goes to the newest unit in which its call waits; one that finds none
    /// is kept apart.
    ///
    /// # Errors
    ///
    /// `system-not-first`, `duplicate-id`. On any error the history is unchanged.
    pub fn append(&mut self, message: Message, place: SystemPlace) -> Outcome<Appended> {
        if let Some(known) = self.message(&message.id) {
            return match known.body == message.body {
                true => Ok(Appended::Known),
                false => Err(ConversationError::new(
                    Code::DuplicateId,
                    format!("a message with id `{}` and other content is already in the history", message.id),
                )),
            };
        }
        let is_system = matches!(message.body, Body::System(_));
        if is_system && place == SystemPlace::First && !self.is_empty() {
            return Err(ConversationError::new(
                Code::SystemNotFirst,
                "System messages are only allowed as the first message",
            ));
        }
        self.enter(message, None);
        Ok(Appended::New)
    }

    /// Gives messages their weight, as a host's estimator found it.
    pub fn weigh(&mut self, message_id: &str, weight: Weight) {
        let Some(place) = self.index.place_of(message_id) else { return };
        let Some(at) = self.place(place.unit) else { return };
        let measured = self.measured;
        let entry = self.units.get_mut(at).and_then(|unit| unit.entry_mut(place.own));
        if let Some(entry) = entry.filter(|entry| !entry.weighed) {
            entry.weigh(weight);
            let covered = entry.serial < measured;
            self.ledger.weigh_later(weight, covered);
        }
    }

    /// The messages that wait for their weight.
    pub fn unweighed(&self) -> Vec<&Message> {
        if self.estimator != Estimator::Given {
            return Vec::new();
        }
        let entries = self.units.iter().flat_map(Unit::entries);
        entries.filter(|entry| !entry.weighed).map(|entry| &entry.message).collect()
    }

    /// Whether messages stand before the first one of the person, the system prompt excepted.
    fn has_opening(&self) -> bool {
        let first = self.units.get(usize::from(self.system_prompt().is_some()));
        first.is_some_and(|unit| !unit.starts_turn())
    }

    /// What entries of it come to.
    pub(crate) fn share<'a>(&self, entries: impl Iterator<Item = &'a Entry>) -> Share {
        let mut share = Share::default();
        for entry in entries {
            share.weight = share.weight.plus(entry.weight);
            share.spent = share.spent.saturating_add(entry.message.usage().map_or(0, |usage| usage.total()));
            if entry.serial < self.measured {
                share.covered = share.covered.plus(entry.weight);
            }
        }
        share
    }

    /// How many messages came before `serial`.
    pub(super) fn messages_before(&self, serial: Serial) -> usize {
        self.units.iter().flat_map(Unit::entries).filter(|entry| entry.serial < serial).count()
    }

    /// Where the unit that `serial` names stands.
    pub fn place(&self, serial: Serial) -> Option<usize> {
        self.units.binary_search_by_key(&serial, Unit::serial).ok()
    }

    /// Puts a message at the end; a result into the unit at `answered`, or to the newest one in which its call waits.
    pub(super) fn enter(&mut self, message: Message, answered: Option<Serial>) {
        let entry = Entry::new(message, Serial(self.next_serial), self.estimator);
        self.next_serial = self.next_serial.saturating_add(SERIAL_STEP);
        self.message_count = self.message_count.saturating_add(1);
        self.reasoning = self.reasoning.saturating_add(usize::from(entry.message.has_reasoning()));
        self.ledger.append(entry.weight, entry.message.usage());
        if let Some(entry) = self.pair(entry, answered) {
            let standing = match entry.message.result() {
                Some(result) if self.has_call(&result.call_id) => Standing::Second,
                Some(_) => Standing::Orphan,
                None => Standing::Whole,
            };
            let unit = Unit::new(entry, standing);
            if unit.starts_turn() {
                self.turns.push_back(unit.serial());
            }
            self.index.enter(&unit);
            self.units.push_back(unit);
        }
    }

    fn has_call(&self, id: &str) -> bool {
        self.units.iter().rev().any(|unit| unit.head().calls().iter().any(|call| call.id.as_ref() == id))
    }

    /// Puts a result into the unit of its call; gives back what is no result, or answers nothing.
    fn pair(&mut self, entry: Entry, answered: Option<Serial>) -> Option<Entry> {
        let call_id = match entry.message.result() {
            Some(result) => result.call_id.clone(),
            None => return Some(entry),
        };
        let serial = answered.or_else(|| self.index.waiting_call(&call_id).map(|call| call.unit));
        let Some(unit) = serial.and_then(|serial| self.place(serial)).and_then(|at| self.units.get_mut(at))
        else {
            return Some(entry);
        };
        let at = unit.serial();
        self.index.enter_result(&entry.message.id, &call_id, Place { unit: at, own: entry.serial });
        unit.answer(entry);
        if self.newest().is_some_and(|newest| newest.serial() != at) {
            self.edition = self.edition.saturating_add(1);
        }
        None
    }
}
