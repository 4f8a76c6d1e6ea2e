//! Rules on neighbouring units, and how far each of them looks back.

use super::dialect::Dialect;
use super::prompt::{Item, Prompt};
use super::terms::Terms;

/// A rule on neighbouring units. It declares which other units its decisions depend on; the stable prefix of a prompt
/// is derived from these declarations, so a rule without one cannot be written.
pub(super) struct NeighbourRule {
    /// Applies the rule. Each change is a repair.
    pub(super) apply: fn(&mut Prompt<'_>, &Dialect, &Terms),
    pub(super) look_back: LookBack,
}

/// The items that a rule depends on, in a request that is written. (A body of the caller's has no next request.)
#[derive(Clone, Copy)]
pub(super) enum LookBack {
    /// The last items only, which are never stable.
    Last,
    /// The item before. What becomes of an item that `is_undecided` depends on the one behind it, too.
    Previous { is_undecided: fn(&Item<'_>) -> bool },
    /// The first item: a prompt that begins later must begin with one that the rule lets stand first.
    First,
    /// The last turn of the assistant: a prompt that begins later must begin with words of the user or results.
    LastTurn,
    /// The calls that the provider's own tools made in the same turn of the assistant.
    ProviderCalls,
    /// Each item that `holds` something of which there may be too many one day.
    Each { holds: fn(&Item<'_>, &Dialect) -> bool },
    /// The ids of all items. The wire cache keeps those of the stable prefix.
    ItemIds,
}
