//! The paths of a conversation that are not active.

use super::path::Path;
use crate::error::{Code, ConversationError, Outcome};
use crate::hash::HashMap;
use crate::history::{Entry, MessagePlace, Said, Serial, in_order};
use crate::message::MessageId;

/// A message in a place where paths part.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Sibling {
    /// The message before it, which the paths share; `None` at the beginning.
    parent: Option<Serial>,
    pub(in crate::engine) serial: Serial,
    pub(in crate::engine) id: MessageId,
}

/// The paths that are not active. Their histories share units, and have no index.
#[derive(Debug, Default)]
pub(in crate::engine) struct OtherPaths {
    /// The most recently left path is at the end.
    paths: Vec<Path>,
    /// The messages of these paths by their ids; messages of the active path may be missing. Never iterated.
    places: HashMap<MessageId, MessagePlace>,
    /// The messages in the places where paths part, in the order of their parents, then of arrival. Messages of the
    /// active path may be missing.
    siblings: Vec<Sibling>,
}

impl OtherPaths {
    /// The paths; the most recently used path is last.
    pub(in crate::engine) fn iter(&self) -> impl Iterator<Item = &Path> {
        self.paths.iter()
    }

    pub(in crate::engine) fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    /// Reports whether one of the paths has a message of this id that the active path lacks. For a message on both,
    /// the answer may be true or false.
    pub(in crate::engine) fn has_id(&self, id: &str) -> bool {
        self.places.contains_key(id)
    }

    /// Reports whether one of the paths has this message, which begins a unit.
    pub(in crate::engine) fn have_head(&self, head: &Entry) -> bool {
        let place = MessagePlace { unit: head.serial, own: head.serial };
        self.last_with(&head.message.id, place).is_some()
    }

    /// Returns the index of the most recently left path with this message.
    fn last_with(&self, id: &str, place: MessagePlace) -> Option<usize> {
        self.paths.iter().rposition(|path| path.holds_at(id, place))
    }

    /// Removes and returns the most recently left path with this message.
    pub(in crate::engine) fn take(&mut self, id: &str) -> Option<Path> {
        let at = self.last_with(id, *self.places.get(id)?)?;
        Some(self.paths.remove(at))
    }

    /// The known messages at the place after `parent`, in order of arrival.
    pub(in crate::engine) fn siblings(&self, parent: Option<Serial>) -> &[Sibling] {
        let from = self.siblings.partition_point(|sibling| sibling.parent < parent);
        let to = self.siblings.partition_point(|sibling| sibling.parent <= parent);
        self.siblings.get(from..to).unwrap_or_default()
    }

    /// Reports whether no paths part after `serial` or a later message.
    pub(in crate::engine) fn part_before(&self, serial: Serial) -> bool {
        self.siblings.last().is_none_or(|last| last.parent.is_none_or(|parent| parent < serial))
    }

    /// Adds the path `left`, which the conversation leaves for the given path. Drops it if the given path, or one of
    /// these, holds all of it.
    pub(in crate::engine) fn leave(&mut self, mut left: Path, next: &Path) {
        let said = left.transcript();
        let is_common = |said: &Said<'_>| {
            let id = &said.entry.message.id;
            let found = next.history().entry_of(id).or_else(|| next.layers().hidden_entry(id));
            found.is_some_and(|found| found.serial == said.entry.serial)
        };
        let common = said.partition_point(is_common);
        let (shared, own) = said.split_at(common);
        self.enter(shared.last().map(|last| last.entry.serial), own);
        let Some(last) = own.last() else { return };
        let (id, place) = (MessageId::clone(&last.entry.message.id), last.place());
        if self.last_with(&id, place).is_none() {
            left.free_tables();
            self.paths.push(left);
        }
    }

    /// Frees all paths.
    pub(in crate::engine) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Returns the paths, mutably. [`OtherPaths::find_messages`] must follow.
    pub(in crate::engine) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Path> {
        self.paths.iter_mut()
    }

    /// Adds a restored path. [`OtherPaths::find_messages`] must follow.
    pub(in crate::engine) fn push(&mut self, mut path: Path) {
        path.free_tables();
        self.paths.push(path);
    }

    /// Finds all messages of the paths, and the siblings on all paths, the active path included.
    ///
    /// # Errors
    ///
    /// `duplicate-id` when two messages of different paths have one id. Searches then find the first of them.
    /// `invalid-snapshot` when the numbers of the messages of a path do not grow.
    pub(in crate::engine) fn find_messages(&mut self, active: &Path) -> Outcome<()> {
        self.places.clear();
        let mut found = Ok(());
        let mut all: Vec<Sibling> = Vec::new();
        let mut note = |said: &[Said<'_>], before: &[Said<'_>]| -> Outcome<()> {
            // Most of a path was noted with the path before it.
            let noted = said.iter().zip(before).take_while(|(own, other)| own.is_of(other)).count();
            let (noted, own) = said.split_at(noted);
            let mut parent = noted.last().map(|said| said.entry.serial);
            for said in own {
                let (id, serial) = (&said.entry.message.id, said.entry.serial);
                if parent >= Some(serial) {
                    return Err(disordered(id));
                }
                match self.places.get(id) {
                    None => {
                        self.places.insert(MessageId::clone(id), said.place());
                        all.push(Sibling { parent, serial, id: MessageId::clone(id) });
                    }
                    Some(known) if known.own == serial => {}
                    Some(_) => return Err(duplicate(id)),
                }
                parent = Some(serial);
            }
            Ok(())
        };
        let mut end = None;
        let mut before: Vec<Said<'_>> = Vec::new();
        if !self.paths.is_empty() {
            before = active.transcript();
            end = before.last().map(|last| last.entry.serial);
            found = note(&before, &[]);
        }
        for (at, path) in self.paths.iter().enumerate() {
            let said = path.transcript();
            let noted = note(&said, &before).map_err(|error| error.at(format!("paths[{at}]")));
            found = found.and(noted);
            before = said;
        }
        let all =
            in_order(in_order(all, |own| own.serial.0), |own| own.parent.map_or(0, |parent| parent.next().0));
        self.siblings.clear();
        for siblings in all.chunk_by(|one, other| one.parent == other.parent) {
            // The active path may end where other paths continue.
            if siblings.len() > 1 || siblings.first().is_some_and(|only| only.parent == end) {
                self.siblings.extend_from_slice(siblings);
            }
        }
        found
    }

    /// Enters the messages of a path after `parent`, where it parts from the active path. The active path has the
    /// messages before, and enters them when the conversation leaves it.
    fn enter(&mut self, mut parent: Option<Serial>, own: &[Said<'_>]) {
        for (at, said) in own.iter().enumerate() {
            let (id, serial) = (&said.entry.message.id, said.entry.serial);
            self.places.insert(MessageId::clone(id), said.place());
            if at == 0 || !self.siblings(parent).is_empty() {
                let at =
                    self.siblings.partition_point(|other| (other.parent, other.serial) < (parent, serial));
                let is_known = |other: &Sibling| other.parent == parent && other.serial == serial;
                if !self.siblings.get(at).is_some_and(is_known) {
                    self.siblings.insert(at, Sibling { parent, serial, id: MessageId::clone(id) });
                }
            }
            parent = Some(serial);
        }
    }
}

/// The error for an id that a message of another path has.
pub(in crate::engine) fn duplicate(id: &str) -> ConversationError {
    let text =
        format!("a message of another path has the id `{id}`; take another id, or `select` that message");
    ConversationError::new(Code::DuplicateId, text)
}

/// The error for a message whose number is not greater than that of the message before it. Only a damaged snapshot has
/// one.
fn disordered(id: &str) -> ConversationError {
    let text = format!("the number of the message `{id}` is not greater than that of the message before it");
    ConversationError::new(Code::InvalidSnapshot, text)
}
