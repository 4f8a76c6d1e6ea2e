//! Calls and results of tools that a provider defines and the host runs.

use super::sanitized_unit::Work;
use crate::message::{Body, Builtin, Message, ToolCall};
use crate::repair::{Repair, RepairCode};
use crate::rules::Rule;

impl Work<'_> {
    /// The tool whose result the line is, where such results have a form of their own.
    pub(crate) fn builtin(&self, line: usize) -> Option<Builtin> {
        let result = self.messages.get(line)?.result().filter(|_| self.dialect.calls.has_builtins)?;
        let call = self.messages.first()?.calls().iter().find(|call| call.id == result.call_id)?;
        call.kind.builtin()
    }

    /// Whether the result in the line says in its own form that the tool failed. One whose call is elsewhere says of
    /// which type it is.
    pub(super) fn tells_failure(&self, line: usize) -> bool {
        let is_stored = self.unit.is_unpaired() && self.dialect.calls.has_builtins;
        let notes = self.messages.get(line).and_then(|message| message.notes.as_ref());
        let is_typed = notes.is_some_and(|notes| notes.extras.get("type").is_some());
        match self.builtin(line) {
            Some(Builtin::Shell | Builtin::ApplyPatch | Builtin::Approval) => true,
            Some(Builtin::Computer | Builtin::LocalShell | Builtin::ToolSearch) => false,
            None => is_stored && is_typed,
        }
    }
}

/// Whether a result can be put in that says that there is none: a computer returns a picture.
pub(super) fn can_be_closed(work: &Work<'_>, call: &ToolCall) -> bool {
    !work.dialect.calls.has_builtins || call.kind.builtin() != Some(Builtin::Computer)
}

/// Leaves out what was asked and decided of tools of a server, where the provider knows no such question.
pub(super) fn leave_out_approvals(work: &mut Work<'_>) {
    let calls = work.messages.first().map_or(&[][..], |head| head.calls());
    let asked = calls.iter().filter(|call| call.kind.builtin() == Some(Builtin::Approval));
    let ids: Vec<Box<str>> = asked.map(|call| call.id.clone()).collect();
    if !work.dialect.calls.has_builtins && !ids.is_empty() {
        let codes = [RepairCode::PartDropped, RepairCode::PartDropped];
        leave_out_calls(work, &ids, codes, None, "an approval of a tool of a server has no form there");
    }
}

/// Leaves out calls and their results, reported under the first and the second code.
pub(crate) fn leave_out_calls(
    work: &mut Work<'_>,
    ids: &[Box<str>],
    codes: [RepairCode; 2],
    rule: Option<&'static Rule>,
    why: &str,
) {
    let [call_code, result_code] = codes;
    let head = work.unit.head().id.clone();
    let answers = |message: &Message| message.result().is_some_and(|result| ids.contains(&result.call_id));
    for id in ids {
        let detail = format!("the call `{id}` was left out: {why}");
        work.report(Repair::new(call_code, rule, detail).of(&head).call(id));
    }
    for line in 1..work.messages.len() {
        if work.messages.get(line).is_some_and(|line| answers(line)) {
            let detail = format!("the result was left out with its call: {why}");
            work.report_message(line, result_code, rule, detail);
        }
    }
    work.edit(0, |message| {
        if let Body::Assistant { calls, .. } = &mut message.body {
            calls.retain(|call| !ids.contains(&call.id));
        }
    });
    work.messages.retain(|line| !answers(line));
}

/// Whether media may stand in the result: of such tools, only a computer returns some.
pub(super) fn holds_media(work: &Work<'_>, line: usize) -> bool {
    matches!(work.builtin(line), None | Some(Builtin::Computer))
}
