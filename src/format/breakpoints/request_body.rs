//! A request, read.

use crate::json::{Fields, Node};

/// A request, read.
pub(super) struct RequestBody<'a> {
    pub(super) text: &'a str,
    /// The fields beside the messages.
    pub(super) fields: Fields<'a>,
    pub(super) messages: Vec<Node<'a>>,
}

impl RequestBody<'_> {
    /// The index of the first byte of a value.
    pub(super) fn offset(&self, node: Node<'_>) -> usize {
        node.json().as_ptr().addr().saturating_sub(self.text.as_ptr().addr())
    }

    /// The index after the last byte of a value.
    pub(super) fn end(&self, node: Node<'_>) -> usize {
        self.offset(node).saturating_add(node.json().len())
    }
}
