//! What the host's policies decide about the messages of a draft.

use super::choice::{Choice, Why};
use super::draft::Draft;
use super::entry::Entry;
use super::unit::{Serial, Unit};
use std::mem;

/// The decisions of policies about messages, by their serials and in their order.
#[derive(Clone, Debug, Default)]
pub(super) struct Rulings(Vec<(Serial, Why)>);

impl Rulings {
    fn of(&self, serial: Serial) -> Option<Why> {
        let at = self.0.binary_search_by_key(&serial, |(known, _)| *known).ok()?;
        self.0.get(at).map(|(_, why)| *why)
    }
}

impl Draft {
    /// Records the decision of a policy about a message. The first decision about it counts.
    pub fn rule(&mut self, message: Serial, why: Why) {
        let rulings = &mut self.rulings.0;
        if let Err(at) = rulings.binary_search_by_key(&message, |(known, _)| *known) {
            rulings.insert(at, (message, why));
        }
    }

    /// The serial of a message of the history, and that of its unit; `None` when the draft may not change it.
    pub fn place_of(&self, message_id: &str) -> Option<(Serial, Serial)> {
        let place = self.base.index().place_of(message_id)?;
        (place.unit < self.end).then_some((place.unit, place.own))
    }

    /// Reports whether the message stays whole: it is pinned, or a policy keeps it.
    pub fn keeps(&self, entry: &Entry) -> bool {
        entry.message.is_pinned() || self.ruling_that_keeps(entry).is_some()
    }

    fn ruling_that_keeps(&self, entry: &Entry) -> Option<Why> {
        self.rulings.of(entry.serial).filter(|why| why.keeps_whole())
    }

    /// Reports whether a reduction may not change the unit: see [`History::is_protected`](super::History::is_protected). A
    /// unit with a message that a policy keeps is protected, too.
    pub fn is_protected(&self, unit: &Unit) -> bool {
        self.base.is_protected(unit) || self.rule_of(unit).is_some()
    }

    /// The first decision to keep a message of the unit.
    fn rule_of(&self, unit: &Unit) -> Option<Why> {
        if self.rulings.0.is_empty() {
            return None;
        }
        unit.entries().find_map(|entry| self.ruling_that_keeps(entry))
    }

    /// The units with messages that policies keep.
    pub fn ruled_units(&self) -> Vec<&Unit> {
        self.units().into_iter().filter(|unit| self.rule_of(unit).is_some()).collect()
    }

    /// Adds the decisions of policies about the messages that are left to the choices. A result that a policy decided about
    /// has a choice of its own.
    pub(super) fn add_rulings(&mut self) {
        if self.rulings.0.is_empty() {
            return;
        }
        let mut chosen = mem::take(&mut self.choices);
        chosen.retain(|choice| self.serial_of(&choice.id).is_some());
        let mut chosen = chosen.into_iter().peekable();
        let mut choices = Vec::new();
        for unit in self.all_units() {
            let is_left = self.unit(unit.serial()).is_some();
            for entry in unit.entries() {
                let own = chosen.next_if(|choice| choice.id == entry.message.id);
                let of_unit =
                    || own.as_ref().filter(|own| own.why == Why::Protected).and_then(|_| self.rule_of(unit));
                match self.rulings.of(entry.serial).or_else(of_unit).filter(|_| is_left) {
                    Some(why) => {
                        choices.push(Choice { id: entry.message.id.clone(), why, words: Vec::new() })
                    }
                    None => choices.extend(own),
                }
            }
        }
        choices.extend(chosen);
        self.choices = choices;
    }
}
