//! Counts of changes, for the listeners of a conversation.
//!
//! The number of changes is a sum of counters that the core has anyway, and of one more counter. So no method
//! announces its changes, and a call that changes nothing calls no listener. The TypeScript layer compares the sum
//! after each call. Without a listener this costs one comparison.

use super::conversation::Conversation;
use crate::history::SERIAL_STEP;

impl Conversation {
    /// The number of changes of transcript, reductions, queue, suspensions or run. One change may count as several.
    pub fn change_count(&self) -> u64 {
        // Each of these only grows.
        let beside = self.queue.last_id().saturating_add(self.changes.others());
        self.rewrite_count().saturating_add(self.appended_count()).saturating_add(beside)
    }

    /// The number of rewrites. Stays the same while messages are only appended, and the reductions stay the same.
    pub fn rewrite_count(&self) -> u64 {
        self.paths.history().generation().saturating_add(self.changes.rewrites())
    }

    /// The number of messages that were ever appended.
    pub fn appended_count(&self) -> u64 {
        self.paths.history().end().0 / SERIAL_STEP
    }

    /// Continues the counts of the conversation that this one replaces. For its open drafts and transactions, this is
    /// a rewrite.
    pub fn count_on_from(&mut self, other: &Self) {
        self.transactions.count_on_from(&other.transactions);
        if other.change_count() > 0 {
            // An answer to a request of the snapshot is still matched to this request.
            let requests = self.saved_requests();
            self.history_mut().replace(other.paths.history());
            self.restore_requests(requests, true);
        }
        self.changes.add_rewrites(other.change_count().saturating_add(1));
    }

    /// Counts a change of the queue, the suspensions or the run, which nothing else counts.
    pub(super) fn count_change(&mut self) {
        self.changes.count_other();
    }

    /// Counts a rewrite that is no reduction. No transaction may undo earlier changes.
    pub(super) fn count_rewrite(&mut self) {
        self.changes.add_rewrites(1);
        self.bodies.clear_all();
    }

    /// Frees the messages that reductions removed, so that no reduction can be undone.
    pub(super) fn release_layers(&mut self) {
        if self.paths.release_layers() {
            self.changes.add_rewrites(1);
        }
    }
}
