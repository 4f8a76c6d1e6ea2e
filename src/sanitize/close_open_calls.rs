//! Calls without a result.

use super::builtins::can_be_closed;
use super::dialect::Work;
use super::request_options::OpenCalls;
use crate::hash::{HashMap, HashSet};
use crate::message::{Body, CallKind, Content, Message, ToolCall, ToolResult};
use crate::repair::{Repair, RepairCode};
use std::borrow::Cow;

/// Closes or drops calls without a result, as the caller's option says. The calls of the newest unit may stay open;
/// calls of older units were abandoned, except asynchronous calls at a target that has them.
pub(super) fn close_open_calls(work: &mut Work<'_>) {
    let mut open = work.unit.open_calls();
    if open.is_empty() {
        return;
    }
    let repeated = drop_repeated_calls(work, open.clone());
    let asked = work.options.open_calls();
    let Some(head) = work.messages.first() else { return };
    if asked == OpenCalls::Keep && work.state.is_newest {
        return;
    }
    // Abandoned calls are dropped like open ones: their bytes must not change when messages follow (I9).
    let closes = asked != OpenCalls::Drop;
    let may_wait = closes && work.dialect.calls.has_async;
    let left: HashSet<CallWords<'_>> = head.calls().iter().map(words).collect();
    // A result answers the first open call of its id, so a call waits only under an id of its own.
    let mut ids: HashSet<&str> = HashSet::default();
    let shared: HashSet<&str> =
        head.calls().iter().map(|call| &*call.id).filter(|id| may_wait && !ids.insert(id)).collect();
    let waits = |call: &ToolCall| may_wait && call.is_async() && !shared.contains(&*call.id);
    open.retain(|call| {
        left.contains(&words(call)) && !repeated.contains(&std::ptr::from_ref(*call)) && !waits(call)
    });
    let (closed, dropped): (Vec<&ToolCall>, Vec<&ToolCall>) =
        open.into_iter().partition(|call| closes && can_be_closed(work, call));
    closed.into_iter().for_each(|call| close(work, call));
    drop_calls(work, dropped);
}

/// The content of a call. Calls of a message with equal content repeat one call.
type CallWords<'a> = (&'a str, &'a str, &'a str, CallKind);

fn words(call: &ToolCall) -> CallWords<'_> {
    (&call.id, &call.name, call.arguments.text(), call.kind)
}

/// Drops calls without a result that repeat another call of the message, its id included: the model called once.
/// Returns the dropped calls.
fn drop_repeated_calls(work: &mut Work<'_>, mut dropped: Vec<&ToolCall>) -> HashSet<*const ToolCall> {
    let calls = work.messages.first().map_or_else(Default::default, |head| head.calls());
    let mut counts: HashMap<CallWords<'_>, usize> = HashMap::default();
    let mut is_repeated = false;
    for call in calls.iter().filter(|_| calls.len() > 1) {
        let count = counts.or_default(words(call));
        *count += 1;
        is_repeated |= *count > 1;
    }
    if !is_repeated {
        return HashSet::default();
    }
    // One of the equal calls stays, even if all are open.
    dropped.retain(|call| {
        let count = counts.or_default(words(call));
        let is_one_of_many = *count > 1;
        *count = count.saturating_sub(1);
        is_one_of_many
    });
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
    let places = dropped.iter().map(|call| std::ptr::from_ref(*call)).collect();
    leave_out(work, dropped);
    places
}

/// Adds an error result. Its id derives from the call's id, so a later request holds the same bytes.
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

/// Drops calls, given in the order of the head's calls.
fn drop_calls(work: &mut Work<'_>, dropped: Vec<&ToolCall>) {
    for call in dropped.iter().rev() {
        let detail = format!("the call `{}` of {} has no result, and was left out", call.id, call.name);
        work.report(repair_of(work, RepairCode::CallDropped, call, detail));
    }
    leave_out(work, dropped);
}

/// Removes calls from the message, given in the order of its calls.
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
