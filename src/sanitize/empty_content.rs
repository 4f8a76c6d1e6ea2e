//! Messages and texts that say nothing.

use super::audio_transcript::AUDIO;
use super::dialect::EmptyContent;
use super::dialect::Work;
use super::request_options::Mode;
use super::text_fallback::FAILED;
use crate::message::{Content, Message, Part, Role};
use crate::repair::{Repair, RepairCode};

/// Fills or drops empty texts and messages, as the target demands.
pub(super) fn repair_empty_content(work: &mut Work<'_>) {
    let is_unsaid = work.messages.first().is_some_and(|head| head.is_unsaid());
    if is_unsaid && work.options.mode == Mode::Strict {
        let detail = "a user message whose content is null was left out".to_owned();
        work.report_message(
            0,
            RepairCode::EmptyMessageDropped,
            work.dialect.content.empty_message_rule,
            detail,
        );
        work.messages.remove(0);
        return;
    }
    match work.dialect.content.empty {
        EmptyContent::Filled => {
            drop_idle_text(work);
            drop_silenced(work);
            (0..work.messages.len()).for_each(|index| fill(work, index));
        }
        EmptyContent::Bare { .. } if is_empty_prompt(work) => {}
        EmptyContent::Bare { refused_by } => {
            if work.options.mode == Mode::Strict || work.options.vendor_name == Some(refused_by) {
                (0..work.messages.len()).for_each(|index| drop_empty_texts(work, index));
            }
            drop_bare(work);
        }
        // A system prompt beside the messages may be an empty list: it holds no blank block.
        EmptyContent::Dropped { .. } if is_empty_prompt(work) => {}
        EmptyContent::Dropped { beside_calls } => {
            for index in 0..work.messages.len() {
                drop_blank_texts(work, index, beside_calls);
            }
            drop_empty_messages(work);
            fill_errors(work);
        }
    }
}

fn is_empty_prompt(work: &Work<'_>) -> bool {
    let is_beside = work.options.mode == Mode::Keep && work.state.is_prompt;
    is_beside && work.messages.first().is_some_and(|head| head.content().is_empty())
}

/// Drops an assistant message that is empty because its calls were dropped (OC5). Where the assistant must say or call
/// something, drops a message that was empty from the start, too (MI5).
fn drop_silenced(work: &mut Work<'_>) {
    let had_calls = !work.unit.head().calls().is_empty();
    let wants_words = work.dialect.content.silent_rule.is_some();
    let is_blank = |head: &Message| {
        let parts = head.content().parts();
        wants_words
            && head.calls().is_empty()
            && !parts.is_empty()
            && parts.iter().all(|part| part.as_text() == Some(""))
    };
    let is_silent =
        |head: &Message| head.role() == Role::Assistant && (head.says_nothing() || is_blank(head));
    if !work.messages.first().is_some_and(|head| is_silent(head)) {
        return;
    }
    let (rule, detail) = match (had_calls, work.dialect.content.silent_rule) {
        (true, rule) => (
            rule.or(work.dialect.content.absent_rule),
            "without its calls the assistant message is empty, and was left out",
        ),
        (false, rule @ Some(_)) => (rule, "the assistant message is empty, and was left out"),
        (false, None) => return,
    };
    work.report_message(0, RepairCode::EmptyMessageDropped, rule, detail.to_owned());
    work.messages.remove(0);
}

/// Drops an empty text in a message with calls, in a request of items. Other formats write it for "no text"; here it
/// would become a separate item.
fn drop_idle_text(work: &mut Work<'_>) {
    let is_written = work.dialect.turns.are_items && work.options.mode == Mode::Strict;
    let is_idle = |head: &Message| !head.calls().is_empty() && *head.content() == Content::text("");
    if is_written && work.messages.first().is_some_and(|head| is_idle(head)) {
        work.edit(0, |message| *message.content_mut() = Content::Null);
    }
}

/// Fills absent content with an empty text. In a message with calls, content may be absent (OC5, OC7, MI9).
fn fill(work: &mut Work<'_>, index: usize) {
    let Some(message) = work.messages.get(index) else { return };
    let says_otherwise = message.notes.as_ref().is_some_and(|notes| {
        ["refusal", AUDIO, "function_call"]
            .iter()
            .any(|name| notes.extras.get(name).is_some_and(|json| json != "null"))
    });
    let may_be_absent = message.role() == Role::Assistant && (!message.calls().is_empty() || says_otherwise);
    // Reasoning that is a field of the message does not count as content.
    let is_beside = work.dialect.reasoning.is_field;
    let is_thought = |parts: &[Part]| is_beside && !parts.is_empty() && parts.iter().all(Part::is_reasoning);
    let (absent, no_parts) = (work.dialect.content.absent_rule, work.dialect.content.no_parts_rule);
    let (rule, new) = match message.content() {
        Content::Null if !may_be_absent => (absent, Content::text("")),
        Content::Parts(parts) if is_thought(parts) && !may_be_absent => {
            (absent, Content::Parts(parts.iter().cloned().chain([Part::text("")]).collect()))
        }
        Content::Parts(parts) if parts.is_empty() && may_be_absent => (no_parts, Content::Null),
        Content::Parts(parts) if parts.is_empty() => (no_parts, Content::text("")),
        Content::Null | Content::Text(_) | Content::Parts(_) => return,
    };
    let detail = match new {
        Content::Null => "the empty list of parts was left out",
        Content::Text(_) | Content::Parts(_) => "absent content is sent as an empty text",
    };
    work.report_message(index, RepairCode::ContentFilled, rule, detail.to_owned());
    work.edit(index, |message| *message.content_mut() = new);
}

/// Drops empty texts. Drops texts of white space alone when the message has no other text (AN8). In a message with
/// calls, they stay if `beside_calls` is true.
fn drop_blank_texts(work: &mut Work<'_>, index: usize, beside_calls: bool) {
    let Some(message) = work.messages.get(index) else { return };
    let has_calls = beside_calls && !message.calls().is_empty();
    match message.content() {
        Content::Null => {}
        Content::Text(text) => {
            // A tool may return nothing; its result is then sent without content.
            let is_blank = text.trim().is_empty() && !(message.role() == Role::Tool && text.is_empty());
            let may_stay = has_calls && !text.is_empty();
            if is_blank && !may_stay {
                let silent = text.is_empty() && !message.calls().is_empty();
                if !silent {
                    let detail = "a text without visible characters was left out".to_owned();
                    work.report_message(
                        index,
                        RepairCode::EmptyTextDropped,
                        work.dialect.content.empty_text_rule,
                        detail,
                    );
                }
                work.edit(index, |message| *message.content_mut() = Content::Null);
            }
        }
        Content::Parts(parts) => {
            let mut texts = parts.iter().filter_map(Part::as_text);
            let has_words = has_calls || texts.any(|text| !text.trim().is_empty());
            let goes = |text: &str| text.is_empty() || (!has_words && text.trim().is_empty());
            let goes = |part: &Part| part.as_text().is_some_and(goes);
            let count = parts.iter().filter(|part| goes(part)).count();
            if count == 0 {
                return;
            }
            let detail = format!("{count} text(s) without visible characters were left out");
            work.report_message(
                index,
                RepairCode::EmptyTextDropped,
                work.dialect.content.empty_text_rule,
                detail,
            );
            work.edit(index, |message| message.retain_parts(|_, part| !goes(part)));
        }
    }
}

/// Drops messages without content and calls (AN9). An empty result stays, because its call needs a result.
fn drop_empty_messages(work: &mut Work<'_>) {
    // The last message may be empty if the model is to continue it.
    let prefill = work.options.prefill().unwrap_or(work.dialect.turns.prefill);
    let may_stay = work.dialect.content.may_end_empty
        && work.options.mode == Mode::Keep
        && work.state.is_newest
        && prefill;
    drop_messages(work, &|message| {
        let is_start = message.role() == Role::Assistant && matches!(message.content(), Content::Parts(_));
        message.says_nothing() && !(may_stay && is_start)
    });
}

/// Drops the messages that `goes` picks, and reports each.
fn drop_messages(work: &mut Work<'_>, goes: &dyn Fn(&Message) -> bool) {
    let rule = work.dialect.content.empty_message_rule;
    for message in work.messages.iter().filter(|message| goes(message)) {
        let detail = format!("the {} message is empty, and was left out", message.role().as_str());
        work.repairs.push(Repair::new(RepairCode::EmptyMessageDropped, rule, detail).of_message(message));
    }
    work.messages.retain(|message| !goes(message));
}

/// Drops empty texts, except texts with a field, such as a signature (GE6). A result may be empty.
fn drop_empty_texts(work: &mut Work<'_>, index: usize) {
    let Some(message) = work.messages.get(index).filter(|message| message.role() != Role::Tool) else {
        return;
    };
    let is_empty = |part: &Part| part.as_text() == Some("") && part.extras.is_empty();
    let count = match message.content() {
        Content::Null => 0,
        Content::Text(text) => usize::from(text.is_empty()),
        Content::Parts(parts) => parts.iter().filter(|part| is_empty(part)).count(),
    };
    if count == 0 {
        return;
    }
    // Other formats write an empty text in a message with calls for "no text", so its loss is not reported.
    let is_idle = matches!(message.content(), Content::Text(_)) && !message.calls().is_empty();
    if !is_idle {
        let detail = format!("{count} empty text(s) were left out");
        work.report_message(
            index,
            RepairCode::EmptyTextDropped,
            work.dialect.content.empty_text_rule,
            detail,
        );
    }
    work.edit(index, |message| match message.content() {
        Content::Null | Content::Text(_) => *message.content_mut() = Content::Null,
        Content::Parts(_) => message.retain_parts(|_, part| !is_empty(part)),
    });
}

/// Drops messages without parts (GE6).
fn drop_bare(work: &mut Work<'_>) {
    drop_messages(work, &|message| match message.content() {
        Content::Text(_) => false,
        Content::Null | Content::Parts(_) => message.says_nothing(),
    });
}

/// Fills the empty result of a tool that failed, if the target refuses an empty error (BE7).
fn fill_errors(work: &mut Work<'_>) {
    let Some(rule) = work.dialect.results.empty_error_rule else { return };
    for index in 0..work.messages.len() {
        let result = work.messages.get(index).and_then(|message| message.result());
        if !result.is_some_and(|result| result.failed() && result.content.is_empty()) {
            continue;
        }
        let detail = format!("the empty result of a tool that failed is sent as `{FAILED}`");
        work.report_message(index, RepairCode::ContentFilled, Some(rule), detail);
        work.edit(index, |message| *message.content_mut() = Content::text(FAILED));
    }
}
