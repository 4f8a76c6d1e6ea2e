//! The queue of what may be kept, the most worth for each token first.

use std::collections::BinaryHeap;

/// Something that may be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// The unit at this place.
    Group(usize),
    /// The part at this place.
    Part(usize),
}

/// Items by their worth for each token when they were added. Of equal ones, a part comes before a unit, and the newest first.
///
/// An entry is one number, because pairs compare much slower.
#[derive(Debug, Default)]
pub(super) struct Queue(BinaryHeap<u128>);

/// The bit that parts have.
const PART: u64 = 1 << 63;

impl Queue {
    /// Adds an item, unless it is worth nothing: its worth never grows.
    pub(super) fn push(&mut self, density: u64, item: Item) {
        if density == 0 {
            return;
        }
        let (mark, at) = match item {
            Item::Group(at) => (0, at),
            Item::Part(at) => (PART, at),
        };
        let place = mark | u64::try_from(at).unwrap_or(0);
        self.0.push((u128::from(density) << 64) | u128::from(place));
    }

    /// Takes the first item out.
    pub(super) fn pop(&mut self) -> Option<(u64, Item)> {
        let entry = self.0.pop()?;
        let density = u64::try_from(entry >> 64).unwrap_or(u64::MAX);
        let place = u64::try_from(entry & u128::from(u64::MAX)).unwrap_or(0);
        let at = usize::try_from(place & !PART).unwrap_or(0);
        Some((density, if place & PART == 0 { Item::Group(at) } else { Item::Part(at) }))
    }
}
