//! Replaces the oldest messages by a summary.

use super::span::span_units;
use crate::error::{Code, ConversationError, Outcome};
use crate::history::{Draft, Serial};
use crate::list::Listed;
use crate::message::Message;

/// Replaces all units up to and including the message `through` by a summary. Protected units and the first
/// `pin_first` messages stay. The summary takes their place; `at_end`, it follows all other messages, except the
/// messages of the user that the model is still to answer. Returns how many messages it removes.
///
/// # Errors
///
/// `invalid-argument` when the message is not in the history, the summary is blank, or there is nothing to remove.
pub fn summarize(
    draft: &mut Draft,
    through: &str,
    pin_first: usize,
    at_end: bool,
    summary: Message,
) -> Outcome<usize> {
    let invalid = |text: String| ConversationError::new(Code::InvalidArgument, text);
    let last = draft
        .serial_of(through)
        .ok_or_else(|| invalid(format!("no message of the history has the id `{through}`")))?;
    if summary.content().plain_text().trim().is_empty() {
        return Err(invalid("the summary is blank, so nothing was removed".to_owned()));
    }
    let span: Vec<Serial> = span_units(draft, last, pin_first).into_iter().map(|unit| unit.serial()).listed();
    // The summary takes the place of the last removed unit, because kept units, such as the current request, may
    // follow.
    let place = span.last().copied().unwrap_or(last);
    let units = draft.units();
    let next = match at_end {
        true => units.iter().rev().take_while(|unit| unit.starts_turn()).last(),
        false => units.iter().find(|unit| unit.serial() > place),
    };
    let next = next.map(|unit| unit.serial());
    let removed: usize = span.into_iter().map(|serial| draft.remove(serial)).sum();
    if removed == 0 {
        return Err(invalid(
            "nothing through that message can be removed: it is protected or gone".to_owned(),
        ));
    }
    let serial = draft.insert(summary, next)?;
    draft.set_summary(serial);
    Ok(draft.record_step("summarize", removed))
}
