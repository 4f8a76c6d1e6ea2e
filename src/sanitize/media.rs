//! Media and other parts in places that do not take them (OC8, OC12, AN22, AN23).

use super::builtins::holds_media;
use super::dialect::Dialect;
use super::fields::kind_of;
use super::request_options::Mode;
use super::sanitized_unit::Work;
use super::text_blocks::{Form, as_block, put_parts, told_as_text, writer};
use crate::json::Node;
use crate::message::{Body, Content, Media, Message, Part, PartKind, Role, TextBlock, data_url};
use crate::repair::RepairCode;
use crate::rules::Rule;
use std::borrow::Cow;

/// Media larger than this in either direction are refused.
const MOST_PIXELS: u64 = 8_000;

/// Corrects sources, sends files of text as text where there is no form for them, replaces media that cannot be sent
/// by a line that names them, moves media of tool results to the user's turn where results are text only, and leaves out
/// parts that have no place in their role.
pub(super) fn place_media(work: &mut Work<'_>) {
    let mut moved = Vec::new();
    for line in 0..work.messages.len() {
        settle_sources(work, line);
        replace_media(work, line);
        place_parts(work, line, &mut moved);
    }
    let Some(head) = work.messages.first().filter(|_| !moved.is_empty()) else { return };
    let id = format!("{}:media", head.id);
    let created_at = head.created_at;
    work.messages.push(Cow::Owned(Message::new(id, created_at, Body::User(Content::Parts(moved)))));
}

/// Sends data URLs as bytes and gives bytes the type that they begin like, where the target could not take them as they
/// are. A request that is written does so for all media.
fn settle_sources(work: &mut Work<'_>, line: usize) {
    let Some(message) = work.messages.get(line) else { return };
    let writes = work.dialect.media.is_writable;
    let is_kept = work.options.mode == Mode::Keep;
    let mut settled: Vec<(usize, Part, Option<String>)> = Vec::new();
    for (place, part) in message.content().parts().iter().enumerate() {
        let mut copy = part.clone();
        let Some(done) = copy.settle_source() else { continue };
        let is_refused = !writes(&part.kind) || has_url_in_data(part);
        if is_refused || !is_kept {
            let detail =
                is_refused.then(|| format!("the source of the {} was corrected: {done}", copy.noun()));
            settled.push((place, copy, detail));
        }
    }
    let rule = work.dialect.media.source_rule;
    for (place, part, detail) in settled {
        if let Some(detail) = detail {
            work.report_message(line, RepairCode::MediaSourceCorrected, rule, detail);
        }
        work.edit(line, |message| put_parts(message, place, vec![part]));
    }
}

/// Reports whether a data URL stands in the place of bytes. Sound is left alone: Alibaba's Model Studio, which speaks chat
/// completions, wants `input_audio` with `data:;base64,`.
fn has_url_in_data(part: &Part) -> bool {
    let is_sound = matches!(part.kind, PartKind::Audio(_));
    !is_sound
        && part
            .as_media()
            .and_then(|media| media.data.as_deref())
            .is_some_and(|data| data_url(data).is_some())
}

/// Text in place of media that the target cannot take: that of a file of text, or a line that names the media.
fn replace_media(work: &mut Work<'_>, line: usize) {
    let Some(message) = work.messages.get(line) else { return };
    let write = writer(work.dialect, message);
    let format = work.dialect.format;
    let form = Form { format, read: work.dialect.content.read_text_block, write };
    let reasons: Vec<Option<Reason>> =
        message.content().parts().iter().map(|part| why_not(work, message, part)).collect();
    // Parts that were added before this place.
    let mut added = 0_usize;
    for (place, reason) in reasons.into_iter().enumerate() {
        let Some((rule, reason)) = reason else { continue };
        let place = place.saturating_add(added);
        let Some(part) = work.messages.get(line).and_then(|message| message.content().parts().get(place))
        else {
            continue;
        };
        let (code, detail, parts) = match text_of(part) {
            Some(block) => {
                let form = if reason == BLIND { Form { write: None, ..form } } else { form };
                let detail = told_as_text(&block);
                let parts = as_block(&block, form).map_or_else(|| block.into_parts(), |part| vec![part]);
                (RepairCode::WrittenAsText, detail, parts)
            }
            None => {
                let text = placeholder(part);
                let detail = format!("the {} became the text `{text}`: {reason}", part.noun());
                (RepairCode::MediaReplaced, detail, vec![Part::text(&text)])
            }
        };
        added = added.saturating_add(parts.len().saturating_sub(1));
        work.report_message(line, code, rule, detail);
        work.edit(line, |message| put_parts(message, place, parts));
    }
}

/// The rule that media are not sent by, and why.
type Reason = (Option<&'static Rule>, &'static str);

const BLIND: &str = "the model sees no media";

/// Why media cannot be sent; `None` when they can.
fn why_not(work: &Work<'_>, message: &Message, part: &Part) -> Option<Reason> {
    let media = part.as_media()?;
    let dialect = work.dialect;
    let is_error = message.result().is_some_and(|result| result.failed());
    let role = message.role();
    let own_rule = if role == Role::System { dialect.system.rule } else { dialect.media.place_rule };
    match dialect.results.error_text_rule.filter(|_| is_error) {
        _ if work.options.capabilities.media == Some(false) => Some((None, BLIND)),
        Some(rule) => Some((Some(rule), "an error of a tool is text only")),
        None if is_too_large(media) => Some((dialect.media.size_rule, "it is larger than 8000 pixels")),
        None if !(dialect.media.is_writable)(&part.kind) => {
            let detail = match () {
                () if media.is_of_no_type() => {
                    "its type is not known, and its bytes do not show it; give its media type"
                }
                () if media.data.is_some() && !media.is_base64() => "its bytes are no base64",
                () => "its type or source has no form there",
            };
            Some((dialect.media.source_rule, detail))
        }
        None if work.options.mode == Mode::Strict
            && dialect.media.text_files_as_text
            && media.text().is_some() =>
        {
            Some((dialect.media.source_rule, "files of text are sent as text"))
        }
        // Media of results can move to the user's message.
        None if role != Role::Tool && !(dialect.media.takes_part)(role, &part.kind) => {
            Some((own_rule, "it has no place in a message of this role"))
        }
        None if role == Role::Tool && !takes_in_results(work, message, part) && media.text().is_some() => {
            Some((own_rule, "a result holds no files"))
        }
        None => None,
    }
}

/// Reports whether the target takes this media in a result.
fn takes_in_results(work: &Work<'_>, message: &Message, part: &Part) -> bool {
    let model = work.options.capabilities.model.as_deref();
    (work.dialect.media.takes_part)(message.role(), &part.kind) && (work.dialect.media.results_take)(model)
}

/// Turns files of text into text. Returns the words of a report for each.
pub(crate) fn tell_text_files(message: &mut Message) -> Vec<String> {
    let mut details = Vec::new();
    message.replace_parts(|part| {
        let block = text_of(part)?;
        details.push(told_as_text(&block));
        Some(block.into_parts())
    });
    details
}

/// The words of a file of text, with its title, its context and its other fields.
fn text_of(part: &Part) -> Option<TextBlock> {
    let media = part.as_media()?;
    let mut block = TextBlock::document(media.name.clone(), &media.text()?);
    let field = |name: &str| part.extras.get(name).filter(|json| *json != "null");
    block.citations = field("citations").map(Box::from);
    block.context =
        field("context").and_then(Node::parse).and_then(|node| Some(node.text()?.as_ref().into()));
    block.extras = part.extras.clone();
    block.extras.retain(|name| !["citations", "context"].contains(&name));
    Some(block)
}

/// Moves or leaves out parts that the role does not take.
fn place_parts(work: &mut Work<'_>, line: usize, moved: &mut Vec<Part>) {
    let Some(message) = work.messages.get(line) else { return };
    let role = message.role();
    let model = work.options.capabilities.model.as_deref().filter(|_| work.options.mode == Mode::Keep);
    let vendor_takes = |role, part: &PartKind| {
        model.is_some_and(|model| (work.dialect.media.vendors_take)(model, role, part))
    };
    let takes =
        |role, part: &PartKind| (work.dialect.media.takes_part)(role, part) || vendor_takes(role, part);
    let is_error = message.result().is_some_and(|result| result.failed());
    let text_only = work.dialect.results.error_text_rule.filter(|_| is_error);
    let takes_media = work.dialect.media.results_take;
    let results_hold = role != Role::Tool
        || (takes_media(work.options.capabilities.model.as_deref()) && holds_media(work, line));
    let fits = |part: &Part| {
        takes(role, &part.kind)
            && (text_only.is_none() || part.as_text().is_some())
            && (results_hold || part.as_media().is_none())
    };
    if message.content().parts().iter().all(fits) {
        return;
    }
    let mut kept = Vec::new();
    let mut reports = Vec::new();
    let mut before = Vec::new();
    for part in message.content().parts() {
        before.push(kept.len());
        if fits(part) {
            kept.push(part.clone());
        } else if role == Role::Tool && is_movable(part, work.dialect) && takes(Role::User, &part.kind) {
            let detail =
                format!("the {} of the tool result was moved to a user message after it", part.noun());
            reports.push((RepairCode::MediaMoved, detail));
            let call_id = message.result().map_or("", |result| &result.call_id);
            moved.push(Part::text(&format!("[{} of tool result {call_id}]", part.noun())));
            moved.push(part.clone());
        } else {
            let detail = format!(
                "a part of type `{}` has no place in a message of this role, and was left out",
                part.noun()
            );
            reports.push((RepairCode::PartDropped, detail));
        }
    }
    if kept.is_empty() && role == Role::Tool && !moved.is_empty() {
        kept.push(Part::text("[see the next message]"));
    }
    let own_rule =
        if role == Role::System { work.dialect.system.rule } else { work.dialect.media.place_rule };
    let rule = text_only.or(own_rule);
    reports.into_iter().for_each(|(code, detail)| work.report_message(line, code, rule, detail));
    work.edit(line, |message| {
        for call in message.calls_mut() {
            call.after_parts = call.after_parts.and_then(|parts| before.get(parts).copied());
        }
        *message.content_mut() = if kept.is_empty() { Content::Null } else { Content::Parts(kept) };
    });
}

/// Whether the user can show it in place of a tool. What is not modelled may be anything where it is not defined: in
/// the user's turn, a result inside of a result would be one.
fn is_movable(part: &Part, dialect: &Dialect) -> bool {
    let is_defined = |(_, json)| dialect.fields.parts.contains(&kind_of(json).as_str());
    let is_any_known = !dialect.fields.parts.is_empty();
    part.as_media().is_some() || part.as_other().is_some_and(|other| !is_any_known || is_defined(other))
}

fn is_too_large(media: &Media) -> bool {
    media.width.is_some_and(|width| width > MOST_PIXELS)
        || media.height.is_some_and(|height| height > MOST_PIXELS)
}

/// Names media in words, so that the model knows what it does not see.
pub(crate) fn placeholder(part: &Part) -> String {
    let media = part.as_media();
    let about = media.and_then(|media| media.name.as_deref().or(media.media_type.as_deref()));
    match about {
        Some(about) => format!("[{}: {about}]", part.noun()),
        None => format!("[{}]", part.noun()),
    }
}
