//! What has no form of its own in a format, and is told as text: refusals, and failures of tools.

use super::sanitized_unit::Work;
use crate::message::{Body, Content, Part, PartKind, ToolResult};
use crate::repair::RepairCode;

/// What stands before the words of a tool that failed, where results have no flag for it; and in place of such
/// words, where there must be some.
pub(super) const FAILED: &str = "[error]";

/// Tells as text what the target has no form for.
pub(super) fn write_as_text(work: &mut Work<'_>) {
    for line in 0..work.messages.len() {
        if !work.dialect.content.has_refusals {
            tell_refusals(work, line);
        }
        if !work.dialect.results.has_error_flag && !work.tells_failure(line) {
            tell_failure(work, line);
        }
    }
}

fn tell_refusals(work: &mut Work<'_>, line: usize) {
    let is_refusal = |part: &Part| matches!(part.kind, PartKind::Refusal(_));
    let Some(message) = work.messages.get(line) else { return };
    if !message.content().parts().iter().any(is_refusal) {
        return;
    }
    let detail = "a refusal has no form there, and is sent as text".to_owned();
    work.report_message(line, RepairCode::WrittenAsText, None, detail);
    work.edit(line, |message| {
        let Content::Parts(parts) = message.content_mut() else { return };
        for part in parts {
            if let PartKind::Refusal(text) = &mut part.kind {
                part.kind = PartKind::Text(std::mem::take(text));
            }
        }
    });
}

fn tell_failure(work: &mut Work<'_>, line: usize) {
    // A result that was put in for one that never came says itself what happened.
    let says_so = |result: &ToolResult| result.content.plain_text() == work.options.interrupted_text;
    let told = |result: &ToolResult| result.failed() && !says_so(result);
    if !work.messages.get(line).and_then(|message| message.result()).is_some_and(told) {
        return;
    }
    let detail = format!("the format has no flag for a tool that failed; its result begins with `{FAILED}`");
    work.report_message(line, RepairCode::WrittenAsText, None, detail);
    work.edit(line, |message| {
        let Body::Tool(result) = &mut message.body else { return };
        result.is_error = None;
        result.content = match std::mem::take(&mut result.content) {
            Content::Null => Content::text(FAILED),
            Content::Text(text) if text.is_empty() => Content::text(FAILED),
            Content::Text(text) => Content::text(&format!("{FAILED} {text}")),
            Content::Parts(parts) => {
                Content::Parts(std::iter::once(Part::text(FAILED)).chain(parts).collect())
            }
        };
    });
}
