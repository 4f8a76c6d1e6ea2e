//! Names of tools and of speakers.

use super::dialect::Work;
use super::pattern::Pattern;
use super::request_options::Mode;
use crate::hash::{HashMap, HashSet};
use crate::message::{CallsById, MessageId, Role, ToolCall};
use crate::repair::{Repair, RepairCode};

/// Maps names to the pattern that the target takes.
pub(super) fn map_names(work: &mut Work<'_>) {
    map_tool_names(work);
    let called = called_names(work);
    for at in 0..work.messages.len() {
        map_speaker_name(work, at, &called);
    }
    if work.dialect.results.has_names {
        name_results(work);
    }
}

fn map_tool_names(work: &mut Work<'_>) {
    let pattern = work.dialect.calls.name;
    let Some(head) = work.messages.first() else { return };
    let mut mapped = Vec::new();
    for (at, call) in head.calls().iter().enumerate() {
        // A tool that the provider defines has the name that the provider gave it.
        if work.dialect.calls.has_builtins && call.kind.builtin().is_some() {
            continue;
        }
        let Some(name) = pattern.map(&call.name) else { continue };
        work.repairs.push(tool_name_mapped(pattern, &call.name, &name).of(&head.id).call(&call.id));
        mapped.push((at, name));
    }
    if mapped.is_empty() {
        return;
    }
    work.edit(0, |message| {
        for (at, name) in mapped {
            if let Some(call) = message.calls_mut().get_mut(at) {
                call.name = name;
            }
        }
    });
}

/// The report on a tool that is sent under another name, in its declaration and its calls.
pub(crate) fn tool_name_mapped(pattern: Pattern, own: &str, sent: &str) -> Repair {
    Repair::new(RepairCode::ToolNameMapped, pattern.rule, mapped_detail("tool name", own, sent))
}

fn mapped_detail(noun: &str, before: &str, after: &str) -> String {
    format!("the {noun} `{before}` does not match the provider's pattern; it is sent as `{after}`")
}

fn map_speaker_name(work: &mut Work<'_>, at: usize, called: &HashMap<&MessageId, Vec<&str>>) {
    let Some(message) = work.messages.get(at) else { return };
    let Some(name) = message.name() else { return };
    let is_named = work.dialect.fields.named_roles.contains(&message.role());
    let Some(pattern) = work.dialect.fields.speaker_name.filter(|_| is_named) else {
        // The loss of a name that the result's call also has is not reported: the call shows the name.
        let is_known = work.dialect.results.has_names
            || called.get(&message.id).is_some_and(|names| names.contains(&name));
        if !(message.role() == Role::Tool && is_known) {
            let detail = format!("the name `{name}` has no place in the format, and was left out");
            let rule = work.dialect.fields.speaker_name.and_then(|pattern| pattern.rule);
            work.report_message(at, RepairCode::FieldDropped, rule, detail);
            work.edit(at, |message| message.notes_mut().name = None);
        }
        return;
    };
    if let Some(mapped) = pattern.map(name) {
        let detail = mapped_detail("name", name, &mapped);
        work.report_message(at, RepairCode::NameMapped, pattern.rule, detail);
        work.edit(at, |message| message.notes_mut().name = Some(mapped));
    }
}

/// For each result with a name, the names of its calls in the history. (In `work`, ids and names may be mapped already.)
fn called_names<'a>(work: &Work<'a>) -> HashMap<&'a MessageId, Vec<&'a str>> {
    let unit = work.unit;
    let mut by_id: HashMap<&str, Vec<&str>> = HashMap::default();
    let mut called = HashMap::default();
    if unit.messages().all(|message| message.result().is_none() || message.name().is_none()) {
        return called;
    }
    for call in unit.head().calls() {
        by_id.or_default(&call.id).push(&call.name);
    }
    for message in unit.messages() {
        if let Some(names) = message.result().and_then(|result| by_id.get(&*result.call_id)) {
            called.insert(&message.id, names.clone());
        }
    }
    called
}

/// Gives results the name of their call. In a request that is written, the writer takes a missing name from the call.
fn name_results(work: &mut Work<'_>) {
    let Some(head) = work.messages.first() else { return };
    let calls: Vec<ToolCall> = head.calls().to_vec();
    let calls = CallsById::new(&calls, work.messages.len());
    let own: HashSet<&MessageId> = work.unit.messages().map(|message| &message.id).collect();
    for at in 1..work.messages.len() {
        let Some(message) = work.messages.get(at) else { continue };
        let Some(result) = message.result() else { continue };
        let Some(call) = calls.get(&result.call_id) else { continue };
        let given = message.name();
        if given == Some(&call.name) || (given.is_none() && work.options.mode == Mode::Strict) {
            continue;
        }
        let pattern = work.dialect.calls.name;
        // The report on the call's own new name, or on an added result, covers the name of the result.
        let is_mapped = given.is_some_and(|name| pattern.map(name).as_ref() == Some(&call.name));
        let is_added = !own.contains(&message.id);
        if !is_added && !is_mapped {
            let detail = match given {
                None | Some("") => {
                    format!("a result without a name got the name of its call, `{}`", call.name)
                }
                Some(name) => format!("a result named `{name}` got the name of its call, `{}`", call.name),
            };
            work.report_message(at, RepairCode::NameMapped, pattern.rule, detail);
        }
        work.edit(at, |message| message.notes_mut().name = Some(call.name.clone()));
    }
}
