//! Putting a summary in place of the oldest messages.

use crate::error::{Code, ConversationError, Outcome};
use crate::history::{Draft, History, Serial};
use crate::message::{Body, Content, Message, MessageId};

/// Removes everything through the unit of `through`, what is protected excepted, and puts a summary there.
/// Returns the messages that go.
///
/// # Errors
///
/// `invalid-argument` when the message is not in the history, the summary is blank, or nothing would go.
pub fn summarize(
    draft: &mut Draft,
    history: &History,
    through: &str,
    summary: &str,
    id: MessageId,
    created_at: i64,
) -> Outcome<usize> {
    let invalid = |text: String| ConversationError::new(Code::InvalidArgument, text);
    let unit = history
        .unit_of(through)
        .ok_or_else(|| invalid(format!("no message of the history has the id `{through}`")))?;
    if summary.trim().is_empty() {
        return Err(invalid("the summary is blank; nothing was removed for it".to_owned()));
    }
    let last = unit.serial();
    let span: Vec<Serial> =
        draft.units(history).iter().map(|unit| unit.serial()).filter(|serial| *serial <= last).collect();
    let next = history.units().map(|unit| unit.serial()).find(|serial| *serial > last);
    let removed: usize = span.into_iter().map(|serial| draft.remove(history, serial)).sum();
    if removed == 0 {
        return Err(invalid(
            "nothing through that message can be removed: it is protected or gone".to_owned(),
        ));
    }
    let message = Message::new(id, created_at, Body::Summary(Content::text(summary)));
    let serial = draft.insert(history, message, next)?;
    draft.set_summary(serial);
    Ok(removed)
}
