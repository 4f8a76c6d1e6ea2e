//! The cache breakpoints that a request holds already.

use super::places::{Order, Section};
use super::request_body::RequestBody;
use crate::json::{Kind, Node};
use crate::sanitize::{BreakpointForm, Dialect};
use crate::text::find;

/// The breakpoints of the caller.
#[derive(Debug, Default)]
pub(super) struct Given {
    /// The place of each, and whether it has the longer lifetime.
    found: Vec<(Order, bool)>,
    /// True if a field beside the messages marks their end.
    pub(super) is_end_marked: bool,
}

/// Fields of a block that hold other blocks.
const HOLDS_BLOCKS: [&str; 4] = ["content", "source", "output", "toolResult"];

impl Given {
    /// Finds the breakpoints of a body.
    pub(super) fn of(body: &RequestBody<'_>, dialect: &Dialect, form: &BreakpointForm) -> Self {
        let mut given = Self::default();
        if find(body.text, form.field).is_none() {
            return given;
        }
        let (request, fields) = (&dialect.request, &body.fields);
        let system = request.system_name(fields).and_then(|name| fields.get(name));
        for (section, node) in [(Section::Tools, fields.at(request.tools)), (Section::System, system)] {
            if let Some(node) = node.filter(|node| node.kind() == Kind::List) {
                given.collect(body, node, section, form);
            }
        }
        for node in &body.messages {
            given.collect(body, *node, Section::Messages, form);
        }
        if let Some(node) = fields.get(form.field).filter(|node| !node.is_null()) {
            given.found.push(((Section::Messages, body.text.len()), is_long(node)));
            given.is_end_marked = true;
        }
        given
    }

    fn collect(&mut self, body: &RequestBody<'_>, node: Node<'_>, section: Section, form: &BreakpointForm) {
        for inner in node.list().unwrap_or_default() {
            self.collect(body, inner, section, form);
        }
        for (name, value) in node.fields().unwrap_or_default().iter() {
            if name == form.field && !value.is_null() {
                self.found.push(((section, body.offset(value)), is_long(value)));
            } else if HOLDS_BLOCKS.contains(&name) {
                self.collect(body, value, section, form);
            }
        }
    }

    /// The number of breakpoints.
    pub(super) fn count(&self) -> usize {
        self.found.len()
    }

    /// Reports whether a breakpoint with the longer lifetime follows a place.
    pub(super) fn has_long_after(&self, order: Order) -> bool {
        self.found.iter().any(|(other, is_long)| *is_long && *other > order)
    }

    /// Reports whether a breakpoint with the shorter lifetime precedes a place.
    pub(super) fn has_short_before(&self, order: Order) -> bool {
        self.found.iter().any(|(other, is_long)| !is_long && *other < order)
    }
}

/// Reports whether a breakpoint has the longer lifetime.
fn is_long(breakpoint: Node<'_>) -> bool {
    breakpoint.fields().and_then(|fields| fields.text("ttl").map(|ttl| ttl == "1h")).unwrap_or(false)
}
