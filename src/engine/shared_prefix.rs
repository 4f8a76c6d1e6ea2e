//! The beginning that a request shares with the last one that was sent, and that the provider's cache may serve.

use super::conversation::Conversation;
use crate::history::{Reduction, Serial};
use crate::message::PrefixDigest;
use crate::tokens::Weight;

/// The last request for a target that the host was to send.
#[derive(Clone, Copy, Debug)]
pub(super) struct LastSent {
    /// The digest of its params.
    params: PrefixDigest,
    /// The messages before this one were in it, and are unchanged.
    until: Serial,
    /// Their weight.
    weight: Weight,
    /// The number of rewrites that `until` knows.
    rewrites: u64,
}

impl Conversation {
    /// Tokens at the beginning of the last written request for this target that the request before it held, too; 0 when
    /// their params or system prompts differ. An estimate: repairs are taken to be the same.
    pub fn shared_tokens(&self, number: usize) -> u64 {
        let Some(requests) = self.requests.get(number) else { return 0 };
        let Some(last) = requests.last_sent.filter(|_| !requests.written.has_other_prompt) else { return 0 };
        if last.rewrites != self.reductions || last.params != self.beside.text {
            return 0;
        }
        let ledger = self.history.ledger();
        let total = u128::from(ledger.total().0.max(1));
        // The correction of the size belongs to all messages alike.
        let tokens = u128::from(self.history.context_tokens()).saturating_mul(u128::from(last.weight.0));
        let tokens = u64::try_from(tokens.checked_div(total).unwrap_or(0)).unwrap_or(u64::MAX);
        self.beside.params.saturating_add(tokens)
    }

    /// The last written request for a target, as the one that the host sends.
    pub(super) fn now_sent(&self, number: usize) -> Option<LastSent> {
        self.requests.get(number).filter(|requests| !requests.written.has_other_prompt)?;
        Some(LastSent {
            params: self.beside.text,
            until: self.history.end(),
            weight: self.history.ledger().total(),
            rewrites: self.reductions,
        })
    }

    /// Takes note of a reduction, before it is counted: what stands behind the first changed unit is not shared.
    pub(super) fn shorten_shared(&mut self, reduction: &Reduction) {
        let Some(first) = reduction.units_before().map(|(serial, _)| serial).min() else { return };
        for requests in &mut self.requests {
            let Some(last) = &mut requests.last_sent else { continue };
            if last.rewrites != self.reductions {
                continue;
            }
            last.rewrites = last.rewrites.saturating_add(1);
            if first < last.until {
                last.until = first;
                last.weight = Weight(0);
                for unit in self.history.units() {
                    if unit.serial() >= first {
                        break;
                    }
                    last.weight = last.weight.plus(unit.weight());
                }
            }
        }
    }

    /// Forgets what was sent, because the system prompt, which stands before all messages, is another one.
    pub(super) fn forget_shared(&mut self) {
        self.requests.iter_mut().for_each(|requests| requests.last_sent = None);
    }
}
