//! A conversation that was read.

use super::target::Place;
use crate::message::{Message, MessageId};
use crate::repair::Repair;
use crate::sanitize::Spelling;

/// Makes the id of a message that has none, from its place in the body.
pub type Mint<'a> = &'a mut dyn FnMut(Place) -> MessageId;

/// A conversation that was read.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The messages, in order.
    pub messages: Vec<Message>,
    /// Repairs that reading made.
    pub repairs: Vec<Repair>,
    /// The fields of the body that are not part of the conversation, such as the model and the tools.
    pub beside: Vec<Box<str>>,
    /// The spelling of its fields, if the format has two spellings and a field shows which one.
    pub spelling: Option<Spelling>,
}
