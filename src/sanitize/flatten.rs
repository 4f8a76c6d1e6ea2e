//! Tool turns as text, for a request that declares no tools (AN24).

use super::fields::kind_of;
use super::sanitized_unit::Work;
use crate::message::{Body, Content, Message, Part, TextBlock, ToolCall};
use crate::repair::RepairCode;
use std::borrow::Cow;

/// Tells calls and results in words, when the caller says that no tools are declared.
pub(super) fn write_calls_as_text(work: &mut Work<'_>) {
    if work.options.capabilities.tools_declared != Some(false) {
        return;
    }
    tell_server_parts(work);
    let has_calls = work.messages.first().is_some_and(|head| !head.calls().is_empty());
    if !has_calls {
        return;
    }
    let rule = work.dialect.calls.undeclared_rule;
    let detail = "the request declares no tools, so its calls and results are told as text";
    work.report_message(0, RepairCode::ToolCallWrittenAsText, rule, detail.to_owned());
    let calls: Vec<ToolCall> = work.messages.first().map_or(Vec::new(), |head| head.calls().to_vec());
    work.edit(0, |message| {
        if let Body::Assistant { content, calls } = &mut message.body {
            let mut parts = std::mem::take(content).into_parts();
            let told = |call: ToolCall| format!("[called {} with {}]", call.name, call.arguments.text());
            parts.extend(calls.drain(..).map(|call| Part::text(&told(call))));
            *content = Content::Parts(parts);
        }
    });
    leave_out_result_parts(work);
    let results: Vec<Cow<'_, Message>> = work.messages.drain(1..).collect();
    let mut parts = Vec::new();
    let Some(first) = results.first().map(|line| (line.id.clone(), line.created_at)) else { return };
    for line in results {
        let Some(result) = line.result() else { continue };
        let name = calls.iter().find(|call| call.id == result.call_id).map_or("tool", |call| &call.name);
        let word = if result.failed() { "failed" } else { "returned" };
        parts.push(Part::text(&format!("[{name} {word}]")));
        parts.extend(result.content.clone().into_parts());
    }
    let body = Body::User(Content::Parts(parts));
    work.messages.push(Cow::Owned(Message::new(first.0, first.1, body)));
}

/// Where the rule is on all calls, it is on those of tools which the provider runs, too.
fn tell_server_parts(work: &mut Work<'_>) {
    let Some(server_part) = work.dialect.calls.server_part.filter(|_| work.dialect.calls.needs_tools) else {
        return;
    };
    let is_servers = |part: &Part| part.as_other().is_some_and(|(_, json)| server_part(json).is_some());
    let count = work
        .messages
        .first()
        .map_or(0, |head| head.content().parts().iter().filter(|part| is_servers(part)).count());
    if count == 0 {
        return;
    }
    let rule = work.dialect.calls.undeclared_rule;
    let detail = format!(
        "the request declares no tools, so {count} part(s) of a tool of the provider are told as text"
    );
    work.report_message(0, RepairCode::ToolCallWrittenAsText, rule, detail);
    let read = work.dialect.content.read_text_block;
    let told = |part: &Part| {
        let own = Some(part).filter(|part| is_servers(part))?;
        Some(own.words(read).map_or_else(Vec::new, TextBlock::into_parts))
    };
    work.edit(0, |message| message.replace_parts(told));
}

/// What only results hold has no place in the user's turn.
fn leave_out_result_parts(work: &mut Work<'_>) {
    let (rule, known) = (work.dialect.calls.undeclared_rule, work.dialect.results.parts);
    for line in 1..work.messages.len() {
        let Some(message) = work.messages.get(line) else { continue };
        let kinds =
            message.content().parts().iter().map(|part| part.as_other().map(|(_, json)| kind_of(json)));
        let gone: Vec<Option<String>> =
            kinds.map(|kind| kind.filter(|kind| known.contains(&kind.as_str()))).collect();
        for kind in gone.iter().flatten() {
            let detail = format!("a `{kind}` part has no place in the user's turn, and was left out");
            work.report_message(line, RepairCode::PartDropped, rule, detail);
        }
        if gone.iter().any(Option::is_some) {
            work.edit(line, |message| message.retain_parts(|at, _| gone.get(at).is_none_or(Option::is_none)));
        }
    }
}
