//! The transcript of a conversation, and the paths through it.
//!
//! A path is a history with its reductions, and paths share their units. Serials and rewrites are counted across all
//! paths, so no cache can take one path for another.

use super::conversation::Conversation;
use super::state::{Path, duplicate};
use crate::error::{Code, ConversationError, Outcome};
use crate::format::backscroll;
use crate::history::{Layers, SERIAL_STEP, Said, Serial, SystemPlace, Unit};
use crate::json::{ListWriter, Node};
use crate::list::Listed;
use crate::message::MessageId;

/// The end of a new path, given by a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathEnd {
    /// The path ends with the message.
    Through,
    /// The path ends before the message.
    Before,
}

impl Conversation {
    /// Sets whether to keep removed messages, and other paths. False frees both.
    pub fn keep_transcript(&mut self, keeps: bool) {
        self.settings.keeps_transcript = keeps;
        self.drop_layers();
        if !keeps {
            self.forget_paths();
        }
    }

    /// Undoes the newest reduction. Returns false when there was none.
    pub fn undo(&mut self) -> bool {
        self.settings.keeps_transcript && self.undo_newest(true)
    }

    pub(super) fn undo_newest(&mut self, is_bound: bool) -> bool {
        let is_undone = self.paths.undo_newest(is_bound);
        if is_undone {
            self.count_rewrite();
        }
        is_undone
    }

    /// Frees the reductions when nothing needs them.
    pub(super) fn drop_layers(&mut self) {
        if !self.settings.keeps_transcript && !self.transactions.have_saved() {
            self.paths.release_layers();
        }
    }

    /// Appends the original messages that the history does not hold unchanged, in the form of
    /// [`Conversation::write_transcript`], and frees them. Afterwards, no reduction can be undone.
    pub fn archive(&mut self, out: &mut Vec<u8>) {
        let is_kept = |said: &&Said<'_>| said.state == crate::history::SaidState::Kept;
        let mut list = ListWriter::begin(out);
        for said in self.paths.active().transcript().iter().filter(|said| !is_kept(said)) {
            backscroll::write_said(said, &[], list.item());
        }
        list.end();
        self.release_layers();
        self.paths.find_messages();
    }

    /// Appends the transcript of the path as a JSON list: `{"message", "state", "reduction", "siblings"}`. Siblings are
    /// the ids of the messages at this place on all paths, its own included, in order of arrival; absent if it is the
    /// only one. Skips the messages that were appended before [`Conversation::appended_count`] was `since`.
    /// [`Conversation::rewrite_count`] must be the same as it was then, unless `since` is 0.
    pub fn write_transcript(&self, since: u64, out: &mut Vec<u8>) {
        let since = Serial(since.saturating_mul(SERIAL_STEP));
        let none = Layers::default();
        let is_short = self.is_short(since);
        let transcript = match is_short {
            true => self.paths.history().transcript_since(since),
            false => self.paths.history().transcript(self.shown_layers(&none)),
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

    /// Reports whether the messages from `since` on can be listed without earlier ones: none of them has siblings.
    fn is_short(&self, since: Serial) -> bool {
        let is_before = |unit: &&Unit| !unit.is_unpaired() && unit.serial() < since;
        let Some(floor) = self.paths.history().units().rev().find(is_before).map(Unit::serial) else {
            return false;
        };
        self.paths.others().part_before(floor)
    }

    /// The ids of the messages at the place of this message, which follows `parent`, in order of arrival.
    fn siblings_of<'a>(&'a self, parent: Option<Serial>, said: &'a Said<'_>) -> Vec<&'a MessageId> {
        let siblings = self.paths.others().siblings(parent);
        let mut ids: Vec<&MessageId> = siblings.iter().map(|sibling| &sibling.id).listed();
        let at = siblings.partition_point(|sibling| sibling.serial < said.entry.serial);
        if siblings.get(at).is_none_or(|sibling| sibling.serial != said.entry.serial) {
            ids.insert(at, &said.entry.message.id);
        }
        ids
    }

    /// The reductions that the transcript shows, without reductions that are kept only for a rollback.
    fn shown_layers<'a>(&'a self, none: &'a Layers) -> &'a Layers {
        if self.settings.keeps_transcript { self.paths.layers() } else { none }
    }

    /// Appends the applied reductions as a JSON list, oldest first.
    pub fn write_reductions(&self, out: &mut Vec<u8>) {
        let none = Layers::default();
        let mut list = ListWriter::begin(out);
        for reduction in self.shown_layers(&none).as_slice() {
            backscroll::write_layer(reduction, list.item());
        }
        list.end();
    }

    /// Ends the path with this message, or before it. The rest becomes another path. Returns the number of messages of
    /// the transcript in the rest.
    ///
    /// # Errors
    ///
    /// `invalid-argument` when the transcript has no such message.
    pub fn rewind(&mut self, message_id: &str, end: PathEnd) -> Outcome<usize> {
        let (last, left) = self.last_of(message_id, end)?;
        if left > 0 {
            let path = self.paths.active().through(last);
            self.take_path(path);
        }
        Ok(left)
    }

    /// Replaces this message by another, given as JSON. The old message and its successors become another path. Returns
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
        if self.knows_id(&id) {
            return Err(duplicate(&id));
        }
        let mut path = self.paths.active().through(last);
        // A message about tools comes after the user's words, so the next request writes it again.
        let unanswered = path.history().unanswered_tools();
        path.history_mut().withdraw(&unanswered);
        path.history_mut().append(message, SystemPlace::First)?;
        self.take_path(path);
        self.set_minted(minted);
        self.repairs.clear();
        Ok(id)
    }

    /// Switches to the path that holds this message; if there are several, to the most recently used one. Nothing
    /// changes if the message is on the current path.
    ///
    /// # Errors
    ///
    /// `invalid-argument` when no path has such a message.
    pub fn select(&mut self, message_id: &str) -> Outcome<()> {
        if self.last_of(message_id, PathEnd::Through).is_ok() {
            return Ok(());
        }
        let path = self.paths.take_out(message_id).ok_or_else(|| unknown(message_id))?;
        self.take_path(path);
        Ok(())
    }

    /// Frees all other paths.
    pub fn forget_paths(&mut self) {
        if self.paths.forget_others() {
            self.changes.add_rewrites(1);
        }
    }

    /// The place of the last message of a path with this end, and the number of messages after that place.
    fn last_of(&self, message_id: &str, end: PathEnd) -> Outcome<(Option<Serial>, usize)> {
        let transcript = self.paths.active().transcript();
        let place = transcript.iter().position(|said| *said.entry.message.id == *message_id);
        let place = place.ok_or_else(|| unknown(message_id))?;
        let kept = match end {
            PathEnd::Through => place.saturating_add(1),
            PathEnd::Before => place,
        };
        let last = kept.checked_sub(1).and_then(|last| transcript.get(last));
        Ok((last.map(|said| said.entry.serial), transcript.len().saturating_sub(kept)))
    }

    /// Switches to another path. Keeps the path that is left, if the conversation keeps its transcript.
    fn take_path(&mut self, path: Path) {
        self.paths.take(path, self.settings.keeps_transcript);
        self.count_rewrite();
    }
}

fn unknown(message_id: &str) -> ConversationError {
    ConversationError::new(
        Code::InvalidArgument,
        format!("the transcript has no message with id `{message_id}`; `transcript` lists its messages"),
    )
}
