//! Replaces older pictures by lines of text.

use super::cut::stand_in;
use super::results::{Found, rewrite_by_policy};
use crate::history::{Draft, Serial, Why};
use crate::message::{Message, Part, PartKind, Role};

/// Replaces pictures of the user and of results by one line each. The newest `keep` pictures stay, with their
/// messages. A picture also stays if the model has not seen it yet, or if its message must stay whole or cannot be
/// changed. Returns how many messages change.
pub fn drop_pictures(draft: &mut Draft, keep: usize) -> usize {
    let mut left = keep;
    let mut is_seen = false;
    let mut kept: Vec<(Serial, Serial)> = Vec::new();
    let mut found: Vec<Found> = Vec::new();
    // For each of these messages, the number of newest pictures that stay.
    let mut stays: Vec<(Serial, usize)> = Vec::new();
    for unit in draft.units().into_iter().rev() {
        let is_answer = unit.head().role() == Role::Assistant;
        for entry in unit.results().iter().rev().chain(std::iter::once(unit.head_entry())) {
            let count = pictures(&entry.message);
            if count == 0 || entry.message.role() == Role::Assistant {
                continue;
            }
            let stay = count.min(left);
            left = left.saturating_sub(stay);
            let is_result = entry.message.result().is_some();
            let is_fixed = draft.keeps(entry) || (!is_result && draft.is_protected(unit));
            if stay < count && is_seen && !is_fixed {
                found.push(Found::new(unit, entry));
                stays.push((entry.serial, stay));
            }
            if stay > 0 {
                kept.push((unit.serial(), entry.serial));
            }
        }
        is_seen = is_seen || is_answer;
    }
    for (unit, own) in kept {
        draft.rule(unit, own, Why::PictureKept);
    }
    let changed = rewrite_by_policy(draft, &found, Why::PictureDropped, &mut |message, found| {
        let (_, stay) = stays.iter().find(|(serial, _)| *serial == found.serial)?;
        Some(with_lines(message, *stay))
    });
    draft.record_step("drop-pictures", changed)
}

fn is_picture(part: &Part) -> bool {
    matches!(part.kind, PartKind::Image(_))
}

fn pictures(message: &Message) -> usize {
    message.content().parts().iter().filter(|part| is_picture(part)).count()
}

/// Returns the message with a line in place of each picture, except the newest `stay`.
fn with_lines(message: &Message, stay: usize) -> Message {
    let mut left = pictures(message).saturating_sub(stay);
    let mut copy = message.clone();
    copy.replace_parts(|part| {
        let line = stand_in(part, usize::MAX).filter(|_| left > 0 && is_picture(part))?;
        left = left.saturating_sub(1);
        Some(vec![Part::text(&line)])
    });
    copy
}
