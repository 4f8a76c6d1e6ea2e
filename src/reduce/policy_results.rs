//! Clears or shortens results as the host's policies for tools say.

use super::clear_results::{CLEARED, cleared};
use super::results::{Found, rewrite_by_policy};
use crate::history::{Draft, Entry, Serial, Why};
use crate::message::{Content, Message, Part, PartKind};

/// Clears the results with these ids. Results that stay whole, and those that cost no more than [`CLEARED`], stay as they
/// are. Returns how many messages change.
pub fn drop_results(draft: &mut Draft, ids: &[String]) -> usize {
    let found: Vec<Found> = ids.iter().filter_map(|id| find(draft, id)).collect();
    let changed = rewrite_by_policy(draft, &found, Why::ToolDropped, |message, _| cleared(message, CLEARED));
    draft.record_step("clear-results", changed)
}

/// Puts a text in the place of the text of each of these results; other parts of them stay. Results that stay whole, and
/// those that would not cost less, stay as they are. Returns how many messages change.
pub fn put_texts(draft: &mut Draft, ids: &[String], texts: &[String]) -> usize {
    let pairs = ids.iter().zip(texts);
    let found: Vec<(Found, &String)> =
        pairs.filter_map(|(id, text)| Some((find(draft, id)?, text))).collect();
    let text_of =
        |serial: Serial| found.iter().find(|(found, _)| found.serial == serial).map(|(_, text)| text);
    let results: Vec<Found> = found.iter().map(|(found, _)| *found).collect();
    let changed = rewrite_by_policy(draft, &results, Why::ToolShortened, |message, found| {
        Some(with_text(message, text_of(found.serial)?))
    });
    draft.record_step("shorten-results", changed)
}

/// The result with this id, unless it stays whole.
fn find(draft: &Draft, id: &str) -> Option<Found> {
    let (unit, own) = draft.place_of(id)?;
    let unit = draft.unit(unit)?;
    let may_change = |entry: &&Entry| entry.message.result().is_some() && !draft.keeps(entry);
    unit.entry(own).filter(may_change).map(|entry| Found::new(unit, entry))
}

fn with_text(message: &Message, text: &str) -> Message {
    let mut copy = message.clone();
    let others = message.content().parts().iter().filter(|part| part.as_text().is_none());
    let mut parts: Vec<Part> = others.cloned().collect();
    if parts.is_empty() {
        *copy.content_mut() = Content::text(text);
    } else {
        parts.insert(0, PartKind::Text(text.into()).into());
        *copy.content_mut() = Content::Parts(parts);
    }
    copy
}
