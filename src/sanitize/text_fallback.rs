//! Refusals and failures of tools, written as text for a format that has no form for them.

use super::dialect::FieldPlace;
use super::dialect::Work;
use super::request_options::Mode;
use crate::json::Node;
use crate::message::{Body, Content, Message, Part, PartKind, Role};
use crate::repair::RepairCode;

/// The field of an answer of Chat Completions that holds a refusal, beside the content.
const REFUSAL: &str = "refusal";

/// Marks the result of a tool that failed, if results have no flag for it. Replaces an empty result of a failure, if
/// the target refuses it.
pub(super) const FAILED: &str = "[error]";

/// Writes refusals and failures of tools as text, where the target has no form for them.
pub(super) fn write_as_text(work: &mut Work<'_>) {
    let takes_field = work.options.mode == Mode::Keep
        || (work.dialect.fields.defined)(FieldPlace::Message(Role::Assistant)).contains(&REFUSAL);
    for at in 0..work.messages.len() {
        if !takes_field && work.messages.get(at).is_some_and(|message| refusal_of(message).is_some()) {
            work.edit(at, move_refusal);
        }
        if !work.dialect.content.has_refusals {
            write_refusals(work, at);
        }
        if !work.dialect.results.has_error_flag && !work.has_failure_form(at) {
            write_failure(work, at);
        }
    }
}

/// The text of the field.
fn refusal_of(message: &Message) -> Option<Box<str>> {
    let notes = message.notes.as_ref().filter(|_| message.role() == Role::Assistant)?;
    let text = notes.extras.get(REFUSAL).and_then(Node::parse)?.text()?;
    (!text.trim().is_empty()).then(|| text.into())
}

/// Moves the refusal from the field to a part after the content.
pub(crate) fn move_refusal(message: &mut Message) {
    let Some(text) = refusal_of(message) else { return };
    message.notes_mut().extras.retain(|name| name != REFUSAL);
    let content = message.content_mut();
    let mut parts = match std::mem::take(content) {
        Content::Text(before) if before.is_empty() => Vec::new(),
        before @ (Content::Null | Content::Text(_) | Content::Parts(_)) => before.into_parts(),
    };
    parts.push(Part::from(PartKind::Refusal(text)));
    *content = Content::Parts(parts);
}

fn write_refusals(work: &mut Work<'_>, at: usize) {
    let is_refusal = |part: &Part| matches!(part.kind, PartKind::Refusal(_));
    if !work.messages.get(at).is_some_and(|message| message.content().parts().iter().any(is_refusal)) {
        return;
    }
    let detail = "the target has no form for a refusal, so it is sent as text".to_owned();
    work.report_message(at, RepairCode::WrittenAsText, None, detail);
    if let Some(Content::Parts(parts)) = work.message_mut(at).map(|message| message.content_mut()) {
        for part in parts {
            if let PartKind::Refusal(text) = &mut part.kind {
                part.kind = PartKind::Text(std::mem::take(text));
            }
        }
    }
}

fn write_failure(work: &mut Work<'_>, at: usize) {
    let result = work.messages.get(at).and_then(|message| message.result());
    let Some(result) = result.filter(|result| result.failed()) else { return };
    // An added result for an open call already says that the call was interrupted.
    if result.content.plain_text() == work.options.interrupted_text {
        return;
    }
    let detail = format!("the target has no flag for a failed tool, so the result begins with `{FAILED}`");
    work.report_message(at, RepairCode::WrittenAsText, None, detail);
    let Some(Body::Tool(result)) = work.message_mut(at).map(|message| &mut message.body) else { return };
    result.is_error = None;
    match &mut result.content {
        Content::Text(text) if !text.is_empty() => *text = format!("{FAILED} {text}").into(),
        Content::Parts(parts) => parts.insert(0, Part::text(FAILED)),
        content @ (Content::Null | Content::Text(_)) => *content = Content::text(FAILED),
    }
}
