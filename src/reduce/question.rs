//! Giving up the question of a pinned answer.

use crate::history::{Draft, History};

/// Drops the question that the first of the kept answers answers, when the next request holds more than `target` tokens
/// without anything else that could go: a history that begins with the assistant is better than none. Returns the
/// messages that go.
pub(super) fn drop_question(draft: &mut Draft, history: &History, target: u64) -> usize {
    let question = draft.question(history).filter(|_| draft.tokens(history) > target);
    let removed = question.map_or(0, |question| draft.remove(history, question));
    draft.took_step(history, "drop-question", removed)
}
