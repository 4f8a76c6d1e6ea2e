//! Giving up the question of a pinned answer.

use crate::history::Draft;

/// Drops the question that the first of the kept answers answers, when the next request holds more than `target` tokens
/// without anything else that could go: a history that begins with the assistant is better than none. Returns the
/// messages that go.
pub(super) fn drop_anchor_question(draft: &mut Draft, target: u64) -> usize {
    let question = draft.anchor_question().filter(|_| draft.tokens() > target);
    let removed = question.map_or(0, |question| draft.remove(question));
    draft.record_step("drop-question", removed)
}
