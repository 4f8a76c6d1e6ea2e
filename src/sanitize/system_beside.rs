//! The system prompt, for targets that take it beside the list and other instructions anywhere in it.

use super::dialect::{Dialect, SystemForm};
use super::prompt::{Item, Prompt};
use super::request_options::{Mode, RequestOptions};
use crate::message::{Body, Content};

/// Puts the prompt beside the messages. In a body that is repaired, only what stood there before.
pub(super) fn lift_prompt(prompt: &mut Prompt<'_>, dialect: &Dialect, options: &RequestOptions) {
    if dialect.system.form != SystemForm::PromptBeside {
        return;
    }
    let goes = prompt.items.first().is_some_and(|item| match options.mode {
        Mode::Strict => item.is_liftable(dialect),
        Mode::Keep => item.first().is_some_and(|message| message.id.as_ref() == "system"),
    });
    if goes {
        prompt.system.push(prompt.items.remove(0));
    }
}

/// Whether the item is a prompt that is text and nothing else. One that names its role, or is marked, stays in the
/// list, where there is a place for that.
pub(super) fn is_prompt(item: &Item<'_>) -> bool {
    let Some(message) = item.first().filter(|_| item.is_prompt) else { return false };
    let is_plain = match message.content() {
        Content::Null | Content::Text(_) => true,
        Content::Parts(parts) => {
            matches!(parts.as_slice(), [part] if part.as_text().is_some() && part.extras.is_empty())
        }
    };
    let has_fields = message.notes.as_ref().is_some_and(|notes| !notes.extras.is_empty());
    matches!(message.body, Body::System(_)) && is_plain && !has_fields
}
