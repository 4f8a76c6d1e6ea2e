//! A map of hashed keys.

use super::WordHasher;
use backscroll_kernels::Slots;
use std::borrow::Borrow;
use std::fmt::{Debug, Formatter, Result};
use std::hash::{Hash, Hasher};

/// A map with the fast hash, which keeps its entries in a list. The standard map has all its code once for each type of key and
/// value; of this one, most code is shared.
#[derive(Clone)]
pub(crate) struct HashMap<K, V> {
    entries: Vec<(K, V)>,
    slots: Slots,
}

impl<K, V> HashMap<K, V> {
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

impl<K: Hash + Eq, V> HashMap<K, V> {
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    pub(crate) fn get<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let (_, value) = self.entries.get(self.find(key)?)?;
        Some(value)
    }

    pub(crate) fn get_mut<Q: Hash + Eq + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        let place = self.find(key)?;
        let (_, value) = self.entries.get_mut(place)?;
        Some(value)
    }

    pub(crate) fn contains_key<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.find(key).is_some()
    }

    /// Returns the value that the key had.
    pub(crate) fn insert(&mut self, key: K, value: V) -> Option<V> {
        if let Some(known) = self.get_mut(&key) {
            return Some(std::mem::replace(known, value));
        }
        self.push(key, value);
        None
    }

    pub(crate) fn remove<Q: Hash + Eq + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let place = self.find(key)?;
        let last = self.entries.last().map_or(0, |(last, _)| hash_of(last));
        self.slots.swap_remove(hash_of(key), place, last, self.entries.len());
        let (_, value) = self.entries.swap_remove(place);
        Some(value)
    }

    /// Returns the key's value, which is `made` where there was none.
    pub(crate) fn get_or_insert_with(&mut self, key: K, made: impl FnOnce() -> V) -> &mut V {
        let place = match self.find(&key) {
            Some(place) => place,
            None => self.push(key, made()),
        };
        #[expect(clippy::indexing_slicing, reason = "the place is that of an entry")]
        let (_, value) = &mut self.entries[place];
        value
    }

    /// Returns the key's value, which is the type's default where there was none.
    pub(crate) fn or_default(&mut self, key: K) -> &mut V
    where
        V: Default,
    {
        self.get_or_insert_with(key, V::default)
    }

    fn find<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<usize>
    where
        K: Borrow<Q>,
    {
        self.slots.find(hash_of(key), &mut |place| {
            self.entries.get(place).is_some_and(|(known, _)| known.borrow() == key)
        })
    }

    /// Returns the place of the new entry.
    fn push(&mut self, key: K, value: V) -> usize {
        let place = self.entries.len();
        self.slots.push(hash_of(&key), place);
        self.entries.push((key, value));
        place
    }
}

fn hash_of<Q: Hash + ?Sized>(key: &Q) -> u32 {
    let mut hasher = WordHasher::default();
    key.hash(&mut hasher);
    let [a, b, c, d, ..] = hasher.finish().to_le_bytes();
    u32::from_le_bytes([a, b, c, d])
}

impl<K, V> Default for HashMap<K, V> {
    fn default() -> Self {
        Self { entries: Vec::new(), slots: Slots::default() }
    }
}

impl<K: Debug, V: Debug> Debug for HashMap<K, V> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        self.entries.fmt(formatter)
    }
}

impl<K: Hash + Eq, V> Extend<(K, V)> for HashMap<K, V> {
    fn extend<T: IntoIterator<Item = (K, V)>>(&mut self, entries: T) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl<K: Hash + Eq, V> FromIterator<(K, V)> for HashMap<K, V> {
    fn from_iter<T: IntoIterator<Item = (K, V)>>(entries: T) -> Self {
        let mut map = Self::default();
        map.extend(entries);
        map
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// Numbers that look random, the same every time.
    fn numbers() -> impl Iterator<Item = usize> {
        let mut state = 1_u64;
        std::iter::repeat_with(move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(state >> 33).unwrap()
        })
    }

    #[test]
    fn after_any_changes_each_key_has_its_last_value() {
        for keys in [1, 2, 7, 40, 1_000] {
            let (mut map, mut model) = (HashMap::default(), BTreeMap::new());
            let mut numbers = numbers();
            for round in 0..20_000 {
                let key = format!("call_{}", numbers.next().unwrap() % keys);
                match numbers.next().unwrap() % 4 {
                    0 => assert_eq!(map.insert(key.clone(), round), model.insert(key, round)),
                    1 => assert_eq!(
                        map.get_or_insert_with(key.clone(), || round),
                        model.entry(key).or_insert(round)
                    ),
                    2 => assert_eq!(map.remove(key.as_str()), model.remove(&key)),
                    _ => assert_eq!(map.get(key.as_str()), model.get(&key)),
                }
                assert_eq!(map.is_empty(), model.is_empty());
            }
            for key in 0..keys {
                let key = format!("call_{key}");
                assert_eq!(map.get(key.as_str()), model.get(&key));
            }
        }
    }

    #[test]
    fn keys_of_one_hash_are_told_apart() {
        /// A key whose hash says nothing.
        #[derive(PartialEq, Eq, Debug)]
        struct Key(usize);
        impl Hash for Key {
            fn hash<H: Hasher>(&self, _: &mut H) {}
        }
        let mut map: HashMap<Key, usize> = (0..50).map(|number| (Key(number), number)).collect();
        for number in (0..50).step_by(3) {
            assert_eq!(map.remove(&Key(number)), Some(number));
        }
        for number in 0..50 {
            assert_eq!(map.get(&Key(number)).copied(), (number % 3 != 0).then_some(number));
        }
    }
}
