//! Shells: kept calls without their results. They become names in a note, or keep a short result.

use super::candidates::{Candidates, Group};
use super::choice::signed;
use super::queue::Item;
use super::words::Best;
use crate::history::Why;

/// The maximum cost of a short result, in thousandths of a token.
const MOST_OF_LINE: u64 = 24_000;

impl Candidates<'_> {
    /// Keeps the short results of kept calls, newest first: a mark in the place of one line costs as much and says
    /// nothing. Returns the remaining room.
    pub(super) fn keep_lines(&mut self, mut left: i64) -> i64 {
        for at in (0..self.parts.len()).rev() {
            let Some(part) = self.parts.get(at).filter(|part| !part.is_kept && part.cost <= MOST_OF_LINE)
            else {
                continue;
            };
            let beside =
                [at.checked_sub(1), at.checked_add(1)].map(|at| at.and_then(|at| self.parts.get(at)));
            let is_alone = beside.into_iter().flatten().all(|other| other.entry != part.entry);
            let is_beside = self.groups.get(part.group).is_some_and(|group| group.is_kept && !group.is_said);
            if !(is_alone && is_beside) {
                continue;
            }
            let cost = self.cost(Item::Part(at));
            if cost <= left {
                left = left.saturating_sub(cost);
                self.keep(Item::Part(at), Why::Room);
            }
        }
        left
    }

    /// Replaces kept calls whose results are almost all left out by their names in a note. Returns the freed room.
    pub(super) fn name_shells(&mut self) -> i64 {
        let mut freed = 0_i64;
        for at in 0..self.groups.len() {
            let Some(group) = self.groups.get(at).filter(|group| group.is_kept && group.is_hollow) else {
                continue;
            };
            let (parts, cost) =
                (group.parts, self.cost_of_group(at, group).saturating_sub(signed(group.name_cost)));
            if !self.is_shell(group) {
                continue;
            }
            freed = freed.saturating_add(cost);
            for part in parts.start..parts.end {
                let cost = self.cost(Item::Part(part));
                if let Some(part) = self.parts.get_mut(part).filter(|part| part.is_kept) {
                    part.is_kept = false;
                    freed = freed.saturating_add(cost);
                }
            }
            let Some(group) = self.groups.get_mut(at) else { continue };
            (group.is_kept, group.is_named, group.why, group.best) =
                (false, true, Why::Unneeded, Best::default());
            group.is_written = false;
        }
        if freed > 0 {
            self.cover_kept();
        }
        freed
    }

    /// Reports whether only scraps of a call's results are kept: they take at most a third of the call's cost, and
    /// say nothing of their own.
    fn is_shell(&self, group: &Group<'_>) -> bool {
        let parts = self.parts.get(group.parts.start..group.parts.end).unwrap_or_default();
        let kept = || parts.iter().filter(|part| part.is_kept);
        let cost = kept().map(|part| part.cost).fold(0, u64::saturating_add);
        let is_whole = kept().count() == parts.len();
        let is_telling = kept().any(|part| part.worth > 0);
        cost == 0 || !(is_whole || is_telling || cost.saturating_mul(3) > group.cost)
    }
}
