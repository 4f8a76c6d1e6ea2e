//! The places of fields.

use crate::message::Role;

/// Names of fields, or of types of parts.
pub type Names = &'static [&'static str];

/// A place that can hold fields which are not modelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldPlace {
    /// A message of this role.
    Message(Role),
    /// A part of text.
    Text,
    /// A picture, a sound or a document.
    Media,
    /// Reasoning.
    Reasoning,
    /// A call.
    Call,
}
