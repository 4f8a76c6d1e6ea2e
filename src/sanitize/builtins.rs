//! Calls and results of tools that a provider defines and the host runs.

use super::dialect::Work;
use crate::message::{Body, Builtin, Message, ToolCall};
use crate::repair::{Repair, RepairCode};
use crate::rules::Rule;

impl Work<'_> {
    /// The built-in tool whose result is at this index, if the target has a form for results of built-in tools.
    pub(crate) fn builtin(&self, at: usize) -> Option<Builtin> {
        let result = self.messages.get(at)?.result().filter(|_| self.has_builtin_calls)?;
        let call = self.messages.first()?.calls().iter().find(|call| call.id == result.call_id)?;
        call.kind.builtin()
    }

    /// Reports whether the form of the result at this index can say that the tool failed. If the provider keeps the
    /// call, the result names its type itself.
    pub(super) fn has_failure_form(&self, at: usize) -> bool {
        match self.builtin(at) {
            Some(Builtin::Shell | Builtin::ApplyPatch | Builtin::Approval) => true,
            Some(Builtin::Computer | Builtin::LocalShell | Builtin::ToolSearch) => false,
            None => {
                let notes = self.messages.get(at).and_then(|message| message.notes.as_ref());
                let is_typed = notes.is_some_and(|notes| notes.extras.get("type").is_some());
                is_typed && self.unit.is_unpaired() && self.dialect.calls.has_builtins
            }
        }
    }
}

/// Reports whether a call can get an added error result. The result of a computer must be a picture.
pub(super) fn can_be_closed(work: &Work<'_>, call: &ToolCall) -> bool {
    !work.dialect.calls.has_builtins || call.kind.builtin() != Some(Builtin::Computer)
}

/// Drops requests for approval and their decisions, if the provider has no approvals.
pub(super) fn drop_approvals(work: &mut Work<'_>) {
    if work.dialect.calls.has_builtins {
        return;
    }
    let mut ids = Vec::new();
    for call in work.messages.first().map_or(&[][..], |head| head.calls()) {
        if call.kind.builtin() == Some(Builtin::Approval) {
            ids.push(call.id.clone());
        }
    }
    if !ids.is_empty() {
        let codes = [RepairCode::PartDropped, RepairCode::PartDropped];
        drop_calls(work, &ids, codes, None, "the target has no form for approvals of MCP tools");
    }
}

/// Drops calls and their results. The first code reports the calls, the second the results.
pub(crate) fn drop_calls(
    work: &mut Work<'_>,
    ids: &[Box<str>],
    codes: [RepairCode; 2],
    rule: Option<&'static Rule>,
    why: &str,
) {
    let [call_code, result_code] = codes;
    let head = &work.unit.head().id;
    for id in ids {
        let detail = format!("the call `{id}` was left out: {why}");
        work.report(Repair::new(call_code, rule, detail).of(head).call(id));
    }
    let answers = |message: &Message| message.result().is_some_and(|result| ids.contains(&result.call_id));
    for message in work.messages.iter().skip(1).filter(|message| answers(message)) {
        let detail = format!("the result was left out with its call: {why}");
        work.repairs.push(Repair::new(result_code, rule, detail).of_message(message));
    }
    if let Some(Body::Assistant { calls, .. }) = work.message_mut(0).map(|message| &mut message.body) {
        calls.retain(|call| !ids.contains(&call.id));
    }
    work.messages.retain(|message| !answers(message));
}

/// Reports whether the result at this index may hold media. Of the built-in tools, only the computer returns media.
pub(super) fn holds_media(work: &Work<'_>, at: usize) -> bool {
    matches!(work.builtin(at), None | Some(Builtin::Computer))
}
