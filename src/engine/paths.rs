//! The transcript of a conversation, and the paths through it.

use super::conversation::Conversation;
use crate::error::{Code, ConversationError, Outcome};
use crate::format::backscroll;
use crate::history::{Entry, History, Layers, Reduction, SERIAL_STEP, Said, Serial, SystemPlace, Unit};
use crate::json::{ListWriter, Node};
use crate::message::MessageId;
use std::sync::Arc;

/// One way through the messages of a conversation, from the first to a last one, with the reductions in force on it.
#[derive(Clone, Debug)]
pub(super) struct Path {
    pub(super) history: Arc<History>,
    pub(super) layers: Layers,
}

impl Path {
    pub(super) fn of(history: History, layers: Layers) -> Self {
        Self { history: Arc::new(history), layers }
    }

    fn transcript(&self) -> Vec<Said<'_>> {
        self.history.transcript(&self.layers)
    }

    /// Returns the message of this id on the path, whether or not a reduction removed it.
    pub(super) fn find(&self, id: &str) -> Option<&Entry> {
        self.history.entry_of(id).or_else(|| self.layers.hidden_entry(id))
    }

    /// Reports whether the message is on the path.
    fn holds(&self, entry: &Entry) -> bool {
        self.find(&entry.message.id).is_some_and(|own| own.serial == entry.serial)
    }
}

/// A message that another path has where the active path has a message of its own, or ends.
#[derive(Clone, Debug)]
pub(super) struct Sibling {
    /// The message before it, which both paths have; `None` at the beginning.
    parent: Option<Serial>,
    serial: Serial,
    id: MessageId,
}

impl Sibling {
    fn of(parent: Option<Serial>, said: &Said<'_>) -> Self {
        Self { parent, serial: said.entry.serial, id: MessageId::clone(&said.entry.message.id) }
    }
}

/// The end of a new path, given by a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathEnd {
    /// The path ends with the message.
    Through,
    /// The path ends before the message.
    Before,
}

impl Conversation {
    /// Sets whether to keep what reductions remove, and other paths. False frees both.
    pub fn keep_transcript(&mut self, keeps: bool) {
        self.settings.keeps_transcript = keeps;
        self.drop_layers();
        if !keeps {
            self.forget_paths();
        }
    }

    /// Takes back the newest reduction. Returns false when there was none.
    pub fn undo(&mut self) -> bool {
        self.settings.keeps_transcript && self.undo_newest(true)
    }

    pub(super) fn undo_newest(&mut self, is_bound: bool) -> bool {
        let Some(reduction) = self.layers.pop() else { return false };
        self.history_mut().undo(&reduction, is_bound);
        self.last_reduction = self.layers.as_slice().last().cloned();
        self.count_rewrite();
        true
    }

    /// Frees the reductions when nothing needs them.
    pub(super) fn drop_layers(&mut self) {
        if !self.settings.keeps_transcript && !self.transactions.have_saved() {
            self.layers = Layers::default();
        }
    }

    /// Appends the messages that the history does not hold as they were said, in the form of
    /// [`Conversation::write_transcript`], and frees them. No reduction can be undone then.
    pub fn archive(&mut self, out: &mut Vec<u8>) {
        let is_kept = |said: &&Said<'_>| said.state == crate::history::SaidState::Kept;
        let mut list = ListWriter::begin(out);
        for said in self.history.transcript(&self.layers).iter().filter(|said| !is_kept(said)) {
            backscroll::write_said(said, &[], list.item());
        }
        list.end();
        self.release_layers();
    }

    /// Appends the transcript of the path as a JSON list: `{"message", "state", "reduction", "siblings"}`. Siblings are the
    /// ids of the messages that other paths have in this place, with its own, in order of arrival; absent when there are
    /// no others. Skips the messages that were appended before [`Conversation::appended_count`] was `since`.
    /// [`Conversation::rewrite_count`] must be the same as it was then, unless `since` is 0.
    pub fn write_transcript(&self, since: u64, out: &mut Vec<u8>) {
        let since = Serial(since.saturating_mul(SERIAL_STEP));
        let none = Layers::default();
        let is_short = self.is_short(since);
        let transcript = match is_short {
            true => self.history.transcript_since(since),
            false => self.history.transcript(self.shown_layers(&none)),
        };
        let mut list = ListWriter::begin(out);
        let mut parent = None;
        for said in &transcript {
            if said.entry.serial >= since {
                let siblings = if is_short { Vec::new() } else { self.siblings_of(parent, said) };
                backscroll::write_said(said, &siblings, list.item());
            }
            parent = Some(said.entry.serial);
        }
        list.end();
    }

    /// Reports whether the messages from `since` on can be listed without those before them: none of them has siblings.
    fn is_short(&self, since: Serial) -> bool {
        let is_before = |unit: &&Unit| !unit.is_unpaired() && unit.serial() < since;
        let Some(floor) = self.history.units().rev().find(is_before).map(Unit::serial) else { return false };
        self.siblings.iter().all(|sibling| sibling.parent.is_none_or(|parent| parent < floor))
    }

    /// The ids of the messages in the place of this one, which stands behind `parent`, in order of arrival.
    fn siblings_of<'a>(&'a self, parent: Option<Serial>, said: &'a Said<'_>) -> Vec<&'a MessageId> {
        let mut ids = vec![(said.entry.serial, &said.entry.message.id)];
        for sibling in self.siblings.iter().filter(|sibling| sibling.parent == parent) {
            if ids.iter().all(|(serial, _)| *serial != sibling.serial) {
                ids.push((sibling.serial, &sibling.id));
            }
        }
        let ids = crate::history::in_order(ids, |(serial, _)| serial.0);
        ids.into_iter().map(|(_, id)| id).collect()
    }

    /// Finds the siblings of the messages of the path anew: other paths are compared with it.
    pub(super) fn find_siblings(&mut self) {
        let mut siblings = Vec::new();
        let own = self.history.transcript(&self.layers);
        for path in &self.other_paths {
            let common = own.partition_point(|said| path.holds(said.entry));
            let parent = common.checked_sub(1).and_then(|last| own.get(last)).map(|said| said.entry.serial);
            siblings.extend(path.transcript().get(common).map(|said| Sibling::of(parent, said)));
        }
        self.siblings = siblings;
    }

    /// The reductions that the transcript shows, without those that are kept only for a rollback.
    fn shown_layers<'a>(&'a self, none: &'a Layers) -> &'a Layers {
        if self.settings.keeps_transcript { &self.layers } else { none }
    }

    /// Appends the reductions in force as a JSON list, oldest first.
    pub fn write_reductions(&self, out: &mut Vec<u8>) {
        let none = Layers::default();
        let mut list = ListWriter::begin(out);
        for reduction in self.shown_layers(&none).as_slice() {
            backscroll::write_layer(reduction, list.item());
        }
        list.end();
    }

    /// Ends the path with this message, or before it. What followed is another path from now on. Returns the number of
    /// messages of the transcript that were left behind.
    ///
    /// # Errors
    ///
    /// `invalid-argument` when the transcript has no such message.
    pub fn rewind(&mut self, message_id: &str, end: PathEnd) -> Outcome<usize> {
        let (last, left) = self.last_of(message_id, end)?;
        if left > 0 {
            let path = self.path_through(last);
            self.take_path(path);
        }
        Ok(left)
    }

    /// Puts another message, given as JSON, in the place of this one. What followed is another path from now on. Returns
    /// the id of the new message.
    ///
    /// # Errors
    ///
    /// `invalid-argument` when the transcript has no such message; the errors of [`Conversation::append_json`].
    pub fn edit_message(&mut self, message_id: &str, text: &str, created_at: i64) -> Outcome<MessageId> {
        let (last, _) = self.last_of(message_id, PathEnd::Before)?;
        let limits = self.settings.limits;
        let node = Node::read(text, limits)?;
        let mut minted = self.minted();
        let message = backscroll::read_message(node, limits, created_at, &mut || self.mint(&mut minted))?;
        message.check_media()?;
        let id = message.id.clone();
        let mut path = self.path_through(last);
        Arc::make_mut(&mut path.history).append(message, SystemPlace::First)?;
        self.take_path(path);
        self.set_minted(minted);
        self.repairs.clear();
        Ok(id)
    }

    /// Switches to the path that holds this message; of several, to the one that was left last. Nothing changes when the
    /// message is on the current path.
    ///
    /// # Errors
    ///
    /// `invalid-argument` when no path has such a message.
    pub fn select(&mut self, message_id: &str) -> Outcome<()> {
        let holds = |path: &Path| path.find(message_id).is_some();
        if self.last_of(message_id, PathEnd::Through).is_ok() {
            return Ok(());
        }
        let at = self.other_paths.iter().rposition(holds).ok_or_else(|| unknown(message_id))?;
        let path = self.other_paths.remove(at);
        self.take_path(path);
        self.find_siblings();
        Ok(())
    }

    /// Frees all other paths.
    pub fn forget_paths(&mut self) {
        if !self.other_paths.is_empty() {
            self.other_paths.clear();
            self.siblings.clear();
            self.reductions = self.reductions.saturating_add(1);
        }
    }

    /// The place of the last message of a path with this end, and the number of messages behind that place.
    fn last_of(&self, message_id: &str, end: PathEnd) -> Outcome<(Option<Serial>, usize)> {
        let transcript = self.history.transcript(&self.layers);
        let place = transcript.iter().position(|said| *said.entry.message.id == *message_id);
        let place = place.ok_or_else(|| unknown(message_id))?;
        let kept = match end {
            PathEnd::Through => place.saturating_add(1),
            PathEnd::Before => place,
        };
        let last = kept.checked_sub(1).and_then(|last| transcript.get(last));
        Ok((last.map(|said| said.entry.serial), transcript.len().saturating_sub(kept)))
    }

    /// Returns the path up to the message at `last`. It keeps the oldest reductions that left that message in place, so
    /// that the common bytes stay the same.
    fn path_through(&self, last: Option<Serial>) -> Path {
        let mut history = History::clone(&self.history);
        let mut layers = self.layers.clone();
        let kept = last.map_or(0, |last| layers.kept_through(last));
        while layers.as_slice().len() > kept {
            layers.pop().iter().for_each(|reduction: &Arc<Reduction>| history.undo(reduction, true));
        }
        let layers = last.map(|last| layers.through(last)).unwrap_or_default();
        Path::of(history.through(last), layers)
    }

    /// Switches to another path. Keeps the path that is left, unless another path holds all of it.
    fn take_path(&mut self, path: Path) {
        let left = Path { history: Arc::clone(&self.history), layers: std::mem::take(&mut self.layers) };
        if self.settings.keeps_transcript {
            let said = left.transcript();
            let common = said.partition_point(|said| path.holds(said.entry));
            let parent = common.checked_sub(1).and_then(|last| said.get(last)).map(|said| said.entry.serial);
            self.siblings.retain(|sibling| sibling.parent <= parent);
            self.siblings.extend(said.get(common).map(|said| Sibling::of(parent, said)));
            let is_known = |path: &Path| said.last().is_none_or(|last| path.holds(last.entry));
            if !is_known(&path) && !self.other_paths.iter().any(is_known) {
                drop(said);
                self.other_paths.push(left);
            }
        }
        self.history_mut().become_path(Arc::unwrap_or_clone(path.history));
        self.layers = path.layers;
        self.last_reduction = self.layers.as_slice().last().cloned();
        self.count_rewrite();
    }
}

fn unknown(message_id: &str) -> ConversationError {
    ConversationError::new(
        Code::InvalidArgument,
        format!("the transcript has no message with id `{message_id}`; `transcript` lists its messages"),
    )
}
