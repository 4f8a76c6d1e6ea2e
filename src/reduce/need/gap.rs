//! Notes about left-out messages.

use super::candidates::Group;
use crate::history::{Draft, Unit};
use crate::message::{Body, Content, LeftOut, Message, Part};

/// The suffix of a note's id.
const GAP: &str = ":gap";

/// A run of left-out units between two kept units.
#[derive(Debug)]
pub(super) struct Gap<'a>(&'a [Group<'a>]);

impl<'a> Gap<'a> {
    pub(super) fn of(run: &'a [Group<'a>]) -> Self {
        Self(run)
    }

    /// Writes the gap into its first note from an earlier reduction, and removes its other notes. If it holds no
    /// note, returns a new one.
    pub(super) fn write(self, draft: &mut Draft) -> Option<Message> {
        let mut notes = self.0.iter().filter(|group| group.is_gap);
        let Some(note) = notes.next() else { return self.new_note() };
        for note in notes {
            draft.remove(note.unit.serial());
        }
        // A note without left-out neighbours is already complete.
        if self.0.len() > 1 {
            let head = note.unit.head_entry();
            let mut copy = Message::clone(&head.message);
            *copy.content_mut() = Content::text(&self.left_out().text());
            let entry = head.rewritten(copy, draft.history().estimator());
            draft.rewrite(note.unit.with_entries(vec![entry]).into());
        }
        None
    }

    fn new_note(&self) -> Option<Message> {
        let first = self.0.first()?.unit.head();
        let content = Content::text(&self.left_out().text());
        let mut id = String::from(&*first.id);
        id.push_str(GAP);
        Some(Message::new(id, first.created_at, Body::Summary(content)))
    }

    fn left_out(&self) -> LeftOut {
        let mut all = LeftOut::default();
        for Group { unit, is_gap, is_named, .. } in self.0 {
            match is_gap {
                true => all.join(LeftOut::read(&unit.head().content().plain_text()).unwrap_or_default()),
                false => add(&mut all, unit, *is_named),
            }
        }
        all
    }
}

/// Adds a left-out unit. The note names its calls that wrote something or failed, or all calls if `is_named`.
fn add(all: &mut LeftOut, unit: &Unit, is_named: bool) {
    all.messages = all.messages.saturating_add(unit.len());
    // If the roles must alternate, an earlier note is a part of the user's message.
    for text in unit.head().content().parts().iter().filter_map(Part::as_text) {
        LeftOut::read(text).into_iter().for_each(|note| all.join(note));
    }
    for (call, act) in unit.head().calls().iter().zip(&unit.head_entry().telling().acts) {
        let failed = unit.entries().any(|entry| {
            let is_own = entry.message.result().is_some_and(|result| result.call_id == call.id);
            is_own && entry.telling().failed
        });
        if failed || act.writes || is_named {
            let mut name = String::from(&*act.name);
            name.push_str(if failed { FAILED } else { "" });
            all.add_deed(&name, 1);
        }
    }
}

/// The suffix of a failed call's name.
const FAILED: &str = " failed";
