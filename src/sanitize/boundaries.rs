//! The first and the last message of a request.

use super::dialect::Dialect;
use super::dialect::{LookBack, NeighbourRule};
use super::fields::kind_of;
use super::prompt::{Prompt, PromptItem};
use super::request_options::{Mode, RequestOptions};
use crate::hash::HashMap;
use crate::history::{Serial, Unit};
use crate::message::{Content, Element, Message, MessageId, Part, PartKind, Role, elements};
use crate::repair::{Repair, RepairCode};
use crate::rules::Rule;

pub(super) const LAST_THOUGHTS: NeighbourRule =
    NeighbourRule { apply: leave_out_last_thoughts, look_back: LookBack::Last };

pub(super) const BEGIN: NeighbourRule = NeighbourRule { apply: begin, look_back: LookBack::First };

pub(super) const END: NeighbourRule = NeighbourRule { apply: end, look_back: LookBack::Last };

/// Adds the user's turn that the target requires at the start.
fn begin(prompt: &mut Prompt<'_>, dialect: &Dialect, options: &RequestOptions) {
    if prompt.begins_at_summary {
        return;
    }
    let reach = if dialect.turns.are_joined { usize::MAX } else { 1 };
    let (mut begins, mut calls) = (false, false);
    for item in prompt.items.iter().take(reach) {
        let Some(first) = item.first().filter(|first| first.role() == Role::Assistant) else { break };
        begins = true;
        calls |= !first.calls().is_empty();
        // A repair may have added a reply before the user's words.
        if item.last().map(Message::role) == Some(Role::User) {
            break;
        }
    }
    if !begins {
        return;
    }
    let called = dialect.turns.first_call_rule.filter(|_| calls);
    let is_changed =
        dialect.turns.depends_on_model && options.mode == Mode::Keep && !prompt.begins_as_given();
    if !dialect.assistant_first(options) || (is_changed && options.capabilities.assistant_first.is_none()) {
        prompt.add_user_turn(false, dialect.turns.first_rule, "the conversation must begin with the user");
    } else if let Some(rule) = called {
        prompt.add_user_turn(false, Some(rule), "calls must follow a user message");
    }
}

/// Adds the user's turn that the target requires at the end, or cuts white space from the last words of the assistant.
fn end(prompt: &mut Prompt<'_>, dialect: &Dialect, options: &RequestOptions) {
    let Some(last) = last_message(prompt, dialect, options) else { return };
    // A request for a summary gets no answer, so it may end with words of the assistant, but not with reasoning.
    let ends_in_thought = dialect.reasoning.ends_no_words.is_some() && last_thought(last, dialect).is_some();
    if prompt.outer.compacts(&dialect.request).is_some() && !ends_in_thought {
        return;
    }
    if ends_with_words(last, dialect) || ends_behind_calls(last, dialect, options) {
        if !stays_last(prompt, last, dialect, options) && !is_continued(last, dialect, options) {
            prompt.add_user_turn(true, dialect.turns.prefill_rule, "the conversation must end with the user");
        } else if let Some(rule) = dialect.turns.trimmed_rule {
            trim_end(prompt, rule, dialect);
        } else {
            if let Some(field) = dialect.turns.prefix_field {
                end_with_prefix(prompt, field, options);
            }
            if let Some(rule) = dialect.turns.lone_prefill_rule {
                begin_lone_words(prompt, dialect, rule);
            }
        }
    }
    if let Some(field) = dialect.turns.prefix_field {
        leave_out_prefixes(prompt, field, dialect.turns.prefill_rule);
    }
}

/// The last message of the request. A repaired body of items keeps the caller's order, in which a result may come
/// before its call, so the last message may be in an earlier unit.
fn last_message<'p>(
    prompt: &'p Prompt<'_>,
    dialect: &Dialect,
    options: &RequestOptions,
) -> Option<&'p Message> {
    if !dialect.turns.are_items || options.mode == Mode::Strict {
        return prompt.items.last()?.last();
    }
    let mut last: Option<(Serial, &Message)> = None;
    for (at, item) in prompt.items.iter().enumerate() {
        // An added message has no serial. It comes directly after the message before it in its unit; an added turn is
        // the first or the last of the request.
        let mut place = Serial(if at == 0 { 0 } else { u64::MAX });
        let mut serials: HashMap<&MessageId, Serial> = HashMap::default();
        let entries = item.unit.into_iter().flat_map(Unit::entries);
        serials.extend(entries.map(|entry| (&entry.message.id, entry.serial)));
        for message in item.messages() {
            place = serials.get(&message.id).copied().unwrap_or(place);
            last = last.filter(|(last, _)| *last > place).or(Some((place, message)));
        }
    }
    last.map(|(_, message)| message)
}

/// Leaves out reasoning at the end of the assistant's last message, when the model is to continue that message
/// (AN25). Also leaves out a message that held only reasoning.
fn leave_out_last_thoughts(prompt: &mut Prompt<'_>, dialect: &Dialect, options: &RequestOptions) {
    let Some(rule) = dialect.reasoning.ends_no_words else { return };
    let is_thoughtful = |message: &&Message| {
        ends_with_words(message, dialect)
            && is_continued(message, dialect, options)
            && last_thought(message, dialect).is_some()
    };
    leave_out_silence(prompt, dialect, rule, is_thoughtful);
    while let Some(item) = prompt.items.last_mut() {
        let Some(message) = item.last().filter(is_thoughtful) else { return };
        let detail = "reasoning at the end was left out: the model cannot continue it";
        prompt.repairs.push(Repair::new(RepairCode::ReasoningDropped, Some(rule), detail).of(&message.id));
        item.change(|messages| {
            let Some(message) = messages.last_mut() else { return };
            while let Some(last) = last_thought(message, dialect) {
                message.retain_parts(|at, _| at != last);
            }
            if message.says_nothing() {
                messages.pop();
            }
        });
        if item.is_empty() {
            prompt.items.pop();
        }
    }
}

/// Leaves out a last message without content. The provider joins it with the message before it, so the turn would end
/// with the reasoning of that message.
fn leave_out_silence(
    prompt: &mut Prompt<'_>,
    dialect: &Dialect,
    rule: &'static Rule,
    is_thoughtful: impl Fn(&&Message) -> bool,
) {
    while let [.., before, last] = prompt.items.as_slice() {
        let is_silent = |message: &&Message| message.role() == Role::Assistant && message.says_nothing();
        let ends_in_thought = dialect.turns.are_joined && before.last().filter(&is_thoughtful).is_some();
        let Some(message) = last.last().filter(is_silent).filter(|_| ends_in_thought) else { return };
        let detail = "the last message is empty, and was left out with the reasoning before it";
        prompt.repairs.push(Repair::new(RepairCode::EmptyMessageDropped, Some(rule), detail).of(&message.id));
        prompt.items.pop();
    }
}

/// The index of the last part with content, if that part is reasoning.
fn last_thought(message: &Message, dialect: &Dialect) -> Option<usize> {
    let parts = message.content().parts();
    last_said(parts, dialect).filter(|last| parts.get(*last).is_some_and(Part::is_reasoning))
}

/// Reports whether the message is the assistant's, and no call in it waits for a result.
fn ends_with_words(last: &Message, dialect: &Dialect) -> bool {
    let is_open = !last.calls().is_empty() || awaits_provider(last, dialect);
    last.role() == Role::Assistant && !is_open
}

/// Reports whether a text of the assistant follows its calls, in a body that keeps its order.
fn ends_behind_calls(last: &Message, dialect: &Dialect, options: &RequestOptions) -> bool {
    let keeps_order = dialect.turns.are_items && options.mode == Mode::Keep;
    let is_words = |element: Element<'_>| match element {
        Element::Part(_, part) => part.as_text().is_some(),
        Element::Call(_) => false,
    };
    keeps_order
        && !last.calls().is_empty()
        && elements(last.content().parts(), last.calls()).last().is_some_and(is_words)
}

/// Reports whether a body keeps its end: the model is unknown, some model continues these words, and the body has no
/// other fault.
fn stays_last(prompt: &Prompt<'_>, last: &Message, dialect: &Dialect, options: &RequestOptions) -> bool {
    dialect.turns.depends_on_model
        && prompt.is_unrepaired(options)
        && options.prefill().is_none()
        && !(dialect.turns.lone_prefill_rule.is_some() && is_lone(prompt, dialect))
        && last_thought(last, dialect).is_none()
        && !ends_in_space(last.content(), dialect)
}

/// Reports whether the model continues an assistant message at the end.
fn is_continued(last: &Message, dialect: &Dialect, options: &RequestOptions) -> bool {
    let says_so = dialect.turns.prefix_field.is_some_and(|field| is_set(last, field));
    options.prefill().unwrap_or(dialect.turns.prefill || says_so)
}

fn is_set(message: &Message, field: &str) -> bool {
    message.notes.as_ref().is_some_and(|notes| notes.extras.get(field) == Some("true"))
}

/// Marks the last message for the model to continue. Only for a request that is written: in a repaired body, the caller
/// decides about the mark.
fn end_with_prefix(prompt: &mut Prompt<'_>, field: &str, options: &RequestOptions) {
    let last = prompt.items.last_mut().filter(|_| options.mode == Mode::Strict);
    if let Some(item) = last.filter(|item| !item.last().is_some_and(|message| is_set(message, field))) {
        item.change(|messages| {
            if let Some(message) = messages.last_mut() {
                let extras = &mut message.notes_mut().extras;
                extras.retain(|name| name != field);
                extras.push(field, "true");
            }
        });
    }
}

/// Adds a user's turn at the start when the request holds only words of the assistant that are to be continued.
fn begin_lone_words(prompt: &mut Prompt<'_>, dialect: &Dialect, rule: &'static Rule) {
    if is_lone(prompt, dialect) {
        prompt.add_user_turn(false, Some(rule), "the conversation must begin with the user");
    }
}

/// Reports whether the request holds only words of the assistant.
fn is_lone(prompt: &Prompt<'_>, dialect: &Dialect) -> bool {
    let is_words = |item: &PromptItem<'_>| item.messages().len() == 1;
    match (dialect.turns.are_joined, prompt.items.as_slice()) {
        (true, items) => items.iter().all(|item| {
            is_words(item) && item.first().is_some_and(|message| message.role() == Role::Assistant)
        }),
        (false, items) => items.len() == 1 && items.iter().all(is_words),
    }
}

/// Removes the mark of words to be continued from all messages but the last.
fn leave_out_prefixes(prompt: &mut Prompt<'_>, field: &str, rule: Option<&'static Rule>) {
    let last = prompt.items.len().saturating_sub(1);
    let Prompt { items, repairs, .. } = prompt;
    for (place, item) in items.iter_mut().enumerate() {
        let is_last = |message: &Message, item: &PromptItem<'_>| {
            place == last && item.last().is_some_and(|last| last.id == message.id)
        };
        let marked = item.messages().into_iter().find(|message| is_set(message, field));
        let Some(id) = marked.filter(|message| !is_last(message, item)).map(|message| message.id.clone())
        else {
            continue;
        };
        let detail = format!("`{field}` was left out: only the last message is continued");
        repairs.push(Repair::new(RepairCode::FieldDropped, rule, detail).of(&id));
        item.change(|messages| {
            for message in messages.iter_mut().filter(|message| message.id == id) {
                message.notes_mut().extras.retain(|name| name != field);
            }
        });
    }
}

/// Reports whether the provider itself continues after this message, with a tool that it runs.
fn awaits_provider(message: &Message, dialect: &Dialect) -> bool {
    let last = message.content().parts().last().and_then(|part| part.as_other());
    last.zip(dialect.calls.provider_part)
        .is_some_and(|((_, json), provider_part)| provider_part(json).is_some())
}

fn trim_end(prompt: &mut Prompt<'_>, rule: &'static Rule, dialect: &Dialect) {
    let Some(item) = prompt.items.last_mut() else { return };
    let Some(message) = item.last().filter(|message| ends_in_space(message.content(), dialect)) else {
        return;
    };
    let detail = "white space at the end of the assistant's last words was cut";
    let repair = Repair::new(RepairCode::WhitespaceDropped, Some(rule), detail).of(&message.id);
    prompt.repairs.push(repair);
    item.change(|messages| {
        let Some(message) = messages.last_mut() else { return };
        // A text of white space alone is dropped. The text before it is then the last text, and is trimmed in the
        // next round.
        while ends_in_space(message.content(), dialect) {
            match message.content_mut() {
                Content::Text(text) => *text = text.trim_end().into(),
                Content::Parts(parts) => {
                    let last = last_said(parts, dialect).unwrap_or_default();
                    match parts.get_mut(last).map(|part| &mut part.kind) {
                        Some(PartKind::Text(text)) if !text.trim().is_empty() => {
                            *text = text.trim_end().into();
                        }
                        _ => message.retain_parts(|at, _| at != last),
                    }
                }
                Content::Null => {}
            }
        }
    });
}

fn ends_in_space(content: &Content, dialect: &Dialect) -> bool {
    let is_loose = |words: &str| words.trim_end() != words;
    match content {
        Content::Text(text) => is_loose(text),
        Content::Parts(parts) => {
            let last = last_said(parts, dialect).and_then(|last| parts.get(last));
            let words = last.and_then(Part::as_text);
            words.is_some_and(|words| words.is_empty() || is_loose(words))
        }
        Content::Null => false,
    }
}

/// The last part with content.
fn last_said(parts: &[Part], dialect: &Dialect) -> Option<usize> {
    let is_silent = |part: &Part| {
        part.as_other()
            .is_some_and(|(_, json)| dialect.content.silent_parts.contains(&kind_of(json).as_str()))
    };
    parts.iter().rposition(|part| !is_silent(part))
}
