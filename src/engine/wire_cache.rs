//! Request bodies for one target: each unit is sanitised and written once, and stays where it was written.

use super::wire_body::{Span, WireBody};
use crate::error::Outcome;
use crate::format::{Lane, Params, Target, write_head};
use crate::history::{History, Reduction, Serial, Unit};
use crate::message::Message;
use crate::repair::Repair;
use crate::sanitize::{Dialect, Item, Passage, Prompt, SentIds, Terms, UnitState, passage, prompt};
use std::borrow::Cow;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// What was made of the units of one history for one target, to be used again while it holds.
#[derive(Debug)]
pub(super) struct WireCache {
    target: &'static dyn Target,
    terms: Terms,
    rows: Rows,
    body: WireBody,
    /// The ids of calls in the request.
    ids: SentIds,
    settled: Option<Settled>,
}

type Rows = HashMap<Serial, Row, BuildHasherDefault<SerialHasher>>;

/// A unit, sanitised, and where the body holds it.
#[derive(Debug)]
struct Row {
    state: UnitState,
    passage: Passage,
    span: Option<Span>,
}

/// How much of the body the next request can take over, if the history is only appended to until then.
///
/// INVARIANT (I9, stable prefix): the bytes before `end` are what a body that is written anew would have there.
#[derive(Debug, Default)]
struct Settled {
    edition: u64,
    /// How many units it covers.
    units: usize,
    /// Where the first of those stands that what follows is judged by.
    context_from: usize,
    /// Those of them that say something.
    context: Vec<Serial>,
    /// Where they end in the body, and in which lane.
    end: usize,
    lane: Option<Lane>,
    /// What was done to each of them.
    repairs: Vec<Repair>,
    /// The ids of their items, where the target has such: none may stand in what follows (OR6).
    item_ids: HashSet<String>,
}

impl WireCache {
    pub(super) fn new(target: &'static dyn Target) -> Self {
        Self {
            target,
            terms: Terms::default(),
            rows: HashMap::default(),
            body: WireBody::default(),
            ids: SentIds::default(),
            settled: None,
        }
    }

    /// The body that was written last.
    pub(super) fn body(&self) -> &[u8] {
        self.body.bytes()
    }

    /// Writes a body. Returns what was done to make it one that the target accepts.
    ///
    /// # Errors
    ///
    /// `nothing-to-send`.
    pub(super) fn write(
        &mut self,
        history: &History,
        terms: Terms,
        params: &Params<'_>,
    ) -> Outcome<Vec<Repair>> {
        let settled = self
            .settled
            .take()
            .filter(|settled| settled.edition == history.edition() && self.terms.reads_units_as(&terms));
        let settled = settled.unwrap_or_default();
        match settled.context.last() {
            Some(last) => self.ids.forget_after(*last),
            None => self.ids = SentIds::default(),
        }
        self.refresh(history, terms, settled.context_from);

        let dialect = self.dialect();
        let items = items(&self.rows, history, settled.context_from, |item| item.is_liftable(dialect));
        if settled.is_repeated(&self.rows, history) {
            let terms = self.terms.clone();
            return self.write(history, terms, params);
        }
        let mut repairs = settled.repairs.clone();
        repairs.extend(repairs_of(&self.rows, history.units().skip(settled.units)));
        let mut prompt = prompt(items, repairs, dialect, &self.terms)?;
        if !settled.stands_in(&prompt) {
            let terms = self.terms.clone();
            return self.write(history, terms, params);
        }
        let context = prompt.settled(history, dialect, &self.terms);
        let mut repairs = std::mem::take(&mut prompt.repairs);
        let without = params.unsendable(dialect, prompt.without_thinking, &mut repairs);
        let target = self.target.spelled(self.terms.spelling).unwrap_or(self.target);
        let system: Vec<&Message> = prompt.system.iter().flat_map(|item| item.messages()).collect();
        let mut head = Vec::new();
        write_head(&mut head, dialect, &params.fields(dialect, &without), target.system(&system).as_deref());

        let gathered = gather(target, &self.rows, &mut self.body, &prompt, &settled, context.end);
        self.body.set_head(&head);
        let is_more = context.end > settled.context.len();
        let context = serials(prompt.items.get(context).unwrap_or_default());
        self.settled = match is_more {
            true => self.settle(history, settled, context, &gathered),
            false => Some(settled),
        };
        self.enter(history, gathered);
        Ok(repairs)
    }

    /// What the target demands of the model that is asked.
    fn dialect(&self) -> &'static Dialect {
        self.target.dialect().for_model(self.terms.capabilities.model.as_deref())
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        *self = Self::new(self.target);
    }

    /// Forgets what was written of these units.
    pub(super) fn forget_units(&mut self, units: &[Serial]) {
        units.iter().for_each(|unit| drop(self.rows.remove(unit)));
    }

    /// Forgets what a reduction removed or changed.
    pub(super) fn forget(&mut self, reduction: &Reduction, history: &History) {
        for unit in &reduction.removed {
            self.rows.remove(&unit.serial());
        }
        for shortened in &reduction.shortened {
            if let Some(unit) = history.unit_of(&shortened.original.id) {
                self.rows.remove(&unit.serial());
            }
        }
    }

    /// Brings the rows of all units but the first `skipped` up to date with the history, under these terms.
    fn refresh(&mut self, history: &History, terms: Terms, skipped: usize) {
        if !self.terms.reads_units_as(&terms) {
            self.rows.clear();
        }
        self.terms = terms;
        let dialect = self.dialect();
        let mut told_before = history.units().take(skipped).rev();
        let mut follows_result = told_before
            .find_map(|unit| self.rows.get(&unit.serial())?.passage.ends_with_result(unit))
            .unwrap_or_default();
        for (unit, mut state) in UnitState::after(history, skipped) {
            self.ids.name(unit, &mut state, dialect, &self.terms);
            state.follows_result = follows_result;
            let row = match self.rows.entry(unit.serial()) {
                Entry::Occupied(row) if row.get().state == state => row.into_mut(),
                entry @ (Entry::Occupied(_) | Entry::Vacant(_)) => {
                    let passage = passage(unit, state.clone(), dialect, &self.terms);
                    entry.insert_entry(Row { state, passage, span: None }).into_mut()
                }
            };
            follows_result = row.passage.ends_with_result(unit).unwrap_or(follows_result);
        }
    }

    /// What the next request can take over, when it has to look at the units of this context at least.
    fn settle(
        &self,
        history: &History,
        before: Settled,
        context: Vec<Serial>,
        gathered: &Gathered,
    ) -> Option<Settled> {
        let context_from = history.place(*context.first()?)?;
        let units = history.place(*context.last()?)?.saturating_add(1);
        let Settled { units: known, mut repairs, mut item_ids, .. } = before;
        repairs.extend(repairs_of(&self.rows, history.units().take(units).skip(known)));
        if self.target.dialect().turns.are_items {
            item_ids.extend(item_ids_of(&self.rows, history.units().take(units).skip(known)));
        }
        let (edition, end, lane) = (history.edition(), gathered.end, gathered.lane);
        Some(Settled { edition, units, context_from, context, end, lane, repairs, item_ids })
    }

    /// Notes where the units stand now.
    fn enter(&mut self, history: &History, gathered: Gathered) {
        if gathered.is_anew {
            let stale = history.units().map(|unit| (unit.serial(), None));
            stale.for_each(|(serial, span)| self.place(serial, span));
        }
        gathered.spans.into_iter().for_each(|(serial, span)| self.place(serial, span));
    }

    fn place(&mut self, serial: Serial, span: Option<Span>) {
        if let Some(row) = self.rows.get_mut(&serial) {
            row.span = span;
        }
    }
}

impl Settled {
    /// Whether the context is what it was in the prompt that it was taken from. It is not when the rules had to change
    /// it after all: say, because nothing is left of the units behind it, so that it is the end now.
    fn stands_in(&self, prompt: &Prompt<'_>) -> bool {
        let found = prompt.items.get(..self.context.len()).unwrap_or_default();
        serials(found) == self.context && found.iter().all(|item| !item.is_fresh)
    }

    /// Whether an item of theirs stands in what follows once more.
    fn is_repeated(&self, rows: &Rows, history: &History) -> bool {
        let is_known = |id: String| self.item_ids.contains(&id);
        !self.item_ids.is_empty() && item_ids_of(rows, history.units().skip(self.units)).any(is_known)
    }
}

fn serials(items: &[Item<'_>]) -> Vec<Serial> {
    items.iter().filter_map(|item| item.unit).map(Unit::serial).collect()
}

/// The units from `first` on as items of a prompt, with those of the system prompt that stand before them.
fn items<'a>(
    rows: &'a Rows,
    history: &'a History,
    first: usize,
    is_liftable: impl Fn(&Item<'_>) -> bool,
) -> Vec<Item<'a>> {
    let item = |unit: &'a Unit| item_of(rows, unit);
    let before = history.units().take(first).filter_map(item).filter(|item| !item.is_empty());
    let mut items: Vec<Item<'_>> = before.take_while(is_liftable).collect();
    items.extend(history.units().skip(first).filter_map(item));
    items
}

/// A unit as an item of a prompt.
fn item_of<'a>(rows: &'a Rows, unit: &'a Unit) -> Option<Item<'a>> {
    let row = rows.get(&unit.serial())?;
    Some(Item::new(unit, Cow::Borrowed(&row.passage)).as_prompt(row.state.is_prompt))
}

/// The ids of the items that units are written as.
fn item_ids_of<'a>(rows: &'a Rows, units: impl Iterator<Item = &'a Unit>) -> impl Iterator<Item = String> {
    let ids =
        |item: Item<'_>| -> Vec<String> { item.messages().into_iter().flat_map(Message::item_ids).collect() };
    units.filter_map(|unit| item_of(rows, unit)).flat_map(ids)
}

/// What was done to units by themselves.
fn repairs_of<'a>(rows: &'a Rows, units: impl Iterator<Item = &'a Unit>) -> impl Iterator<Item = Repair> {
    units.filter_map(|unit| rows.get(&unit.serial())).flat_map(|row| row.passage.repairs.iter().cloned())
}

/// Where things are in a body.
struct Gathered {
    /// Where the settled items end, and in which lane.
    end: usize,
    lane: Option<Lane>,
    /// Where units stand as their passages tell them; `None` for those that neighbours made another.
    spans: Vec<(Serial, Option<Span>)>,
    /// Whether nothing was taken over, and so every unit that has a span is among them.
    is_anew: bool,
}

/// Writes the messages of a prompt behind those that are settled: bytes that were written before are moved, what is
/// new is written. `count` items will be settled then.
fn gather(
    target: &dyn Target,
    rows: &Rows,
    body: &mut WireBody,
    prompt: &Prompt<'_>,
    settled: &Settled,
    count: usize,
) -> Gathered {
    let is_anew = settled.units == 0;
    let span_of = |item: &Item<'_>| {
        item.unit.filter(|_| !item.is_fresh).and_then(|unit| rows.get(&unit.serial())?.span)
    };
    let room =
        prompt.items.iter().filter_map(span_of).map(|span| span.length.saturating_add(ROOM_A_JOINT)).sum();
    let offcut = body.cut(settled.end, room);
    let (mut end, mut lane) = (settled.end, settled.lane);
    let mut settled_lane = settled.lane;
    let mut spans = Vec::new();
    for (place, item) in prompt.items.iter().enumerate().skip(settled.context.len()) {
        let written = span_of(item).and_then(|span| Some((span, offcut.get(span)?)));
        let (bytes, first, last) = match written {
            Some((span, bytes)) => (Cow::Borrowed(bytes), span.first, span.last),
            None => {
                let fragment = target.fragment(&item.messages());
                (Cow::Owned(fragment.bytes), fragment.first, fragment.last)
            }
        };
        body.push(target.joint(lane, first).as_bytes());
        let span = Span { from: body.end(), length: bytes.len(), first, last };
        body.push(&bytes);
        lane = Some(last);
        spans.extend(item.unit.map(|unit| (unit.serial(), (!item.is_fresh).then_some(span))));
        if place < count {
            (end, settled_lane) = (body.end(), lane);
        }
    }
    if let Some(lane) = lane {
        body.push(target.close(lane).as_bytes());
    }
    body.push(b"]}");
    Gathered { end, lane: settled_lane, spans, is_anew }
}

/// What joins two units in the longest case, about.
const ROOM_A_JOINT: usize = 40;

/// Serials are spread by multiplication; they come from no adversary, so nothing stronger is needed.
#[derive(Debug, Default)]
struct SerialHasher(u64);

impl Hasher for SerialHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, number: u64) {
        // The odd constant nearest to 2^64 divided by the golden ratio; the upper half holds the serial.
        self.0 = number.rotate_left(32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}
