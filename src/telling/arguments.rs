//! The texts in the arguments of a call.

use crate::json::each_stretch;
use crate::message::{CallKind, ToolCall};

/// Calls `take` with each text in the arguments, in order, until it returns false. Arguments that are not JSON are
/// one text. Returns false if `take` returned false.
pub(super) fn read_arguments(call: &ToolCall, take: &mut dyn FnMut(&str) -> bool) -> bool {
    let text = call.arguments.text();
    let is_json = call.kind != CallKind::Custom && text.trim_start().starts_with(['{', '[', '"']);
    if is_json { each_stretch(text, take) } else { take(text) }
}
