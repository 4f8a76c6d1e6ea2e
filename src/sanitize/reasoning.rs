//! Reasoning that the target accepts back.

use super::dialect::Work;
use super::dropped_parts::drop_parts;
use crate::message::{Content, Message};
use crate::repair::RepairCode;

/// Drops reasoning that the target would refuse.
pub(super) fn drop_refused_reasoning(work: &mut Work<'_>) {
    for at in 0..work.messages.len() {
        drop_refused(work, at);
    }
}

fn drop_refused(work: &mut Work<'_>, at: usize) {
    let rules = &work.dialect.reasoning;
    let Some(message) = work.messages.get(at).filter(|message| message.has_reasoning()) else { return };
    let mut refused = Vec::new();
    let mut first = None;
    for (index, part) in message.content().parts().iter().enumerate() {
        if let Some(refusal) = (rules.refusal)(part, message, work.options, &work.state) {
            first.get_or_insert(refusal);
            refused.push(index);
        }
    }
    let Some((rule, reason)) = first else { return };
    let detail = format!("reasoning was left out: {reason}");
    work.report_message(at, RepairCode::ReasoningDropped, Some(rule), detail);
    work.edit(at, |message| {
        drop_parts(message, &refused);
        if rules.is_field {
            join_text(message);
        }
    });
}

/// Turns a single text part into a plain text. Reading made it a part only because there was reasoning, too.
fn join_text(message: &mut Message) {
    if let [part] = message.content().parts()
        && part.extras.is_empty()
        && let Some(text) = part.as_text()
    {
        *message.content_mut() = Content::text(text);
    }
}
