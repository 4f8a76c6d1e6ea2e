//! Reads a provider's own body for a replay, and writes it with the messages that the replay kept.

use super::repair_body::{BodyForm, OpenedBody};
use super::target::Target;
use crate::error::Outcome;
use crate::history::History;
use crate::json::Node;
use crate::message::{Message, MessageId};
use crate::repair::Repair;
use crate::sanitize::RequestOptions;
use crate::tokens::{Estimator, Weight};

/// The messages of a body.
#[derive(Clone, Debug)]
pub struct BodyToFit {
    /// The messages in order, called `m0`, `m1`, ... by their place; a prompt beside them is `system`.
    pub messages: Vec<Message>,
    /// For each of them, the place of its source among `spans`; `None` for a prompt beside them.
    pub places: Vec<Option<usize>>,
    /// For each source, the first of its messages of the body and their number. Neighbours that the provider itself would
    /// join are one source.
    pub spans: Vec<[usize; 2]>,
    /// The weight of the fields beside the messages.
    pub beside: Weight,
    /// The body without its messages.
    pub head: String,
}

impl BodyToFit {
    /// Reads a body, which may hold only some of the messages of a longer one; `wires` are then their places there.
    ///
    /// # Errors
    ///
    /// `invalid-message`, `invalid-role`, `too-deep`, `wrong-format`.
    pub fn new(
        target: &dyn Target,
        body: Node<'_>,
        wires: &[usize],
        options: RequestOptions,
        estimator: Estimator,
    ) -> Outcome<Self> {
        let opened = OpenedBody::of_excerpt(target, body, options, Estimator::Given, wires)?;
        let messages: Vec<Message> = opened.history.messages().into_iter().cloned().collect();
        let places = messages.iter().map(|message| opened.place(&message.id)).collect();
        let (beside, head) = (opened.beside(estimator), opened.head());
        Ok(Self { messages, places, spans: opened.spans(), beside, head })
    }
}

/// Tokens of these messages once they are sendable: with what repairs add. `head` is the body without its messages.
///
/// # Errors
///
/// As [`BodyToFit::new`], and `nothing-to-send`.
pub fn sent_tokens(
    target: &dyn Target,
    head: Node<'_>,
    options: RequestOptions,
    history: &History,
) -> Outcome<u64> {
    OpenedBody::new(target, head, options, Estimator::Given)?.sent_tokens(history)
}

/// A body that can be sent, as parts.
#[derive(Clone, Debug)]
pub struct FittedBody {
    /// JSON of the fields, unchanged ones and unchanged messages by their place; see `BodyForm::Parts`.
    pub json: Vec<u8>,
    /// The repairs.
    pub repairs: Vec<Repair>,
    /// The tokens of the messages.
    pub tokens: u64,
    /// The tokens of the fields beside them.
    pub beside: u64,
}

impl FittedBody {
    /// Writes the body with the messages of `history`: those of the body that are left, some of them rewritten, and
    /// summaries.
    ///
    /// # Errors
    ///
    /// As [`BodyToFit::new`], and `nothing-to-send`.
    pub fn write(
        target: &dyn Target,
        body: Node<'_>,
        wires: &[usize],
        options: RequestOptions,
        history: &History,
    ) -> Outcome<Self> {
        let opened = OpenedBody::of_excerpt(target, body, options, Estimator::Given, wires)?;
        let mut history = history.clone();
        opened.relate(&mut history);
        let is_rewritten = |message: &&Message| {
            opened.history.message(&message.id).is_none_or(|before| before.body != message.body)
        };
        let rewritten: Vec<MessageId> =
            history.messages().into_iter().filter(is_rewritten).map(|message| message.id.clone()).collect();
        let repaired = opened.repair_as(BodyForm::Parts, &history, &rewritten)?;
        Ok(Self {
            json: repaired.body,
            repairs: repaired.repairs,
            tokens: history.estimator().tokens(repaired.weight),
            beside: repaired.beside,
        })
    }
}
