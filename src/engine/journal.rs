//! Writes the changes of a conversation since it was saved, for stores that write each message once.
//!
//! A frame is a snapshot with a key in place of each message. A key identifies a message with its content, so a message
//! that a reduction shortened gets a second key.

use super::conversation::Conversation;
use super::state::Journal;
use crate::format::backscroll::{self, PathView};
use crate::history::{Entry, Serial, Unit, in_order};
use crate::json::{ListWriter, ObjectWriter};
use crate::list::PushAll;
use std::sync::Arc;

impl Conversation {
    /// Appends `{"added": [[key, message]...], "frame"}`: the messages that are new since the last call, or all if
    /// `is_whole`, and the frame of the conversation. `settings` is the host's own JSON object.
    pub fn write_journal(&mut self, settings: &str, is_whole: bool, out: &mut Vec<u8>) {
        let mut object = ObjectWriter::begin(out);
        let mut added = ListWriter::begin(object.key("added"));
        let mut next = Journal::from_key(self.journal.next_key());
        let paths = self.paths.views();
        for (serial, unit) in messages_by_serial(&paths) {
            let Some(entry) = unit.entry(serial) else { continue };
            if next.key_of(entry).is_some() {
                continue;
            }
            let known = self.journal.key_of(entry);
            let key = known.unwrap_or(next.next_key());
            if is_whole || known.is_none() {
                let mut pair = ListWriter::begin(added.item());
                pair.item().extend_from_slice(key.to_string().as_bytes());
                backscroll::write_message(&entry.message, pair.item());
                pair.end();
            }
            next.add(serial, unit, key);
        }
        added.end();
        self.journal = next;
        let journal = &self.journal;
        let write_key = &mut |entry: &Entry, out: &mut Vec<u8>| {
            let key = journal.key_of(entry).unwrap_or_default();
            out.extend_from_slice(key.to_string().as_bytes());
        };
        self.write_snapshot_with(settings, &paths, write_key, object.key("frame"));
        object.end();
    }

    /// Continues a journal whose messages were saved under these keys, in the order of the messages' numbers; if
    /// numbers are equal, in the order of their places in the frame. If the numbers of messages and keys differ,
    /// returns false, and saves everything again.
    pub fn continue_journal(&mut self, keys: &[u32], next_key: u32) -> bool {
        let mut next = Journal::from_key(next_key);
        let mut keys_left = keys.iter();
        for (serial, unit) in messages_by_serial(&self.paths.views()) {
            let is_new = unit.entry(serial).is_some_and(|entry| next.key_of(entry).is_none());
            if is_new {
                let Some(key) = keys_left.next() else { return self.begin_journal() };
                next.add(serial, unit, *key);
            }
        }
        if keys_left.next().is_some() {
            return self.begin_journal();
        }
        self.journal = next;
        true
    }

    fn begin_journal(&mut self) -> bool {
        self.journal = Journal::default();
        false
    }
}

/// The places and units of all messages of all paths, including messages that reductions changed, in the order of the
/// serials.
fn messages_by_serial(paths: &[PathView<'_>]) -> Vec<(Serial, Arc<Unit>)> {
    let mut messages = Vec::new();
    for path in paths {
        let changed = path.reductions.iter().flat_map(|reduction| reduction.units_before());
        for unit in path.units.iter().copied().chain(changed.filter_map(|(_, unit)| unit)) {
            messages.push_all(unit.entries().map(|entry| (entry.serial, Arc::clone(unit))));
        }
    }
    in_order(messages, |(serial, _)| serial.0)
}
