//! The reply of the assistant that stands between results and the user's words (MI1).

use super::dialect::{Dialect, ResultReply};
use super::passage::Work;
use super::prompt::Prompt;
use super::terms::Terms;
use crate::message::{Body, Content, Message, Role};
use crate::repair::{Repair, RepairCode};
use std::borrow::Cow;

/// The reply that the requested model wants there.
fn wanted(dialect: &Dialect, terms: &Terms) -> Option<ResultReply> {
    dialect.result_reply.filter(|reply| (reply.wanted_by)(terms.capabilities.model.as_deref()))
}

/// Puts the reply in within a unit, and before words of the user that follow results of the unit before.
pub(super) fn apply(work: &mut Work<'_>) {
    let Some(reply) = wanted(work.dialect, work.terms) else { return };
    let mut before = work.state.follows_result.then_some(Role::Tool);
    let lines = std::mem::take(&mut work.lines);
    for line in lines {
        if before == Some(Role::Tool) && line.role() == Role::User {
            work.report(repair(reply, &line));
            work.lines.push(Cow::Owned(message(reply, &line)));
        }
        before = Some(line.role());
        work.lines.push(line);
    }
}

/// Puts the reply in between units that became neighbours.
pub(super) fn settle(prompt: &mut Prompt<'_>, dialect: &Dialect, terms: &Terms) {
    let Some(reply) = wanted(dialect, terms) else { return };
    let mut before: Option<Role> = None;
    for item in &mut prompt.items {
        let follows = before == Some(Role::Tool);
        before = item.last().map(Message::role);
        let Some(first) = item.first().filter(|first| follows && first.role() == Role::User) else {
            continue;
        };
        let added = message(reply, first);
        prompt.repairs.push(repair(reply, first));
        item.change(|messages| messages.insert(0, added));
    }
}

fn message(reply: ResultReply, next: &Message) -> Message {
    let body = Body::Assistant { content: Content::text(reply.text), calls: Vec::new() };
    Message::new(format!("{}:reply", next.id), next.created_at, body)
}

fn repair(reply: ResultReply, next: &Message) -> Repair {
    let detail = format!(
        "the user may not speak right after a result; the assistant's reply `{}` was put in between",
        reply.text
    );
    Repair::new(RepairCode::AssistantMessageAdded, reply.rule, detail).of(&next.id)
}
