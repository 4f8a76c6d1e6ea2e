//! Continuing an answer that stopped at the limit of one response: the same request again, with the token of the answer.
//!
//! `@google/genai` 3.3.0 documents the fields, and sends the request so: `contents` do not change, and the parts of all
//! responses are one answer.

use super::spelling::Spelled;
use crate::format::contract::notices::{Notices, token_of};
use crate::json::quoted;
use crate::message::Message;
use crate::repair::{Repair, RepairCode};
use crate::sanitize::{Dialect, LookBack, Mode, NeighbourRule, Prompt, PromptItem, RequestOptions};

/// The field of the token, in answers and in requests.
const TOKEN: &str = "continuationToken";

/// Keeps the token of an answer that goes on. An answer without a reason to stop broke off at a checkpoint.
pub(super) fn keep_token(candidate: &Spelled<'_>, message: &mut Message) {
    let goes_on = candidate.text("finishReason").is_none_or(|reason| *reason == *"CONTINUATION");
    let Some(token) = candidate.text(TOKEN).filter(|_| goes_on) else { return };
    let mut notices = Notices::default();
    notices.unfinished(&token);
    notices.keep(message.notes_mut());
}

pub(super) const RESUME: NeighbourRule = NeighbourRule { apply: resume, look_back: LookBack::Last };

/// Sends the newest token in place of the responses that it continues, to the model that made them.
fn resume(prompt: &mut Prompt<'_>, _: &Dialect, options: &RequestOptions) {
    if options.mode == Mode::Keep {
        return;
    }
    while let [_, .., last] = prompt.items.as_slice() {
        let Some((id, token)) = unfinished(last, options) else { return };
        let detail =
            "the answer stopped at the limit of one response; its token, sent in its place, continues it";
        prompt.repairs.push(Repair::new(RepairCode::AnswerContinued, None, detail).of(&id));
        prompt.continued_by.get_or_insert((TOKEN, quoted(&token)));
        prompt.items.pop();
    }
}

/// The id and the token of an answer of this model that goes on.
fn unfinished(
    item: &PromptItem<'_>,
    options: &RequestOptions,
) -> Option<(crate::message::MessageId, String)> {
    let unit = item.unit.filter(|unit| unit.len() == 1 && unit.head().calls().is_empty())?;
    let notes = unit.head().notes.as_ref()?;
    let made_by = notes.model.as_deref().unwrap_or_default();
    let asked = options.model().unwrap_or_default();
    let asked = asked.rsplit('/').next().unwrap_or(asked);
    // Answers name the version, as `gemini-4-argon-001` for `gemini-4-argon`.
    let is_same = made_by.starts_with(asked) || asked.starts_with(made_by);
    Some((unit.head().id.clone(), token_of(notes).filter(|_| is_same)?))
}
