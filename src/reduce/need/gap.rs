//! Notes of what was left out.

use super::candidates::Group;
use crate::history::{Draft, Unit};
use crate::message::{Body, Content, LeftOut, Message, Part};

/// The end of the ids of notes.
const GAP: &str = ":gap";

/// The run of units that is left out between two that stay.
#[derive(Debug)]
pub(super) struct Gap<'a>(&'a [Group<'a>]);

impl<'a> Gap<'a> {
    pub(super) fn of(run: &'a [Group<'a>]) -> Self {
        Self(run)
    }

    /// Puts the gap into the note of an earlier reduction that stands in it, and removes further notes. Without a note,
    /// returns a new one.
    pub(super) fn write(self, draft: &mut Draft) -> Option<Message> {
        let mut notes = self.0.iter().filter(|group| group.is_gap);
        let Some(note) = notes.next() else { return self.new_note() };
        for note in notes {
            draft.remove(note.unit.serial());
        }
        // A note that stands alone says everything already.
        if self.0.len() > 1 {
            let text = self.left_out().text();
            let changed = note.unit.map(draft.history().estimator(), |message| {
                let mut copy = message.clone();
                *copy.content_mut() = Content::text(&text);
                Some(copy)
            });
            changed.into_iter().for_each(|unit| draft.rewrite(unit.into()));
        }
        None
    }

    fn new_note(&self) -> Option<Message> {
        let first = self.0.first()?.unit.head();
        let content = Content::text(&self.left_out().text());
        Some(Message::new(format!("{}{GAP}", first.id), first.created_at, Body::Summary(content)))
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

/// Adds a unit that is left out. Of its calls, those that wrote something or failed have names in the note, or all of them.
fn add(all: &mut LeftOut, unit: &Unit, is_named: bool) {
    all.messages = all.messages.saturating_add(unit.len());
    // Where the roles alternate, a note is a part of the user's turn.
    for text in unit.head().content().parts().iter().filter_map(Part::as_text) {
        LeftOut::read(text).into_iter().for_each(|note| all.join(note));
    }
    for (call, act) in unit.head().calls().iter().zip(&unit.head_entry().telling().acts) {
        let failed = unit.entries().any(|entry| {
            let is_own = entry.message.result().is_some_and(|result| result.call_id == call.id);
            is_own && entry.telling().failed
        });
        if failed || act.writes || is_named {
            all.add_deed(&format!("{}{}", act.name, if failed { FAILED } else { "" }), 1);
        }
    }
}

/// The end of the names of calls that failed.
const FAILED: &str = " failed";
