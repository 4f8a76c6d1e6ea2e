//! Promoted messages.

use crate::message::{MessageId, Pending};

/// Messages that were promoted together.
#[derive(Debug, Default)]
pub(in crate::engine) struct Promotion {
    /// The messages as they were in the queue.
    pub(in crate::engine) promoted: Vec<Pending>,
    /// For each pending message, its first message in the history.
    pub(in crate::engine) heads: Vec<MessageId>,
    /// All their messages in the history, in order.
    pub(in crate::engine) messages: Vec<MessageId>,
}

impl Promotion {
    pub(in crate::engine) fn is_empty(&self) -> bool {
        self.promoted.is_empty()
    }
}
