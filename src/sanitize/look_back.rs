//! Rules on neighbouring units, and how far each of them looks back.

use super::dialect::Dialect;
use super::hooks::PromptPass;
use super::prompt::PromptItem;

/// A rule on neighbouring units. It declares which other units its decisions depend on. The stable prefix of a prompt
/// is derived from these declarations, so there is no rule without one.
#[derive(Clone, Copy, Debug)]
pub struct NeighbourRule {
    /// Applies the rule. Each change is a repair.
    pub apply: PromptPass,
    /// The units that it depends on.
    pub look_back: LookBack,
}

/// The items that a rule depends on, in a request that is written. (A body of the caller's has no next request.)
///
/// Decide about an item by the items before it. A decision that an appended item can change also changes bytes that the
/// provider has cached (I9), so it is allowed only for items that the rule declares undecided.
/// The next request keeps the bytes of the stable items. Rules run again on all items from before the last stable reply of
/// the assistant, so they see each run of neighbours behind that reply whole.
#[derive(Clone, Copy, Debug)]
pub enum LookBack {
    /// The last items only, which are never stable.
    Last,
    /// The items before, at most back to the last reply of the assistant.
    Previous {
        /// Reports whether the rule also needs the item behind this one to decide about it. Such an item is not stable
        /// while it stands last.
        is_undecided: fn(&PromptItem<'_>) -> bool,
    },
    /// The first item: a prompt that begins later must begin with one that the rule lets stand first.
    First,
    /// The last turn of the assistant: a prompt that begins later must begin with words of the user or results.
    LastTurn,
    /// The items of the same turn, as the rule divides turns.
    Turn {
        /// Finds the first item that the rule may still change when others are appended.
        first_open: fn(&[PromptItem<'_>], &Dialect) -> Option<usize>,
        /// Finds the item to begin with, at this place or before it, so that the rule decides from this place on as it
        /// does for all items.
        begin: fn(&[PromptItem<'_>], usize, &Dialect) -> usize,
    },
    /// All items that hold something of which there may be too many one day.
    Each {
        /// Reports whether the item holds such a thing.
        holds: fn(&PromptItem<'_>) -> bool,
    },
    /// The ids of all items. The wire cache keeps those of the stable prefix.
    ItemIds,
}
