//! Changes of the system prompt and of pins by the host. They are not reductions, so an undo does not revert them.

use super::change::Change;
use super::entry::Entry;
use super::history::History;
use super::layers::Layers;
use super::reduction::{Before, Reduction};
use super::serial::{Rewrite, Serial};
use super::unit::{Standing, Unit};
use crate::message::Message;
use std::sync::Arc;

impl Serial {
    /// The place of a system prompt that is set after messages arrived. No message gets this place.
    pub(crate) const PROMPT: Self = Self(0);
}

impl History {
    /// Replaces the system prompt at `serial`, its place before all other units; `None` removes it. All reasoning
    /// becomes invalid (AN18).
    pub(crate) fn change_prompt(&mut self, serial: Serial, prompt: Option<&Arc<Message>>) {
        let before = self.shared_unit(serial).cloned();
        let entry = |message: &Arc<Message>| Entry::new(Arc::clone(message), serial, self.estimator());
        let after = prompt.map(|message| Arc::new(Unit::new(entry(message), Standing::Whole)));
        self.make(&[Change { serial, before, after }]);
        self.void_reasoning_since(Serial::default());
    }

    /// Makes reasoning in the units from `serial` on invalid, permanently (AN18).
    pub(crate) fn void_reasoning_since(&mut self, serial: Serial) {
        let place = self.shared_units().partition_point(|unit| unit.serial() < serial);
        self.mark_prefixes(place, |_| Some(Rewrite::FINAL));
    }

    /// Pins or unpins a message. Returns its place; `None` when nothing changes.
    pub(crate) fn pin(&mut self, message_id: &str, is_pinned: bool) -> Option<Serial> {
        let place = self.index().place_of(message_id)?;
        if self.message(message_id)?.is_pinned() == is_pinned {
            return None;
        }
        self.unit_mut(place.unit)?.pin(place.own, is_pinned);
        // For open drafts, a pin is a rewrite: they hold the old message.
        self.count_rewrite();
        Some(place.own)
    }
}

impl Unit {
    fn pin(&mut self, serial: Serial, is_pinned: bool) {
        if let Some(entry) = self.entry_mut(serial) {
            Arc::make_mut(&mut entry.message).pin(is_pinned);
        }
    }
}

impl Layers {
    /// Removes the system prompt at `serial` from all reductions, so that no undo restores it. Their reasoning never
    /// becomes valid again.
    pub(crate) fn change_prompt(&mut self, serial: Serial) {
        let stack = std::mem::take(self);
        for reduction in stack.as_slice() {
            let mut reduction = Reduction::clone(reduction);
            reduction.before.retain(|(own, _)| *own != serial);
            reduction.removed.retain(|unit| unit.serial() != serial);
            for (_, before) in &mut reduction.before {
                if let Before::Removed(unit) | Before::Rewritten(unit) = before
                    && unit.bound_count() > 0
                {
                    Arc::make_mut(unit).prefix_changed = Some(Rewrite::FINAL);
                }
            }
            self.push(Arc::new(reduction));
        }
    }

    /// Pins or unpins the message at `serial` in all reductions, so that an undo keeps this state.
    pub(crate) fn pin(&mut self, serial: Serial, is_pinned: bool) {
        let stack = std::mem::take(self);
        for reduction in stack.as_slice() {
            let mut reduction = Arc::clone(reduction);
            if reduction.rewrites(serial) {
                for (_, before) in &mut Arc::make_mut(&mut reduction).before {
                    if let Before::Rewritten(unit) = before
                        && unit.entry(serial).is_some()
                    {
                        Arc::make_mut(unit).pin(serial, is_pinned);
                    }
                }
            }
            self.push(reduction);
        }
    }
}

impl Reduction {
    /// Reports whether the reduction changed the unit that holds this message, and left that unit in the history.
    fn rewrites(&self, serial: Serial) -> bool {
        let rewritten = self.before.iter().filter(|(_, before)| matches!(before, Before::Rewritten(_)));
        rewritten.filter_map(|(_, before)| before.unit()).any(|unit| unit.entry(serial).is_some())
    }
}
