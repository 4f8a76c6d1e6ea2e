//! Request bodies for one target: each unit is sanitised and written once, and keeps its place in the body.

use super::wire_body::{Span, WireBody};
use crate::error::Outcome;
use crate::format::{Params, Target, WireTurn, write_head};
use crate::history::{History, Reduction, Serial, Unit};
use crate::message::Message;
use crate::repair::Repair;
use crate::sanitize::{
    Dialect, Prompt, PromptItem, RequestOptions, SanitizedUnit, SentIds, UnitState, prompt, sanitize_unit,
};
use std::borrow::Cow;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// The units of one history as they were written for one target. Unchanged units are used again.
#[derive(Debug)]
pub(super) struct WireCache {
    target: &'static dyn Target,
    options: RequestOptions,
    rows: Rows,
    body: WireBody,
    /// The ids of calls in the request.
    ids: SentIds,
    stable: Option<StablePrefix>,
}

type Rows = HashMap<Serial, Row, BuildHasherDefault<SerialHasher>>;

/// A unit, sanitised, with its place in the body.
#[derive(Debug)]
struct Row {
    state: UnitState,
    sanitized: SanitizedUnit,
    span: Option<Span>,
}

/// The part of the body that the next request reuses, if the history only grows until then.
///
/// INVARIANT (I9, stable prefix): a body that is written anew would have the same bytes before `end`.
#[derive(Debug, Default)]
struct StablePrefix {
    /// The generation of the history at the time of writing.
    generation: u64,
    /// The number of units that it covers.
    units: usize,
    /// The index of the first unit that later rules may still look back at.
    context_from: usize,
    /// The written units from `context_from` on.
    context: Vec<Serial>,
    /// Its end in the body, and the kind of wire message that it ends with.
    end: usize,
    turn: Option<WireTurn>,
    /// The repairs of its units.
    repairs: Vec<Repair>,
    /// The ids of its items, for targets with items. No id may come again (OR6).
    item_ids: HashSet<String>,
}

impl WireCache {
    pub(super) fn new(target: &'static dyn Target) -> Self {
        Self {
            target,
            options: RequestOptions::default(),
            rows: HashMap::default(),
            body: WireBody::default(),
            ids: SentIds::default(),
            stable: None,
        }
    }

    /// The body that was written last.
    pub(super) fn body(&self) -> &[u8] {
        self.body.bytes()
    }

    /// Writes a body that the target accepts. Returns the repairs.
    ///
    /// # Errors
    ///
    /// `nothing-to-send`.
    pub(super) fn write(
        &mut self,
        history: &History,
        options: RequestOptions,
        params: &Params<'_>,
    ) -> Outcome<Vec<Repair>> {
        let stable = self
            .stable
            .take()
            .filter(|stable| stable.generation == history.generation() && self.options == options);
        let stable = stable.unwrap_or_default();
        match stable.context.last() {
            Some(last) => self.ids.forget_after(*last),
            None => self.ids = SentIds::default(),
        }
        self.refresh(history, options, stable.context_from);

        let dialect = self.dialect();
        let items = items(&self.rows, history, stable.context_from, |item| item.is_liftable(dialect));
        if stable.is_repeated(&self.rows, history) {
            let options = self.options.clone();
            return self.write(history, options, params);
        }
        let mut repairs = stable.repairs.clone();
        repairs.extend(repairs_of(&self.rows, history.units().skip(stable.units)));
        let mut prompt =
            prompt(items, repairs, dialect, &self.options, params.outer(dialect, &self.options))?;
        if !stable.stands_in(&prompt) {
            let options = self.options.clone();
            return self.write(history, options, params);
        }
        let prefix = prompt.stable_prefix(history, dialect, &self.options);
        let mut repairs = std::mem::take(&mut prompt.repairs);
        let changes = params.changes(dialect, prompt.without_thinking, &self.options, &mut repairs);
        let target = self.target.spelled(self.options.spelling).unwrap_or(self.target);
        let system: Vec<&Message> = prompt.system.iter().flat_map(|item| item.messages()).collect();
        let mut head = Vec::new();
        write_head(&mut head, dialect, &params.fields(dialect, &changes), target.system(&system).as_deref());

        let gathered = gather(target, &self.rows, &mut self.body, &prompt, &stable, prefix.end);
        self.body.set_head(&head);
        let is_longer = prefix.end > stable.context.len();
        let context = serials(prompt.items.get(prefix).unwrap_or_default());
        self.stable = match is_longer {
            true => self.longer(history, stable, context, &gathered),
            false => Some(stable),
        };
        self.enter(history, gathered);
        Ok(repairs)
    }

    /// The demands of the target for the requested model.
    fn dialect(&self) -> &'static Dialect {
        self.target.dialect().for_model(self.options.model())
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        *self = Self::new(self.target);
    }

    /// Forgets these units.
    pub(super) fn forget_units(&mut self, units: &[Serial]) {
        units.iter().for_each(|unit| drop(self.rows.remove(unit)));
    }

    /// Forgets the units that a reduction removed or changed.
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

    /// Brings the rows of all units but the first `skipped` up to date with the history, under these options.
    fn refresh(&mut self, history: &History, options: RequestOptions, skipped: usize) {
        if self.options != options {
            self.rows.clear();
        }
        self.options = options;
        let dialect = self.dialect();
        let mut told_before = history.units().take(skipped).rev();
        let mut follows_result = told_before
            .find_map(|unit| self.rows.get(&unit.serial())?.sanitized.ends_with_result(unit))
            .unwrap_or_default();
        for (unit, mut state) in UnitState::after(history, skipped) {
            self.ids.name(unit, &mut state, dialect, &self.options);
            state.follows_result = follows_result;
            let row = match self.rows.entry(unit.serial()) {
                Entry::Occupied(row) if row.get().state == state => row.into_mut(),
                entry @ (Entry::Occupied(_) | Entry::Vacant(_)) => {
                    let sanitized = sanitize_unit(unit, state.clone(), dialect, &self.options);
                    entry.insert_entry(Row { state, sanitized, span: None }).into_mut()
                }
            };
            follows_result = row.sanitized.ends_with_result(unit).unwrap_or(follows_result);
        }
    }

    /// The stable prefix up to the end of `context`, the units that later rules may look back at.
    fn longer(
        &self,
        history: &History,
        before: StablePrefix,
        context: Vec<Serial>,
        gathered: &Gathered,
    ) -> Option<StablePrefix> {
        let context_from = history.place(*context.first()?)?;
        let units = history.place(*context.last()?)?.saturating_add(1);
        let StablePrefix { units: known, mut repairs, mut item_ids, .. } = before;
        repairs.extend(repairs_of(&self.rows, history.units().take(units).skip(known)));
        if self.target.dialect().turns.are_items {
            item_ids.extend(item_ids_of(&self.rows, history.units().take(units).skip(known)));
        }
        let (generation, end, turn) = (history.generation(), gathered.end, gathered.turn);
        Some(StablePrefix { generation, units, context_from, context, end, turn, repairs, item_ids })
    }

    /// Notes the places of the units.
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

impl StablePrefix {
    /// Reports whether the prompt begins with the unchanged context. The rules may have changed the context: for
    /// example, it is the end of the request now when nothing is left of the units after it.
    fn stands_in(&self, prompt: &Prompt<'_>) -> bool {
        let found = prompt.items.get(..self.context.len()).unwrap_or_default();
        serials(found) == self.context && found.iter().all(|item| !item.is_fresh)
    }

    /// Reports whether units after the prefix repeat the id of one of its items.
    fn is_repeated(&self, rows: &Rows, history: &History) -> bool {
        let is_known = |id: String| self.item_ids.contains(&id);
        !self.item_ids.is_empty() && item_ids_of(rows, history.units().skip(self.units)).any(is_known)
    }
}

fn serials(items: &[PromptItem<'_>]) -> Vec<Serial> {
    items.iter().filter_map(|item| item.unit).map(Unit::serial).collect()
}

/// The items of a prompt from the unit at `first` on, preceded by the system prompt.
fn items<'a>(
    rows: &'a Rows,
    history: &'a History,
    first: usize,
    is_liftable: impl Fn(&PromptItem<'_>) -> bool,
) -> Vec<PromptItem<'a>> {
    let item = |unit: &'a Unit| item_of(rows, unit);
    let before = history.units().take(first).filter_map(item).filter(|item| !item.is_empty());
    let mut items: Vec<PromptItem<'_>> = before.take_while(is_liftable).collect();
    items.extend(history.units().skip(first).filter_map(item));
    items
}

/// A unit as an item of a prompt.
fn item_of<'a>(rows: &'a Rows, unit: &'a Unit) -> Option<PromptItem<'a>> {
    let row = rows.get(&unit.serial())?;
    Some(PromptItem::new(unit, Cow::Borrowed(&row.sanitized)).as_prompt(row.state.is_prompt))
}

/// The ids of the items that units are written as.
fn item_ids_of<'a>(rows: &'a Rows, units: impl Iterator<Item = &'a Unit>) -> impl Iterator<Item = String> {
    let ids = |item: PromptItem<'_>| -> Vec<String> {
        item.messages().into_iter().flat_map(Message::item_ids).collect()
    };
    units.filter_map(|unit| item_of(rows, unit)).flat_map(ids)
}

/// The repairs from rules on single units.
fn repairs_of<'a>(rows: &'a Rows, units: impl Iterator<Item = &'a Unit>) -> impl Iterator<Item = Repair> {
    units.filter_map(|unit| rows.get(&unit.serial())).flat_map(|row| row.sanitized.repairs.iter().cloned())
}

/// The places of units in a body.
struct Gathered {
    /// The end of the stable prefix, and the kind of wire message that it ends with.
    end: usize,
    turn: Option<WireTurn>,
    /// The spans of units; `None` for a unit that rules on neighbours changed.
    spans: Vec<(Serial, Option<Span>)>,
    /// True if no prefix was reused, so that `spans` holds every written unit.
    is_anew: bool,
}

/// Writes the messages of a prompt after the stable prefix. Bytes that were written before are moved, new messages are
/// written. `count` items are stable afterwards.
fn gather(
    target: &dyn Target,
    rows: &Rows,
    body: &mut WireBody,
    prompt: &Prompt<'_>,
    stable: &StablePrefix,
    count: usize,
) -> Gathered {
    let is_anew = stable.units == 0;
    let span_of = |item: &PromptItem<'_>| {
        item.unit.filter(|_| !item.is_fresh).and_then(|unit| rows.get(&unit.serial())?.span)
    };
    let room =
        prompt.items.iter().filter_map(span_of).map(|span| span.length.saturating_add(ROOM_A_JOINT)).sum();
    let offcut = body.cut(stable.end, room);
    let (mut end, mut turn) = (stable.end, stable.turn);
    let mut stable_turn = stable.turn;
    let mut spans = Vec::new();
    for (place, item) in prompt.items.iter().enumerate().skip(stable.context.len()) {
        let written = span_of(item).and_then(|span| Some((span, offcut.get(span)?)));
        let (bytes, first, last) = match written {
            Some((span, bytes)) => (Cow::Borrowed(bytes), span.first, span.last),
            None => {
                let fragment = target.fragment(&item.messages());
                (Cow::Owned(fragment.bytes), fragment.first, fragment.last)
            }
        };
        body.push(target.separator(turn, first).as_bytes());
        let span = Span { from: body.end(), length: bytes.len(), first, last };
        body.push(&bytes);
        turn = Some(last);
        spans.extend(item.unit.map(|unit| (unit.serial(), (!item.is_fresh).then_some(span))));
        if place < count {
            (end, stable_turn) = (body.end(), turn);
        }
    }
    if let Some(turn) = turn {
        body.push(target.terminator(turn).as_bytes());
    }
    body.push(b"]}");
    Gathered { end, turn: stable_turn, spans, is_anew }
}

/// About the most bytes of a separator between two units.
const ROOM_A_JOINT: usize = 40;

/// Hashes serials by multiplication. No attacker chooses serials, so a stronger hash is not needed.
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
