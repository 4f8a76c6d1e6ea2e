//! The ids of messages that were added without an id.

use super::conversation::Conversation;
use crate::message::MessageId;

impl Conversation {
    /// Sets the prefix of the ids that are minted for messages without an id. Draw it at random, so that ids differ
    /// between the conversations of a program.
    pub fn name_ids(&mut self, prefix: &str) {
        self.ids.name(prefix);
    }

    /// The number at the end of the next minted id, unless a message has that id already.
    pub fn minted(&self) -> u64 {
        self.ids.next()
    }

    /// The next free id from `minted` on, and the number after it.
    pub(super) fn next_id(&self, minted: u64) -> (MessageId, u64) {
        self.ids.free(minted, |id| self.knows_id(id))
    }

    /// Reports whether a message of any path has this id.
    pub(super) fn knows_id(&self, id: &str) -> bool {
        self.paths.knows_id(id)
    }

    /// Reports whether the conversation minted the id, because the message had none.
    pub(super) fn is_minted(&self, id: &str) -> bool {
        self.ids.is_minted(id)
    }

    pub(super) fn mint(&self, minted: &mut u64) -> MessageId {
        let (id, next) = self.next_id(*minted);
        *minted = next;
        id
    }

    pub(super) fn set_minted(&mut self, minted: u64) {
        self.ids.set_next(minted);
    }
}
