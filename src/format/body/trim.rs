//! Trims a provider's own body to a number of tokens.
//!
//! `trim` handles one body in one call of the core, and goes down to the limit with the smallest loss. If it used the
//! replay of `fit`, it would need a conversation, drafts and the strategy, and a bundle of `trim` alone would be much
//! larger. `trim`, `fit` and `prepare` count alike: messages as they are sent, and the fields beside them as one JSON
//! text.

use super::repair_body::{OpenedBody, RepairedBody};
use crate::error::{Code, ConversationError, Outcome};
use crate::format::contract::target::Target;
use crate::hash::HashSet;
use crate::history::{Draft, History, Reduction};
use crate::json::Node;
use crate::message::MessageId;
use crate::reduce::{By, Fit, fit};
use crate::sanitize::RequestOptions;
use crate::tokens::{Estimator, Weight};
use std::sync::Arc;

/// Repairing may add text that takes a body over the limit again. The next attempt reserves room for it.
const MOST_ATTEMPTS: usize = 8;

/// Makes a body sendable, and reduces it to `most` tokens with the smallest loss; see [`fit`]. Unchanged messages keep
/// their text (I10). The report has the sizes of whole requests.
///
/// # Errors
///
/// `cannot-fit`, with the numbers, when the messages that may not be given up are too large; `invalid-message`,
/// `invalid-role`, `nothing-to-send`.
pub fn trim(
    target: &dyn Target,
    body: Node<'_>,
    options: RequestOptions,
    estimator: Estimator,
    most: u64,
    by: By,
) -> Outcome<(Vec<u8>, Reduction)> {
    let opened = OpenedBody::new(target, body, options, estimator)?;
    let estimator = opened.history.estimator();
    let size = |repaired: &RepairedBody| estimator.tokens(repaired.weight).saturating_add(repaired.beside);
    let mut repaired = opened.repair(&opened.history, &HashSet::default())?;
    let tokens_before = size(&repaired);
    let mut reduction = None;
    // The repaired body may be larger than the history, because of added messages, or smaller, because of dropped
    // results without calls.
    let mut room = estimator.tokens(repaired.weight).min(opened.history.context_tokens());
    for attempt in 0..MOST_ATTEMPTS {
        let over = size(&repaired).saturating_sub(most);
        if over == 0 {
            break;
        }
        // With less room, repairs may add as much again: each attempt takes twice as much off.
        room = room.saturating_sub(over << attempt);
        let (history, made) = reduced(&opened.history, Fit { by, ..Fit::to(room) })?;
        let Some(made) = made else { break };
        let rewritten: HashSet<MessageId> =
            made.shortened.iter().map(|shortened| shortened.original.id.clone()).collect();
        repaired = opened.repair(&history, &rewritten)?;
        reduction = Some(made);
    }
    let tokens_after = size(&repaired);
    if tokens_after > most {
        let opening = opened.history.opening().iter().flat_map(|unit| unit.entries());
        let prompt = opening.fold(Weight(0), |sum, entry| sum.plus(entry.weight.lasting));
        return Err(cannot_fit(tokens_after, repaired.beside, estimator.tokens(prompt), most));
    }
    let RepairedBody { body, mut repairs, first_changed, .. } = repaired;
    let mut reduction = reduction.unwrap_or_default();
    reduction.repairs.append(&mut repairs);
    // Steps count the messages alone. The report counts whole requests, so the rest is added.
    let rest = tokens_after.saturating_sub(reduction.tokens_after);
    for step in &mut reduction.steps {
        step.tokens_after = step.tokens_after.saturating_add(rest);
    }
    reduction.tokens_before = tokens_before;
    reduction.tokens_after = tokens_after;
    reduction.first_changed = first_changed;
    Ok((body, reduction))
}

fn reduced(history: &History, goal: Fit) -> Outcome<(History, Option<Reduction>)> {
    let mut history = Arc::new(history.clone());
    let mut draft = Draft::begin(&history);
    fit(&mut draft, goal);
    let reduction = draft.commit(&mut history)?;
    Ok((Arc::unwrap_or_clone(history), reduction))
}

fn cannot_fit(tokens: u64, beside: u64, prompt: u64, most: u64) -> ConversationError {
    let others = tokens.saturating_sub(beside).saturating_sub(prompt);
    let advice = match () {
        () if beside > 0 && beside > prompt.max(others) => "declare fewer or shorter tools",
        () if prompt > others => "shorten the system prompt",
        () => "shorten the newest messages",
    };
    ConversationError::new(
        Code::CannotFit,
        format!(
            "the messages that may not be removed take {tokens} tokens, {beside} of them beside the messages, and the limit is \
             {most}; {advice}, or raise the limit"
        ),
    )
    .with_numbers(&[("tokens", tokens), ("params", beside), ("prompt", prompt), ("limit", most)])
}
