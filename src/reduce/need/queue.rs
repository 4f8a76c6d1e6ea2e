//! The queue of items to keep, the most worth per token first.

use std::collections::BinaryHeap;

/// A unit or a part that may be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// The unit at this place.
    Group(usize),
    /// The part at this place.
    Part(usize),
}

/// Items by their worth per token at the time of adding. Of equal items, a part comes before a unit, and a newer
/// before an older one.
///
/// An entry is one number, because pairs compare much slower.
#[derive(Debug, Default)]
pub(super) struct Queue {
    heap: BinaryHeap<u128>,
    /// The worth per token in the newest entry of each unit, and of each part; 0 if it has no entry. Older entries
    /// are ignored.
    of_groups: Vec<u64>,
    of_parts: Vec<u64>,
}

/// The bit that marks parts.
const PART: u64 = 1 << 63;

impl Queue {
    /// Returns a queue for this many units and parts.
    pub(super) fn of(groups: usize, parts: usize) -> Self {
        Self { heap: BinaryHeap::with_capacity(parts), of_groups: vec![0; groups], of_parts: vec![0; parts] }
    }

    /// Adds an item, unless an entry of at least this density holds it. The item is priced again when this entry
    /// comes up.
    pub(super) fn push(&mut self, density: u64, item: Item) {
        let Some(newest) = self.newest(item).filter(|newest| **newest < density) else { return };
        *newest = density;
        let (mark, at) = match item {
            Item::Group(at) => (0, at),
            Item::Part(at) => (PART, at),
        };
        let place = mark | u64::try_from(at).unwrap_or(0);
        self.heap.push((u128::from(density) << 64) | u128::from(place));
    }

    fn newest(&mut self, item: Item) -> Option<&mut u64> {
        match item {
            Item::Group(at) => self.of_groups.get_mut(at),
            Item::Part(at) => self.of_parts.get_mut(at),
        }
    }

    /// Removes and returns the first item.
    pub(super) fn pop(&mut self) -> Option<(u64, Item)> {
        loop {
            let entry = self.heap.pop()?;
            let density = u64::try_from(entry >> 64).unwrap_or(u64::MAX);
            let place = u64::try_from(entry & u128::from(u64::MAX)).unwrap_or(0);
            let at = usize::try_from(place & !PART).unwrap_or(0);
            let item = if place & PART == 0 { Item::Group(at) } else { Item::Part(at) };
            if let Some(newest) = self.newest(item).filter(|newest| **newest == density) {
                *newest = 0;
                return Some((density, item));
            }
        }
    }
}
