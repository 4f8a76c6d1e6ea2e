//! Calls without a result.

use super::builtins::can_be_closed;
use super::request_options::OpenCalls;
use super::sanitized_unit::Work;
use crate::hash::HashMap;
use crate::message::{Body, Content, Message, ToolCall, ToolResult};
use crate::repair::{Repair, RepairCode};
use std::borrow::Cow;

/// Closes or drops calls without a result, as the caller asks. The calls of the newest unit may stay open; those of older
/// units were abandoned, except asynchronous calls at a target that has them.
pub(super) fn close_open_calls(work: &mut Work<'_>) {
    let repeated = drop_repeated_calls(work);
    let asked = work.options.open_calls();
    let Some(head) = work.messages.first() else { return };
    if asked == OpenCalls::Keep && work.state.is_newest {
        return;
    }
    // Abandoned calls are dropped like open ones: their bytes must not change when messages follow (I9).
    let closes = asked != OpenCalls::Drop;
    let mut open = work.unit.open_calls();
    let may_wait = closes && work.dialect.calls.has_async;
    let mut by_id: HashMap<&str, Vec<&ToolCall>> = HashMap::default();
    for call in head.calls() {
        by_id.or_default(&call.id).push(call);
    }
    let is_left = |call: &ToolCall| by_id.get(&*call.id).is_some_and(|calls| calls.contains(&call));
    let is_repeated = |call: &ToolCall| repeated.iter().any(|other| std::ptr::eq(*other, call));
    open.retain(|call| is_left(call) && !is_repeated(call) && !(may_wait && call.is_async()));
    let (closed, dropped): (Vec<&ToolCall>, Vec<&ToolCall>) =
        open.into_iter().partition(|call| closes && can_be_closed(work, call));
    closed.into_iter().for_each(|call| close(work, call));
    drop_calls(work, dropped);
}

/// Drops calls without a result that repeat another call of the message, id and all: the model called once. Returns them.
fn drop_repeated_calls<'a>(work: &mut Work<'a>) -> Vec<&'a ToolCall> {
    let Some(calls) = work.messages.first().map(|head| head.calls()).filter(|calls| calls.len() > 1) else {
        return Vec::new();
    };
    let mut known: HashMap<&str, Vec<&ToolCall>> = HashMap::default();
    let mut repeated: Vec<&ToolCall> = Vec::new();
    for call in calls {
        let same = known.or_default(&call.id);
        let is_same = |other: &&ToolCall| {
            (&other.name, &other.arguments, other.kind) == (&call.name, &call.arguments, call.kind)
        };
        if same.iter().any(is_same) {
            repeated.push(call);
        }
        same.push(call);
    }
    if repeated.is_empty() {
        return Vec::new();
    }
    let open = work.unit.open_calls();
    let mut dropped: Vec<&ToolCall> = Vec::new();
    for call in open.into_iter().filter(|call| repeated.contains(call)) {
        // One of the equal calls stays, even if all are open.
        let is_only = || calls.iter().filter(|other| *other == call).count() <= 1 + count_of(&dropped, call);
        if !is_only() {
            dropped.push(call);
        }
    }
    let rule = work.dialect.calls.duplicate_rule;
    for call in dropped.iter().rev() {
        let detail = format!(
            "the call `{}` of {} repeats another one word for word, and was left out",
            call.id, call.name
        );
        work.report(
            Repair::new(RepairCode::CallDropped, rule, detail).of(&work.unit.head().id).call(&call.id),
        );
    }
    leave_out(work, dropped.clone());
    dropped
}

fn count_of(calls: &[&ToolCall], call: &ToolCall) -> usize {
    calls.iter().filter(|other| **other == call).count()
}

/// Adds a result that says there is none. Its id derives from the call's, so a later request holds the same bytes.
fn close(work: &mut Work<'_>, call: &ToolCall) {
    let head = work.unit.head();
    let detail =
        format!("the call `{}` of {} has no result; a result that says so was added", call.id, call.name);
    let repair = repair_of(work, RepairCode::MissingResultAdded, call, detail);
    work.report(repair.adding(&work.options.interrupted_text));
    let body = Body::Tool(ToolResult {
        call_id: call.id.clone(),
        content: Content::text(&work.options.interrupted_text),
        is_error: Some(true),
    });
    let id = format!("{}:{}", head.id, call.id);
    work.messages.push(Cow::Owned(Message::new(id, head.created_at, body)));
}

/// Drops calls, which are in the order of the head's.
fn drop_calls(work: &mut Work<'_>, dropped: Vec<&ToolCall>) {
    for call in dropped.iter().rev() {
        let detail = format!("the call `{}` of {} has no result, and was left out", call.id, call.name);
        work.report(repair_of(work, RepairCode::CallDropped, call, detail));
    }
    leave_out(work, dropped);
}

/// Takes calls out of the message, which are in the order of its calls.
fn leave_out(work: &mut Work<'_>, mut dropped: Vec<&ToolCall>) {
    if dropped.is_empty() {
        return;
    }
    if let Some(Body::Assistant { calls, .. }) = work.message_mut(0).map(|message| &mut message.body) {
        // Of several equal calls, the last one is dropped, because results belong to the first.
        let mut left: Vec<ToolCall> = Vec::with_capacity(calls.len());
        for call in std::mem::take(calls).into_iter().rev() {
            match dropped.last() {
                Some(last) if **last == call => drop(dropped.pop()),
                Some(_) | None => left.push(call),
            }
        }
        left.reverse();
        *calls = left;
    }
}

fn repair_of(work: &Work<'_>, code: RepairCode, call: &ToolCall, detail: String) -> Repair {
    Repair::new(code, work.dialect.results.missing_rule, detail).of(&work.unit.head().id).call(&call.id)
}
