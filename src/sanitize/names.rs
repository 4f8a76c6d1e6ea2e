//! Names of tools and of speakers (OC4, OC7c, AN6, MI7).

use super::request_options::Mode;
use super::sanitized_unit::Work;
use crate::message::{Message, Role, ToolCall};
use crate::repair::{Repair, RepairCode};

/// Maps names to the pattern that the target takes.
pub(super) fn map_names(work: &mut Work<'_>) {
    map_tool_names(work);
    map_speaker_names(work);
    name_results(work);
}

fn map_tool_names(work: &mut Work<'_>) {
    let pattern = work.dialect.calls.name;
    let Some(head) = work.messages.first() else { return };
    // Tools that the provider defines, and those of servers, have the names that it gave them.
    let is_given = |call: &ToolCall| work.dialect.calls.has_builtins && call.kind.builtin().is_some();
    let map = |call: &ToolCall| if is_given(call) { None } else { pattern.map(&call.name) };
    let mapped: Vec<Option<Box<str>>> = head.calls().iter().map(map).collect();
    if mapped.iter().all(Option::is_none) {
        return;
    }
    let id = head.id.clone();
    let changes = head.calls().iter().zip(&mapped).filter_map(|(call, name)| {
        let name = name.as_ref()?;
        let detail = format!(
            "the tool name `{}` is not of the form that the provider takes; it is sent as `{name}`",
            call.name
        );
        Some(Repair::new(RepairCode::ToolNameMapped, pattern.rule, detail).of(&id).call(&call.id))
    });
    let repairs: Vec<Repair> = changes.collect();
    work.repairs.extend(repairs);
    work.edit(0, |message| {
        for (call, name) in message.calls_mut().iter_mut().zip(mapped) {
            call.name = name.unwrap_or_else(|| call.name.clone());
        }
    });
}

fn map_speaker_names(work: &mut Work<'_>) {
    for line in 0..work.messages.len() {
        let Some(message) = work.messages.get(line) else { continue };
        let Some(name) = message.name().map(str::to_owned) else { continue };
        let is_named = work.dialect.fields.named_roles.contains(&message.role());
        let Some(pattern) = work.dialect.fields.speaker_name.filter(|_| is_named) else {
            // The name of a tool is told by its call.
            let is_told = work.dialect.results.has_names || is_called(work, message, &name);
            if !(message.role() == Role::Tool && is_told) {
                let detail = format!("the name `{name}` has no place in the format, and was left out");
                work.report_message(line, RepairCode::FieldDropped, None, detail);
                work.edit(line, |message| message.notes_mut().name = None);
            }
            continue;
        };
        if let Some(mapped) = pattern.map(&name) {
            let detail = format!(
                "the name `{name}` is not of the form that the provider takes; it is sent as `{mapped}`"
            );
            work.report_message(line, RepairCode::NameMapped, pattern.rule, detail);
            work.edit(line, |message| message.notes_mut().name = Some(mapped));
        }
    }
}

/// Whether the call that a result answers has this name. Asked of the history, for here ids and names may be mapped.
fn is_called(work: &Work<'_>, result: &Message, name: &str) -> bool {
    let said = work.unit.messages().find(|message| message.id == result.id);
    let id = said.and_then(|message| message.result()).map(|result| &result.call_id);
    work.unit.head().calls().iter().any(|call| id == Some(&call.id) && call.name.as_ref() == name)
}

/// Gives results the name of their call, where results have names. A request that is written takes it from the call,
/// so only another name is reported there.
fn name_results(work: &mut Work<'_>) {
    if !work.dialect.results.has_names {
        return;
    }
    let Some(head) = work.messages.first() else { return };
    let pattern = work.dialect.calls.name;
    let calls: Vec<ToolCall> = head.calls().to_vec();
    for line in 1..work.messages.len() {
        let Some(message) = work.messages.get(line) else { continue };
        let Some(result) = message.result() else { continue };
        let Some(call) = calls.iter().find(|call| call.id == result.call_id) else { continue };
        let given = message.name().map(str::to_owned);
        if given.as_deref() == Some(&call.name) || (given.is_none() && work.options.mode == Mode::Strict) {
            continue;
        }
        let is_mapped = given.as_ref().is_some_and(|name| pattern.map(name).as_ref() == Some(&call.name));
        // An added result, and a call that was given another name, are reported already.
        let is_put_in = !work.unit.messages().any(|own| own.id == message.id);
        if !is_put_in && !is_mapped {
            let detail = match given.filter(|name| !name.is_empty()) {
                None => format!("a result without a name bears that of its call, `{}`", call.name),
                Some(name) => format!("a result named `{name}` bears the name of its call, `{}`", call.name),
            };
            work.report_message(line, RepairCode::NameMapped, pattern.rule, detail);
        }
        work.edit(line, |message| message.notes_mut().name = Some(call.name.clone()));
    }
}
