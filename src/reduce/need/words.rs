//! The telling words of a draft, and their worth for the next steps.

use crate::hash::Numbering;
use crate::history::MOST_NAMED;

/// The unit of worth.
pub(super) const ONE: u64 = 1_024;

/// The worth of a word that only old results hold.
const LEAST: u64 = ONE / 4;
/// The worth of a word that was said just now by somebody other than a tool; it halves every ten messages.
const SAID: u64 = 2 * ONE;
/// The worth of a word that was said once, however long ago, and of one that was said again.
const ONCE: u64 = ONE / 5;
const AGAIN: u64 = ONE;

/// The worth of a result for a word of it that the current request names. The messages that hold the word share it, and it
/// halves with each of them that stays.
const ASKED: u64 = 96 * ONE;

/// 2^(-n/10).
const DECAY: [u64; 10] = [1_024, 955, 891, 832, 776, 724, 676, 630, 588, 549];

/// The part of `worth` that is left after this many messages.
pub(super) fn decayed(worth: u64, messages: usize) -> u64 {
    let halvings = u32::try_from(messages / DECAY.len()).unwrap_or(u32::MAX);
    let part = DECAY.get(messages % DECAY.len()).copied().unwrap_or_default();
    (worth.saturating_mul(part) / ONE).checked_shr(halvings).unwrap_or(0)
}

/// A telling word of the draft.
#[derive(Clone, Copy, Debug, Default)]
struct DraftWord {
    hash: u32,
    /// The number of the newest message that holds it.
    last: usize,
    /// The number of the newest message that holds it and is no tool result, and one more; 0 if there is none.
    said: usize,
    /// The number of such messages, up to 2.
    times: u8,
    /// The worth of keeping it.
    worth: u64,
    /// The worth of keeping a further result that holds it; 0 unless the current request names it.
    asked: u64,
    /// The number of messages that hold it.
    holders: u16,
    /// True once something that is kept holds it.
    is_covered: bool,
    /// The last sum in which it was counted.
    counted: u32,
}

/// The telling words of a draft.
#[derive(Debug, Default)]
pub(super) struct Words {
    /// The places of the words by their hashes.
    known: Numbering,
    words: Vec<DraftWord>,
    /// The words of messages and pieces, as indices of `words`.
    ids: Vec<usize>,
    /// The number of sums so far.
    sums: u32,
    /// True if the current request names a word.
    is_asked: bool,
}

/// The words of an item that are worth most.
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

    /// Sets the worth of all words, once all messages were added: `count` of them.
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

    /// Marks the words of the current request. The fewer messages hold such a word, the more it says about them.
    pub(super) fn ask(&mut self, range: Range) {
        for id in self.ids.get(range.start..range.end).unwrap_or_default() {
            if let Some(word) = self.words.get_mut(*id) {
                self.is_asked = true;
                word.asked = ASKED / u64::from(word.holders.max(1));
            }
        }
    }

    /// The number of words in the range, up to `most`, that were said after message `number`.
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

    /// The worth of the words in the range that nothing kept holds yet, and that were not counted in this sum before. Words
    /// that only tools said count by the factor `boost`, in units of [`ONE`].
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

    /// The words in the range that nothing kept holds yet and that are worth most, by their hashes. `None` where there are
    /// fewer.
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

    /// The worth of an item for the words in the range that the current request names: that of the one that is worth most.
    pub(super) fn asked(&self, range: Range) -> u64 {
        if !self.is_asked {
            return 0;
        }
        let ids = self.ids.get(range.start..range.end).unwrap_or_default();
        ids.iter().filter_map(|id| self.words.get(*id)).map(|word| word.asked).max().unwrap_or(0)
    }

    /// Halves the worth of further items with these words, because one is kept.
    pub(super) fn halve_asked(&mut self, range: Range) {
        for id in self.ids.get(range.start..range.end).unwrap_or_default() {
            if let Some(word) = self.words.get_mut(*id) {
                word.asked /= 2;
            }
        }
    }

    /// Marks all words as held by nothing that is kept.
    pub(super) fn uncover(&mut self) {
        self.words.iter_mut().for_each(|word| word.is_covered = false);
    }

    /// Marks these words as held by something that is kept.
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
