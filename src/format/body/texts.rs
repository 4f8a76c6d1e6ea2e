//! The texts of a body that a host's own estimator weighs.

use super::repair_body::{OpenedBody, weight_of};
use super::sanitized_units::SanitizedUnits;
use crate::error::Outcome;
use crate::format::contract::target::Target;
use crate::json::Node;
use crate::list::Listed;
use crate::sanitize::{PromptItem, RequestOptions};
use crate::tokens::{Estimator, Weight};

/// The texts of a body that a host's own estimator weighs, and the tokens of everything else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BodyTexts {
    /// The texts of its messages.
    pub messages: Vec<Box<str>>,
    /// Texts that the model reads beside the messages, each with the thousandths of it that count.
    pub beside: Vec<(Box<str>, u16)>,
    /// Tokens of media and of the borders of messages.
    pub tokens: u64,
    /// Tokens around the messages, and of tools beyond their texts.
    pub around: u64,
}

/// The texts of a body, once it is sendable.
///
/// # Errors
///
/// As [`repair_body`](super::repair_body::repair_body).
pub fn body_texts(target: &dyn Target, body: Node<'_>, options: RequestOptions) -> Outcome<BodyTexts> {
    OpenedBody::new(target, body, options, Estimator::GIVEN)?.texts()
}

impl OpenedBody<'_> {
    /// The texts that a host's own estimator has to weigh to know the size of the body, once it is sendable.
    ///
    /// # Errors
    ///
    /// `nothing-to-send`.
    fn texts(&self) -> Outcome<BodyTexts> {
        let mut units = SanitizedUnits::default();
        let sendable = self.sendable(&self.history, &mut units)?;
        let told = sendable.system.iter().chain(&sendable.items).flat_map(PromptItem::messages);
        let estimator = self.history.estimator();
        let weight = weight_of(&sendable, estimator);
        let messages = told.flat_map(Estimator::texts).map(|text| Box::from(&*text)).listed();
        let beside = self.beside_texts(&[]);
        let fixed = beside.weight(estimator, |_| Weight(0));
        let shares = beside.shares(estimator);
        Ok(BodyTexts {
            messages,
            beside: shares,
            tokens: estimator.tokens(weight),
            around: estimator.tokens(fixed.total()),
        })
    }
}
