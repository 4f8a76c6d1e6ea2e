//! The size of a conversation and of its parts.

use super::conversation::Conversation;
use crate::format::sizes::Breakdown;
use crate::history::Unit;

impl Conversation {
    /// Appends the size of the history and of its parts, with the rest of the last request; see [`Breakdown::write`].
    pub fn write_breakdown(&self, out: &mut Vec<u8>) {
        let history = self.paths.history();
        let estimator = history.estimator();
        let mut breakdown = Breakdown::new(estimator, self.beside.weights);
        let turn = history.turn_start();
        for entry in history.units().flat_map(Unit::entries) {
            let is_current = entry.serial >= turn;
            let weight = if is_current { entry.weight.whole() } else { entry.weight.lasting };
            breakdown.add(&entry.message, is_current, weight);
        }
        breakdown.correction = history.ledger().correction(estimator);
        breakdown.is_counted = history.is_counted();
        breakdown.window = self.beside.window;
        breakdown.answer = self.beside.answer;
        breakdown.write(out);
    }
}
