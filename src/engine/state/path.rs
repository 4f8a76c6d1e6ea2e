//! A path: one line of a conversation, from its first to its last message.

use crate::history::{History, Layers, MessagePlace, Reduction, Said, Serial, Unit};
use crate::message::{Body, Message, MessageId};
use std::sync::Arc;

/// A history, with the reductions that were applied to it.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Path {
    /// Shared with drafts, and with the copies on which requests are planned. A change copies it while it is shared.
    history: Arc<History>,
    layers: Layers,
}

impl Path {
    pub(in crate::engine) fn new(history: History, layers: Layers) -> Self {
        Self { history: Arc::new(history), layers }
    }

    pub(in crate::engine) fn history(&self) -> &Arc<History> {
        &self.history
    }

    pub(in crate::engine) fn history_mut(&mut self) -> &mut History {
        Arc::make_mut(&mut self.history)
    }

    /// Returns the history for a change that may fail or change nothing, and copies only when it changes something.
    pub(super) fn shared_history(&mut self) -> &mut Arc<History> {
        &mut self.history
    }

    pub(in crate::engine) fn layers(&self) -> &Layers {
        &self.layers
    }

    pub(super) fn layers_mut(&mut self) -> &mut Layers {
        &mut self.layers
    }

    /// Lists all messages that were said on the path, also those that reductions removed.
    pub(in crate::engine) fn transcript(&self) -> Vec<Said<'_>> {
        self.history.transcript(&self.layers)
    }

    /// The system prompt that was said first, with its place. A reduction may have removed it.
    pub(super) fn said_prompt(&self) -> Option<(Serial, MessageId)> {
        let transcript = self.transcript();
        let first = transcript.first().filter(|said| matches!(said.entry.message.body, Body::System(_)))?;
        Some((first.entry.serial, MessageId::clone(&first.entry.message.id)))
    }

    /// Replaces the system prompt at this place, in the history and in what an undo brings back.
    pub(super) fn change_prompt(&mut self, serial: Serial, prompt: Option<&Arc<Message>>) {
        self.history_mut().change_prompt(serial, prompt);
        self.layers.change_prompt(serial);
    }

    /// Undoes the newest reduction. Returns false when there is none.
    pub(super) fn undo_newest(&mut self, is_bound: bool) -> bool {
        let Some(reduction) = self.layers.pop() else { return false };
        self.history_mut().undo(&reduction, is_bound);
        true
    }

    /// Returns the path up to the message at `last`. It keeps the oldest reductions that left that message in place, so
    /// that the common bytes stay the same.
    pub(in crate::engine) fn through(&self, last: Option<Serial>) -> Self {
        let mut path = self.clone();
        let kept = last.map_or(0, |last| path.layers.kept_through(last));
        while path.layers.as_slice().len() > kept && path.undo_newest(true) {}
        let layers = last.map(|last| path.layers.through(last)).unwrap_or_default();
        Self::new(path.history.through(last), layers)
    }

    /// Frees the tables that find messages by their ids. The next search builds them again.
    pub(super) fn free_tables(&mut self) {
        self.history_mut().free_index();
        self.layers.free_ids();
    }

    /// Reports whether the message of this id and this place is on the path. Needs no tables.
    pub(super) fn holds_at(&self, id: &str, place: MessagePlace) -> bool {
        self.history.holds_at(id, place) || self.layers.held_at(id, place)
    }

    /// Records that a person edited the head of this unit, so that an undo brings the edited head back.
    pub(super) fn replace_head(&mut self, unit: Serial, from: &Arc<Message>) {
        let edited = self.history.unit(unit).map(Unit::head_entry).filter(|head| head.message != *from);
        if let Some(edited) = edited {
            self.layers.replace_head(from, edited);
        }
    }

    /// The report of the newest reduction that is applied.
    pub(super) fn newest_reduction(&self) -> Option<Arc<Reduction>> {
        self.layers.as_slice().last().cloned()
    }
}

/// Earlier states of paths. It keeps the last one, because neighbouring paths need the same.
#[derive(Debug, Default)]
pub(in crate::engine) struct EarlierStates(Option<(usize, usize, Path)>);

impl EarlierStates {
    /// Returns the path of this number without so many of its newest reductions; `None` if it does not have so many.
    pub(in crate::engine) fn of(&mut self, number: usize, path: &Path, undone: usize) -> Option<&Path> {
        let is_known = self.0.as_ref().is_some_and(|(known, same, _)| (*known, *same) == (number, undone));
        if !is_known {
            let mut state = path.clone();
            for _ in 0..undone {
                if !state.undo_newest(false) {
                    return None;
                }
            }
            self.0 = Some((number, undone, state));
        }
        self.0.as_ref().map(|(_, _, state)| state)
    }
}
