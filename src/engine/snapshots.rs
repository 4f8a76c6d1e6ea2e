//! Snapshots of a whole conversation.

use super::conversation::{Conversation, Settings};
use crate::error::{Code, ConversationError, Outcome};
use crate::format::backscroll::{self, Snapshot};
use crate::history::{History, Structure};
use crate::message::MessageId;
use crate::tokens::Estimator;
use std::sync::Arc;

impl Conversation {
    /// Appends the conversation as JSON: its messages, the provider's correction, pending messages, suspensions, and
    /// `settings`, the host's own JSON object. Open transactions, a run under way and written requests are not in it.
    pub fn write_snapshot(&self, settings: &str, out: &mut Vec<u8>) {
        backscroll::write_snapshot(
            &self.history,
            &self.queue,
            self.settings.limits,
            self.spelling,
            settings,
            out,
        );
    }

    /// The conversation of a snapshot, with the settings that the host kept in it. An `estimator` replaces that of the
    /// snapshot. Messages without a time get `created_at`.
    ///
    /// # Errors
    ///
    /// `snapshot-version`, `invalid-snapshot`; `invalid-argument` when the snapshot was estimated by the host, and no
    /// `estimator` is given.
    pub fn restored(text: &str, estimator: Option<Estimator>, created_at: i64) -> Outcome<(Self, String)> {
        let mut minted = 0_u64;
        let snapshot = backscroll::read_snapshot(text, created_at, &mut || {
            minted = minted.saturating_add(1);
            MessageId::from(format!("restored-{}", minted.saturating_sub(1)))
        })?;
        let Snapshot { messages, structure, estimator: own, limits, queue, suspensions, spelling, settings } =
            snapshot;
        let estimator = estimator.or(own.filter(|own| *own != Estimator::Given));
        let is_missing = estimator.is_none() && own.is_some();
        if is_missing {
            return Err(ConversationError::new(
                Code::InvalidArgument,
                "the conversation of the snapshot had an estimator function, which a snapshot cannot hold; pass it as `estimator`",
            ));
        }
        let estimator = estimator.unwrap_or_default();
        // The correction belongs to the estimator of the snapshot, so it is dropped for another one.
        let structure = structure.map(|structure| Structure {
            correction: structure.correction.filter(|_| own == Some(estimator)),
            ..structure
        });
        let history = match &structure {
            Some(structure) => History::restored(estimator, messages, structure),
            None => History::of(estimator, messages),
        };
        let in_snapshot = |error: ConversationError| error.as_code(Code::InvalidSnapshot);
        let mut conversation = Self::new(Settings { estimator, limits });
        let mut history = history.map_err(in_snapshot)?;
        history.restore_suspensions(suspensions).map_err(in_snapshot)?;
        conversation.history = Arc::new(history);
        conversation.queue = queue;
        conversation.spelling = spelling;
        Ok((conversation, settings))
    }
}
