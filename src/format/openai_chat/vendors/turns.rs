//! Turns at some vendors: roles that alternate (OC26), and words of the user that must be there (OC27).

use crate::format::openai_chat::rules;
use crate::message::{Content, Message, MessageId, Role};
use crate::repair::{Repair, RepairCode};
use crate::sanitize::{Dialect, LookBack, NeighbourRule, Prompt, PromptItem, RequestOptions};

/// Joins neighbours of one role. The next message of that role changes the last one, so nothing is stable.
pub(in crate::format::openai_chat) const ALTERNATE: NeighbourRule =
    NeighbourRule { apply: join_neighbours, look_back: LookBack::Each { holds: |_| true } };

/// Adds words of the user where there are none.
pub(in crate::format::openai_chat) const ASK: NeighbourRule =
    NeighbourRule { apply: ask, look_back: LookBack::Asked };

fn join_neighbours(prompt: &mut Prompt<'_>, _: &Dialect, _: &RequestOptions) {
    let Prompt { items, repairs, .. } = prompt;
    let mut at = 1;
    while at < items.len() {
        let (before, behind) = items.split_at_mut(at);
        let joined = before.last_mut().zip(behind.first()).is_some_and(|(before, item)| {
            let Some(message) = joined(before, item) else { return false };
            let detail = "the message was joined to the one before it, which has the same role";
            repairs.push(Repair::new(RepairCode::RoleCorrected, Some(&rules::OC26), detail).of(&message));
            true
        });
        if joined {
            items.remove(at);
        } else {
            at = at.saturating_add(1);
        }
    }
}

/// Joins an item to the one before it, if both are words of one role. Returns the id of its message.
fn joined(before: &mut PromptItem<'_>, item: &PromptItem<'_>) -> Option<MessageId> {
    let is_words = |message: &Message| message.calls().is_empty() && message.result().is_none();
    let (one, other) = (before.last()?, item.first()?);
    let fits = one.role() == other.role()
        && matches!(one.role(), Role::User | Role::Assistant)
        && is_words(one)
        && is_words(other)
        && item.messages().len() == 1;
    if !fits {
        return None;
    }
    let (id, added) = (other.id.clone(), other.content().clone());
    before.change(|messages| {
        let Some(last) = messages.last_mut() else { return };
        let content = std::mem::take(last.content_mut());
        *last.content_mut() = match (content, added) {
            (Content::Text(one), Content::Text(other)) => Content::text(&format!("{one}\n\n{other}")),
            (content, added) => {
                let mut parts = content.into_parts();
                parts.append(&mut added.into_parts());
                Content::Parts(parts)
            }
        };
    });
    Some(id)
}

fn ask(prompt: &mut Prompt<'_>, _: &Dialect, _: &RequestOptions) {
    let has_user = |item: &PromptItem<'_>| item.messages().iter().any(|message| message.role() == Role::User);
    if !prompt.items.iter().any(has_user) {
        prompt.add_user_turn(true, Some(&rules::OC27), "the user must have spoken");
    }
}
