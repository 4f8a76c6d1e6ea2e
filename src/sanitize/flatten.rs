//! Tool turns as text, for a request that declares no tools.

use super::dialect::Work;
use super::dropped_parts::{drop_parts, report_dropped_parts};
use super::fields::kind_of;
use crate::message::{Body, Content, Message, Part, TextBlock, ToolCall};
use crate::repair::RepairCode;
use std::borrow::Cow;

/// Writes calls and results as text, if the caller says that the request declares no tools.
pub(super) fn write_calls_as_text(work: &mut Work<'_>) {
    if work.options.capabilities.tools_declared != Some(false) {
        return;
    }
    write_provider_parts_as_text(work);
    let calls: Vec<ToolCall> = work.messages.first().map_or(&[][..], |head| head.calls()).to_vec();
    if calls.is_empty() {
        return;
    }
    let rule = work.dialect.calls.undeclared_rule;
    let detail = "the request declares no tools, so its calls and results are sent as text";
    work.report_message(0, RepairCode::ToolCallWrittenAsText, rule, detail.to_owned());
    if let Some(Body::Assistant { content, calls }) = work.message_mut(0).map(|head| &mut head.body) {
        let mut parts = std::mem::take(content).into_parts();
        for call in calls.drain(..) {
            parts.push(Part::text(&format!("[called {} with {}]", call.name, call.arguments.text())));
        }
        *content = Content::Parts(parts);
    }
    drop_result_parts(work);
    let results = work.messages.split_off(1);
    let mut parts = Vec::new();
    for message in &results {
        let Some(result) = message.result() else { continue };
        let name = calls.iter().find(|call| call.id == result.call_id).map_or("tool", |call| &call.name);
        let word = if result.failed() { "failed" } else { "returned" };
        parts.push(Part::text(&format!("[{name} {word}]")));
        parts.extend(result.content.clone().into_parts());
    }
    if let Some(first) = results.first() {
        let body = Body::User(Content::Parts(parts));
        work.messages.push(Cow::Owned(Message::new(first.id.clone(), first.created_at, body)));
    }
}

/// Writes the calls and results of the provider's own tools as text, if the rule covers them.
fn write_provider_parts_as_text(work: &mut Work<'_>) {
    let Some(provider_part) = work.dialect.calls.provider_part.filter(|_| work.dialect.calls.needs_tools)
    else {
        return;
    };
    let Some(head) = work.messages.first() else { return };
    let is_providers = |part: &Part| part.as_other().is_some_and(|(_, json)| provider_part(json).is_some());
    let count = head.content().parts().iter().filter(|part| is_providers(part)).count();
    if count == 0 {
        return;
    }
    let rule = work.dialect.calls.undeclared_rule;
    let detail = format!(
        "the request declares no tools, so {count} part(s) of the provider's own tools are sent as text"
    );
    work.report_message(0, RepairCode::ToolCallWrittenAsText, rule, detail);
    let read = work.dialect.content.read_text_block;
    work.edit(0, |message| {
        message.replace_parts(|part| {
            is_providers(part).then(|| part.words(read).map_or_else(Vec::new, TextBlock::into_parts))
        });
    });
}

/// Drops parts that only results may hold, because the results become a user's turn.
fn drop_result_parts(work: &mut Work<'_>) {
    let rule = work.dialect.calls.undeclared_rule;
    let detail = |part: &Part| {
        let kind = part.as_other().map(|(_, json)| kind_of(json))?;
        let is_results = work.dialect.results.parts.contains(&kind.as_str());
        is_results.then(|| format!("a `{kind}` part has no place in the user's turn, and was left out"))
    };
    for message in work.messages.iter_mut().skip(1) {
        let dropped = report_dropped_parts(&mut work.repairs, message, rule, &detail);
        if !dropped.is_empty() {
            drop_parts(message.to_mut(), &dropped);
        }
    }
}
