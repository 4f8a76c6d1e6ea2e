//! Calls and results of tools that OpenAI defines and the host runs (OR1, OR8).

use super::passage::Work;
use crate::message::{Body, Message, OwnTool, ToolCall, is_picture};
use crate::repair::{Repair, RepairCode};

impl Work<'_> {
    /// The tool whose result the line is, where such results have a form of their own.
    pub(super) fn own_tool(&self, line: usize) -> Option<OwnTool> {
        let result = self.lines.get(line)?.result().filter(|_| self.dialect.has_own_calls)?;
        let call = self.lines.first()?.calls().iter().find(|call| call.id == result.call_id)?;
        call.kind.own()
    }

    /// Whether the result in the line says in its own form that the tool failed. One whose call is elsewhere says of
    /// which type it is.
    pub(super) fn tells_failure(&self, line: usize) -> bool {
        let is_stored = self.unit.is_apart() && self.dialect.has_own_calls;
        let notes = self.lines.get(line).and_then(|message| message.notes.as_ref());
        let is_typed = notes.is_some_and(|notes| notes.extras.get("type").is_some());
        match self.own_tool(line) {
            Some(OwnTool::Shell | OwnTool::ApplyPatch | OwnTool::Approval) => true,
            Some(OwnTool::Computer | OwnTool::LocalShell | OwnTool::ToolSearch) => false,
            None => is_stored && is_typed,
        }
    }
}

/// Whether a result can be put in that says that there is none: a computer returns a picture.
pub(super) fn can_be_closed(work: &Work<'_>, call: &ToolCall) -> bool {
    !work.dialect.has_own_calls || call.kind.own() != Some(OwnTool::Computer)
}

/// Leaves out what was asked and decided of tools of a server, where the provider knows no such question.
pub(super) fn leave_out_approvals(work: &mut Work<'_>) {
    let calls = work.lines.first().map_or(&[][..], |head| head.calls());
    let asked = calls.iter().filter(|call| call.kind.own() == Some(OwnTool::Approval));
    let ids: Vec<Box<str>> = asked.map(|call| call.id.clone()).collect();
    if !work.dialect.has_own_calls && !ids.is_empty() {
        let codes = [RepairCode::PartDropped, RepairCode::PartDropped];
        leave_out(work, &ids, codes, "I4", "an approval of a tool of a server has no form there");
    }
}

/// What is no decision allows nothing: it is sent as a denial, with these words as the reason (OR8).
pub(super) fn deny_undecided(work: &mut Work<'_>) {
    for line in 1..work.lines.len() {
        let result = work.lines.get(line).and_then(|message| message.result());
        let is_undecided = result.is_some_and(|result| OwnTool::Approval.wants_of(result).is_some());
        if is_undecided && work.own_tool(line) == Some(OwnTool::Approval) {
            let detail = "the result of an approval is no decision, and is sent as a denial".to_owned();
            work.report_line(line, RepairCode::WrittenAsText, "OR8", detail);
            work.edit(line, |message| {
                if let Body::Tool(result) = &mut message.body {
                    result.is_error = Some(true);
                }
            });
        }
    }
}

/// A computer returns one picture and nothing else (OR8): what stands beside it is left out, and where there is none,
/// so is the call.
pub(super) fn keep_pictures(work: &mut Work<'_>) {
    let computers: Vec<usize> =
        (1..work.lines.len()).filter(|line| work.own_tool(*line) == Some(OwnTool::Computer)).collect();
    let mut blind: Vec<Box<str>> = Vec::new();
    for line in computers {
        let Some(message) = work.lines.get(line) else { continue };
        let Some(shown) = message.content().parts().iter().position(is_picture) else {
            blind.extend(message.result().map(|result| result.call_id.clone()));
            continue;
        };
        if message.content().parts().len() > 1 {
            let detail = "what stands beside the picture that a computer returned was left out".to_owned();
            work.report_line(line, RepairCode::PartDropped, "OR8", detail);
            work.edit(line, |message| message.retain_parts(|at, _| at == shown));
        }
    }
    if !blind.is_empty() {
        let codes = [RepairCode::CallDropped, RepairCode::OrphanResultDropped];
        leave_out(work, &blind, codes, "OR8", "a computer returns a picture, and this is none");
    }
}

/// Leaves out calls with their results; `codes` tell of either.
fn leave_out(work: &mut Work<'_>, ids: &[Box<str>], codes: [RepairCode; 2], rule: &'static str, why: &str) {
    let [call_code, result_code] = codes;
    let head = work.unit.head().id.clone();
    let answers = |message: &Message| message.result().is_some_and(|result| ids.contains(&result.call_id));
    for id in ids {
        let detail = format!("the call `{id}` was left out: {why}");
        work.report(Repair::new(call_code, rule, detail).of(&head).call(id));
    }
    for line in 1..work.lines.len() {
        if work.lines.get(line).is_some_and(|line| answers(line)) {
            let detail = format!("the result was left out with its call: {why}");
            work.report_line(line, result_code, rule, detail);
        }
    }
    work.edit(0, |message| {
        if let Body::Assistant { calls, .. } = &mut message.body {
            calls.retain(|call| !ids.contains(&call.id));
        }
    });
    work.lines.retain(|line| !answers(line));
}

/// Whether media may stand in the result: of such tools, only a computer returns some.
pub(super) fn holds_media(work: &Work<'_>, line: usize) -> bool {
    matches!(work.own_tool(line), None | Some(OwnTool::Computer))
}
