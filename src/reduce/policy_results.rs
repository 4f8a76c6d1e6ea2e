//! Clears or shortens results by the host's policies for tools.

use super::clear_results::{CLEARED, cleared};
use super::results::{Found, rewrite_by_policy};
use crate::history::{Draft, Why};
use crate::message::{Content, Message, Part};

/// Replaces the text of each of these results; their other parts stay. If there are no texts, clears the results. A
/// result stays unchanged if it must stay whole or would not cost less. Returns how many messages change.
pub fn put_texts(draft: &mut Draft, ids: &[String], texts: &[String]) -> usize {
    let mut found = Vec::new();
    let mut places = Vec::new();
    for (place, id) in ids.iter().enumerate() {
        if let Some(result) = find(draft, id) {
            found.push(result);
            places.push((result.serial, place));
        }
    }
    let (why, step) = match texts.is_empty() {
        true => (Why::ToolDropped, "clear-results"),
        false => (Why::ToolShortened, "shorten-results"),
    };
    let changed = rewrite_by_policy(draft, &found, why, &mut |message, found| {
        let (_, place) = places.iter().find(|(serial, _)| *serial == found.serial)?;
        match texts.get(*place) {
            Some(text) => Some(with_text(message, text)),
            None => cleared(message, CLEARED),
        }
    });
    draft.record_step(step, changed)
}

/// Returns the result with this id, unless it must stay whole.
fn find(draft: &Draft, id: &str) -> Option<Found> {
    let (unit, own) = draft.place_of(id)?;
    let unit = draft.unit(unit)?;
    let entry = unit.entry(own)?;
    (entry.message.result().is_some() && !draft.keeps(entry)).then(|| Found::new(unit, entry))
}

fn with_text(message: &Message, text: &str) -> Message {
    let mut copy = message.clone();
    copy.retain_parts(|_, part| part.as_text().is_none());
    match copy.content_mut() {
        Content::Parts(parts) => parts.insert(0, Part::text(text)),
        content @ (Content::Null | Content::Text(_)) => *content = Content::text(text),
    }
    copy
}
