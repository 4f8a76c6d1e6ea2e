//! The form of the cache breakpoints that are put into a request.

use crate::sanitize::RequestOptions;

/// The cache breakpoints that a model accepts: their JSON, and their places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BreakpointForm {
    /// The field that makes a block, a tool or the request a breakpoint, or the only field of a separate block.
    pub field: &'static str,
    /// The value of the field for the shorter lifetime.
    pub short: &'static str,
    /// The value of the field for the longer lifetime; `short` if the model has one lifetime.
    pub long: &'static str,
    /// True if a breakpoint is a separate block after the block that it marks.
    pub is_block: bool,
    /// True if the list of tools may hold a breakpoint.
    pub is_in_tools: bool,
    /// True if the system prompt beside the messages may hold a breakpoint.
    pub is_in_system: bool,
    /// True if a message that is nothing but a result is marked itself, and not the blocks in it.
    pub marks_results: bool,
    /// The kinds of blocks that may be marked.
    pub blocks: &'static [&'static str],
    /// The kind of block that a string is written as.
    pub text: &'static str,
}

/// Finds the form for the model and the vendor of a request; `None` if they take no breakpoints.
pub type FindBreakpoints = fn(&RequestOptions) -> Option<&'static BreakpointForm>;
