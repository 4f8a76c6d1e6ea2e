//! Summaries that the provider made of the conversation: `compaction` blocks.
//!
//! A signed summary answers a request to compact, and comes first. An unsigned summary was made in the middle of an
//! answer, and may be anywhere: the provider ignores everything before it.
//!
//! Sources: the error classes of `@anthropic-ai/sdk` 1.12;
//! <https://platform.claude.com/docs/en/build-with-claude/compaction>, 2026-11.

use super::rules;
use crate::json::Node;
use crate::message::{Message, Part};
use crate::repair::{Repair, RepairCode};
use crate::sanitize::{Dialect, LookBack, Mode, NeighbourRule, Prompt, PromptItem, RequestOptions, Work};

/// The field of a signed summary.
const SIGNATURE: &str = "signature";

/// Looks at the last item, which may be where the history begins.
pub(super) const SIGNED_FIRST: NeighbourRule =
    NeighbourRule { apply: begin_at_signed, look_back: LookBack::Last };

/// Begins at the newest summary, if there is a signed one. A turn of the user before it would be left out again.
fn begin_at_signed(prompt: &mut Prompt<'_>, _: &Dialect, options: &RequestOptions) {
    // In a request that is written, the history begins at the message of the boundary already.
    if options.mode != Mode::Strict {
        leave_out_before(prompt);
    }
    let is_first_signed =
        |prompt: &Prompt<'_>| prompt.items.first().and_then(PromptItem::first).is_some_and(is_signed);
    if is_first_signed(prompt) {
        leave_out_parts_before(prompt);
    }
    prompt.begins_at_summary = is_first_signed(prompt);
}

/// Leaves out the messages before the newest summary, if there is a signed one (AN28, AN29).
fn leave_out_before(prompt: &mut Prompt<'_>) {
    if !prompt.items.iter().flat_map(|item| item.messages()).any(is_signed) {
        return;
    }
    let holds = |message: &Message| newest(message).is_some();
    let Some(at) = prompt.items.iter().rposition(|item| item.messages().into_iter().any(holds)) else {
        return;
    };
    for item in prompt.items.drain(..at) {
        for message in item.messages() {
            let rule = if holds(message) { &rules::AN28 } else { &rules::AN29 };
            let detail = "the message was left out: the summary behind it stands in its place";
            prompt.repairs.push(Repair::new(RepairCode::PartDropped, Some(rule), detail).of_message(message));
        }
    }
}

/// Leaves out the parts before the newest summary of the first message (AN28, AN29).
fn leave_out_parts_before(prompt: &mut Prompt<'_>) {
    let Some((item, before)) = prompt.items.first_mut().and_then(|item| {
        let before = newest(item.first()?)?;
        Some((item, before))
    }) else {
        return;
    };
    let Some(first) = item.first().filter(|_| before > 0) else { return };
    let is_older = first.content().parts().iter().take(before).any(is_summary);
    let rule = if is_older { &rules::AN28 } else { &rules::AN29 };
    let detail = "what stands before the newest summary was left out";
    prompt.repairs.push(Repair::new(RepairCode::PartDropped, Some(rule), detail).of_message(first));
    item.change(|messages| {
        if let Some(message) = messages.first_mut() {
            message.retain_parts(|at, _| at >= before);
        }
    });
}

/// Leaves out summaries whose text is empty (AN30).
pub(super) fn drop_empty(work: &mut Work<'_>) {
    let is_empty = |part: &Part| field(part, "content").is_some_and(|content| content == "\"\"");
    let Some(head) = work.messages.first() else { return };
    if !head.content().parts().iter().any(is_empty) {
        return;
    }
    let detail = "a summary without a text was left out".to_owned();
    work.report_message(0, RepairCode::PartDropped, Some(&rules::AN30), detail);
    work.edit(0, |message| message.retain_parts(|_, part| !is_empty(part)));
}

fn is_signed(message: &Message) -> bool {
    let is_it = |part: &Part| is_summary(part) && field(part, SIGNATURE).is_some_and(|json| json != "null");
    message.content().parts().iter().any(is_it)
}

/// The place of the newest summary of a message.
fn newest(message: &Message) -> Option<usize> {
    message.content().parts().iter().rposition(is_summary)
}

fn is_summary(part: &Part) -> bool {
    field(part, "content").is_some_and(|json| json != "null" && json != "\"\"")
}

/// The JSON text of a field of a `compaction` block; `None` for other parts.
fn field<'a>(part: &'a Part, name: &str) -> Option<&'a str> {
    let (_, json) = part.as_other()?;
    let fields =
        Node::parse(json)?.fields().filter(|fields| fields.text("type").as_deref() == Some("compaction"))?;
    fields.get(name).map(Node::json)
}
