//! Restoring a snapshot.

use super::core::Core;
use super::inputs::Inputs;
use crate::engine::{Conversation, Settings};
use crate::error::Outcome;
use crate::format::sizes;
use crate::json::ObjectWriter;

impl Core {
    /// Replaces the conversation by that of a snapshot; new ids still get the prefix of this object. Without an
    /// estimator, keeps that of the snapshot. Writes the settings: `{"settings", "messageBytes", "depth"}`.
    pub(super) fn restore(&mut self, mut given: Inputs<'_>) -> Outcome<()> {
        let (text, estimator) = (given.text()?, given.maybe_text()?);
        let estimator = estimator.map(sizes::estimator).transpose()?;
        let (mut conversation, settings) = Conversation::restored(text, estimator, given.time())?;
        let Settings { limits, .. } = conversation.settings();
        conversation.count_on_from(&self.conversation);
        self.conversation = conversation;
        if let Some(prefix) = &self.id_prefix {
            self.conversation.name_ids(prefix);
        }
        let mut object = ObjectWriter::begin(self.outbox.open());
        object.json("settings", &settings);
        object.number("messageBytes", limits.bytes);
        object.number("depth", limits.depth);
        object.end();
        Ok(())
    }
}
