//! The telling words of a draft, and their worth for the next steps.

use crate::hash::Numbering;
use crate::history::MOST_NAMED;

/// The unit of worth.
pub(super) const ONE: u64 = 1_024;

/// The worth of a word that only old results hold.
const LEAST: u64 = ONE / 4;
/// The worth of a word that the user or the model has just used; it halves every ten messages.
const SAID: u64 = 2 * ONE;
/// The lasting worth of a word that was used once, and of a word that was used again.
const ONCE: u64 = ONE / 5;
const AGAIN: u64 = ONE;

/// The worth of a result that holds a word of the current request. It is divided by the number of messages with this
/// word, and halves with each of these messages that is kept.
const ASKED: u64 = 96 * ONE;

/// 2^(-n/10).
const DECAY: [u64; 10] = [1_024, 955, 891, 832, 776, 724, 676, 630, 588, 549];

/// Returns the worth that is left after this many messages.
pub(super) fn decayed(worth: u64, messages: usize) -> u64 {
    let halvings = u32::try_from(messages / DECAY.len()).unwrap_or(u32::MAX);
    let part = DECAY.get(messages % DECAY.len()).copied().unwrap_or_default();
    (worth.saturating_mul(part) / ONE).checked_shr(halvings).unwrap_or(0)
}

/// A telling word of the draft.
#[derive(Clone, Copy, Debug, Default)]
struct DraftWord {
    hash: u32,
    /// The number of the newest message that holds the word.
    last: usize,
    /// One more than the number of the newest message with the word that is no tool result; 0 if there is none.
    said: usize,
    /// The number of messages with the word that are no tool results, up to 2.
    times: u8,
    /// The worth of keeping the word.
    worth: u64,
    /// The worth of keeping a further result that holds the word; 0 unless the current request names it.
    asked: u64,
    /// The number of messages that hold the word.
    holders: u16,
    /// True once a kept item holds the word.
    is_covered: bool,
    /// The last sum in which the word was counted.
    counted: u32,
}

/// The telling words of a draft.
#[derive(Debug, Default)]
pub(super) struct Words {
    /// The index of each word by its hash.
    known: Numbering,
    words: Vec<DraftWord>,
    /// The words of messages and pieces, as indices of `words`.
    ids: Vec<usize>,
    /// The number of sums so far.
    sums: u32,
    /// True if the current request names a word.
    is_asked: bool,
}

/// The hashes of an item's words with the most worth.
pub(super) type Best = [Option<u32>; MOST_NAMED];

/// A range of words.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Range {
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Range {
    pub(super) fn is_empty(self) -> bool {
        self.start >= self.end
    }
}

impl Words {
    /// Adds the words of message `number`.
    pub(super) fn add(&mut self, hashes: &[u32], number: usize, is_result: bool) -> Range {
        let start = self.ids.len();
        for hash in hashes {
            let id = self.known.of(*hash);
            if id == self.words.len() {
                self.words.push(DraftWord { hash: *hash, ..DraftWord::default() });
            }
            self.ids.push(id);
            let Some(word) = self.words.get_mut(id) else { continue };
            word.holders = word.holders.saturating_add(u16::from(word.holders == 0 || word.last != number));
            word.last = number;
            if !is_result && word.said != number.saturating_add(1) {
                word.said = number.saturating_add(1);
                word.times = word.times.saturating_add(1).min(2);
            }
        }
        Range { start, end: self.ids.len() }
    }

    /// Sets the worth of all words, after all messages were added. `count` is the number of messages.
    pub(super) fn set_worths(&mut self, count: usize) {
        for word in &mut self.words {
            let age = count.saturating_sub(word.last);
            let said = match word.times {
                0 => 0,
                times => {
                    let age = count.saturating_sub(word.said.saturating_sub(1));
                    decayed(SAID, age).saturating_add(if times == 1 { ONCE } else { AGAIN })
                }
            };
            word.worth = LEAST.saturating_add(decayed(ONE, age)).saturating_add(said);
        }
    }

    /// Marks the words of the current request. A word in few messages says more about them.
    pub(super) fn ask(&mut self, range: Range) {
        for id in self.ids.get(range.start..range.end).unwrap_or_default() {
            if let Some(word) = self.words.get_mut(*id) {
                self.is_asked = true;
                word.asked = ASKED / u64::from(word.holders.max(1));
            }
        }
    }

    /// Returns the number of words in the range, up to `most`, that the user or the model used after message `number`.
    pub(super) fn said_after(&self, range: Range, number: usize, most: u64) -> u64 {
        let mut count = 0_u64;
        for id in self.ids.get(range.start..range.end).unwrap_or_default() {
            let Some(word) = self.words.get(*id) else { continue };
            let is_said = word.said > number.saturating_add(1);
            count = count.saturating_add(u64::from(is_said));
        }
        count.min(most)
    }

    /// Begins a sum of worths, in which each word counts once.
    pub(super) fn begin_sum(&mut self) {
        self.sums = self.sums.saturating_add(1);
    }

    /// Returns the worth of the words in the range that no kept item holds and that this sum has not counted yet. The
    /// worth of words that only tools used is multiplied by `boost`, in units of [`ONE`].
    pub(super) fn add_new(&mut self, range: Range, boost: u64) -> u64 {
        let mut sum = 0_u64;
        for id in self.ids.get(range.start..range.end).unwrap_or_default() {
            let Some(word) = self.words.get_mut(*id).filter(|word| word.counted != self.sums) else {
                continue;
            };
            word.counted = self.sums;
            if word.is_covered {
                continue;
            }
            let boosted = if word.times == 0 { word.worth.saturating_mul(boost) / ONE } else { word.worth };
            sum = sum.saturating_add(boosted);
        }
        sum
    }

    /// Returns the hashes of the words in the range with the most worth that no kept item holds. The rest is `None`.
    pub(super) fn best(&self, range: Range) -> Best {
        let mut best = [(0, None); MOST_NAMED];
        for id in self.ids.get(range.start..range.end).unwrap_or_default() {
            let Some(word) = self.words.get(*id).filter(|word| !word.is_covered) else { continue };
            let mut next = (word.worth, Some(word.hash));
            if best.iter().any(|(_, hash)| *hash == next.1) {
                continue;
            }
            for place in &mut best {
                if next.0 > place.0 {
                    std::mem::swap(place, &mut next);
                }
            }
        }
        best.map(|(_, hash)| hash)
    }

    /// Returns the worth of an item for words of the current request: the highest worth of these words in the range.
    pub(super) fn asked(&self, range: Range) -> u64 {
        if !self.is_asked {
            return 0;
        }
        let ids = self.ids.get(range.start..range.end).unwrap_or_default();
        ids.iter().filter_map(|id| self.words.get(*id)).map(|word| word.asked).max().unwrap_or(0)
    }

    /// Halves the worth of further items with these words, because an item is kept.
    pub(super) fn halve_asked(&mut self, range: Range) {
        for id in self.ids.get(range.start..range.end).unwrap_or_default() {
            if let Some(word) = self.words.get_mut(*id) {
                word.asked /= 2;
            }
        }
    }

    /// Marks all words as held by no kept item.
    pub(super) fn uncover(&mut self) {
        self.words.iter_mut().for_each(|word| word.is_covered = false);
    }

    /// Marks these words as held by a kept item.
    pub(super) fn cover(&mut self, range: Range) {
        for id in self.ids.get(range.start..range.end).unwrap_or_default() {
            if let Some(word) = self.words.get_mut(*id) {
                word.is_covered = true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worth_halves_every_ten_messages() {
        let worths: Vec<u64> = [0, 5, 10, 25, 1_000].iter().map(|age| decayed(ONE, *age)).collect();
        assert_eq!(worths, [1_024, 724, 512, 181, 0]);
    }

    #[test]
    fn words_that_were_said_are_worth_more_and_covered_ones_nothing() {
        let mut words = Words::default();
        let [found, said, both] =
            [words.add(&[1], 0, true), words.add(&[2], 1, false), words.add(&[1, 2], 2, true)];
        words.set_worths(3);
        let worth = |words: &mut Words, ranges: &[Range]| {
            words.begin_sum();
            ranges.iter().map(|range| words.add_new(*range, ONE)).sum::<u64>()
        };
        assert!(worth(&mut words, &[said]) > 2 * worth(&mut words, &[found]));
        assert_eq!(
            worth(&mut words, &[both, said]),
            worth(&mut words, &[found]) + worth(&mut words, &[said])
        );
        words.cover(said);
        assert_eq!(worth(&mut words, &[said]), 0);
    }
}
