//! Results of calls that are not named (GE1): the provider finds them by their order.

use super::sanitized_unit::Work;
use crate::history::in_order;
use crate::message::{Message, ToolCall};
use crate::repair::{Repair, RepairCode};
use std::borrow::Cow;

/// Puts results in the order of their calls, where calls of one tool have no ids to be told apart by.
pub(super) fn order_results(work: &mut Work<'_>) {
    let Some(head) = work.messages.first() else { return };
    let calls = head.calls();
    if !calls.iter().any(|call| work.dialect.calls.is_unnamed(&call.id)) {
        return;
    }
    let place = |message: &Message| {
        let result = message.result()?;
        calls.iter().position(|call| call.id == result.call_id)
    };
    let name = |place: usize| calls.get(place).map(|call: &ToolCall| call.name.as_ref());
    let places: Vec<usize> = work.messages.iter().skip(1).filter_map(|line| place(line)).collect();
    let is_after = |at: usize, before: usize| {
        places.iter().take(at).any(|other| *other > before && name(*other) == name(before))
    };
    let strayed: Vec<usize> = places
        .iter()
        .enumerate()
        .filter(|(at, place)| is_after(*at, **place))
        .map(|(_, place)| *place)
        .collect();
    if strayed.is_empty() {
        return;
    }
    let rule = work.dialect.results.missing_rule;
    let report = |place: &usize| {
        let id = calls.get(*place).map_or("", |call| &call.id);
        let detail = "calls without ids have their results in order; this one was moved to its place";
        Repair::new(RepairCode::ResultMoved, rule, detail).of(&head.id).call(id)
    };
    let repairs: Vec<Repair> = strayed.iter().map(report).collect();
    let order: Vec<Option<usize>> = work.messages.iter().map(|line| place(line)).collect();
    work.repairs.extend(repairs);
    // The head stays first, and what stands behind the results last.
    let lines: Vec<_> = std::mem::take(&mut work.messages).into_iter().zip(order).enumerate().collect();
    let lines = in_order(lines, |(at, (_, place))| match place {
        _ if *at == 0 => 0,
        Some(place) => (*place as u64).saturating_add(1),
        None => u64::MAX,
    });
    // Copies, for messages that are told in another order are not told as they are.
    work.messages = lines.into_iter().map(|(_, (line, _))| Cow::Owned(line.into_owned())).collect();
}
