//! Reasoning and the messages that it is bound to, across units.

use super::dialect::Binding;
use super::dialect::Dialect;
use super::dialect::{LookBack, NeighbourRule};
use super::prompt::{Prompt, PromptItem};
use super::request_options::{Mode, RequestOptions};
use crate::list::Listed;
use crate::message::{Message, Role};
use crate::repair::{Repair, RepairCode};

/// Only the repair of a caller's body changes messages in the middle. No later request reuses its bytes, so the
/// smallest look-back is enough.
pub(super) const INVALID: NeighbourRule =
    NeighbourRule { apply: leave_out_invalid, look_back: LookBack::Last };

pub(super) const SWITCH_OFF: NeighbourRule =
    NeighbourRule { apply: switch_off, look_back: LookBack::LastTurn };

/// Leaves out bound reasoning after the first change of a repaired body.
fn leave_out_invalid(prompt: &mut Prompt<'_>, dialect: &Dialect, options: &RequestOptions) {
    // The provider itself leaves out reasoning that is an item, without an error.
    if options.mode == Mode::Strict || dialect.turns.are_items {
        return;
    }
    if let Some(binding) = dialect.reasoning.binding(options) {
        leave_out_behind_changes(prompt, binding);
    }
}

/// Switches thinking off if the last tool turn must begin with reasoning, and does not.
fn switch_off(prompt: &mut Prompt<'_>, dialect: &Dialect, _: &RequestOptions) {
    let is_asked = prompt.outer.thinking && !prompt.without_thinking;
    let Some(rule) = dialect.reasoning.begins_turn else { return };
    if is_asked && lacks_first_thought(prompt) {
        let detail =
            "the last tool turn does not begin with thinking, so it was switched off for the request";
        prompt.repairs.push(Repair::new(RepairCode::ThinkingDisabled, Some(rule), detail));
        prompt.without_thinking = true;
    }
}

fn leave_out_behind_changes(prompt: &mut Prompt<'_>, binding: Binding) {
    let Binding { rule, is_bound, .. } = binding;
    let Some(prefix_changed_from) = prompt.prefix_changed_from else { return };
    let is_invalid =
        |item: &&mut PromptItem<'_>| item.unit.is_some_and(|unit| unit.serial() >= prefix_changed_from);
    for item in prompt.items.iter_mut().filter(is_invalid) {
        let thoughtful: Vec<Message> = item
            .messages()
            .into_iter()
            .filter(|message| message.content().parts().iter().any(is_bound))
            .cloned()
            .listed();
        if thoughtful.is_empty() {
            continue;
        }
        for message in &thoughtful {
            let detail = "reasoning was left out: it is bound to messages before it that were changed";
            prompt
                .repairs
                .push(Repair::new(RepairCode::ReasoningDropped, Some(rule), detail).of(&message.id));
        }
        item.change(|messages| {
            messages.iter_mut().for_each(|message| message.retain_parts(|_, part| !is_bound(part)));
            messages.retain(|message| !message.says_nothing());
        });
    }
    prompt.items.retain(|item| !item.is_empty());
}

/// Reports whether the last turn of the assistant must begin with thinking, and does not. It must if it has results,
/// or if the request ends with it.
fn lacks_first_thought(prompt: &Prompt<'_>) -> bool {
    let is_assistants =
        |item: &PromptItem<'_>| item.first().is_some_and(|message| message.role() == Role::Assistant);
    let Some(last) = prompt.items.iter().rposition(is_assistants) else { return false };
    let second = prompt.items.get(last).and_then(|item| item.messages().get(1).copied());
    let is_answered = second.is_some_and(|message| message.role() == Role::Tool);
    let is_end = prompt.items.len() == last.saturating_add(1) && second.is_none();
    if !(is_answered || is_end) {
        return false;
    }
    // Neighbours without results are the same turn.
    let before = prompt.items.iter().take(last).rev();
    let joined = before.take_while(|item| is_assistants(item) && item.messages().len() == 1).count();
    let first = prompt.items.get(last.saturating_sub(joined)).and_then(|item| item.first());
    !first.is_some_and(begins_with_thought)
}

fn begins_with_thought(message: &Message) -> bool {
    let is_thought = message.content().parts().first().is_some_and(|part| part.is_reasoning());
    is_thought && message.calls().iter().all(|call| call.after_parts != Some(0))
}
