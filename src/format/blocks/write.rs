//! Writing parts and calls as blocks.

use crate::json::{Node, push_string};
use crate::message::{Arguments, Element, Part, ToolCall, elements};

/// Blocks with commas between.
pub(in crate::format) struct Blocks<'a> {
    out: &'a mut Vec<u8>,
    is_first: bool,
}

impl<'a> Blocks<'a> {
    pub(in crate::format) fn begin(out: &'a mut Vec<u8>) -> Self {
        Self { out, is_first: true }
    }

    /// The buffer for the next block, after a comma if one is needed.
    pub(in crate::format) fn next(&mut self) -> &mut Vec<u8> {
        if !self.is_first {
            self.out.push(b',');
        }
        self.is_first = false;
        self.out
    }
}

/// Writes parts and calls, each call after the parts that it followed.
pub(in crate::format) fn write_said(
    parts: &[Part],
    calls: &[ToolCall],
    blocks: &mut Blocks<'_>,
    write_part: fn(&Part, &mut Blocks<'_>),
    write_call: fn(&ToolCall, &mut Blocks<'_>),
) {
    for element in elements(parts, calls) {
        match element {
            Element::Part(_, part) => write_part(part, blocks),
            Element::Call(call) => write_call(call, blocks),
        }
    }
}

/// Writes the input as JSON, or as a string when the text is no JSON. In a prompt it is always an object.
pub(in crate::format) fn write_input(arguments: &Arguments, out: &mut Vec<u8>) {
    match Node::parse(arguments.text()) {
        Some(node) => out.extend_from_slice(node.json().as_bytes()),
        None => push_string(out, arguments.text()),
    }
}
