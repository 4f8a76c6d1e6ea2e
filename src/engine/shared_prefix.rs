//! The beginning that a request shares with the last sent request, and that the provider's cache may serve.
//!
//! The tokens that the cache may serve are known without the bytes. They are the weight of the messages that the last
//! request held and that no reduction has changed since. The weight is a running sum, so `prepare` costs no more.

use super::conversation::Conversation;
use super::state::LastSent;
use crate::history::{Reduction, Serial, Unit};
use crate::list::PushAll;
use crate::tokens::Weight;

impl Conversation {
    /// Returns how many tokens the last written request for this target shares with the start of the request before
    /// it; 0 when their params or system prompts differ. An estimate: repairs are taken to be the same.
    pub fn shared_tokens(&self, number: usize) -> u64 {
        let Some(requests) = self.requests.get(number) else { return 0 };
        let Some(last) = requests.last_sent.as_ref().filter(|_| !requests.written.has_other_prompt) else {
            return 0;
        };
        if last.rewrites != self.changes.rewrites() || last.params != self.beside.params_digest {
            return 0;
        }
        let ledger = self.paths.history().ledger();
        let total = u128::from(ledger.total().0.max(1));
        // The correction of the size applies to all messages alike.
        let tokens =
            u128::from(self.paths.history().context_tokens()).saturating_mul(u128::from(last.weight.0));
        let tokens = u64::try_from(tokens.checked_div(total).unwrap_or(0)).unwrap_or(u64::MAX);
        self.beside.params.saturating_add(tokens)
    }

    /// Returns the range of units that reductions have changed since the last request for this target was sent. It
    /// begins after the newest breakpoint that the provider may still find, and ends before the second unit. `None`
    /// if there was no reduction.
    pub(super) fn reduced_since_sent(&self, number: usize) -> Option<[Serial; 2]> {
        let last = self.requests.get(number)?.last_sent.as_ref()?;
        let changed = last.reduced.filter(|_| last.rewrites == self.changes.rewrites())?;
        let after = self.paths.history().units().map(Unit::serial).find(|serial| *serial > changed);
        let first = last.breakpoints.last().copied().unwrap_or(last.until);
        Some([first, after.unwrap_or_else(|| self.paths.history().end())])
    }

    /// Marks the last written request for a target as sent.
    pub(super) fn now_sent(&mut self, number: usize) -> Option<LastSent> {
        self.requests.get(number).filter(|requests| !requests.written.has_other_prompt)?;
        Some(LastSent {
            params: self.beside.params_digest,
            until: self.paths.history().end(),
            weight: self.paths.history().ledger().total(),
            rewrites: self.changes.rewrites(),
            reduced: None,
            breakpoints: self.take_breakpoints(number),
        })
    }

    /// The units before which the last written request, or one before it, has breakpoints.
    fn take_breakpoints(&mut self, number: usize) -> Vec<Serial> {
        if !self.bodies.is_marked() {
            return Vec::new();
        }
        let reduced = self.reduced_since_sent(number);
        let last = self.requests.get_mut(number).and_then(|requests| requests.last_sent.as_mut());
        let last = last.filter(|last| last.rewrites == self.changes.rewrites());
        let mut breakpoints = last.map_or(Vec::new(), |last| std::mem::take(&mut last.breakpoints));
        breakpoints.push_all(reduced.map(|[_, end]| end));
        breakpoints.push(self.paths.history().end());
        breakpoints.dedup();
        breakpoints
    }

    /// Records a reduction, before it is counted: units from the first changed one on are no longer shared.
    pub(super) fn shorten_shared(&mut self, reduction: &Reduction) {
        let mut changed: Option<[Serial; 2]> = None;
        for (serial, _) in reduction.units_before() {
            let [first, end] = changed.unwrap_or([serial, serial]);
            changed = Some([first.min(serial), end.max(serial)]);
        }
        let Some([first, end]) = changed else { return };
        for requests in &mut self.requests {
            let Some(last) = &mut requests.last_sent else { continue };
            if last.rewrites != self.changes.rewrites() {
                continue;
            }
            last.rewrites = last.rewrites.saturating_add(1);
            last.reduced = last.reduced.max(Some(end));
            if first < last.until {
                last.until = first;
                let is_marked = !last.breakpoints.is_empty();
                last.breakpoints.retain(|unit| *unit <= first);
                // With breakpoints, the cache ends at one: at the latest, behind the system prompt.
                let newest = last.breakpoints.last().copied().unwrap_or_default();
                let end = if is_marked { newest } else { first };
                last.weight = Weight(0);
                for unit in self.paths.history().units() {
                    if unit.serial() >= end && !unit.is_system_prompt() {
                        break;
                    }
                    last.weight = last.weight.plus(unit.weight());
                }
            }
        }
    }

    /// Forgets the sent requests, because the system prompt, which comes before all messages, has changed.
    pub(super) fn forget_shared(&mut self) {
        self.requests.iter_mut().for_each(|requests| requests.last_sent = None);
    }
}
