//! Applied reductions in the form of a snapshot.

use super::change::Change;
use super::entry::Entry;
use super::history::History;
use super::layers::Layers;
use super::reduction::{Reduction, Step};
use super::serial::{Rewrite, Serial};
use super::unit::{Standing, Unit};
use super::unit_pool::{SavedEntry, UnitPool};
use super::unit_run::UnitRun;
use crate::error::{Code, ConversationError, Outcome};
use crate::hash::{HashMap, HashSet};
use crate::list::{Listed, PushAll};
use crate::message::{Message, MessageId, Role};
use std::sync::Arc;

/// An applied reduction. It names messages by their numbers in the order of arrival.
#[derive(Clone, Debug)]
pub struct SavedReduction {
    /// The number of the reduction, which marks reasoning whose prefix it changed.
    pub rewrite: Rewrite,
    /// The number of the first message that came after the reduction.
    pub end: u64,
    /// Tokens of the next request before.
    pub tokens_before: u64,
    /// Tokens of the next request after.
    pub tokens_after: u64,
    /// The summary of the removed messages.
    pub summary: Option<MessageId>,
    /// Its steps.
    pub steps: Vec<Step>,
    /// The units that the reduction changed, in their state before.
    pub units: Vec<SavedUnit>,
}

/// A unit as it was before a reduction.
#[derive(Clone, Debug)]
pub enum SavedUnit {
    /// The reduction inserted the message of this number.
    Inserted(u64),
    /// Neighbours among the units that the path shares.
    Shared(UnitRun),
    /// A message, with the results of its calls.
    Unit {
        /// The messages with their numbers, the head first.
        messages: Vec<(u64, Arc<Message>)>,
        /// True for a result whose call already had a result.
        is_repeated: bool,
        /// The first rewrite of a message before it.
        prefix_changed: Option<Rewrite>,
    },
}

impl Layers {
    /// Restores the reductions applied to a restored history: those of `base`, then the saved ones, which may name
    /// `shared` units.
    ///
    /// # Errors
    ///
    /// `invalid-snapshot`, with the place of the wrong entry.
    pub fn restored(
        history: &History,
        base: &Self,
        shared: &[Arc<Unit>],
        saved: Vec<SavedReduction>,
        pool: &mut UnitPool,
    ) -> Outcome<Self> {
        if saved.is_empty() {
            return base.checked(history);
        }
        let mut current: HashMap<Serial, Arc<Unit>> = HashMap::default();
        for unit in history.shared_units() {
            current.insert(unit.serial(), Arc::clone(unit));
        }
        let mut stack: Vec<Arc<Reduction>> = Vec::new();
        // No two reductions change one version of a unit.
        let named = saved.iter().flat_map(|saved| &saved.units).fold(0_usize, |sum, unit| match unit {
            SavedUnit::Shared(run) => sum.saturating_add(run.count),
            SavedUnit::Inserted(_) | SavedUnit::Unit { .. } => sum,
        });
        if named > shared.len() {
            return Err(unfit("the path does not share so many units").at("reductions"));
        }
        for (at, saved) in saved.into_iter().enumerate().rev() {
            let reduction = restored_reduction(history, shared, saved, &mut current, pool);
            stack.push(Arc::new(reduction.map_err(|error| error.at(format!("reductions[{at}]")))?));
        }
        stack.push_all(base.as_slice().iter().rev().cloned());
        stack.reverse();
        Self::of(stack).checked(history)
    }

    /// Returns these reductions, as those of this history.
    ///
    /// # Errors
    ///
    /// `invalid-snapshot` when two messages of the transcript have one id, or one place.
    fn checked(&self, history: &History) -> Outcome<Self> {
        if !self.as_slice().is_empty() {
            check_transcript(history, self)?;
        }
        Ok(self.clone())
    }
}

/// Restores one reduction. `current` holds the units after the reduction, and on return the units before it.
fn restored_reduction(
    history: &History,
    shared: &[Arc<Unit>],
    saved: SavedReduction,
    current: &mut HashMap<Serial, Arc<Unit>>,
    pool: &mut UnitPool,
) -> Outcome<Reduction> {
    let mut changes: Vec<Change> = Vec::new();
    for (at, saved) in saved.units.into_iter().enumerate() {
        let at = |error: ConversationError| error.at(format!("units[{at}]"));
        let before: Vec<(Serial, Option<Arc<Unit>>)> = match saved {
            SavedUnit::Inserted(number) => vec![(Serial::of_number(number), None)],
            SavedUnit::Shared(run) => {
                let units = run.of(shared);
                let units = units.ok_or_else(|| at(unfit("the path does not share so many units")))?;
                units.iter().map(|unit| (unit.serial(), Some(Arc::clone(unit)))).listed()
            }
            SavedUnit::Unit { messages, is_repeated, prefix_changed } => {
                let unit = restored_unit(history, messages, is_repeated, prefix_changed, pool);
                let unit = unit.map_err(at)?;
                vec![(unit.serial(), Some(unit))]
            }
        };
        for (serial, before) in before {
            let after = match &before {
                Some(before) => current.insert(serial, Arc::clone(before)),
                None => current.remove(&serial),
            };
            if before.is_none() && after.is_none() {
                return Err(at(unfit("the message that it put in is not there")));
            }
            changes.push(Change { serial, before, after });
        }
    }
    let is_ordered = changes.windows(2).all(|pair| matches!(pair, [one, other] if one.serial < other.serial));
    if !is_ordered {
        return Err(unfit("the numbers of the units must grow").at("units"));
    }
    let mut reduction = Reduction::of(&changes, history.estimator());
    reduction.rewrite = Some(saved.rewrite);
    reduction.end = Serial::of_number(saved.end);
    reduction.tokens_before = saved.tokens_before;
    reduction.tokens_after = saved.tokens_after;
    reduction.summary = saved.summary;
    reduction.steps = saved.steps;
    Ok(reduction)
}

fn restored_unit(
    history: &History,
    messages: Vec<(u64, Arc<Message>)>,
    is_repeated: bool,
    prefix_changed: Option<Rewrite>,
    pool: &mut UnitPool,
) -> Outcome<Arc<Unit>> {
    let entries = messages.into_iter().map(|(number, message)| (Serial::of_number(number), message));
    let entries: Vec<SavedEntry> = entries.listed();
    let (_, head) = entries.first().ok_or_else(|| unfit("it holds no message"))?;
    let standing = match (head.role(), is_repeated) {
        (Role::Tool, true) => Standing::Duplicate,
        (Role::Tool, false) => Standing::Orphan,
        (Role::System | Role::User | Role::Assistant, _) => Standing::Whole,
    };
    pool.unit(&entries, standing, prefix_changed, || {
        let mut made = entries
            .iter()
            .map(|(serial, message)| Entry::new(Arc::clone(message), *serial, history.estimator()));
        let head = made.next().ok_or_else(|| unfit("it holds no message"))?;
        let mut unit = Unit::new(head, standing);
        for result in made {
            let call_id = result.message.result().map(|result| result.call_id.clone());
            let is_open = call_id.is_some_and(|id| unit.open_calls().iter().any(|call| call.id == id));
            if !is_open || unit.entry(result.serial).is_some() {
                return Err(unfit(format!(
                    "the message `{}` is no result of a call that waits",
                    result.message.id
                )));
            }
            unit.answer(result);
        }
        Ok(unit)
    })
}

/// Refuses a transcript in which two messages have one id, or one place.
fn check_transcript(history: &History, layers: &Layers) -> Outcome<()> {
    let said = history.transcript(layers);
    let mut ids: HashSet<&str> = HashSet::default();
    for said in &said {
        if !ids.insert(&said.entry.message.id) {
            let text = format!("two messages of the transcript have the id `{}`", said.entry.message.id);
            return Err(unfit(text).at("reductions"));
        }
    }
    if said.windows(2).any(|pair| matches!(pair, [one, other] if one.entry.serial >= other.entry.serial)) {
        return Err(unfit("two messages of the transcript have one number").at("reductions"));
    }
    Ok(())
}

fn unfit(text: impl Into<String>) -> ConversationError {
    ConversationError::new(Code::InvalidSnapshot, text)
}
