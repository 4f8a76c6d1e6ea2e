//! The caller's cache points: after blocks that the model caches.

use super::block_kinds::CACHE_POINT;
use super::makers::{MadeBy, made_by};
use super::rules;
use crate::format::models::{BreakpointSupport, Family, model};
use crate::json::Fields;
use crate::list::Listed;
use crate::message::{Content, Extras, Message, MessageId, Part, PartKind, Role, plain_type};
use crate::repair::RepairCode;
use crate::rules::Rule;
use crate::sanitize::{RequestOptions, Work, kind_of};

/// The blocks that the request's model caches; `None` if the model is unknown.
fn cached(options: &RequestOptions) -> Option<BreakpointSupport> {
    let name = options.model()?;
    match model(name) {
        Some(row) if matches!(row.family, Family::Claude | Family::Nova) => Some(row.breakpoints),
        // A model of another maker: Amazon's table lists Claude and Nova alone.
        Some(_) | None => (made_by(name) == Some(MadeBy::Other)).then_some(BreakpointSupport::Never),
    }
}

/// Leaves out cache points where Converse refuses them (BE28). Moves a cache point after reasoning, a document or a
/// film to the block before.
pub(super) fn place_cache_points(work: &mut Work<'_>) {
    let cached = cached(work.options);
    let mut emptied: Vec<MessageId> = Vec::new();
    for at in 0..work.messages.len() {
        let Some(message) = work.messages.get(at) else { continue };
        if !has_points(message) {
            continue;
        }
        let mut copy = Message::clone(message);
        let gone = match cached {
            Some(BreakpointSupport::Never) => leave_out_all(&mut copy),
            Some(BreakpointSupport::BehindWords) if message.role() == Role::Tool => leave_out_all(&mut copy),
            Some(BreakpointSupport::BehindWords | BreakpointSupport::Short | BreakpointSupport::Long)
            | None => place(&mut copy),
        };
        if gone == 0 {
            continue;
        }
        let detail = match cached {
            Some(BreakpointSupport::Never) => {
                format!("the model has no cache; {gone} cache point(s) were left out")
            }
            Some(_) | None => format!(
                "{gone} cache point(s) stood where the provider takes none, and were moved or left out"
            ),
        };
        work.report_message(at, RepairCode::CacheBreakpointDropped, Some(&rules::BE28), detail);
        emptied.push(MessageId::clone(&copy.id));
        work.edit(at, |message| *message = copy);
    }
    // Nothing is left of a message that was a cache point alone.
    work.messages.retain(|message| !(emptied.contains(&message.id) && message.says_nothing()));
}

/// The cache points in the declarations of tools, where the model refuses them.
pub(super) fn refused_in_tools(
    _: &Fields<'_>,
    options: &RequestOptions,
) -> Option<(&'static str, &'static Rule)> {
    let refuses = matches!(cached(options)?, BreakpointSupport::Never | BreakpointSupport::BehindWords);
    refuses.then_some((CACHE_POINT, &rules::BE28))
}

fn is_point(part: &Part) -> bool {
    part.as_other().is_some_and(|(_, json)| kind_of(json) == CACHE_POINT)
}

fn has_points(message: &Message) -> bool {
    let of_message = message.notes.as_ref().is_some_and(|notes| notes.extras.get(CACHE_POINT).is_some());
    of_message
        || message
            .content()
            .parts()
            .iter()
            .any(|part| is_point(part) || part.extras.get(CACHE_POINT).is_some())
        || message.calls().iter().any(|call| call.extras.get(CACHE_POINT).is_some())
}

/// Returns how many there were.
fn leave_out_all(message: &mut Message) -> usize {
    let mut gone = 0_usize;
    let mut take = |extras: &mut Extras| {
        gone = gone.saturating_add(usize::from(extras.get(CACHE_POINT).is_some()));
        extras.retain(|name| name != CACHE_POINT);
    };
    message.notes.iter_mut().for_each(|notes| take(&mut notes.extras));
    message.calls_mut().iter_mut().for_each(|call| take(&mut call.extras));
    if let Content::Parts(parts) = message.content_mut() {
        parts.iter_mut().for_each(|part| take(&mut part.extras));
    }
    let points = message.content().parts().iter().filter(|part| is_point(part)).count();
    message.retain_parts(|_, part| !is_point(part));
    gone.saturating_add(points)
}

/// Returns how many were moved or left out.
fn place(message: &mut Message) -> usize {
    let mut gone = 0_usize;
    // A separate cache point block has no block before it to mark, or the block before is already marked.
    let takes_another =
        |before: &Part| !is_point(before) && takes_mark(before) && before.extras.get(CACHE_POINT).is_none();
    let parts = message.content().parts();
    let stays: Vec<bool> = parts
        .iter()
        .enumerate()
        .map(|(at, part)| {
            let before = at.checked_sub(1).and_then(|before| parts.get(before));
            !is_point(part) || before.is_some_and(takes_another)
        })
        .listed();
    gone = gone.saturating_add(stays.iter().filter(|stays| !**stays).count());
    message.retain_parts(|at, _| stays.get(at) == Some(&true));
    let Content::Parts(parts) = message.content_mut() else { return gone };
    for at in 0..parts.len() {
        let is_refused = |part: &Part| part.extras.get(CACHE_POINT).is_some() && !takes_mark(part);
        let Some(json) =
            parts.get(at).filter(|part| is_refused(part)).and_then(|part| part.extras.get(CACHE_POINT))
        else {
            continue;
        };
        let json = json.to_owned();
        gone = gone.saturating_add(1);
        parts.get_mut(at).into_iter().for_each(|part| part.extras.retain(|name| name != CACHE_POINT));
        let before = parts.get_mut(..at).and_then(|before| before.last_mut());
        if let Some(before) =
            before.filter(|before| takes_mark(before) && before.extras.get(CACHE_POINT).is_none())
        {
            before.extras.push(CACHE_POINT, &json);
        }
    }
    gone
}

/// Reports whether a cache point may come directly after this part: not after reasoning, nor after a document other
/// than a PDF ("messages.0.content.3.type: Field required", strands-agents/harness-sdk#1966).
fn takes_mark(part: &Part) -> bool {
    match &part.kind {
        PartKind::Text(_) | PartKind::Image(_) | PartKind::Audio(_) | PartKind::Refusal(_) => true,
        PartKind::File(media) => media.media_type.as_deref().map(plain_type) == Some("application/pdf"),
        PartKind::Reasoning(_) => false,
        PartKind::Other { .. } => takes_block(part),
    }
}

/// Reports whether a cache point may follow an unmodelled block: not a film (pydantic/pydantic-ai#4207), nor reasoning.
fn takes_block(part: &Part) -> bool {
    part.as_other()
        .is_none_or(|(_, json)| !["video", "reasoningContent", "document"].contains(&kind_of(json).as_str()))
}
