//! The size of a provider's own body and of its parts.

use super::repair_body::OpenedBody;
use super::sanitized_units::SanitizedUnits;
use crate::error::Outcome;
use crate::format::contract::target::Target;
use crate::format::sizes::Breakdown;
use crate::json::Node;
use crate::list::Listed;
use crate::message::Message;
use crate::sanitize::{PromptItem, RequestOptions};
use crate::tokens::Estimator;

/// The size of a body, once it is sendable, and of its parts.
///
/// # Errors
///
/// As [`repair_body`](super::repair_body::repair_body).
pub fn breakdown(
    target: &dyn Target,
    body: Node<'_>,
    options: RequestOptions,
    estimator: Estimator,
) -> Outcome<Breakdown> {
    OpenedBody::new(target, body, options, estimator)?.breakdown()
}

impl OpenedBody<'_> {
    fn breakdown(&self) -> Outcome<Breakdown> {
        let mut units = SanitizedUnits::default();
        let sendable = self.sendable(&self.history, &mut units)?;
        let told: Vec<&Message> =
            sendable.system.iter().chain(&sendable.items).flat_map(PromptItem::messages).listed();
        let estimator = self.history.estimator();
        let mut breakdown = Breakdown::new(estimator, self.beside(estimator));
        breakdown.add_all(&told);
        (breakdown.window, breakdown.answer) = self.asked();
        Ok(breakdown)
    }
}
