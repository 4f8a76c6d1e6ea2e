//! The structure of a history. A snapshot keeps it with the messages, so that the history can be restored.

use super::append::SystemPlace;
use super::entry::Entry;
use super::history::History;
use super::measurement::{Measurement, Measurements};
use super::serial::{Rewrite, Serial};
use super::sorted::in_order;
use super::unit::{Standing, Unit};
use super::unit_pool::{SavedEntry, UnitPool};
use crate::error::{Code, ConversationError, Outcome};
use crate::hash::{HashMap, HashSet};
use crate::list::{Listed, PushAll};
use crate::message::{Message, Role};
use crate::tokens::Estimator;
use std::sync::Arc;

/// The structure of a history that its messages do not show. It refers to messages by their index in the order of
/// arrival, from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Structure {
    /// Pairs of a result and the message with its call.
    pub answers: Vec<(usize, usize)>,
    /// Results of calls that had a result already.
    pub repeated: Vec<usize>,
    /// Messages whose prefix was rewritten after they were added, each with the first rewrite.
    pub prefix_changed: Vec<(usize, Rewrite)>,
    /// The providers' counts; the current one is last.
    pub measured: Vec<SavedMeasurement>,
    /// The numbers of the messages in the whole conversation, in the order of arrival. Empty if these are all its
    /// messages, which are then numbered from 0.
    pub numbers: Vec<u64>,
    /// The number of the next message.
    pub next_number: u64,
}

/// A provider's count of a request, as a snapshot keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedMeasurement {
    /// The measurement. The fields below hold its end and its rewrites.
    pub measurement: Measurement,
    /// The number of messages of the request that are still in the history.
    pub messages: usize,
    /// True if nothing was rewritten since.
    pub is_unchanged: bool,
}

impl History {
    /// The structure that the messages of these units of the history do not show.
    pub(crate) fn structure(&self, units: &[&Arc<Unit>]) -> Structure {
        let serials = serials_of(&mut units.iter().copied());
        let place = |serial: Serial| serials.partition_point(|other| *other < serial);
        let mut structure = Structure::default();
        for unit in units {
            let head = place(unit.serial());
            structure.answers.push_all(unit.results().iter().map(|result| (place(result.serial), head)));
            if unit.standing() == Standing::Duplicate {
                structure.repeated.push(head);
            }
            structure.prefix_changed.push_all(unit.prefix_changed.map(|by| (head, by)));
        }
        let measured = self.measured().as_slice();
        let before = |end: Serial| {
            let entries = self.units().flat_map(Unit::entries);
            entries.filter(|entry| entry.serial < end).count()
        };
        // A count that equals its estimate says nothing.
        if measured.iter().any(|measurement| measurement.tells() && before(measurement.end) > 0) {
            structure.measured.push_all(measured.iter().map(|measurement| SavedMeasurement {
                measurement: measurement.clone(),
                messages: before(measurement.end),
                is_unchanged: measurement.rewrites == self.rewrites(),
            }));
        }
        structure
    }

    /// Restores the history of the `shared` units of another path, and of these messages, in order of arrival. Shares
    /// the units that the pool has.
    ///
    /// # Errors
    ///
    /// `invalid-snapshot`, with the path of the wrong entry; `duplicate-id`.
    pub fn restored(
        estimator: Estimator,
        shared: Vec<Arc<Unit>>,
        messages: &[Arc<Message>],
        structure: &Structure,
        pool: &mut UnitPool,
    ) -> Outcome<Self> {
        check_ids(messages.iter().map(AsRef::as_ref))?;
        let count = messages.len();
        let mut slots: Vec<UnitSlot> = messages.iter().map(UnitSlot::of).listed();
        let mut open = open_calls(messages);
        for (at, (result, call)) in structure.answers.iter().enumerate() {
            let paired = pair(&mut slots, &mut open, *result, *call);
            paired.map_err(|error| error.at(format!("answers[{at}]")))?;
        }
        for (at, place) in structure.repeated.iter().enumerate() {
            let slot = slots.get_mut(*place).filter(|slot| slot.is_result() && !slot.is_joined);
            let slot = slot.ok_or_else(|| {
                unfit("expected the index of a result without a call").at(format!("repeated[{at}]"))
            })?;
            slot.standing = Standing::Duplicate;
        }
        for (at, (place, by)) in structure.prefix_changed.iter().enumerate() {
            let slot = slots.get_mut(*place).filter(|slot| !slot.is_joined);
            let slot = slot
                .ok_or_else(|| unfit("expected the place of a message").at(format!("prefixChanged[{at}]")))?;
            slot.prefix_changed = Some(*by);
        }
        let is_shared = !shared.is_empty();
        let mut units = shared;
        units.reserve(count);
        let mut entries: Vec<SavedEntry> = Vec::new();
        for (at, slot) in slots.iter().enumerate().filter(|(_, slot)| !slot.is_joined) {
            entries.clear();
            for place in std::iter::once(&at).chain(&slot.results) {
                let serial = Serial::of_number(structure.number_at(count_of(*place)));
                entries.push_all(messages.get(*place).map(|message| (serial, Arc::clone(message))));
            }
            let make = || Ok(slot.to_unit(&entries, estimator));
            units.push(pool.unit(&entries, slot.standing, slot.prefix_changed, make)?);
        }
        let units = in_order(units, |unit| unit.serial().0);
        let serials = if !is_shared { Vec::new() } else { serials_of(&mut units.iter()) };
        if serials.windows(2).any(|pair| matches!(pair, [one, other] if one == other)) {
            return Err(unfit("two messages of the path have one number").at("messages"));
        }
        let end = Serial::of_number(structure.next_number.max(structure.number_at(count_of(count))));
        let end = serials.last().map_or(end, |last| end.max(last.after()));
        let mut history = Self::of_units(estimator, units, end);
        let mut measured = Measurements::default();
        for (at, saved) in structure.measured.iter().enumerate() {
            let SavedMeasurement { measurement, messages, is_unchanged } = saved;
            if *messages > history.len() {
                let text = format!("it may cover {} messages at most, not {messages}", history.len());
                return Err(unfit(text).at("messages").at(format!("corrections[{at}]")));
            }
            measured.push(Measurement {
                end: match serials.get(*messages) {
                    Some(serial) => *serial,
                    None if serials.is_empty() => Serial::of_number(structure.number_at(count_of(*messages))),
                    None => end,
                },
                rewrites: if *is_unchanged { history.rewrites() } else { u64::MAX },
                ..measurement.clone()
            });
        }
        history.correct_by(measured);
        Ok(history)
    }

    /// Returns the history of these messages, without a structure.
    ///
    /// # Errors
    ///
    /// `duplicate-id`.
    pub fn of(estimator: Estimator, messages: Vec<Message>) -> Outcome<Self> {
        check_ids(messages.iter())?;
        let mut history = Self::new(estimator);
        for message in messages {
            history.append(message, SystemPlace::Anywhere)?;
        }
        history.pair_early_results(Serial::default());
        Ok(history)
    }
}

impl Structure {
    /// Returns the number of the message at this place; for the end, the number after the last message.
    fn number_at(&self, place: u64) -> u64 {
        let number = usize::try_from(place).ok().and_then(|place| self.numbers.get(place));
        match (number, self.numbers.last()) {
            (Some(number), _) => *number,
            (None, Some(last)) => last.saturating_add(1),
            (None, None) => place,
        }
    }
}

/// The serials of all messages of these units, in order.
fn serials_of(units: &mut dyn Iterator<Item = &Arc<Unit>>) -> Vec<Serial> {
    let mut serials = Vec::new();
    for unit in units {
        for entry in unit.entries() {
            serials.push(entry.serial);
        }
    }
    in_order(serials, |serial| serial.0)
}

fn count_of(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

/// A message that is being put into its unit.
struct UnitSlot<'a> {
    message: &'a Arc<Message>,
    /// The results of its calls, by their places.
    results: Vec<usize>,
    /// True for a result of a call.
    is_joined: bool,
    standing: Standing,
    prefix_changed: Option<Rewrite>,
}

impl<'a> UnitSlot<'a> {
    fn of(message: &'a Arc<Message>) -> Self {
        let standing = if message.role() == Role::Tool { Standing::Orphan } else { Standing::Whole };
        Self { message, results: Vec::new(), is_joined: false, standing, prefix_changed: None }
    }

    fn is_result(&self) -> bool {
        self.message.role() == Role::Tool
    }

    fn to_unit(&self, entries: &[SavedEntry], estimator: Estimator) -> Unit {
        let entry =
            |serial: Serial, message: &Arc<Message>| Entry::new(Arc::clone(message), serial, estimator);
        let head = entries.first().map(|(serial, _)| *serial).unwrap_or_default();
        let mut unit = Unit::new(entry(head, self.message), self.standing);
        for (serial, result) in entries.iter().skip(1) {
            unit.answer(entry(*serial, result));
        }
        unit
    }
}

/// The number of open calls of each id, by the index of their message and the id.
type OpenCallCounts<'a> = HashMap<(usize, &'a str), usize>;

fn open_calls(messages: &[Arc<Message>]) -> OpenCallCounts<'_> {
    let mut open = OpenCallCounts::default();
    for (at, message) in messages.iter().enumerate() {
        for call in message.calls() {
            let count = open.or_default((at, call.id.as_ref()));
            *count = count.saturating_add(1);
        }
    }
    open
}

/// Adds a result to the unit of its call.
fn pair<'a>(
    slots: &mut [UnitSlot<'a>],
    open: &mut OpenCallCounts<'a>,
    result: usize,
    call: usize,
) -> Outcome<()> {
    let slot = slots.get_mut(result).filter(|slot| slot.is_result() && !slot.is_joined);
    let slot =
        slot.ok_or_else(|| unfit(format!("message {result} is not a tool message, or is listed twice")))?;
    let call_id = slot.message.result().map(|result| result.call_id.as_ref()).unwrap_or_default();
    let Some(count) = open.get_mut(&(call, call_id)).filter(|count| **count > 0) else {
        return Err(unfit(format!("message {call} has no open call `{call_id}`")));
    };
    *count = count.saturating_sub(1);
    slot.is_joined = true;
    if let Some(slot) = slots.get_mut(call) {
        slot.results.push(result);
    }
    Ok(())
}

fn check_ids<'a>(mut messages: impl Iterator<Item = &'a Message>) -> Outcome<()> {
    let mut ids: HashSet<&str> = HashSet::default();
    match messages.by_ref().enumerate().find(|(_, message)| !ids.insert(&message.id)) {
        None => Ok(()),
        Some((at, message)) => {
            let text = format!("another message has the id `{}`", message.id);
            Err(ConversationError::new(Code::DuplicateId, text).at(format!("messages[{at}]")))
        }
    }
}

fn unfit(text: impl Into<String>) -> ConversationError {
    ConversationError::new(Code::InvalidSnapshot, text)
}
