//! Places of instructions among their neighbours.

use super::dialect::{Dialect, SystemForm};
use super::dialect::{LookBack, NeighbourRule};
use super::dropped_parts::{drop_parts, report_dropped_parts};
use super::fields::{kind_of, name_of};
use super::prompt::{Prompt, PromptItem, mark_change_after};
use super::request_options::{Mode, RequestOptions};
use super::system::give_to_user;
use crate::list::PushAll;
use crate::message::{Content, Message, Part, Role};
use crate::repair::{Repair, RepairCode};
use std::ops::Range;

/// The roles before and after instructions decide whether they may be there.
pub(super) const RULE: NeighbourRule = NeighbourRule {
    apply: place_instructions,
    look_back: LookBack::Previous { is_undecided: is_instructions },
};

/// Puts instructions at the start beside the messages. Moves instructions in the middle to the user's turn if the
/// provider does not accept them.
fn place_instructions(prompt: &mut Prompt<'_>, dialect: &Dialect, options: &RequestOptions) {
    if matches!(dialect.system.form, SystemForm::Message | SystemForm::PromptBeside) {
        return;
    }
    if matches!(dialect.system.form, SystemForm::TopLevel | SystemForm::Beside) {
        lift_opening(prompt, dialect, options);
    }
    if dialect.system.form == SystemForm::First {
        return join_opening(prompt, dialect);
    }
    let mut from = 0;
    while let Some(run) = next_run(&prompt.items, from) {
        from = run.end;
        if !may_stand(&prompt.items, &run, dialect) && !move_behind_user(prompt, &run, dialect) {
            run.for_each(|place| fold(prompt, place, dialect));
        }
    }
    prompt.items.retain(|item| !item.is_empty());
}

/// Moves instructions at the start beside the messages. Reports instructions that were in the list.
fn lift_opening(prompt: &mut Prompt<'_>, dialect: &Dialect, options: &RequestOptions) {
    let count = prompt.items.iter().take_while(|item| is_system(item)).count();
    let rest = prompt.items.split_off(count);
    let known = prompt.system.len();
    prompt.system.extend(std::mem::replace(&mut prompt.items, rest));
    for place in known..prompt.system.len() {
        report_lifted(prompt, place, dialect, options);
        keep_text(prompt, place, dialect);
    }
    // If an empty prompt were joined to others, it would become an empty text (AN8).
    let is_joined = prompt.system.len() > 1;
    let is_silent =
        |item: &PromptItem<'_>| item.first().is_none_or(|message| is_joined && message.says_nothing());
    prompt.system.retain(|item| !is_silent(item));
}

/// Joins all instructions at the start into one message.
fn join_opening(prompt: &mut Prompt<'_>, dialect: &Dialect) {
    let count = prompt.items.iter().take_while(|item| is_system(item)).count();
    let Some((first, rest)) = prompt.items.get_mut(..count).and_then(<[_]>::split_first_mut) else { return };
    let mut joined: Vec<Part> = Vec::new();
    for item in rest.iter() {
        let Some(message) = item.first() else { continue };
        let detail = "instructions at the start were joined to those before them";
        prompt
            .repairs
            .push(Repair::new(RepairCode::SystemMoved, dialect.system.rule, detail).of(&message.id));
        joined.extend(message.content().clone().into_parts());
    }
    if joined.is_empty() {
        return;
    }
    mark_change_after(&mut prompt.prefix_changed_from, first);
    first.change(|messages| {
        let Some(content) = messages.first_mut().map(Message::content_mut) else { return };
        let mut parts = std::mem::take(content).into_parts();
        parts.append(&mut joined);
        let texts: Option<Vec<&str>> =
            parts.iter().map(|part| part.as_text().filter(|_| part.extras.is_empty())).collect();
        *content = match texts {
            Some(texts) => Content::text(&texts.join("\n\n")),
            None => Content::Parts(parts),
        };
    });
    prompt.items.drain(1..count);
}

fn report_lifted(prompt: &mut Prompt<'_>, place: usize, dialect: &Dialect, options: &RequestOptions) {
    let Some(item) = prompt.system.get_mut(place) else { return };
    let Some(message) = item.first() else { return };
    let stood_beside = match options.mode {
        Mode::Strict => place == 0,
        Mode::Keep => message.id.as_ref() == "system",
    };
    if stood_beside {
        return;
    }
    let detail = match place {
        0 => "instructions at the start became the system prompt",
        _ => "instructions at the start were joined to the system prompt",
    };
    prompt.repairs.push(Repair::new(RepairCode::SystemMoved, dialect.system.rule, detail).of(&message.id));
    item.is_fresh |= options.mode == Mode::Keep;
    mark_change_after(&mut prompt.prefix_changed_from, item);
}

/// Drops the parts that the target does not take in the system prompt beside the messages.
fn keep_text(prompt: &mut Prompt<'_>, place: usize, dialect: &Dialect) {
    let Some(item) = prompt.system.get_mut(place) else { return };
    let Some(message) = item.first() else { return };
    let detail = |part: &Part| {
        let stays = part.as_text().is_some() || is_prompts(part, dialect);
        (!stays).then(|| {
            format!("a `{}` part has no place in the system prompt, and was left out", name_of(part))
        })
    };
    let dropped = report_dropped_parts(&mut prompt.repairs, message, dialect.system.rule, &detail);
    if dropped.is_empty() {
        return;
    }
    mark_change_after(&mut prompt.prefix_changed_from, item);
    item.change(|messages| {
        if let Some(message) = messages.first_mut() {
            drop_parts(message, &dropped);
        }
        messages.retain(|message| !message.says_nothing());
    });
}

fn is_prompts(part: &Part, dialect: &Dialect) -> bool {
    part.as_other().is_some_and(|(_, json)| dialect.system.prompt_parts.contains(&kind_of(json).as_str()))
}

fn is_system(item: &PromptItem<'_>) -> bool {
    item.first().is_some_and(|message| message.role() == Role::System)
}

/// Reports whether instructions are at the start or the end of the item.
fn is_instructions(item: &PromptItem<'_>) -> bool {
    [item.first(), item.last()].into_iter().flatten().any(|message| message.role() == Role::System)
}

/// The next run of neighbouring instructions at or after `from`.
fn next_run(items: &[PromptItem<'_>], from: usize) -> Option<Range<usize>> {
    let start = items.iter().skip(from).position(is_system)?.saturating_add(from);
    let length = items.iter().skip(start).take_while(|item| is_system(item)).count();
    Some(start..start.saturating_add(length))
}

/// Reports whether a run of instructions may stay at its place. For [`SystemForm::TopLevel`] and
/// [`SystemForm::Beside`], the run must follow a user's turn, and be last or be followed by the assistant. For
/// [`SystemForm::AfterUser`], it must be first or follow a user message.
fn may_stand(items: &[PromptItem<'_>], run: &Range<usize>, dialect: &Dialect) -> bool {
    let role = |message: Option<&Message>| message.map(Message::role);
    let before = run.start.checked_sub(1).and_then(|place| role(items.get(place)?.last()));
    let after = items.get(run.end).and_then(|item| role(item.first()));
    match dialect.system.form {
        SystemForm::Message | SystemForm::PromptBeside => true,
        SystemForm::TopLevel | SystemForm::Beside => {
            matches!(before, Some(Role::User | Role::Tool)) && matches!(after, None | Some(Role::Assistant))
        }
        SystemForm::AfterUser => matches!(before, None | Some(Role::User)),
        SystemForm::First => before.is_none(),
    }
}

/// Moves our messages about tools after the user message that follows them, because the answer between was left out.
/// Returns false if they may not be there either.
fn move_behind_user(prompt: &mut Prompt<'_>, run: &Range<usize>, dialect: &Dialect) -> bool {
    let items = prompt.items.get(run.clone()).unwrap_or_default();
    if !items.iter().all(|item| item.first().is_some_and(Message::tells_tools)) {
        return false;
    }
    let is_answer = |item: &PromptItem<'_>| item.first().map(Message::role) == Some(Role::Assistant);
    let end = prompt.items.iter().skip(run.end).position(is_answer);
    let end = end.map_or(prompt.items.len(), |count| run.end.saturating_add(count));
    let moved = end.saturating_sub(run.len())..end;
    let Some(turn) = prompt.items.get_mut(run.start..end) else { return false };
    turn.rotate_left(run.len());
    let may_stand = may_stand(&prompt.items, &moved, dialect);
    if !may_stand {
        prompt.items.get_mut(run.start..end).into_iter().for_each(|turn| turn.rotate_right(run.len()));
        return false;
    }
    for item in prompt.items.get(moved).unwrap_or_default() {
        mark_change_after(&mut prompt.prefix_changed_from, item);
        let detail = "the message about tools was moved behind the user's words";
        let repair = Repair::new(RepairCode::SystemMoved, dialect.system.rule, detail);
        prompt.repairs.push_all(item.first().map(|message| repair.of(&message.id)));
    }
    true
}

fn fold(prompt: &mut Prompt<'_>, place: usize, dialect: &Dialect) {
    let Some(item) = prompt.items.get_mut(place) else { return };
    let Some(message) = item.first() else { return };
    let detail = "instructions are not allowed in this place; they are sent in the user's turn";
    mark_change_after(&mut prompt.prefix_changed_from, item);
    prompt.repairs.push(Repair::new(RepairCode::SystemMoved, dialect.system.rule, detail).of(&message.id));
    let repairs = &mut prompt.repairs;
    item.change(|messages| {
        for message in messages.iter_mut() {
            give_to_user(message, dialect, repairs);
            drop_other_parts(message, dialect, repairs);
        }
        messages.retain(|message| !message.says_nothing());
    });
}

/// Drops parts that the user's turn does not take.
fn drop_other_parts(message: &mut Message, dialect: &Dialect, repairs: &mut Vec<Repair>) {
    let detail = |part: &Part| {
        let takes = (dialect.media.takes_part)(Role::User, &part.kind);
        (!takes)
            .then(|| format!("a `{}` part has no place in the user's turn, and was left out", name_of(part)))
    };
    let dropped = report_dropped_parts(repairs, message, dialect.system.rule, &detail);
    drop_parts(message, &dropped);
}
