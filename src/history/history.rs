//! The history of a conversation. Of the other files, only `weighing.rs` uses the fields of its size.

use super::change::Change;
use super::entry::Entry;
use super::index::Index;
use super::measurement::Measurements;
use super::reduction::Reduction;
use super::revision::Revision;
use super::serial::{MessagePlace, SERIAL_STEP};
use super::serial::{Rewrite, Serial};
use super::suspension::Suspension;
use super::tally::Tally;
use super::unit::{Standing, Unit, Units};
use super::unit_list::UnitList;
use crate::message::Message;
use crate::tokens::{Estimator, Ledger};
use std::sync::{Arc, OnceLock};

/// The messages of a conversation, in units. A clone shares the units, and is cheap.
///
/// INVARIANT (I1, order): units are in the order in which their heads arrived, and results in the order of their own
/// arrival. Serials only grow. INVARIANT (I3, open tail): only the newest unit has *open* calls. Calls without a result
/// in an older unit are *abandoned*; a late result still finds its call.
#[derive(Clone, Debug)]
pub struct History {
    pub(super) estimator: Estimator,
    pub(super) units: UnitList,
    /// Built at first use, so that an inactive path needs none.
    index: OnceLock<Index>,
    pub(super) ledger: Ledger,
    pub(super) tally: Tally,
    next_serial: u64,
    /// The number of rewrites; appends do not count.
    rewrites: u64,
    /// Bumped whenever a unit other than the newest is rewritten. Caches keyed by it stay valid until then.
    generation: u64,
    /// The providers' counts. The current one makes the ledger's correction.
    pub(super) measured: Measurements,
    /// Calls that wait for a person's decision. The last suspension may be over.
    suspensions: Vec<Suspension>,
    /// True if a result may have arrived before its call.
    has_early_results: bool,
}

impl History {
    /// A history without messages.
    pub fn new(estimator: Estimator) -> Self {
        Self {
            estimator,
            units: UnitList::default(),
            index: OnceLock::new(),
            ledger: Ledger::default(),
            tally: Tally::default(),
            next_serial: SERIAL_STEP,
            rewrites: 0,
            generation: 0,
            measured: Measurements::default(),
            suspensions: Vec::new(),
            has_early_results: false,
        }
    }

    /// A history of these units, in order. The next message gets the serial `end`.
    pub(super) fn of_units(estimator: Estimator, units: Vec<Arc<Unit>>, end: Serial) -> Self {
        let mut history = Self { next_serial: end.0, ..Self::new(estimator) };
        units.iter().for_each(|unit| history.count_in(unit));
        let has_early = |unit: &Arc<Unit>| unit.entries().any(|entry| entry.serial < unit.serial());
        history.has_early_results = units.iter().any(has_early);
        history.units = UnitList::new(units);
        history.weigh_turn();
        history
    }

    /// The estimator of its text.
    pub fn estimator(&self) -> Estimator {
        self.estimator
    }

    /// The units in order.
    pub fn units(&self) -> Units<'_> {
        Units::new(self.units.all())
    }

    /// The units in order, as shared pointers.
    pub(crate) fn shared_units(&self) -> &[Arc<Unit>] {
        self.units.all()
    }

    /// The units that begin a turn.
    pub(super) fn turn_starts(&self) -> &[Serial] {
        self.units.turns()
    }

    /// The units of instructions at the start: the system prompt, and the system and developer messages after it.
    pub(crate) fn opening(&self) -> &[Arc<Unit>] {
        self.units.opening()
    }

    pub(super) fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::of(self.units.all()))
    }

    /// Frees the index. The next search by an id builds it again.
    pub fn free_index(&mut self) {
        self.index = OnceLock::new();
        self.units.shrink();
    }

    /// The number of messages.
    pub fn len(&self) -> usize {
        self.tally.messages
    }

    /// Reports whether there is no message.
    pub fn is_empty(&self) -> bool {
        self.tally.messages == 0
    }

    /// The cost of the messages.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Tokens of the history in the next request.
    pub fn context_tokens(&self) -> u64 {
        self.ledger.context_tokens(self.estimator)
    }

    /// The number of rewrites; appends do not count.
    pub fn rewrites(&self) -> u64 {
        self.rewrites
    }

    /// Bumped whenever a unit other than the newest is rewritten. While it is equal, units before the newest are
    /// unchanged.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// The current state of the history.
    pub fn revision(&self) -> Revision {
        Revision { rewrites: self.rewrites, end: self.end() }
    }

    /// The serial of the next message.
    pub fn end(&self) -> Serial {
        Serial(self.next_serial)
    }

    /// The counts of providers.
    pub(crate) fn measured(&self) -> &Measurements {
        &self.measured
    }

    /// The suspensions, oldest first. The last suspension may be over.
    pub(super) fn kept_suspensions(&self) -> &[Suspension] {
        &self.suspensions
    }

    pub(super) fn set_suspensions(&mut self, suspensions: Vec<Suspension>) {
        self.suspensions = suspensions;
    }

    /// Reports whether a result may have arrived before its call.
    pub(super) fn has_early_results(&self) -> bool {
        self.has_early_results
    }

    /// Appends a message. A result joins the unit at `answered`, or the newest unit in which its call is open.
    pub(super) fn enter(&mut self, message: Arc<Message>, answered: Option<Serial>) {
        let entry = Entry::new(message, Serial(self.next_serial), self.estimator);
        self.next_serial = self.next_serial.saturating_add(SERIAL_STEP);
        self.tally = self.tally.plus(Tally::of_entry(&entry));
        self.ledger.append(entry.weight, entry.message.usage());
        let result = entry.message.result();
        let call = result.and_then(|result| {
            answered.or_else(|| self.index().open_call(&result.call_id).map(|call| call.unit))
        });
        match (call.filter(|call| self.place(*call).is_some()), result) {
            (Some(call), _) => self.answer_in(call, entry),
            (None, Some(result)) if self.has_call(&result.call_id) => {
                self.push(Unit::new(entry, Standing::Duplicate));
            }
            (None, Some(_)) => self.push(Unit::new(entry, Standing::Orphan)),
            (None, None) => self.push(Unit::new(entry, Standing::Whole)),
        }
    }

    /// Applies these ordered changes, and returns the report. Reasoning after the first change becomes invalid (AN18).
    pub(super) fn rewrite(&mut self, changes: Vec<Change>) -> Reduction {
        let tokens_before = self.context_tokens();
        let mut reduction = Reduction::of(&changes, self.estimator);
        let first_changed = Reduction::first_changed_entry(&changes);
        let first_void = self.first_void_unit(&changes);
        self.make(&changes);
        // Now only the history holds the units.
        drop(changes);
        let by = Rewrite(self.rewrites);
        self.mark_prefixes(first_void, |unit| unit.prefix_changed.or(Some(by)));
        reduction.rewrite = Some(by);
        reduction.end = self.end();
        reduction.tokens_before = tokens_before;
        reduction.tokens_after = self.context_tokens();
        reduction.first_changed = first_changed.map(|serial| self.messages_before(serial));
        reduction
    }

    /// Applies these ordered changes, and counts them as a rewrite.
    pub(super) fn make(&mut self, changes: &[Change]) {
        let changes = &*self.weighed(changes);
        let removed = changes.iter().filter(|change| change.after.is_none()).count();
        // Drops the index if rebuilding it at its next use touches fewer units than updating it.
        if removed.saturating_mul(2) >= self.units.all().len() {
            self.index = OnceLock::new();
        }
        for Change { before, after, .. } in changes {
            if let Some(after) = after {
                self.count_in(after);
            }
            if let Some(before) = before {
                self.count_out(before);
            }
            if let Some(index) = self.index.get_mut() {
                before.iter().for_each(|before| index.forget(before));
                after.iter().for_each(|after| index.enter(after));
            }
        }
        self.units.change(changes);
        self.weigh_turn();
        self.count_rewrite();
    }

    /// Continues the counts of rewrites and serials of another path, so that no serial repeats.
    pub(crate) fn count_on_from(&mut self, other: &Self) {
        self.set_rewrites(self.rewrites.max(other.rewrites));
        self.generation = self.generation.max(other.generation);
        self.next_serial = self.next_serial.max(other.next_serial);
    }

    /// Takes the place of `other`. For open drafts, this is a rewrite.
    pub(crate) fn replace(&mut self, other: &Self) {
        self.count_on_from(other);
        let before = self.rewrites;
        self.count_rewrite();
        // The messages are the same.
        self.measured.count_on(before, self.rewrites);
    }

    fn set_rewrites(&mut self, rewrites: u64) {
        self.measured.count_on(self.rewrites, rewrites);
        self.rewrites = rewrites;
    }

    /// Continues the counts of rewrites and serials from this reduction on.
    pub(crate) fn count_rewrites_from(&mut self, reduction: &Reduction) {
        self.set_rewrites(self.rewrites.max(reduction.made_at().0.0));
        self.next_serial = self.next_serial.max(reduction.made_at().1.0);
    }

    pub(super) fn count_rewrite(&mut self) {
        self.rewrites = self.rewrites.saturating_add(1);
        self.count_generation();
    }

    /// Counts a rewrite of a unit before the newest.
    pub(super) fn count_generation(&mut self) {
        self.generation = self.generation.saturating_add(1);
    }

    /// Replaces the unit of the same serial by `unit`, which holds the same messages with other calls.
    pub(super) fn replace_unit(&mut self, unit: Unit) {
        let Some(at) = self.place(unit.serial()) else { return };
        let Some(before) = self.units.all().get(at).cloned() else { return };
        self.count_out(&before);
        self.count_in(&unit);
        if let Some(own) = self.units.get_mut(at) {
            *own = Arc::new(unit);
        }
        // For open drafts, this is a rewrite: they hold the old message.
        self.count_rewrite();
    }

    /// Moves an unpaired result into the unit of its call.
    pub(super) fn join(&mut self, result: Serial, call: Serial) {
        if self.place(call).is_none() {
            return;
        }
        let Some(unit) = self.units.take(result) else { return };
        self.count_generation();
        if let Some(index) = self.index.get_mut() {
            index.forget(&unit);
        }
        for entry in unit.entries() {
            self.answer_in(call, entry.clone());
        }
    }

    /// Marks an unpaired result as a second result of its call.
    pub(super) fn mark_duplicate(&mut self, serial: Serial) {
        if let Some(unit) = self.unit_mut(serial) {
            unit.stand(Standing::Duplicate);
        }
    }

    /// Records, for each unit from `place` on, the rewrite that changed its prefix. Records nothing while no message is
    /// bound to its prefix.
    pub(super) fn mark_prefixes(&mut self, place: usize, mark: impl Fn(&Unit) -> Option<Rewrite>) {
        if self.tally.bound == 0 {
            return;
        }
        let mut place = place;
        while let Some(unit) = self.units.get_mut(place) {
            let by = mark(unit);
            if by != unit.prefix_changed {
                Arc::make_mut(unit).prefix_changed = by;
            }
            place = place.saturating_add(1);
        }
    }

    pub(super) fn unit_mut(&mut self, serial: Serial) -> Option<&mut Unit> {
        let at = self.place(serial)?;
        self.units.get_mut(at).map(Arc::make_mut)
    }

    fn push(&mut self, unit: Unit) {
        if let Some(index) = self.index.get_mut() {
            index.enter(&unit);
        }
        if unit.starts_turn() {
            self.ledger.set_passing(unit.passing());
        }
        self.units.push(unit);
    }

    /// Adds a result to the unit of its call.
    fn answer_in(&mut self, call: Serial, result: Entry) {
        let call_id = result.message.result().map(|result| result.call_id.clone()).unwrap_or_default();
        let place = MessagePlace { unit: call, own: result.serial };
        self.has_early_results |= result.serial < call;
        if let Some(index) = self.index.get_mut() {
            index.enter_result(&result.message.id, &call_id, place);
        }
        if let Some(unit) = self.unit_mut(call) {
            unit.answer(result);
        }
        if self.newest().is_some_and(|newest| newest.serial() != call) {
            self.count_generation();
        }
    }

    /// Adds a unit to the sums.
    fn count_in(&mut self, unit: &Unit) {
        self.ledger.insert(self.share(unit.entries()));
        self.tally = self.tally.plus(Tally::of_unit(unit));
    }

    /// Subtracts a unit from the sums.
    fn count_out(&mut self, unit: &Unit) {
        self.ledger.remove(self.share(unit.entries()));
        self.tally = self.tally.minus(Tally::of_unit(unit));
    }
}
