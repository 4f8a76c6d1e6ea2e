//! The assistant's reply between results and the user's words, for providers that take no such words there.

use crate::message::{Body, Content, Message, Role};
use crate::repair::{Repair, RepairCode};
use crate::rules::Rule;
use crate::sanitize::{Prompt, Work};
use std::borrow::Cow;

/// The text of an added reply.
const REPLY: &str = "OK.";

/// Adds replies inside a unit. With `follows_result`, results of the previous unit stand before it.
pub(in crate::format) fn reply_in_unit(work: &mut Work<'_>, follows_result: bool, rule: &'static Rule) {
    let mut before = follows_result.then_some(Role::Tool);
    let lines = std::mem::take(&mut work.messages);
    for line in lines {
        if before == Some(Role::Tool) && line.role() == Role::User {
            work.report(repair(&line, rule));
            work.messages.push(Cow::Owned(reply_before(&line)));
        }
        before = Some(line.role());
        work.messages.push(line);
    }
}

/// Adds replies between units that other repairs made neighbours.
pub(in crate::format) fn reply_between_units(prompt: &mut Prompt<'_>, rule: &'static Rule) {
    let mut before: Option<Role> = None;
    for item in &mut prompt.items {
        let follows = before == Some(Role::Tool);
        before = item.last().map(Message::role);
        let Some(first) = item.first().filter(|first| follows && first.role() == Role::User) else {
            continue;
        };
        let reply = reply_before(first);
        prompt.repairs.push(repair(first, rule));
        item.change(|messages| messages.insert(0, reply));
    }
}

fn reply_before(next: &Message) -> Message {
    let body = Body::Assistant { content: Content::text(REPLY), calls: Vec::new() };
    Message::new(format!("{}:reply", next.id), next.created_at, body)
}

fn repair(next: &Message, rule: &'static Rule) -> Repair {
    let detail = format!(
        "a user message may not follow a result; the assistant's reply `{REPLY}` was added between them"
    );
    Repair::new(RepairCode::AssistantMessageAdded, Some(rule), detail).of(&next.id).adding(REPLY)
}
