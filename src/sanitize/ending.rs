//! How a request begins and ends (AN10, AN11, AN12).

use super::dialect::Dialect;
use super::prompt::Prompt;
use super::terms::Terms;
use crate::message::{Content, Message, PartKind, Role};
use crate::repair::{Repair, RepairCode};

/// Adds the user's turns that the target wants at the start and at the end, and cuts white space from the last
/// words of the assistant.
pub(super) fn apply(prompt: &mut Prompt<'_>, dialect: &Dialect, terms: &Terms) {
    let first_role = prompt.items.first().and_then(|item| item.first()).map(Message::role);
    if terms.capabilities.assistant_first == Some(false) && first_role == Some(Role::Assistant) {
        prompt.add_user_turn(false, dialect.first_rule, "the conversation must begin with the user");
    }
    let Some(last) = prompt.items.last().and_then(|item| item.last()) else { return };
    if last.role() != Role::Assistant || !last.calls().is_empty() || awaits_server(last) {
        return;
    }
    if !terms.capabilities.prefill.unwrap_or(dialect.prefill) {
        prompt.add_user_turn(true, dialect.prefill_rule, "the conversation must end with the user");
    } else if let Some(rule) = dialect.trimmed_end_rule {
        trim_end(prompt, rule);
    }
}

/// Whether the provider itself goes on from there: a tool that it runs has not answered yet.
fn awaits_server(message: &Message) -> bool {
    message.content().parts().last().is_some_and(|part| part.as_other().is_some())
}

fn trim_end(prompt: &mut Prompt<'_>, rule: &'static str) {
    let Some(item) = prompt.items.last_mut() else { return };
    let Some(message) = item.last() else { return };
    let text = match message.content() {
        Content::Text(text) => Some(text.as_ref()),
        Content::Parts(parts) => parts.last().and_then(|part| part.as_text()),
        Content::Null => None,
    };
    let Some(trimmed) = text.filter(|text| text.trim_end() != *text).map(|text| text.trim_end().to_owned())
    else {
        return;
    };
    let detail = "white space at the end of the assistant's last words was cut";
    let repair = Repair::new(RepairCode::TextTrimmed, rule, detail).of(&message.id);
    prompt.repairs.push(repair);
    item.change(|messages| match messages.last_mut().map(Message::content_mut) {
        Some(Content::Text(text)) => *text = trimmed.into(),
        Some(Content::Parts(parts)) => {
            if let Some(PartKind::Text(text)) = parts.last_mut().map(|part| &mut part.kind) {
                *text = trimmed.into();
            }
        }
        Some(Content::Null) | None => {}
    });
}
