//! Writing what is said as blocks.

use crate::message::{Part, ToolCall};

/// Blocks with commas between.
pub(in crate::format) struct Blocks<'a> {
    out: &'a mut Vec<u8>,
    is_first: bool,
}

impl<'a> Blocks<'a> {
    pub(in crate::format) fn begin(out: &'a mut Vec<u8>) -> Self {
        Self { out, is_first: true }
    }

    /// The place for the next block.
    pub(in crate::format) fn next(&mut self) -> &mut Vec<u8> {
        if !self.is_first {
            self.out.push(b',');
        }
        self.is_first = false;
        self.out
    }
}

/// Writes parts and calls, each call behind the parts that it stood behind.
pub(in crate::format) fn write_said(
    parts: &[Part],
    calls: &[ToolCall],
    blocks: &mut Blocks<'_>,
    write_part: fn(&Part, &mut Blocks<'_>),
    write_call: fn(&ToolCall, &mut Blocks<'_>),
) {
    let mut calls = calls.iter().peekable();
    for (place, part) in parts.iter().enumerate() {
        while let Some(call) = calls.next_if(|call| call.after_parts.is_some_and(|after| after <= place)) {
            write_call(call, blocks);
        }
        write_part(part, blocks);
    }
    calls.for_each(|call| write_call(call, blocks));
}
