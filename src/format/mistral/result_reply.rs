//! The assistant's reply between results and the user's words (MI1).

use super::rules;
use crate::format::models::{Family, model_of};
use crate::message::{Body, Content, Message, Role};
use crate::repair::{Repair, RepairCode};
use crate::sanitize::{Dialect, LookBack, Mode, NeighbourRule, Prompt, RequestOptions, Work};
use std::borrow::Cow;

/// The text of an added reply.
const REPLY: &str = "OK.";

/// Adds replies inside a unit, and before words of the user that follow results of the previous unit.
pub(super) fn reply_in_unit(work: &mut Work<'_>) {
    if !wants_reply(work.options) {
        return;
    }
    let follows_result = work.state.follows_result && !is_unknown(work.options);
    let mut before = follows_result.then_some(Role::Tool);
    let lines = std::mem::take(&mut work.messages);
    for line in lines {
        if before == Some(Role::Tool) && line.role() == Role::User {
            work.report(repair(&line));
            work.messages.push(Cow::Owned(reply_before(&line)));
        }
        before = Some(line.role());
        work.messages.push(line);
    }
}

pub(super) const REPLY_BETWEEN_UNITS: NeighbourRule =
    NeighbourRule { apply: reply_between_units, look_back: LookBack::Previous { is_undecided: |_| false } };

/// Adds replies between units that other repairs made neighbours.
fn reply_between_units(prompt: &mut Prompt<'_>, _: &Dialect, options: &RequestOptions) {
    if !wants_reply(options) || (is_unknown(options) && prompt.is_unrepaired(options)) {
        return;
    }
    let mut before: Option<Role> = None;
    for item in &mut prompt.items {
        let follows = before == Some(Role::Tool);
        before = item.last().map(Message::role);
        let Some(first) = item.first().filter(|first| follows && first.role() == Role::User) else {
            continue;
        };
        let reply = reply_before(first);
        prompt.repairs.push(repair(first));
        item.change(|messages| messages.insert(0, reply));
    }
}

/// Reports whether the requested model wants a reply. So does a model that is not named (datapizza-ai#98, goose#5998).
fn wants_reply(options: &RequestOptions) -> bool {
    let row = options.model().and_then(|model| model_of(Family::Mistral, model));
    !row.is_some_and(|row| row.takes_user_after_results)
}

/// Reports whether the model of a body is unknown. One of Mistral's models accepts a user message after a result
/// (recorded: 200), so without another fault the body is not changed.
fn is_unknown(options: &RequestOptions) -> bool {
    options.mode == Mode::Keep
        && options.model().is_none_or(|model| model_of(Family::Mistral, model).is_none())
}

fn reply_before(next: &Message) -> Message {
    let body = Body::Assistant { content: Content::text(REPLY), calls: Vec::new() };
    Message::new(format!("{}:reply", next.id), next.created_at, body)
}

fn repair(next: &Message) -> Repair {
    let detail = format!(
        "a user message may not follow a result; the assistant's reply `{REPLY}` was added between them"
    );
    Repair::new(RepairCode::AssistantMessageAdded, Some(&rules::MI1), detail).of(&next.id).adding(REPLY)
}
