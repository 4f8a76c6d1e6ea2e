//! Counters of changes.

/// The counters of changes that the history, the queue and the transcript do not count.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::engine) struct Changes {
    /// Rewrites of the history or of the paths.
    rewrites: u64,
    /// Changes of the suspensions or of the run.
    others: u64,
}

impl Changes {
    /// The number of rewrites.
    pub(in crate::engine) fn rewrites(self) -> u64 {
        self.rewrites
    }

    /// The number of changes that are no rewrites.
    pub(in crate::engine) fn others(self) -> u64 {
        self.others
    }

    pub(in crate::engine) fn add_rewrites(&mut self, more: u64) {
        self.rewrites = self.rewrites.saturating_add(more);
    }

    /// Counts a change that is no rewrite.
    pub(in crate::engine) fn count_other(&mut self) {
        self.others = self.others.saturating_add(1);
    }
}
