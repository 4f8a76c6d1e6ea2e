//! Units: the smallest things that a history adds and removes.

use super::entry::Entry;
use super::serial::{MessagePlace, Rewrite, Serial};
use crate::list::{Listed, PushAll};
use crate::message::{Body, Message, PrefixDigest, Role, ToolCall};
use crate::tokens::{Estimator, Weight};
use std::sync::Arc;

/// A message, or an assistant message with the results of its calls.
///
/// INVARIANT (I2, pairing): each result answers a call of the head, and no two results answer the same call.
/// `Unit::answer` and the history, which finds the unit, keep this invariant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    head: Entry,
    results: Vec<Entry>,
    standing: Standing,
    /// True if any call is asynchronous. Most units need no look at their calls.
    pub(super) has_async_calls: bool,
    /// The first rewrite of a message before this unit after the unit was added. Everything bound to the prefix is
    /// then no longer valid, such as reasoning (AN18) and a response that the provider keeps.
    pub(crate) prefix_changed: Option<Rewrite>,
}

/// The entries of a unit, in order of arrival.
#[derive(Clone, Debug)]
pub struct Entries<'a> {
    head: Option<&'a Entry>,
    results: std::slice::Iter<'a, Entry>,
}

impl<'a> Iterator for Entries<'a> {
    type Item = &'a Entry;

    fn next(&mut self) -> Option<&'a Entry> {
        self.head.take().or_else(|| self.results.next())
    }
}

/// Units, in order.
#[derive(Clone, Debug)]
pub struct Units<'a>(std::slice::Iter<'a, Arc<Unit>>);

impl<'a> Units<'a> {
    pub(super) fn new(units: &'a [Arc<Unit>]) -> Self {
        Self(units.iter())
    }
}

impl<'a> Iterator for Units<'a> {
    type Item = &'a Unit;

    fn next(&mut self) -> Option<&'a Unit> {
        self.0.next().map(Arc::as_ref)
    }

    fn nth(&mut self, skipped: usize) -> Option<&'a Unit> {
        self.0.nth(skipped).map(Arc::as_ref)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl DoubleEndedIterator for Units<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.0.next_back().map(Arc::as_ref)
    }

    fn nth_back(&mut self, skipped: usize) -> Option<Self::Item> {
        self.0.nth_back(skipped).map(Arc::as_ref)
    }
}

impl ExactSizeIterator for Units<'_> {}

/// The relation of a unit to the calls of the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// A message, with the results of its calls if it has calls.
    Whole,
    /// A tool result whose call is not in the history. Kept unpaired until a request is written.
    Orphan,
    /// A tool result whose call had a result already. Kept unpaired like an orphan.
    Duplicate,
}

impl Unit {
    pub(crate) fn new(head: Entry, standing: Standing) -> Self {
        let has_async_calls = head.message.calls().iter().any(ToolCall::is_async);
        Self { head, results: Vec::new(), standing, has_async_calls, prefix_changed: None }
    }

    /// The digest of the request that its head answered, if the head holds reasoning.
    pub fn prefix(&self) -> Option<PrefixDigest> {
        self.head().notes.as_ref()?.prefix.filter(|_| self.head().has_reasoning())
    }

    /// Forgets the request that its head answered.
    pub(crate) fn forget_prefix(&mut self) {
        if self.prefix().is_some() {
            Arc::make_mut(&mut self.head.message).notes.iter_mut().for_each(|notes| notes.prefix = None);
        }
    }

    /// The message that the unit begins with.
    pub fn head(&self) -> &Message {
        &self.head.message
    }

    /// The serial of its head, which also identifies the unit.
    pub fn serial(&self) -> Serial {
        self.head.serial
    }

    /// Its relation to the calls of the history.
    pub fn standing(&self) -> Standing {
        self.standing
    }

    /// Sets its relation to the calls of the history.
    pub(super) fn stand(&mut self, standing: Standing) {
        self.standing = standing;
    }

    /// Reports whether the unit is a result without a call, or a second result of a call.
    pub fn is_unpaired(&self) -> bool {
        match self.standing {
            Standing::Whole => false,
            Standing::Orphan | Standing::Duplicate => true,
        }
    }

    /// Reports whether the unit is a summary of removed messages.
    pub fn is_summary(&self) -> bool {
        matches!(self.head.message.body, Body::Summary(_))
    }

    /// The message at this place.
    pub fn entry(&self, serial: Serial) -> Option<&Entry> {
        if self.head.serial == serial {
            return Some(&self.head);
        }
        let at = self.results.binary_search_by_key(&serial, |entry| entry.serial).ok()?;
        self.results.get(at)
    }

    /// Reports whether the message of this id is in this place.
    pub(super) fn holds_at(&self, id: &str, place: MessagePlace) -> bool {
        self.entry(place.own).is_some_and(|entry| *entry.message.id == *id)
    }

    /// Returns the unit with each of its messages passed through `edit`; `None` when it changed none.
    pub fn map(
        &self,
        estimator: Estimator,
        mut edit: impl FnMut(&Message) -> Option<Message>,
    ) -> Option<Self> {
        let edited = |entry: &Entry| Some(entry.rewritten(edit(&entry.message)?, estimator));
        let entries: Vec<Entry> = self.entries().filter_map(edited).listed();
        (!entries.is_empty()).then(|| self.with_entries(entries))
    }

    /// Returns the unit with these entries instead of its own.
    pub(crate) fn with_entries(&self, entries: Vec<Entry>) -> Self {
        let mut copy = self.clone();
        for entry in entries {
            if let Some(own) = copy.entry_mut(entry.serial) {
                *own = entry;
            }
        }
        copy
    }

    /// The head and the results, in order of arrival.
    pub fn entries(&self) -> Entries<'_> {
        Entries { head: Some(&self.head), results: self.results.iter() }
    }

    /// Weighs its messages for another model.
    pub(super) fn weigh_for(&mut self, estimator: Estimator) {
        let entries = std::iter::once(&mut self.head).chain(&mut self.results);
        entries.filter(|entry| entry.estimator != estimator).for_each(|entry| entry.weigh_for(estimator));
    }

    /// Reports whether all of its messages are weighed by this estimator.
    pub(super) fn is_weighed_by(&self, estimator: Estimator) -> bool {
        self.entries().all(|entry| entry.estimator == estimator)
    }

    /// The messages, in order of arrival.
    pub fn messages(&self) -> impl Iterator<Item = &Message> {
        self.entries().map(|entry| &*entry.message)
    }

    /// The results of its calls so far.
    pub fn results(&self) -> &[Entry] {
        &self.results
    }

    /// The number of its messages.
    pub fn len(&self) -> usize {
        self.results.len().saturating_add(1)
    }

    /// Always false: a unit has a head.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The number of its messages that are bound to the messages before them.
    pub(super) fn bound_count(&self) -> usize {
        self.messages().filter(|message| message.is_bound()).count()
    }

    /// Its cost once its turn is over.
    pub fn weight(&self) -> Weight {
        self.entries().fold(Weight(0), |sum, entry| sum.plus(entry.weight.lasting))
    }

    /// Its additional cost until its turn ends.
    pub fn passing(&self) -> Weight {
        self.entries().fold(Weight(0), |sum, entry| sum.plus(entry.weight.passing))
    }

    /// Reports whether a turn begins with the unit.
    pub fn starts_turn(&self) -> bool {
        self.head.message.starts_turn()
    }

    /// Reports whether the unit holds a pinned message, so that no reduction may remove it.
    pub fn is_pinned(&self) -> bool {
        self.messages().any(Message::is_pinned)
    }

    /// Reports whether the unit holds the program's instructions.
    pub fn is_system_prompt(&self) -> bool {
        matches!(self.head.message.body, Body::System(_))
            && !self.head.message.tells_tools()
            && !self.head.message.is_note()
    }

    /// The results of the unit that arrived after the unit at `next`, or before their call.
    pub fn misplaced_results(&self, next: Option<Serial>) -> impl Iterator<Item = &Entry> {
        self.results.iter().filter(move |result| {
            result.serial < self.head.serial || next.is_some_and(|next| result.serial > next)
        })
    }

    /// Replaces the head by `to`, if the head is `from`.
    pub(super) fn replace_head(&mut self, from: &Arc<Message>, to: &Entry) {
        if self.head.message == *from {
            self.head = to.clone();
        }
    }

    /// Its head with its place.
    pub(crate) fn head_entry(&self) -> &Entry {
        &self.head
    }

    /// Adds a result of one of its calls.
    pub(crate) fn answer(&mut self, result: Entry) {
        debug_assert_eq!(result.message.role(), Role::Tool, "I2");
        let at = self.results.partition_point(|other| other.serial < result.serial);
        self.results.insert(at, result);
    }

    /// Adds the results of `other` that arrived at or after `since`.
    pub(super) fn take_results_since(&mut self, other: &Self, since: Serial) {
        self.results.push_all(other.results.iter().filter(|result| result.serial >= since).cloned());
    }

    /// Reports whether a snapshot holds the same of both units. Weights are not saved.
    pub(crate) fn is_saved_as(self: &Arc<Self>, other: &Arc<Self>) -> bool {
        let is_same = |own: &Entry, other: &Entry| own.serial == other.serial && own.message == other.message;
        Arc::ptr_eq(self, other)
            || (self.standing == other.standing
                && self.prefix_changed == other.prefix_changed
                && self.results.len() == other.results.len()
                && self.entries().zip(other.entries()).all(|(own, other)| is_same(own, other)))
    }

    /// The place of this unit among units in order, if a snapshot holds the same of both.
    pub(crate) fn place_among(self: &Arc<Self>, units: &[Arc<Self>]) -> Option<usize> {
        let place = units.partition_point(|unit| unit.serial() < self.serial());
        units.get(place).is_some_and(|unit| unit.is_saved_as(self)).then_some(place)
    }

    /// Returns the unit without everything after the message at `last`; `None` if the head is after it.
    pub(super) fn through(&self, last: Serial) -> Option<Self> {
        let mut unit = self.clone();
        unit.results.retain(|result| result.serial <= last);
        (self.serial() <= last).then_some(unit)
    }

    /// Returns the message at this place, mutably.
    pub(crate) fn entry_mut(&mut self, serial: Serial) -> Option<&mut Entry> {
        if self.head.serial == serial {
            return Some(&mut self.head);
        }
        let at = self.results.binary_search_by_key(&serial, |entry| entry.serial).ok()?;
        self.results.get_mut(at)
    }

    /// Returns the message with this id, mutably.
    pub(super) fn entry_named(&mut self, id: &str) -> Option<&mut Entry> {
        std::iter::once(&mut self.head).chain(&mut self.results).find(|entry| entry.message.id.as_ref() == id)
    }

    /// Returns the unit with only the calls and the results that are wanted.
    pub(crate) fn without(
        mut self,
        estimator: Estimator,
        keep_call: impl Fn(&ToolCall) -> bool,
        keep_result: impl Fn(&Message) -> bool,
    ) -> Self {
        if let Body::Assistant { calls, .. } = &mut Arc::make_mut(&mut self.head.message).body {
            calls.retain(|call| keep_call(call));
        }
        self.results.retain(|entry| keep_result(&entry.message));
        self.head = Entry::new(self.head.message, self.head.serial, estimator);
        self
    }
}
