//! Numbering in the place of hashes.

/// The numbers of keys, from 0 on, in the order in which they came. The keys are hashes, so they are not hashed again.
#[derive(Debug, Default)]
pub(crate) struct Numbering {
    keys: Vec<u32>,
    /// A power of two of places for numbers, each one more than it is; 0 in a free one. At most half are taken.
    slots: Vec<u32>,
}

impl Numbering {
    /// The number of a key. That of a new one is the count of those before it.
    pub(crate) fn of(&mut self, key: u32) -> usize {
        if self.keys.len().saturating_mul(2) >= self.slots.len() {
            self.slots = vec![0; self.slots.len().saturating_mul(2).max(64)];
            for at in 0..self.keys.len() {
                let key = self.keys.get(at).copied().unwrap_or_default();
                self.find(key, at);
            }
        }
        let number = self.find(key, self.keys.len());
        if number == self.keys.len() {
            self.keys.push(key);
        }
        number
    }

    /// The number of a key, which is `next` where it has no place yet.
    fn find(&mut self, key: u32, next: usize) -> usize {
        let mask = self.slots.len().wrapping_sub(1);
        let mut at = usize::try_from(key).unwrap_or_default();
        while let Some(slot) = self.slots.get_mut(at & mask) {
            let Some(number) = slot.checked_sub(1).and_then(|number| usize::try_from(number).ok()) else {
                *slot = u32::try_from(next.saturating_add(1)).unwrap_or(u32::MAX);
                break;
            };
            if self.keys.get(number) == Some(&key) {
                return number;
            }
            at = at.wrapping_add(1);
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_numbers_in_the_order_in_which_they_came() {
        let mut numbers = Numbering::default();
        for round in 0..2 {
            for place in 0..1_000_u32 {
                let number = numbers.of((place % 500).wrapping_mul(64));
                assert_eq!(number, usize::try_from(place % 500).unwrap_or_default(), "{round}");
            }
        }
    }
}
