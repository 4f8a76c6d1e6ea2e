//! Removing the question of a pinned answer.

use crate::history::Draft;

/// Removes the question of the first kept answer, when the next request holds more than `target` tokens and nothing
/// else can be removed: a history that begins with the assistant is better than one that does not fit. Returns how many
/// messages it removes.
pub(super) fn drop_anchor_question(draft: &mut Draft, target: u64) -> usize {
    let question = draft.anchor_question().filter(|_| draft.tokens() > target);
    let removed = question.map_or(0, |question| draft.remove(question));
    draft.record_step("drop-question", removed)
}
