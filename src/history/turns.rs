//! The turns of a history, and the units that no reduction may remove.

use super::history::History;
use super::serial::Serial;
use super::unit::Unit;

impl History {
    /// The unit that holds the system prompt.
    pub fn system_prompt(&self) -> Option<&Unit> {
        self.units().next().filter(|unit| unit.is_system_prompt())
    }

    /// The newest user message that is not blank: the message that the program is to answer.
    pub fn current_request(&self) -> Option<Serial> {
        let turns = self.turn_starts();
        turns.iter().rev().find(|turn| self.says_something(**turn)).or(turns.last()).copied()
    }

    /// Reports whether the unit is the current request. Reads the later turns only up to the next turn with content.
    fn is_current_request(&self, unit: &Unit) -> bool {
        let turns = self.turn_starts();
        let later = turns.partition_point(|turn| *turn <= unit.serial());
        let mut later = turns.get(later..).unwrap_or_default().iter();
        unit.starts_turn()
            && match unit.head().content().is_blank() {
                true => later.len() == 0 && self.current_request() == Some(unit.serial()),
                false => !later.any(|turn| self.says_something(*turn)),
            }
    }

    fn says_something(&self, turn: Serial) -> bool {
        self.unit(turn).is_some_and(|unit| !unit.head().content().is_blank())
    }

    /// The number of turns. The units before the first user message, without the system prompt, are a turn of their
    /// own.
    pub fn turn_count(&self) -> usize {
        self.turn_starts().len().saturating_add(usize::from(self.has_prelude()))
    }

    /// The first unit of the newest `turns` turns; `None` when there are no older turns.
    pub fn start_of_recent(&self, turns: usize) -> Option<Serial> {
        if turns >= self.turn_count() {
            return None;
        }
        let at = self.turn_starts().len().checked_sub(turns)?;
        Some(self.turn_starts().get(at).copied().unwrap_or(self.end()))
    }

    /// Reports whether the unit holds instructions at the start.
    pub fn is_opening(&self, unit: &Unit) -> bool {
        unit.is_system_prompt() && self.opening().last().is_some_and(|last| unit.serial() <= last.serial())
    }

    /// Reports whether a reduction may not change the unit. Protected are the instructions at the start, pinned messages, the
    /// current request, the newest unit while its calls are open, units with open asynchronous calls, boundaries, and
    /// units with calls that wait for a person's decision.
    pub fn is_protected(&self, unit: &Unit) -> bool {
        let is_newest = || self.newest().is_some_and(|newest| newest.serial() == unit.serial());
        unit.is_pinned()
            || unit.is_boundary()
            || self.is_current_request(unit)
            || (unit.has_open_calls() && (is_newest() || unit.has_open_async_calls()))
            || self.is_suspended(unit)
            || self.is_opening(unit)
    }

    /// Reports whether there are units before the first user message, besides instructions.
    fn has_prelude(&self) -> bool {
        let first = self.units().nth(self.opening().len());
        first.is_some_and(|unit| !unit.starts_turn())
    }
}
