//! Parts and calls in one order.

use super::call::ToolCall;
use super::part::Part;

/// A part or a call.
#[derive(Clone, Copy, Debug)]
pub enum Element<'a> {
    /// A part, and its place among the parts.
    Part(usize, &'a Part),
    /// A call.
    Call(&'a ToolCall),
}

/// Parts and calls in the order of the source: each call after the parts that it followed.
pub fn elements<'a>(parts: &'a [Part], calls: &'a [ToolCall]) -> impl Iterator<Item = Element<'a>> {
    let mut parts = parts.iter().enumerate().peekable();
    let mut calls = calls.iter().peekable();
    std::iter::from_fn(move || {
        let place = parts.peek().map(|(place, _)| *place);
        // All remaining calls come after the last part.
        let is_due =
            |after: Option<usize>| place.is_none_or(|place| after.is_some_and(|after| after <= place));
        match calls.next_if(|call| is_due(call.after_parts)) {
            Some(call) => Some(Element::Call(call)),
            None => parts.next().map(|(place, part)| Element::Part(place, part)),
        }
    })
}
