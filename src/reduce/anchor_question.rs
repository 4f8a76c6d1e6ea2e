//! Removing the question of a pinned answer.

use crate::history::Draft;

/// Removes the question of the first kept answer, if the next request still holds more than `target` tokens. A
/// history that begins with the assistant is better than a history that does not fit. Returns how many messages it
/// removes.
pub(super) fn drop_anchor_question(draft: &mut Draft, target: u64) -> usize {
    let question = draft.anchor_question().filter(|_| draft.tokens() > target);
    let removed = question.map_or(0, |question| draft.remove(question));
    draft.record_step("drop-question", removed)
}
