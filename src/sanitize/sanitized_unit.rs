//! A unit after the rules on single units.

use crate::history::Unit;
use crate::message::Message;
use crate::repair::Repair;

/// A unit after the rules on single units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SanitizedUnit {
    /// The messages to write.
    pub messages: UnitMessages,
    /// The repairs, in order.
    pub repairs: Vec<Repair>,
}

impl SanitizedUnit {
    /// Reports whether no message is left.
    pub fn is_empty(&self) -> bool {
        matches!(&self.messages, UnitMessages::Changed(messages) if messages.is_empty())
    }

    /// Reports whether the last message to write is a result; `None` when there is none to write.
    pub fn ends_with_result(&self, unit: &Unit) -> Option<bool> {
        let last = match &self.messages {
            UnitMessages::Unchanged => unit.messages().last(),
            UnitMessages::Changed(messages) => messages.last(),
        };
        last.map(|message| message.result().is_some())
    }
}

/// The messages to write for a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnitMessages {
    /// The messages of the unit, unchanged.
    Unchanged,
    /// Messages that differ from the unit's.
    Changed(Vec<Message>),
}
