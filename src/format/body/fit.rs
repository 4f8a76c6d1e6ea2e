//! Reads a provider's own body for a replay, and writes it with the messages that the replay kept.

use super::body_form::BodyForm;
use super::repair_body::OpenedBody;
use super::sanitized_units::SanitizedUnits;
use crate::error::Outcome;
use crate::format::contract::target::Target;
use crate::format::sizes::BesideWeight;
use crate::hash::HashSet;
use crate::history::History;
use crate::json::{Limits, Node};
use crate::list::Listed;
use crate::message::{Message, MessageId};
use crate::repair::Repair;
use crate::sanitize::RequestOptions;
use crate::tokens::{Estimator, ModelSize};
use self_cell::self_cell;
use std::fmt;

self_cell! {
    struct Opened {
        owner: String,
        #[covariant]
        dependent: OpenedBody,
    }
}

/// A body that is to fit.
pub struct BodyToFit {
    opened: Opened,
    /// The units of the last request that was measured.
    units: SanitizedUnits,
}

impl BodyToFit {
    /// Reads a body, which may hold only some of the messages of a longer one; `wires` are then their places there.
    ///
    /// # Errors
    ///
    /// `invalid-message`, `invalid-role`, `too-deep`, `wrong-format`.
    pub fn read(
        target: &'static dyn Target,
        body: &str,
        wires: &[usize],
        options: RequestOptions,
    ) -> Outcome<Self> {
        let opened = Opened::try_new(body.to_owned(), |body| {
            let body = Node::read(body, Limits::default().of_depth())?;
            OpenedBody::of_excerpt(target, body, options, Estimator::GIVEN, wires)
        })?;
        Ok(Self { opened, units: SanitizedUnits::default() })
    }

    /// Its messages in order, called `m0`, `m1`, ... by their place; a prompt beside them is `system`.
    pub fn messages(&self) -> Vec<Message> {
        self.opened().history.messages().into_iter().cloned().listed()
    }

    /// The place of a message's source among `spans`; `None` for a prompt beside them.
    pub fn place(&self, id: &MessageId) -> Option<usize> {
        self.opened().place(id)
    }

    /// For each source, the first of its messages of the body and their number. Neighbours that the provider itself would
    /// join are one source.
    pub fn spans(&self) -> Vec<[usize; 2]> {
        self.opened().spans()
    }

    /// The size of the model that the body names.
    pub fn model(&self) -> &'static ModelSize {
        self.opened().model()
    }

    /// The weight of what the model reads beside the messages.
    pub fn beside(&self, estimator: Estimator) -> BesideWeight {
        self.opened().beside(estimator)
    }

    /// Pairs results that come before their calls, as [`BodyToFit::write`] does.
    pub fn pair(&self, history: &mut History) {
        self.opened().pair_and_mark(history);
    }

    /// Tokens of these messages once they are sendable: with what repairs add.
    ///
    /// # Errors
    ///
    /// `nothing-to-send`.
    pub fn sent_tokens(&mut self, history: &History) -> Outcome<u64> {
        let Self { opened, units } = self;
        opened.borrow_dependent().sent_tokens(history, units)
    }

    /// Writes the body with the messages of `history`: the remaining messages of the body, some of them rewritten, and
    /// summaries.
    ///
    /// # Errors
    ///
    /// `nothing-to-send`.
    pub fn write(&mut self, history: &History) -> Outcome<FittedBody> {
        let Self { opened, units } = self;
        let opened = opened.borrow_dependent();
        let mut history = history.clone();
        opened.pair_and_mark(&mut history);
        let is_rewritten = |message: &&Message| {
            opened.history.message(&message.id).is_none_or(|before| before.body != message.body)
        };
        let rewritten: HashSet<MessageId> =
            history.messages().into_iter().filter(is_rewritten).map(|message| message.id.clone()).collect();
        let repaired = opened.repair_as(BodyForm::Parts, &history, &rewritten, units)?;
        Ok(FittedBody {
            json: repaired.body,
            repairs: repaired.repairs,
            tokens: history.estimator().tokens(repaired.weight),
            beside: repaired.beside,
        })
    }

    fn opened(&self) -> &OpenedBody<'_> {
        self.opened.borrow_dependent()
    }
}

impl fmt::Debug for BodyToFit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("BodyToFit").field(&self.opened.borrow_owner()).finish()
    }
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
