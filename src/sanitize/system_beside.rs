//! The system prompt, for targets that take it beside the list of messages, and other instructions anywhere in the
//! list.

use super::dialect::{Dialect, SystemForm};
use super::prompt::{Prompt, PromptItem};
use super::request_options::{Mode, RequestOptions};
use crate::message::{Body, Content};

/// Puts the prompt beside the messages; in a repaired body, only if it was there before.
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

/// Reports whether the item is a system prompt with only text. A prompt with a role name or marked parts stays in the
/// list of messages, which alone has a place for these fields.
pub(super) fn is_prompt(item: &PromptItem<'_>) -> bool {
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
