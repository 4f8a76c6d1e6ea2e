//! A whole conversation, to be kept and taken up again.

use super::conversation::{Conversation, Settings};
use crate::error::{Code, ConversationError, Outcome};
use crate::format::backscroll::{self, Snapshot};
use crate::history::{History, Structure};
use crate::message::MessageId;
use crate::tokens::Estimator;
use std::sync::Arc;

impl Conversation {
    /// Appends the conversation as JSON: messages, what was reported, what waits, and `settings`, the host's own JSON
    /// object. What is under way is not in it: reductions, a run, and what was written.
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

    /// The conversation of a snapshot, with the settings that the host kept in it. With an `estimator`, text is
    /// estimated by that from now on. Where a list of messages does not say when one was said, it was at `created_at`.
    ///
    /// # Errors
    ///
    /// `snapshot-version`, `invalid-snapshot`; `invalid-argument` when text was estimated by the host, and `estimator`
    /// is not given.
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
                "the snapshot is of a conversation with an estimator function, which no snapshot can hold; give it as `estimator`",
            ));
        }
        let estimator = estimator.unwrap_or_default();
        // It says how far off the estimates of this estimator were, and nothing of another's.
        let structure = structure.map(|structure| Structure {
            correction: structure.correction.filter(|_| own == Some(estimator)),
            ..structure
        });
        let history = match &structure {
            Some(structure) => History::restored(estimator, messages, structure),
            None => History::of(estimator, messages),
        };
        let in_snapshot = |error: ConversationError| error.as_code(Code::InvalidSnapshot);
        let mut conversation = Self::new(Settings { estimator, limits, keeps_transcript: true });
        let mut history = history.map_err(in_snapshot)?;
        history.restore_suspensions(suspensions).map_err(in_snapshot)?;
        conversation.history = Arc::new(history);
        conversation.queue = queue;
        conversation.spelling = spelling;
        Ok((conversation, settings))
    }
}
