//! Calls without a result (OC2, AN1).

use super::builtins::can_be_closed;
use super::request_options::OpenCalls;
use super::sanitized_unit::Work;
use crate::message::{Body, Content, Message, ToolCall, ToolResult};
use crate::repair::{Repair, RepairCode};
use std::borrow::Cow;

/// Closes calls that were abandoned, and does with open ones what the caller asks.
pub(super) fn close_open_calls(work: &mut Work<'_>) {
    let Some(head) = work.messages.first() else { return };
    let is_there = |call: &&ToolCall| head.calls().contains(call);
    let open: Vec<ToolCall> = work.unit.open_calls().into_iter().filter(is_there).cloned().collect();
    if open.is_empty() {
        return;
    }
    match work.options.open_calls() {
        OpenCalls::Keep if work.state.is_newest => {}
        OpenCalls::Keep | OpenCalls::Close => {
            let (closed, left): (Vec<ToolCall>, Vec<ToolCall>) =
                open.into_iter().partition(|call| can_be_closed(work, call));
            closed.iter().for_each(|call| close(work, call));
            left.iter().rev().for_each(|call| leave_out(work, call));
        }
        // Abandoned ones too: what is sent of them must not change when something is said after them (I9).
        OpenCalls::Drop => open.iter().rev().for_each(|call| leave_out(work, call)),
    }
}

/// Puts in a result that says that there is none. Its id derives from the call's, so that a later request holds
/// the same bytes.
fn close(work: &mut Work<'_>, call: &ToolCall) {
    let head = work.unit.head();
    let body = Body::Tool(ToolResult {
        call_id: call.id.clone(),
        content: Content::text(&work.options.interrupted_text),
        is_error: Some(true),
    });
    let detail =
        format!("the call `{}` of {} has no result; one that says so was put in", call.id, call.name);
    let rule = work.dialect.results.missing_rule;
    let repair = Repair::new(RepairCode::MissingResultAdded, rule, detail).of(&head.id).call(&call.id);
    work.repairs.push(repair.adding(&work.options.interrupted_text));
    let id = format!("{}:{}", head.id, call.id);
    work.messages.push(Cow::Owned(Message::new(id, head.created_at, body)));
}

fn leave_out(work: &mut Work<'_>, call: &ToolCall) {
    let head = work.unit.head();
    let detail = format!("the call `{}` of {} has no result, and was left out", call.id, call.name);
    let rule = work.dialect.results.missing_rule;
    work.repairs.push(Repair::new(RepairCode::CallDropped, rule, detail).of(&head.id).call(&call.id));
    work.edit(0, |message| {
        if let Body::Assistant { calls, .. } = &mut message.body {
            // The last of its name: results go to the first.
            if let Some(at) = calls.iter().rposition(|candidate| candidate == call) {
                calls.remove(at);
            }
        }
    });
}
