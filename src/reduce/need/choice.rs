//! Chooses the items to keep: the most worth for the tokens.
//!
//! The queue orders items by their worth per token at the time of adding. An item is priced again only when it comes
//! up, or when a neighbour was kept. The room excludes the notes of earlier reductions from the start, so one choice
//! usually suffices.

use super::candidates::{Candidates, Group, Passage};
use super::queue::{Item, Queue};
use super::words::{Best, ONE, Range, Words};
use crate::history::Why;
use crate::list::PushAll;

/// The cost of a note about left-out messages, in thousandths of a token.
const GAP: u64 = 11_000;
/// The worth of a call's name in a note, in addition to its words: it shows what was done.
const NAMED: u64 = ONE / 64;
/// A part up to this cost, in thousandths of a token, costs next to nothing.
const NEXT_TO_NOTHING: u64 = 2_000;

/// The current worth and cost of an item.
#[derive(Clone, Copy, Debug)]
struct Offer {
    worth: u64,
    /// In thousandths of a token. Negative if the item closes a gap whose note costs more.
    cost: i64,
}

impl Offer {
    /// Returns the worth per token, which orders the items. A cost below one token counts as one.
    fn density(self) -> u64 {
        let cost = u64::try_from(self.cost).unwrap_or(0).max(ONE);
        (self.worth << 24) / cost
    }
}

impl Candidates<'_> {
    /// Marks the items to keep in `room` thousandths of a token, in the order of their worth per token. A word that a
    /// kept item already holds is worth nothing. The newest items fill the rest of the room.
    pub(super) fn choose(&mut self, room: i64) {
        let mut left = room.saturating_sub(self.gaps());
        let all: Vec<Item> = self.items();
        left = self.keep_worthy(&all, left);
        left = self.keep_lines(left);
        let freed = self.name_shells();
        if freed > 0 {
            left = self.keep_worthy(&all, left.saturating_add(freed));
            left = left.saturating_add(self.name_shells());
        }
        left = self.keep_lines(left);
        self.fill(left);
    }

    /// Keeps more items in `room` thousandths of a token, which too high estimates left free. Reports whether
    /// something fits.
    pub(super) fn keep_more(&mut self, room: i64) -> bool {
        let before = self.kept.len();
        let all = self.items();
        let left = self.keep_worthy(&all, room);
        self.fill(left);
        self.kept.len() > before
    }

    /// Fills the room with the newest items.
    fn fill(&mut self, mut left: i64) {
        for item in self.items().into_iter().rev() {
            if self.is_kept(item) || self.is_overtaken(item) || self.is_hollow(item) {
                continue;
            }
            let cost = self.cost(item);
            if cost <= left {
                left = left.saturating_sub(cost);
                self.keep(item, Why::Room);
            }
        }
    }

    /// Keeps items in the order of their worth per token. Returns the remaining room.
    fn keep_worthy(&mut self, all: &[Item], mut left: i64) -> i64 {
        let mut queue = Queue::of(self.groups.len(), self.parts.len());
        for item in all {
            self.enqueue(&mut queue, *item);
        }
        while let Some((known, item)) = queue.pop() {
            if self.is_kept(item) {
                continue;
            }
            let offer = self.offer(item);
            let density = offer.density();
            // Items kept in the meantime hold some of its words.
            if density < known {
                queue.push(density, item);
                continue;
            }
            if offer.cost > left {
                continue;
            }
            left = left.saturating_sub(offer.cost);
            let is_new = self.keep(item, Why::Needed);
            self.enqueue_cheaper(&mut queue, item, is_new);
        }
        left
    }

    /// Returns all items that may be kept, oldest first.
    fn items(&self) -> Vec<Item> {
        let mut items = Vec::with_capacity(self.groups.len().saturating_add(self.parts.len()));
        for (at, group) in self.groups.iter().enumerate() {
            if !group.is_required && !group.is_gap && !group.is_said {
                items.push(Item::Group(at));
            }
            items.push_all(parts_of(group));
        }
        items
    }

    fn enqueue(&mut self, queue: &mut Queue, item: Item) {
        if !self.is_kept(item) && !self.is_last(item) {
            queue.push(self.offer(item).density(), item);
        }
    }

    /// Reports whether an item is a part without words and worth, unless it costs next to nothing. The unit alone is
    /// worth more per token.
    fn is_last(&self, item: Item) -> bool {
        let Item::Part(at) = item else { return false };
        let Some(part) = self.parts.get(at).filter(|part| part.words.is_empty() && part.worth == 0) else {
            return false;
        };
        let group = self.groups.get(part.group).map_or(0, |group| group.cost);
        part.cost > NEXT_TO_NOTHING && part.cost.saturating_add(group) > GAP.saturating_add(ONE)
    }

    /// Enqueues the neighbours of a kept item, because they became cheaper. If its unit `is_new`, also enqueues the
    /// items of this unit and of the neighbouring units.
    fn enqueue_cheaper(&mut self, queue: &mut Queue, item: Item, is_new: bool) {
        let at = match item {
            Item::Group(at) => at,
            Item::Part(at) => {
                for beside in [at.checked_sub(1), at.checked_add(1)].into_iter().flatten() {
                    self.enqueue(queue, Item::Part(beside));
                }
                self.parts.get(at).map_or(0, |part| part.group)
            }
        };
        if !is_new {
            return;
        }
        for beside in [at.checked_sub(1), Some(at), at.checked_add(1)].into_iter().flatten() {
            // A note joins the gap next to it, or stays. It is never chosen.
            let Some(group) = self.groups.get(beside).filter(|group| !group.is_gap) else { continue };
            // The parts of a kept unit cost as much as before.
            if group.is_kept && beside != at {
                continue;
            }
            let parts = parts_of(group);
            if !group.is_said {
                self.enqueue(queue, Item::Group(beside));
            }
            for part in parts {
                self.enqueue(queue, part);
            }
        }
    }

    fn is_kept(&self, item: Item) -> bool {
        match item {
            Item::Group(at) => self.groups.get(at).is_none_or(|group| group.is_kept || group.is_named),
            Item::Part(at) => self.parts.get(at).is_none_or(|part| part.is_kept),
        }
    }

    /// Reports whether later content replaced an item.
    fn is_overtaken(&self, item: Item) -> bool {
        match item {
            Item::Group(at) => self.groups.get(at).is_some_and(|group| group.factor < ONE),
            Item::Part(at) => self.parts.get(at).is_some_and(|part| part.factor < ONE),
        }
    }

    /// Reports whether an item is a unit that is useless without its results.
    fn is_hollow(&self, item: Item) -> bool {
        match item {
            Item::Group(at) => self.groups.get(at).is_some_and(|group| group.is_hollow),
            Item::Part(_) => false,
        }
    }

    /// Returns the worth and the cost of an item.
    fn offer(&mut self, item: Item) -> Offer {
        let cost = self.cost(item);
        let Self { groups, parts, words, .. } = self;
        words.begin_sum();
        let worth = match item {
            Item::Group(at) => groups.get(at).map_or(0, |group| match group.is_hollow {
                true => part_of(words.add_new(group.name_words, ONE), group.factor).saturating_add(NAMED),
                false => worth_of_group(words, group, ONE),
            }),
            Item::Part(at) => {
                let Some(part) = parts.get(at).filter(|part| part.factor > 0) else {
                    return Offer { worth: 0, cost };
                };
                let is_said = groups.get(part.group).is_some_and(|group| group.is_said);
                let asked = if is_said { 0 } else { words.asked(part.words) };
                let all =
                    words.add_new(part.words, part.boost).saturating_add(asked).saturating_add(part.worth);
                let own = part_of(all, part.factor);
                match groups.get(part.group).filter(|group| !group.is_kept) {
                    None => own,
                    // The unit alone is worth more per token.
                    Some(_) if own == 0 && part.cost > NEXT_TO_NOTHING && cost > signed(ONE) => 0,
                    Some(group) => own.saturating_add(worth_of_group(words, group, part.boost)),
                }
            }
        };
        Offer { worth, cost }
    }

    /// Returns the cost of an item. The cost of a part includes its unit, unless the unit is already kept.
    pub(super) fn cost(&self, item: Item) -> i64 {
        match item {
            Item::Group(at) => self.groups.get(at).map_or(0, |group| match group.is_hollow {
                true => signed(group.name_cost),
                false => self.cost_of_group(at, group),
            }),
            Item::Part(at) => {
                let Some(part) = self.parts.get(at) else { return 0 };
                let own = self.cost_of_part(at, part);
                let group = self.groups.get(part.group).filter(|group| !group.is_kept);
                own.saturating_add(group.map_or(0, |group| self.cost_of_group(part.group, group)))
            }
        }
    }

    pub(super) fn cost_of_group(&self, at: usize, group: &Group<'_>) -> i64 {
        let is_kept =
            |at: Option<usize>| at.and_then(|at| self.groups.get(at)).is_none_or(|group| group.is_kept);
        let gaps = gaps_made(is_kept(at.checked_sub(1)), is_kept(at.checked_add(1)));
        let named = if group.is_named { group.name_cost } else { 0 };
        signed(group.cost.saturating_sub(named)).saturating_add(gaps.saturating_mul(signed(GAP)))
    }

    fn cost_of_part(&self, at: usize, part: &Passage) -> i64 {
        let is_kept = |at: Option<usize>| {
            let same = at.and_then(|at| self.parts.get(at)).filter(|other| other.entry == part.entry);
            same.is_none_or(|other| other.is_kept)
        };
        let gaps = gaps_made(is_kept(at.checked_sub(1)), is_kept(at.checked_add(1)));
        signed(part.cost).saturating_add(gaps.saturating_mul(signed(part.gap)))
    }

    /// Returns the cost of the notes of earlier reductions beyond [`GAP`], in thousandths of a token.
    pub(super) fn excess_of_notes(&self) -> u64 {
        let notes = self.groups.iter().filter(|group| group.is_gap);
        notes.map(|note| note.cost.saturating_sub(GAP)).fold(0, u64::saturating_add)
    }

    /// Returns the cost of the gaps if only the required units are kept.
    fn gaps(&self) -> i64 {
        let mut count = 0_i64;
        let mut is_open = false;
        for group in &self.groups {
            count = count.saturating_add(i64::from(!group.is_kept && !is_open));
            is_open = !group.is_kept;
        }
        count.saturating_mul(signed(GAP))
    }

    /// Releases the items kept last, until `wanted` thousandths of a token are free.
    pub(super) fn give_back(&mut self, mut wanted: i64) {
        while wanted > 0
            && let Some((item, is_new)) = self.kept.pop()
        {
            wanted = wanted.saturating_sub(self.let_go(item, is_new));
        }
        let freed = self.name_shells();
        self.fill(freed.saturating_sub(wanted));
    }

    /// Releases an item, and its unit if the unit was kept with it or is empty now. Returns the freed cost.
    fn let_go(&mut self, item: Item, is_new: bool) -> i64 {
        let at = match item {
            Item::Group(at) => at,
            Item::Part(at) => {
                let Some(part) = self.parts.get_mut(at).filter(|part| part.is_kept) else { return 0 };
                part.is_kept = false;
                part.group
            }
        };
        let parts =
            |group: &Group<'_>| self.parts.get(group.parts.start..group.parts.end).unwrap_or_default();
        let goes = self.groups.get(at).is_some_and(|group| {
            (is_new || group.is_said) && group.is_kept && parts(group).iter().all(|part| !part.is_kept)
        });
        self.groups.get_mut(at).into_iter().for_each(|group| group.is_written = false);
        match self.groups.get_mut(at).filter(|_| goes) {
            Some(group) => (group.is_kept, group.why, group.best) = (false, Why::Unneeded, Best::default()),
            None if item == Item::Group(at) => return self.unname(at),
            None => {}
        }
        self.cost(item)
    }

    /// Removes the names of a unit from the note, unless the unit is kept. Returns the freed cost.
    fn unname(&mut self, at: usize) -> i64 {
        let Some(group) = self.groups.get_mut(at).filter(|group| group.is_named && !group.is_kept) else {
            return 0;
        };
        group.is_named = false;
        signed(group.name_cost)
    }

    /// Keeps an item and its unit. Returns true if the unit was not kept before.
    pub(super) fn keep(&mut self, item: Item, why: Why) -> bool {
        let is_new = self.keep_now(item, why);
        self.kept.push((item, is_new));
        is_new
    }

    fn keep_now(&mut self, item: Item, why: Why) -> bool {
        let group = match item {
            Item::Group(at) => at,
            Item::Part(at) => {
                let Some(part) = self.parts.get_mut(at) else { return false };
                part.is_kept = true;
                let (words, group) = (part.words, part.group);
                self.record_words(group, words, why);
                self.words.cover(words);
                self.words.halve_asked(words);
                group
            }
        };
        let Some(own) = self.groups.get_mut(group) else { return false };
        own.is_written = false;
        if own.is_kept {
            return false;
        }
        if own.is_hollow && item == Item::Group(group) {
            own.is_named = true;
            let words = own.name_words;
            self.words.cover(words);
            return false;
        }
        (own.is_kept, own.is_named) = (true, false);
        own.why = why;
        let words = own.words;
        self.record_words(group, words, why);
        self.words.cover(words);
        true
    }

    /// Records the words for which a group is kept, in its free places.
    fn record_words(&mut self, group: usize, words: Range, why: Why) {
        let Some(own) =
            self.groups.get_mut(group).filter(|own| why == Why::Needed && own.best.contains(&None))
        else {
            return;
        };
        if words.is_empty() {
            return;
        }
        let mut best = self.words.best(words).into_iter().flatten();
        for place in own.best.iter_mut().filter(|place| place.is_none()) {
            *place = best.next();
        }
    }
}

/// Returns the worth of a unit that is not kept yet.
fn worth_of_group(words: &mut Words, group: &Group<'_>, boost: u64) -> u64 {
    part_of(words.add_new(group.words, boost), group.factor).saturating_add(group.worth)
}

fn part_of(worth: u64, factor: u64) -> u64 {
    worth.saturating_mul(factor) / ONE
}

/// Returns the parts of a unit, as items.
fn parts_of(group: &Group<'_>) -> impl Iterator<Item = Item> + use<> {
    (group.parts.start..group.parts.end).map(Item::Part)
}

/// Returns the number of gaps that keeping an item adds: -1 if it closes a gap, 1 if it splits one.
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
