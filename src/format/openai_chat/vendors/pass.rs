//! Makes a message suit the vendor that the caller names: the role of instructions, and the reasoning beside calls.

use super::{REASONING_CONTENT, developer, taken_texts};
use crate::format::chat::{REASONING_FIELDS, hinted_fields};
use crate::format::json::source_hints::SourceHints;
use crate::format::models::model;
use crate::format::openai_chat::rules;
use crate::json::quoted;
use crate::list::Listed;
use crate::message::{Body, Content, Format, Message, Origin, Part, PartKind, Reasoning, Role, WRITTEN_AS};
use crate::repair::{Repair, RepairCode};
use crate::sanitize::{AUDIO, Developer, Mode, Silence, Vendor, Work};

pub(in crate::format::openai_chat) fn suit_vendor(work: &mut Work<'_>) {
    (0..work.messages.len()).for_each(|at| send_as_users(work, at));
    (0..work.messages.len()).for_each(|at| send_as_system(work, at));
    let Some(vendor) = work.options.vendor else { return };
    match vendor.silence {
        Silence::Taken => {}
        Silence::Refused => leave_out_silence(work, vendor),
        Silence::RefusedBesideCalls => {
            leave_out_idle_texts(work, vendor);
            leave_out_silence(work, vendor);
        }
    }
    (0..work.messages.len()).for_each(|at| rename_reasoning(work, vendor, at));
    if vendor.needs_reasoning.include(work.options.model()) && thinks(work, vendor) {
        add_reasoning(work, vendor);
    }
}

/// Sends instructions with the role `user` if the model takes none (OC10).
fn send_as_users(work: &mut Work<'_>, at: usize) {
    if work.messages.get(at).is_none_or(|message| message.role() != Role::System) {
        return;
    }
    if work.options.model().and_then(model).is_none_or(|row| row.takes_instructions) {
        return;
    }
    let detail = "the model takes no instructions; the message was sent as the user's".to_owned();
    work.report_message(at, RepairCode::SystemMoved, Some(&rules::OC10), detail);
    work.edit(at, |message| {
        message.body = Body::User(std::mem::take(message.content_mut()));
        message.notes_mut().extras.retain(|name| name != "role");
    });
}

/// Sends instructions with the role `system` if the vendor refuses `developer`; in a request that is written, also if
/// it is not known to accept it (OC10).
fn send_as_system(work: &mut Work<'_>, at: usize) {
    let role =
        |message: &Message| message.notes.as_ref().is_some_and(|notes| notes.extras.get("role").is_some());
    if !work.messages.get(at).is_some_and(|message| role(message)) {
        return;
    }
    let detail = match (developer(work.options), work.options.mode) {
        (Developer::Taken, _) | (Developer::Unknown, Mode::Keep) => return,
        (Developer::Unknown, Mode::Strict) => {
            "it is not known that the role `developer` is taken; the message was sent as `system`".to_owned()
        }
        (Developer::Refused, _) => {
            let name = work.options.vendor.map_or("the vendor", |vendor| vendor.name);
            format!("{name} does not take the role `developer`; the message was sent as `system`")
        }
    };
    work.report_message(at, RepairCode::RoleCorrected, Some(&rules::OC10), detail);
    work.edit(at, |message| message.notes_mut().extras.retain(|name| name != "role"));
}

/// Leaves out answers that say nothing and call nothing (OC17). Reasoning alone is no answer.
fn leave_out_silence(work: &mut Work<'_>, vendor: &Vendor) {
    let says_otherwise = |message: &Message| {
        let extras = message.notes.as_ref().map(|notes| &notes.extras);
        ["refusal", AUDIO, "function_call"]
            .iter()
            .any(|name| extras.and_then(|extras| extras.get(name)).is_some_and(|json| json != "null"))
    };
    let is_silent = |message: &Message| {
        let is_nothing = |part: &Part| part.is_reasoning() || part.as_text() == Some("");
        message.role() == Role::Assistant
            && message.calls().is_empty()
            && message.content().parts().iter().all(is_nothing)
            && message.content().plain_text().is_empty()
            && !says_otherwise(message)
    };
    for message in work.messages.iter().filter(|message| is_silent(message)) {
        let detail = format!("{} refuses an answer that says nothing; the message was left out", vendor.name);
        let repair = Repair::new(RepairCode::EmptyMessageDropped, Some(&rules::OC17), detail);
        work.repairs.push(repair.of_message(message));
    }
    work.messages.retain(|message| !is_silent(message));
}

/// Leaves out empty texts beside calls, whatever reasoning the message has (OC17).
fn leave_out_idle_texts(work: &mut Work<'_>, vendor: &Vendor) {
    let is_empty = |part: &Part| part.as_text() == Some("");
    for at in 0..work.messages.len() {
        let is_idle = |message: &Message| {
            let content = message.content();
            !message.calls().is_empty()
                && (*content == Content::text("") || content.parts().iter().any(is_empty))
        };
        if !work.messages.get(at).is_some_and(|message| is_idle(message)) {
            continue;
        }
        let detail = format!("{} refuses an empty text beside calls; it was left out", vendor.name);
        work.report_message(at, RepairCode::EmptyTextDropped, Some(&rules::OC17), detail);
        work.edit(at, |message| {
            message.retain_parts(|_, part| !is_empty(part));
            if message.content().parts().is_empty() {
                *message.content_mut() = Content::Null;
            }
        });
    }
}

/// Renames reasoning fields to the names that the vendor accepts (OC13).
fn rename_reasoning(work: &mut Work<'_>, vendor: &Vendor, at: usize) {
    let taken = taken_texts(vendor);
    let Some(message) = work.messages.get(at) else { return };
    let Some(part) = message.content().parts().iter().find(|part| part.is_reasoning()) else { return };
    let given = hinted_fields(part).unwrap_or_else(|| vec![REASONING_CONTENT.to_owned()]);
    let mut kept: Vec<&str> = given.iter().map(String::as_str).filter(|name| taken.contains(name)).listed();
    let is_ignored = work.options.mode == Mode::Keep && !vendor.refuses_unknown;
    if taken.is_empty() || kept.len() == given.len() || (is_ignored && !kept.is_empty()) {
        return;
    }
    if kept.is_empty() {
        kept.extend(taken.first());
    }
    let (given, names) = (given.join("`, `"), kept.join("`, `"));
    let detail = format!("the reasoning in `{given}` was sent as `{names}`, as {} takes it", vendor.name);
    let names: Vec<String> = kept.iter().map(|name| quoted(name)).listed();
    let hint = format!("[{}]", names.join(","));
    work.report_message(at, RepairCode::FieldDropped, Some(&rules::OC13), detail);
    work.edit(at, |message| {
        let Content::Parts(parts) = message.content_mut() else { return };
        for part in parts.iter_mut().filter(|part| part.is_reasoning()) {
            part.extras.retain(|name| name != WRITTEN_AS);
            let mut hints = SourceHints::default();
            hints.set(REASONING_FIELDS, &hint);
            hints.keep(&mut part.extras);
        }
    });
}

/// Reports whether the model thinks. For a request that is written, the answer is yes unless the request says
/// otherwise. A caller's body must show it, or the row of the vendor, because a model that does not think accepts calls
/// without reasoning (recorded: 200).
fn thinks(work: &Work<'_>, vendor: &Vendor) -> bool {
    let shown = work.options.capabilities.reasoning_content.or(work.options.thinks);
    shown.unwrap_or_else(|| work.options.mode == Mode::Strict || vendor.thinks.include(work.options.model()))
}

/// Gives a message with calls an empty reasoning if it has none (OC14).
fn add_reasoning(work: &mut Work<'_>, vendor: &Vendor) {
    let lacks = |message: &Message| !message.calls().is_empty() && !message.has_reasoning();
    if !work.messages.first().is_some_and(|head| lacks(head)) {
        return;
    }
    let detail = format!("{} wants `{REASONING_CONTENT}` beside calls; an empty text was added", vendor.name);
    work.report_message(0, RepairCode::ContentFilled, Some(&rules::OC14), detail);
    work.edit(0, |message| {
        let origin = Some(Origin { format: Format::OpenaiChat, model: None });
        let reasoning = Reasoning { text: Some("".into()), origin, ..Reasoning::default() };
        let mut parts = vec![Part::from(PartKind::Reasoning(Box::new(reasoning)))];
        let content = std::mem::take(message.content_mut());
        parts.extend(content.into_parts());
        *message.content_mut() = Content::Parts(parts);
    });
}

/// Sends a result that is a list of texts as one text, where the vendor takes no lists (OC8). In a request that is
/// written, this is only a form.
pub(in crate::format::openai_chat) fn join_results(work: &mut Work<'_>) {
    if !work.options.vendor.is_some_and(|vendor| vendor.joins_results) {
        return;
    }
    for at in 0..work.messages.len() {
        let Some(message) = work.messages.get(at).filter(|message| message.role() == Role::Tool) else {
            continue;
        };
        let Content::Parts(parts) = message.content() else { continue };
        let texts: Option<Vec<&str>> = parts.iter().map(Part::as_text).collect();
        let Some(text) = texts.map(|texts| texts.join("\n")) else { continue };
        let has_fields = parts.iter().any(|part| !part.extras.is_empty());
        if work.options.mode == Mode::Keep || has_fields {
            let detail = "the texts of the result were sent as one text".to_owned();
            work.report_message(at, RepairCode::PartMoved, Some(&rules::OC8), detail);
        }
        work.edit(at, |message| *message.content_mut() = Content::text(&text));
    }
}
