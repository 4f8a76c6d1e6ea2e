//! Words and calls of one message.

use super::rules;
use crate::format::models::{Family, model};
use crate::list::Listed;
use crate::message::Content;
use crate::repair::RepairCode;
use crate::sanitize::{Mode, Work};

/// Moves text after a call before the first call (BE27). If the model is unknown, only in a request that is written.
pub(super) fn put_words_first(work: &mut Work<'_>) {
    let row = work.options.model().and_then(model);
    let refuses = match row {
        Some(row) => row.family == Family::Claude && row.words_before_calls,
        None => work.options.mode == Mode::Strict,
    };
    let Some(head) = work.messages.first().filter(|head| refuses && !head.calls().is_empty()) else { return };
    let first = head.calls().iter().filter_map(|call| call.after_parts).min();
    let Some(first) = first else { return };
    let is_late = |(at, part): (usize, &crate::message::Part)| at >= first && part.as_text().is_some();
    if !head.content().parts().iter().enumerate().any(is_late) {
        return;
    }
    let detail = "words behind a call were moved before the first call".to_owned();
    work.report_message(0, RepairCode::PartMoved, Some(&rules::BE27), detail);
    work.edit(0, |message| {
        // For each part, the number of parts before it after the move.
        let parts = std::mem::take(message.content_mut()).into_parts();
        let late: Vec<bool> =
            parts.iter().enumerate().map(|(at, part)| at >= first && part.as_text().is_some()).listed();
        let moved = late.iter().filter(|late| **late).count();
        let place = |after: usize| {
            let stay = late.iter().take(after).filter(|late| !**late).count();
            if after >= first { stay.saturating_add(moved) } else { stay }
        };
        for call in message.calls_mut() {
            call.after_parts = call.after_parts.map(place);
        }
        let (mut before, mut behind, mut words) = (Vec::new(), Vec::new(), Vec::new());
        for (at, part) in parts.into_iter().enumerate() {
            match (at < first, late.get(at) == Some(&true)) {
                (true, _) => before.push(part),
                (false, true) => words.push(part),
                (false, false) => behind.push(part),
            }
        }
        before.append(&mut words);
        before.append(&mut behind);
        *message.content_mut() = Content::Parts(before);
    });
}
