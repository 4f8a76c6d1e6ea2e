//! Media and other parts in places that do not take them (OC8, OC12, AN22, AN23).

use super::dialect::Dialect;
use super::fields::kind_of;
use super::own_tools::holds_media;
use super::passage::Work;
use super::terms::Mode;
use crate::message::{Body, Content, Media, Message, Part, PartKind, Role};
use crate::repair::RepairCode;
use std::borrow::Cow;

/// Media larger than this in either direction are refused (AN23).
const MOST_PIXELS: u64 = 8_000;

/// Replaces media that cannot be sent by a line that names them, moves media of tool results to the user's turn
/// where results are text only, and leaves out parts that have no place in their role.
pub(super) fn apply(work: &mut Work<'_>) {
    let mut moved = Vec::new();
    for line in 0..work.lines.len() {
        replace_media(work, line);
        place_parts(work, line, &mut moved);
    }
    let Some(head) = work.lines.first().filter(|_| !moved.is_empty()) else { return };
    let id = format!("{}:media", head.id);
    let created_at = head.created_at;
    work.lines.push(Cow::Owned(Message::new(id, created_at, Body::User(Content::Parts(moved)))));
}

/// A line of text in place of media that the target cannot take.
fn replace_media(work: &mut Work<'_>, line: usize) {
    let Some(message) = work.lines.get(line) else { return };
    let blind = work.terms.capabilities.media == Some(false);
    let is_error = message.result().is_some_and(|result| result.failed());
    let error_rule = work.dialect.error_text_rule.filter(|_| is_error);
    let writes = work.dialect.writes_media;
    let why = |part: &Part| match part.as_media() {
        None => None,
        Some(_) if blind => Some(("I4", "the model sees no media")),
        Some(_) if error_rule.is_some() => error_rule.map(|rule| (rule, "an error of a tool is text only")),
        Some(media) if is_too_large(media) => Some(("AN23", "it is larger than 8000 pixels")),
        Some(_) if !writes(&part.kind) => {
            Some((work.dialect.media_rule, "its type or source has no form there"))
        }
        Some(_) => None,
    };
    let reasons: Vec<Option<(&str, &str)>> = message.content().parts().iter().map(why).collect();
    for (place, reason) in reasons.into_iter().enumerate() {
        let Some((rule, reason)) = reason else { continue };
        let Some(part) = work.lines.get(line).and_then(|message| message.content().parts().get(place)) else {
            continue;
        };
        let text = placeholder(part);
        let detail = format!("the {} became the text `{text}`: {reason}", part.noun());
        work.report_line(line, RepairCode::MediaReplaced, rule, detail);
        work.edit(line, |message| {
            if let Content::Parts(parts) = message.content_mut()
                && let Some(part) = parts.get_mut(place)
            {
                *part = Part::text(&text);
            }
        });
    }
}

/// Moves or leaves out parts that the role does not take.
fn place_parts(work: &mut Work<'_>, line: usize, moved: &mut Vec<Part>) {
    let Some(message) = work.lines.get(line) else { return };
    let role = message.role();
    let model = work.terms.capabilities.model.as_deref().filter(|_| work.terms.mode == Mode::Keep);
    let vendor_takes =
        |role, part: &PartKind| model.is_some_and(|model| (work.dialect.vendors_take)(model, role, part));
    let takes = |role, part: &PartKind| (work.dialect.takes_part)(role, part) || vendor_takes(role, part);
    let is_error = message.result().is_some_and(|result| result.failed());
    let text_only = work.dialect.error_text_rule.filter(|_| is_error);
    let takes_media = work.dialect.media_in_results;
    let results_hold = role != Role::Tool
        || (takes_media(work.terms.capabilities.model.as_deref()) && holds_media(work, line));
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
    let own_rule = if role == Role::System { work.dialect.system_rule } else { work.dialect.parts_rule };
    let rule = text_only.unwrap_or(own_rule);
    reports.into_iter().for_each(|(code, detail)| work.report_line(line, code, rule, detail));
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
    let is_defined = |(_, json)| dialect.other_parts.contains(&kind_of(json).as_str());
    let is_any_known = !dialect.other_parts.is_empty();
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
