//! Decisions of the host's policies about the messages of a draft.
//!
//! TypeScript reads the messages and asks the host's functions (`strategies/policies.ts`). Three operations carry out
//! the answers: they keep messages whole, replace the text of results, and replace pictures by lines. A kept message
//! protects its unit in this draft, as a pin does, so no step of a reduction needs to know of policies.

use super::choice::{Choice, Why};
use super::draft::Draft;
use super::entry::Entry;
use super::ruling::Ruling;
use super::serial::Serial;
use super::unit::Unit;
use crate::tokens::Weight;

impl Draft {
    /// Records the decision of a policy about a message of this unit. The first decision about a message counts.
    pub fn rule(&mut self, unit: Serial, own: Serial, why: Why) {
        if let Err(at) = self.rulings.binary_search_by_key(&own, |ruling| ruling.own) {
            self.rulings.insert(at, Ruling { own, unit, why });
        }
    }

    /// Returns the serials of a message's unit and of the message; `None` when the draft may not change it.
    pub fn place_of(&self, message_id: &str) -> Option<(Serial, Serial)> {
        let place = self.base.index().place_of(message_id)?;
        (place.unit < self.end).then_some((place.unit, place.own))
    }

    /// Reports whether the message stays whole: it is pinned, or a policy keeps it.
    pub fn keeps(&self, entry: &Entry) -> bool {
        let ruling = self.rulings.binary_search_by_key(&entry.serial, |ruling| ruling.own).ok();
        let ruling = ruling.and_then(|at| self.rulings.get(at));
        entry.message.is_pinned() || ruling.is_some_and(|ruling| ruling.why.keeps_whole())
    }

    /// Reports whether a reduction may not change the unit: see [`History::is_protected`](super::History::is_protected). A
    /// unit with a message that a policy keeps is protected, too.
    pub fn is_protected(&self, unit: &Unit) -> bool {
        self.base.is_protected(unit)
            || (!self.rulings.is_empty() && unit.entries().any(|entry| self.keeps(entry)))
    }

    /// The tokens of the units with messages that policies keep.
    pub fn kept_tokens(&self) -> u64 {
        let mut sum = Weight(0);
        let mut last = None;
        for ruling in self.rulings.iter().filter(|ruling| ruling.why.keeps_whole()) {
            if let Some(unit) = self.unit(ruling.unit).filter(|_| last != Some(ruling.unit)) {
                sum = sum.plus(unit.weight());
            }
            last = Some(ruling.unit);
        }
        self.base.estimator().tokens(sum)
    }

    /// Adds the policies' decisions about the remaining messages to the choices. A result about which a policy decided
    /// has its own choice.
    pub(super) fn add_rulings(&mut self) {
        for Ruling { own, unit: serial, why } in self.rulings.clone() {
            let Some(unit) = self.unit(serial) else { continue };
            let Some(entry) = unit.entry(own) else { continue };
            let (id, head) = (entry.message.id.clone(), unit.head().id.clone());
            let place = |end: Serial| {
                let is_before = |choice: &Choice| self.serial_of(&choice.id).is_none_or(|at| at < end);
                self.choices.partition_point(is_before)
            };
            let (at, end) = (place(serial), place(serial.next()));
            let known = self.choices.get_mut(at).filter(|choice| choice.id == head);
            let is_head = own == serial;
            if let Some(choice) = known {
                if is_head || (choice.why == Why::Protected && why.keeps_whole()) {
                    choice.why = why;
                    choice.words.clear();
                }
                if is_head {
                    continue;
                }
            }
            self.choices.insert(end, Choice { id, why, words: Vec::new() });
        }
    }
}
