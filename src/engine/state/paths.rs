//! The paths through a conversation.

use super::other_paths::{OtherPaths, duplicate};
use super::path::Path;
use crate::error::{Code, ConversationError, Outcome};
use crate::history::{Draft, History, Layers, Reduction, Serial};
use crate::list::Listed;
use crate::message::{Message, MessageId};
use crate::tokens::Estimator;
use std::sync::Arc;

/// The active path, the other paths, and the report of the last rewrite.
#[derive(Debug)]
pub(in crate::engine) struct Paths {
    active: Path,
    others: OtherPaths,
    last_reduction: Option<Arc<Reduction>>,
}

/// The reductions of the active path at one time, for a return to them.
#[derive(Debug)]
pub(in crate::engine) struct ReductionMark {
    /// The number of applied reductions.
    layers: usize,
    last_reduction: Option<Arc<Reduction>>,
}

impl Paths {
    /// One path without messages.
    pub(in crate::engine) fn new(estimator: Estimator) -> Self {
        let active = Path::new(History::new(estimator), Layers::default());
        Self { active, others: OtherPaths::default(), last_reduction: None }
    }

    /// The paths of a snapshot, the active path first.
    ///
    /// # Errors
    ///
    /// `duplicate-id` when two messages of different paths have one id.
    pub(in crate::engine) fn restored(paths: Vec<Path>) -> Outcome<Self> {
        let mut paths = paths.into_iter();
        let mut others = OtherPaths::default();
        let Some(mut active) = paths.next() else { return Ok(Self::new(Estimator::default())) };
        for path in paths {
            // Rewrites and serials of all paths are counted on from here.
            active.history_mut().count_on_from(path.history());
            others.push(path);
        }
        others.find_messages(&active)?;
        Ok(Self { active, others, last_reduction: None })
    }

    /// The history of the active path.
    pub(in crate::engine) fn history(&self) -> &Arc<History> {
        self.active.history()
    }

    /// The history of the active path, for a change. Copies it while a draft or a planned request shares it.
    pub(in crate::engine) fn history_mut(&mut self) -> &mut History {
        self.active.history_mut()
    }

    /// Replaces the history of the active path by a changed copy of it.
    pub(in crate::engine) fn set_history(&mut self, history: Arc<History>) {
        *self.active.shared_history() = history;
    }

    /// Applies a draft to the active path. `None` when it changes nothing.
    ///
    /// # Errors
    ///
    /// `stale-plan`.
    pub(in crate::engine) fn commit(&mut self, draft: Draft) -> Outcome<Option<Reduction>> {
        draft.commit(self.active.shared_history())
    }

    /// Replaces the messages before `end` by a boundary.
    ///
    /// # Errors
    ///
    /// `invalid-argument`.
    pub(in crate::engine) fn replace_by_boundary(
        &mut self,
        message: Message,
        end: Serial,
    ) -> Outcome<Reduction> {
        History::replace_by_boundary(self.active.shared_history(), message, end)
    }

    /// The reductions that are applied to the active path.
    pub(in crate::engine) fn layers(&self) -> &Layers {
        self.active.layers()
    }

    pub(in crate::engine) fn active(&self) -> &Path {
        &self.active
    }

    /// Lists all paths, the active path first.
    pub(in crate::engine) fn all(&self) -> Vec<&Path> {
        std::iter::once(&self.active).chain(self.others.iter()).listed()
    }

    /// The paths that are not active.
    pub(in crate::engine) fn others(&self) -> &OtherPaths {
        &self.others
    }

    /// The report of the last rewrite.
    pub(in crate::engine) fn last_reduction(&self) -> Option<&Reduction> {
        self.last_reduction.as_deref()
    }

    /// Keeps the report of a rewrite, and the rewrite itself if it may have to be undone.
    pub(in crate::engine) fn note(&mut self, reduction: Reduction, is_kept: bool) {
        let reduction = Arc::new(reduction);
        if is_kept {
            self.active.layers_mut().push(Arc::clone(&reduction));
        }
        self.last_reduction = Some(reduction);
    }

    /// Undoes the newest reduction of the active path. Returns false when there is none.
    pub(in crate::engine) fn undo_newest(&mut self, is_bound: bool) -> bool {
        let is_undone = self.active.undo_newest(is_bound);
        if is_undone {
            self.last_reduction = self.active.newest_reduction();
        }
        is_undone
    }

    /// Frees what the reductions of the active path removed. Returns false when there was nothing.
    pub(in crate::engine) fn release_layers(&mut self) -> bool {
        let is_release = !self.layers().as_slice().is_empty();
        if is_release {
            *self.active.layers_mut() = Layers::default();
        }
        is_release
    }

    pub(in crate::engine) fn mark(&self) -> ReductionMark {
        let layers = self.layers().as_slice().len();
        ReductionMark { layers, last_reduction: self.last_reduction.clone() }
    }

    /// Undoes the newest reduction that was applied after the mark. Returns false when there is none.
    pub(in crate::engine) fn return_towards(&mut self, mark: &ReductionMark) -> bool {
        let is_later = self.layers().as_slice().len() > mark.layers && self.active.undo_newest(false);
        if is_later {
            self.last_reduction.clone_from(&mark.last_reduction);
        }
        is_later
    }

    /// Finds the messages of the other paths again, after a change of all paths.
    pub(in crate::engine) fn find_messages(&mut self) {
        // No error is possible: an id that another message has was refused on arrival.
        let _ = self.others.find_messages(&self.active);
    }

    /// Returns the message of this id on the active path, also if a reduction removed it.
    pub(in crate::engine) fn message(&self, id: &str) -> Option<&Message> {
        self.history().message(id).or_else(|| self.layers().hidden(id))
    }

    /// Reports whether a message of any path has this id.
    pub(in crate::engine) fn knows_id(&self, id: &str) -> bool {
        self.message(id).is_some() || self.others.has_id(id)
    }

    /// Reports whether a reduction removed this message, so that it is in the transcript already.
    ///
    /// # Errors
    ///
    /// `duplicate-id` when the transcript has another message of its id, or another path has a message of its id.
    pub(in crate::engine) fn is_hidden(&self, message: &Message) -> Outcome<bool> {
        let id = &message.id;
        match self.layers().hidden(id) {
            None if self.others.has_id(id) && self.history().message(id).is_none() => Err(duplicate(id)),
            None => Ok(false),
            Some(known) if known.body == message.body => Ok(true),
            Some(_) => Err(ConversationError::new(
                Code::DuplicateId,
                format!(
                    "a message with id `{id}` and other content was removed by a reduction, and is still in the transcript; take another id"
                ),
            )),
        }
    }

    /// Replaces the system prompt at this place on all paths.
    pub(in crate::engine) fn change_prompt(&mut self, serial: Serial, prompt: Option<&Arc<Message>>) {
        self.active.change_prompt(serial, prompt);
        self.others.iter_mut().for_each(|path| path.change_prompt(serial, prompt));
        self.find_messages();
    }

    /// The place and the id of the system prompt that was said first on a path.
    pub(in crate::engine) fn said_prompt(&self) -> Option<(Serial, MessageId)> {
        self.all().into_iter().find_map(Path::said_prompt)
    }

    /// Pins or unpins a message of the active path.
    pub(in crate::engine) fn pin(&mut self, id: &str, is_pinned: bool) {
        if let Some(serial) = self.history_mut().pin(id, is_pinned) {
            self.active.layers_mut().pin(serial, is_pinned);
        }
    }

    /// Records that a person edited the head of this unit, so that an undo brings the edited head back.
    pub(in crate::engine) fn replace_head(&mut self, unit: Serial, from: &Arc<Message>) {
        self.active.replace_head(unit, from);
    }

    /// Switches to this path. Keeps the path that is left if `is_kept`, unless another path holds all of it.
    pub(in crate::engine) fn take(&mut self, mut path: Path, is_kept: bool) {
        // Sizes are for the model of the last request, on whichever path.
        path.history_mut().weigh_for(self.history().estimator());
        path.history_mut().replace(self.history());
        let left = std::mem::replace(&mut self.active, path);
        if is_kept {
            self.others.leave(left, &self.active);
        }
        self.last_reduction = self.active.newest_reduction();
    }

    /// Removes and returns the most recently used other path with this message.
    pub(in crate::engine) fn take_out(&mut self, id: &str) -> Option<Path> {
        self.others.take(id)
    }

    /// Frees the other paths. Returns false when there were none.
    pub(in crate::engine) fn forget_others(&mut self) -> bool {
        let is_change = !self.others.is_empty();
        self.others.clear();
        is_change
    }

    /// Reports whether the message is in the history, and on no other path.
    pub(in crate::engine) fn is_only_here(&self, id: &str) -> bool {
        self.history().entry_of(id).is_some_and(|head| !self.others.have_head(head))
    }
}
