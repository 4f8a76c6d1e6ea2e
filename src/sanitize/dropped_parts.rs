//! Parts that have no place in a message.

use crate::message::{Message, Part};
use crate::repair::{Repair, RepairCode};
use crate::rules::Rule;

/// Reports each part for which `detail` returns a text as dropped. Returns the indexes of these parts.
pub(super) fn report_dropped_parts(
    repairs: &mut Vec<Repair>,
    message: &Message,
    rule: Option<&'static Rule>,
    detail: &dyn Fn(&Part) -> Option<String>,
) -> Vec<usize> {
    let mut dropped = Vec::new();
    for (at, part) in message.content().parts().iter().enumerate() {
        if let Some(detail) = detail(part) {
            repairs.push(Repair::new(RepairCode::PartDropped, rule, detail).of_message(message));
            dropped.push(at);
        }
    }
    dropped
}

/// Drops the parts at these indexes.
pub(super) fn drop_parts(message: &mut Message, dropped: &[usize]) {
    if !dropped.is_empty() {
        message.retain_parts(|at, _| !dropped.contains(&at));
    }
}
