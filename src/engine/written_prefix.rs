//! The beginning of a body that later requests reuse.

use super::bound_prefix::Chain;
use super::rows::{Rows, item_ids_of};
use crate::format::WireTurn;
use crate::hash::HashSet;
use crate::history::{History, Serial, Unit};
use crate::list::Listed;
use crate::repair::Repair;
use crate::sanitize::{Prompt, PromptItem};

/// The part of the body that the next request reuses, if the history only grows until then.
///
/// INVARIANT (I9, stable prefix): a body written from scratch would have the same bytes before `end`.
#[derive(Debug, Default)]
pub(super) struct StablePrefix {
    /// The generation of the history at the time of writing.
    pub(super) generation: u64,
    /// The number of units that it covers.
    pub(super) units: usize,
    /// The index of the first unit that later rules may still look back at.
    pub(super) context_from: usize,
    /// The written units from `context_from` on.
    pub(super) context: Vec<Serial>,
    /// The digest of the messages before `context`.
    pub(super) before: Chain,
    /// Its end in the body, and the kind of wire message that it ends with.
    pub(super) end: usize,
    pub(super) turn: Option<WireTurn>,
    /// The repairs of its units.
    pub(super) repairs: Vec<Repair>,
    /// The ids of its items, for targets with items. No id may repeat (OR6).
    pub(super) item_ids: HashSet<String>,
}

impl StablePrefix {
    /// Reports whether the prompt begins with the unchanged context. The rules may have changed the context: for
    /// example, it is the end of the request now, because the units after it became empty.
    pub(super) fn stands_in(&self, prompt: &Prompt<'_>) -> bool {
        let found = prompt.items.get(..self.context.len()).unwrap_or_default();
        serials(found) == self.context && found.iter().all(|item| !item.is_fresh)
    }

    /// Reports whether units after the prefix repeat the id of one of its items.
    pub(super) fn is_repeated(&self, rows: &Rows, history: &History) -> bool {
        let repeats = |unit| item_ids_of(rows, unit).iter().any(|id| self.item_ids.contains(id));
        !self.item_ids.is_empty() && history.units().skip(self.units).any(repeats)
    }
}

/// The serials of the units of items.
pub(super) fn serials(items: &[PromptItem<'_>]) -> Vec<Serial> {
    items.iter().filter_map(|item| item.unit).map(Unit::serial).listed()
}
