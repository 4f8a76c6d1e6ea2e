//! The places of the entries of a hash map.

/// A table of the hashes and places of entries, with free slots between them. It knows no keys, so that all maps share its code.
#[derive(Clone, Debug, Default)]
pub struct Slots {
    /// A power of two of slots, or none. At most three quarters are taken.
    slots: Vec<Slot>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    hash: u32,
    /// The entry's place in the map plus one; 0 in a free slot.
    place: u32,
}

impl Slots {
    /// Returns the place of the entry with this hash that `is_it` accepts.
    pub fn find(&self, hash: u32, is_it: &mut dyn FnMut(usize) -> bool) -> Option<usize> {
        let at = self.position(hash, is_it)?;
        self.at(at).place()
    }

    /// Takes a slot for an entry at the end of a map that had `count` entries.
    pub fn push(&mut self, hash: u32, count: usize) {
        if (count + 1) * 4 > self.slots.len() * 3 {
            let larger = vec![Slot::default(); (self.slots.len() * 2).max(8)];
            for slot in std::mem::replace(&mut self.slots, larger) {
                if slot.place != 0 {
                    self.put(slot);
                }
            }
        }
        self.put(Slot { hash, place: u32::try_from(count + 1).unwrap_or(u32::MAX) });
    }

    /// Frees the slot of the entry at `place`, and gives this place to the last entry of a map of `count` entries.
    pub fn swap_remove(&mut self, hash: u32, place: usize, last_hash: u32, count: usize) {
        let Some(mut free) = self.position(hash, &mut |other| other == place) else { return };
        if let Some(last) = self.position(last_hash, &mut |other| other + 1 == count)
            && let Some(slot) = self.slots.get_mut(last)
        {
            slot.place = u32::try_from(place + 1).unwrap_or(u32::MAX);
        }
        // A search ends at a free slot, so entries that were put after this one because their slot was taken move up.
        let mut next = free;
        loop {
            next = self.wrapped(next + 1);
            let slot = self.at(next);
            if slot.place == 0 {
                break;
            }
            let distance = |from: usize| self.wrapped(next.wrapping_sub(from));
            if distance(self.home(slot.hash)) >= distance(free) {
                self.set(free, slot);
                free = next;
            }
        }
        self.set(free, Slot::default());
    }

    /// Returns the slot of the entry with this hash that `is_it` accepts.
    fn position(&self, hash: u32, is_it: &mut dyn FnMut(usize) -> bool) -> Option<usize> {
        let mut at = self.home(hash);
        loop {
            let slot = self.at(at);
            let place = slot.place()?;
            if slot.hash == hash && is_it(place) {
                return Some(at);
            }
            at = self.wrapped(at + 1);
        }
    }

    fn put(&mut self, slot: Slot) {
        let mut at = self.home(slot.hash);
        while self.at(at).place != 0 {
            at = self.wrapped(at + 1);
        }
        self.set(at, slot);
    }

    fn home(&self, hash: u32) -> usize {
        self.wrapped(usize::try_from(hash).unwrap_or_default())
    }

    fn wrapped(&self, at: usize) -> usize {
        at & self.slots.len().wrapping_sub(1)
    }

    /// A free slot if the table has none.
    fn at(&self, at: usize) -> Slot {
        self.slots.get(at).copied().unwrap_or_default()
    }

    fn set(&mut self, at: usize, slot: Slot) {
        if let Some(place) = self.slots.get_mut(at) {
            *place = slot;
        }
    }
}

impl Slot {
    fn place(self) -> Option<usize> {
        usize::try_from(self.place.checked_sub(1)?).ok()
    }
}
