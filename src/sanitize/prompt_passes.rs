//! The lists of rules on neighbouring units.

use super::dialect::{Dialect, Hooks, LookBack, NeighbourRule};
use super::outer_fields::OuterFields;
use super::prompt::{Prompt, PromptItem, nothing_to_send};
use super::request_options::{Mode, RequestOptions};
use super::{bound_reasoning, boundaries, system_beside, system_turns};
use crate::error::Outcome;
use crate::message::{Message, Role};
use crate::repair::Repair;

/// Applies the rules on neighbours. `repairs` are the reports of the rules on single units; new reports are appended.
///
/// # Errors
///
/// `nothing-to-send` when no message is left.
pub fn prompt<'a>(
    mut items: Vec<PromptItem<'a>>,
    repairs: Vec<Repair>,
    dialect: &Dialect,
    options: &RequestOptions,
    outer: OuterFields<'a>,
) -> Outcome<Prompt<'a>> {
    let prefix_changed_from = items.iter().filter_map(PromptItem::prefix_changed_from).min();
    let mut spoken = items.iter().filter_map(|item| item.unit).filter(|unit| !unit.is_system_prompt());
    let given = spoken.next().filter(|_| options.mode == Mode::Keep).map(|unit| unit.head().id.clone());
    let newest = items.last().and_then(|item| item.unit);
    let is_unsaid = options.mode == Mode::Strict && newest.is_some_and(|unit| unit.head().is_unsaid());
    items.retain(|item| !item.is_empty());
    let mut prompt = Prompt {
        system: Vec::new(),
        items,
        repaired_alone: repairs.len(),
        repairs,
        without_thinking: false,
        continued_by: None,
        outer,
        prefix_changed_from,
        begins_at_summary: false,
        given,
    };
    system_beside::lift_prompt(&mut prompt, dialect, options);
    loop {
        repeat(&mut prompt, dialect, options);
        if prompt.items.is_empty() {
            return match options.mode == Mode::Keep && prompt.outer.lacks_messages(&dialect.request) {
                true => Ok(prompt),
                false => Err(nothing_to_send()),
            };
        }
        // No text is added in the user's name.
        if is_unsaid && prompt.items.last().and_then(PromptItem::last).is_some_and(is_assistants) {
            return Err(nothing_to_send());
        }
        apply(&mut prompt, &closing(dialect), dialect, options);
        let count = prompt.items.len();
        apply(&mut prompt, &[dialect.hooks.prompt_end], dialect, options);
        // If an item was removed, the items around it are neighbours now.
        if prompt.items.len() == count {
            return Ok(prompt);
        }
    }
}

static NEIGHBOURS: [NeighbourRule; 1] = [system_turns::RULE];

static BOUNDARIES: [NeighbourRule; 2] = [boundaries::LAST_THOUGHTS, boundaries::BEGIN];

static BOUND_REASONING: [NeighbourRule; 1] = [bound_reasoning::INVALID];

static CLOSING: [NeighbourRule; 2] = [bound_reasoning::SWITCH_OFF, boundaries::END];

/// The rules that are applied until no rule changes anything.
fn repeated(dialect: &Dialect) -> [&'static [NeighbourRule]; 5] {
    let Hooks { before_boundaries, after_boundaries, .. } = dialect.hooks;
    [&NEIGHBOURS, before_boundaries, &BOUNDARIES, after_boundaries, &BOUND_REASONING]
}

/// The rules on the end, which are applied once.
fn closing(dialect: &Dialect) -> [&'static [NeighbourRule]; 2] {
    [&CLOSING, dialect.hooks.after_end]
}

/// Returns how far each rule on neighbours looks back.
pub(super) fn look_backs(dialect: &Dialect) -> Vec<LookBack> {
    let mut look_backs = Vec::new();
    for lists in [&repeated(dialect)[..], &closing(dialect), &[dialect.hooks.prompt_end]] {
        for rules in lists {
            for rule in *rules {
                look_backs.push(rule.look_back);
            }
        }
    }
    look_backs
}

fn is_assistants(message: &Message) -> bool {
    message.role() == Role::Assistant
}

/// Applies the repeated rules until no rule reports a change: a change can give units new neighbours.
fn repeat(prompt: &mut Prompt<'_>, dialect: &Dialect, options: &RequestOptions) {
    loop {
        let before = prompt.repairs.len();
        apply(prompt, &repeated(dialect), dialect, options);
        if prompt.repairs.len() == before {
            break;
        }
    }
}

/// Applies each rule once, in order.
fn apply(prompt: &mut Prompt<'_>, lists: &[&[NeighbourRule]], dialect: &Dialect, options: &RequestOptions) {
    for rules in lists {
        for rule in *rules {
            (rule.apply)(prompt, dialect, options);
        }
    }
}
