//! Questions about the kinds of messages that a history holds.

use super::history::History;

impl History {
    /// Reports whether a message is bound to the messages before it.
    pub(crate) fn has_bound(&self) -> bool {
        self.tally.bound > 0
    }

    /// Reports whether a message holds a boundary.
    pub(crate) fn has_boundary(&self) -> bool {
        self.tally.boundaries > 0
    }

    /// Reports whether a message holds something whose size only the provider knows.
    pub(super) fn has_linked(&self) -> bool {
        self.tally.linked > 0
    }

    /// Reports whether a message is about tools.
    pub(super) fn tells_tools(&self) -> bool {
        self.tally.tools > 0
    }
}
