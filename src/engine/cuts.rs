//! Truncates or clears a conversation at the host's request.

use super::conversation::Conversation;

impl Conversation {
    /// Keeps the newest turns; see [`History::truncate`](crate::history::History::truncate). Returns how many messages were removed.
    pub fn truncate(&mut self, keep_recent: Option<usize>, keep_system: bool) -> usize {
        let reduction = self.history_mut().truncate(keep_recent, keep_system);
        self.note(reduction)
    }

    /// Removes everything but the system prompt, from the transcript and all other paths too. Returns how many
    /// messages were removed.
    pub fn clear(&mut self) -> usize {
        let reduction = self.history_mut().clear();
        let removed = self.note(reduction);
        self.forget_paths();
        self.release_layers();
        self.requests.iter_mut().for_each(|requests| requests.declared = None);
        removed
    }
}
