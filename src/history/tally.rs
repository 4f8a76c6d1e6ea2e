//! Counts of a history's messages by kind.

use super::entry::Entry;
use super::unit::Unit;

/// Counts of a history's messages, so that questions about all messages need no search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub(super) messages: usize,
    /// Messages that are bound to the messages before them. If there are none, a rewrite invalidates nothing.
    pub(super) bound: usize,
    /// Messages with a boundary.
    pub(super) boundaries: usize,
    /// Messages about tools.
    pub(super) tools: usize,
    /// Messages with something whose size only the provider knows.
    pub(super) linked: usize,
}

impl Tally {
    /// The counts of one message.
    pub(super) fn of_entry(entry: &Entry) -> Self {
        Self {
            messages: 1,
            bound: usize::from(entry.message.is_bound()),
            boundaries: usize::from(entry.is_boundary),
            tools: usize::from(entry.message.tells_tools()),
            linked: usize::from(entry.message.has_linked()),
        }
    }

    /// The counts of a unit.
    pub(super) fn of_unit(unit: &Unit) -> Self {
        unit.entries().map(Self::of_entry).fold(Self::default(), Self::plus)
    }

    #[must_use]
    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            messages: self.messages.saturating_add(other.messages),
            bound: self.bound.saturating_add(other.bound),
            boundaries: self.boundaries.saturating_add(other.boundaries),
            tools: self.tools.saturating_add(other.tools),
            linked: self.linked.saturating_add(other.linked),
        }
    }

    #[must_use]
    pub(super) fn minus(self, other: Self) -> Self {
        Self {
            messages: self.messages.saturating_sub(other.messages),
            bound: self.bound.saturating_sub(other.bound),
            boundaries: self.boundaries.saturating_sub(other.boundaries),
            tools: self.tools.saturating_sub(other.tools),
            linked: self.linked.saturating_sub(other.linked),
        }
    }
}
