//! How a request begins and ends (AN10, AN11, AN12).

use super::dialect::Dialect;
use super::fields::kind_of;
use super::prompt::Prompt;
use super::terms::Terms;
use crate::message::{Content, Message, Part, PartKind, Role};
use crate::repair::{Repair, RepairCode};

/// Adds the user's turn that the target wants at the start.
pub(super) fn begin(prompt: &mut Prompt<'_>, dialect: &Dialect, terms: &Terms) {
    let first_role = prompt.items.first().and_then(|item| item.first()).map(Message::role);
    if !terms.assistant_first(dialect) && first_role == Some(Role::Assistant) {
        prompt.add_user_turn(false, dialect.first_rule, "the conversation must begin with the user");
    }
}

/// Adds the user's turn that the target wants at the end, or cuts white space from the last words of the assistant.
pub(super) fn end(prompt: &mut Prompt<'_>, dialect: &Dialect, terms: &Terms) {
    let Some(last) = prompt.items.last().and_then(|item| item.last()) else { return };
    if last.role() != Role::Assistant || !last.calls().is_empty() || awaits_server(last, dialect) {
        return;
    }
    if !terms.capabilities.prefill.unwrap_or(dialect.prefill) {
        prompt.add_user_turn(true, dialect.prefill_rule, "the conversation must end with the user");
    } else if let Some(rule) = dialect.trimmed_end_rule {
        trim_end(prompt, rule, dialect);
    }
}

/// Whether the provider itself goes on from there, with a tool that it runs.
fn awaits_server(message: &Message, dialect: &Dialect) -> bool {
    let last = message.content().parts().last().and_then(|part| part.as_other());
    last.zip(dialect.server_part).is_some_and(|((_, json), server_part)| server_part(json).is_some())
}

fn trim_end(prompt: &mut Prompt<'_>, rule: &'static str, dialect: &Dialect) {
    let Some(item) = prompt.items.last_mut() else { return };
    let Some(message) = item.last().filter(|message| ends_in_space(message.content(), dialect)) else {
        return;
    };
    let detail = "white space at the end of the assistant's last words was cut";
    let repair = Repair::new(RepairCode::TextTrimmed, rule, detail).of(&message.id);
    prompt.repairs.push(repair);
    item.change(|messages| {
        let Some(message) = messages.last_mut() else { return };
        // Words that were white space alone go, and then others are the last.
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

/// The last part that says something: a cache breakpoint, where it is a block of its own, does not.
fn last_said(parts: &[Part], dialect: &Dialect) -> Option<usize> {
    let is_marker = |part: &Part| {
        let kind = part.as_other().map(|(_, json)| kind_of(json));
        kind.is_some_and(|kind| dialect.cache_markers.is_some_and(|markers| markers.field == kind))
    };
    parts.iter().rposition(|part| !is_marker(part))
}
