//! The choice of what stays: the most worth for the tokens.

use super::candidates::{Candidates, Group, Part};
use super::words::{ONE, Range};
use crate::history::Why;
use std::collections::BinaryHeap;

/// The cost of a note of what was left out, in thousandths of a token: of messages, and of a stretch of a result.
const GAP: u64 = 24_000;
const STRETCH_GAP: u64 = 4_500;

/// Something that may be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Item {
    Group(usize),
    Part(usize),
}

/// The price of an item now.
#[derive(Clone, Copy, Debug)]
struct Offer {
    worth: u64,
    /// Thousandths of a token; below 0 where a gap closes that takes more than the item.
    cost: i64,
}

impl Offer {
    /// The worth for each token, by which items are ordered. A cost below one token counts as one.
    fn density(self) -> u64 {
        let cost = u64::try_from(self.cost).unwrap_or(0).max(ONE);
        (self.worth << 24) / cost
    }
}

/// An item in the queue, with its density. The greatest density comes first; of equal ones, the newest item.
type Queued = (u64, Item);

impl Candidates {
    /// Marks the items to keep in a room of so many thousandths of a token. Items are taken in the order of their worth for
    /// each token. A word that a kept item holds already is worth nothing. The rest of the room goes to the newest items.
    pub(super) fn choose(&mut self, room: i64) {
        let mut left = room.saturating_sub(self.gaps());
        let mut queue: BinaryHeap<Queued> = BinaryHeap::new();
        let all: Vec<Item> = self.items();
        for item in &all {
            let density = self.offer(*item).density();
            queue.push((density, *item));
        }
        while let Some((known, item)) = queue.pop() {
            if self.is_kept(item) {
                continue;
            }
            let offer = self.offer(item);
            let density = offer.density();
            // Items that were kept since hold some of its words.
            if density < known {
                if density > 0 {
                    queue.push((density, item));
                }
                continue;
            }
            if density == 0 || offer.cost > left {
                continue;
            }
            left = left.saturating_sub(offer.cost);
            for neighbour in self.keep(item, Why::Needed) {
                let density = self.offer(neighbour).density();
                queue.push((density, neighbour));
            }
        }
        for item in all.into_iter().rev() {
            let offer = self.offer(item);
            if !self.is_kept(item) && offer.cost <= left {
                left = left.saturating_sub(offer.cost);
                self.keep(item, Why::Room);
            }
        }
    }

    /// All items that may be kept, oldest first.
    fn items(&self) -> Vec<Item> {
        let mut items = Vec::new();
        for (at, group) in self.groups.iter().enumerate() {
            if !group.is_required && !group.is_gap {
                items.push(Item::Group(at));
            }
            items.extend((group.parts.start..group.parts.end).map(Item::Part));
        }
        items
    }

    fn is_kept(&self, item: Item) -> bool {
        match item {
            Item::Group(at) => self.groups.get(at).is_none_or(|group| group.is_kept),
            Item::Part(at) => self.parts.get(at).is_none_or(|part| part.is_kept),
        }
    }

    /// The worth and the cost of an item. The cost of a part includes its unit, unless that is kept already.
    fn offer(&mut self, item: Item) -> Offer {
        match item {
            Item::Group(at) => {
                let Some(group) = self.groups.get(at).copied() else { return Offer { worth: 0, cost: 0 } };
                let worth = self.words.new_worth([group.words, Range::default()], ONE);
                Offer { worth: worth.saturating_add(group.worth), cost: self.cost_of_group(at, group) }
            }
            Item::Part(at) => {
                let Some(part) = self.parts.get(at).copied() else { return Offer { worth: 0, cost: 0 } };
                let group = self.groups.get(part.group).copied().filter(|group| !group.is_kept);
                let words = group.map_or(Range::default(), |group| group.words);
                let worth = self.words.new_worth([part.words, words], part.boost);
                let worth = worth.saturating_add(self.words.asked(part.words));
                let own = self.cost_of_part(at, part);
                let Some(group) = group else { return Offer { worth, cost: own } };
                let cost = own.saturating_add(self.cost_of_group(part.group, group));
                Offer { worth: worth.saturating_add(group.worth), cost }
            }
        }
    }

    fn cost_of_group(&self, at: usize, group: Group) -> i64 {
        let is_kept =
            |at: Option<usize>| at.and_then(|at| self.groups.get(at)).is_none_or(|group| group.is_kept);
        let gaps = gaps_made(is_kept(at.checked_sub(1)), is_kept(at.checked_add(1)));
        signed(group.cost).saturating_add(gaps.saturating_mul(signed(GAP)))
    }

    fn cost_of_part(&self, at: usize, part: Part) -> i64 {
        let is_kept = |at: Option<usize>| {
            let same = at.and_then(|at| self.parts.get(at)).filter(|other| other.result == part.result);
            same.is_none_or(|other| other.is_kept)
        };
        let gaps = gaps_made(is_kept(at.checked_sub(1)), is_kept(at.checked_add(1)));
        signed(part.cost).saturating_add(gaps.saturating_mul(signed(STRETCH_GAP)))
    }

    /// The cost of the gaps when only the required units are kept.
    fn gaps(&self) -> i64 {
        let mut count = 0_i64;
        let mut is_open = false;
        for group in &self.groups {
            count = count.saturating_add(i64::from(!group.is_kept && !is_open));
            is_open = !group.is_kept;
        }
        count.saturating_mul(signed(GAP))
    }

    /// Keeps an item. Returns the items that become cheaper.
    fn keep(&mut self, item: Item, why: Why) -> Vec<Item> {
        let mut cheaper = Vec::new();
        let group = match item {
            Item::Group(at) => at,
            Item::Part(at) => {
                let Some(part) = self.parts.get_mut(at) else { return cheaper };
                part.is_kept = true;
                let (words, group) = (part.words, part.group);
                self.record_words(group, words, why);
                self.words.cover(words);
                self.words.halve_asked(words);
                cheaper.extend([at.checked_sub(1), at.checked_add(1)].into_iter().flatten().map(Item::Part));
                group
            }
        };
        let Some(own) = self.groups.get(group).copied().filter(|group| !group.is_kept) else {
            return cheaper;
        };
        let (words, parts) = (own.words, own.parts);
        self.record_words(group, words, why);
        if let Some(own) = self.groups.get_mut(group) {
            own.is_kept = true;
            own.why = why;
        }
        self.words.cover(words);
        cheaper.extend((parts.start..parts.end).map(Item::Part));
        for neighbour in [group.checked_sub(1), group.checked_add(1)].into_iter().flatten() {
            // A note is joined to the gap beside it, or stays; it is never chosen.
            let Some(own) = self.groups.get(neighbour).filter(|own| !own.is_gap) else { continue };
            cheaper.push(Item::Group(neighbour));
            cheaper.extend((own.parts.start..own.parts.end).map(Item::Part));
        }
        cheaper.retain(|item| !self.is_kept(*item));
        cheaper
    }

    /// Records the words for which a group is kept, in the places that are left.
    fn record_words(&mut self, group: usize, words: Range, why: Why) {
        let Some(own) =
            self.groups.get_mut(group).filter(|own| why == Why::Needed && own.best.contains(&None))
        else {
            return;
        };
        let mut best = self.words.best(words).into_iter().flatten();
        for place in own.best.iter_mut().filter(|place| place.is_none()) {
            *place = best.next();
        }
    }
}

/// The number of gaps that keeping an item adds: -1 where it closes a gap, 1 where it splits one.
fn gaps_made(is_kept_before: bool, is_kept_after: bool) -> i64 {
    match (is_kept_before, is_kept_after) {
        (true, true) => -1,
        (true, false) | (false, true) => 0,
        (false, false) => 1,
    }
}

pub(super) fn signed(cost: u64) -> i64 {
    i64::try_from(cost).unwrap_or(i64::MAX)
}
