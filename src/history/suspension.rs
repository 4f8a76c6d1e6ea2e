//! Calls that wait for a person's decision.

use crate::message::MessageId;

/// Calls of one message that wait for a person's decision. A suspension is open until all its calls have results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suspension {
    /// The id of its checkpoint.
    pub id: Box<str>,
    /// The message with the calls.
    pub message_id: MessageId,
    /// The ids of the calls that wait.
    pub calls: Vec<Box<str>>,
    /// Data of the host, which the history does not read.
    pub request: Box<str>,
}
