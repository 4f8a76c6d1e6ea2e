//! A small table in the order of its keys.

/// Values in the order of their keys, each key once. For tables that are small, or filled in order: a key in between
/// moves all that are behind it. (The standard library's tree brings 8 KB of code for each type of value.)
#[derive(Clone, Debug)]
pub(crate) struct Sorted<K, V>(Vec<(K, V)>);

impl<K, V> Default for Sorted<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: Ord + Copy, V> Sorted<K, V> {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn get(&self, key: K) -> Option<&V> {
        let at = self.place(key).ok()?;
        self.0.get(at).map(|(_, value)| value)
    }

    pub(crate) fn get_mut(&mut self, key: K) -> Option<&mut V> {
        let at = self.place(key).ok()?;
        self.0.get_mut(at).map(|(_, value)| value)
    }

    /// Puts a value in, in place of the one that has the same key.
    pub(crate) fn insert(&mut self, key: K, value: V) {
        match self.place(key) {
            Ok(at) => {
                if let Some(entry) = self.0.get_mut(at) {
                    entry.1 = value;
                }
            }
            Err(at) => self.0.insert(at, (key, value)),
        }
    }

    pub(crate) fn remove(&mut self, key: K) -> Option<V> {
        let at = self.place(key).ok()?;
        Some(self.0.remove(at).1)
    }

    /// Keeps those that `keep` wants.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(&K, &mut V) -> bool) {
        self.0.retain_mut(|(key, value)| keep(key, value));
    }

    pub(crate) fn iter(&self) -> std::slice::Iter<'_, (K, V)> {
        self.0.iter()
    }

    pub(crate) fn values(&self) -> impl Iterator<Item = &V> {
        self.0.iter().map(|(_, value)| value)
    }

    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.0.iter_mut().map(|(_, value)| value)
    }

    pub(crate) fn into_entries(self) -> std::vec::IntoIter<(K, V)> {
        self.0.into_iter()
    }

    fn place(&self, key: K) -> Result<usize, usize> {
        // Most keys come in order.
        match self.0.last() {
            Some((last, _)) if *last < key => Err(self.0.len()),
            _ => self.0.binary_search_by_key(&key, |(key, _)| *key),
        }
    }
}

/// Things in the order of their keys; those of one key stay in theirs. All types share the code that sorts.
pub(crate) fn in_order<T>(things: Vec<T>, key: impl Fn(&T) -> u64) -> Vec<T> {
    let mut keys: Vec<(u64, usize)> = things.iter().enumerate().map(|(at, thing)| (key(thing), at)).collect();
    if keys.is_sorted() {
        return things;
    }
    keys.sort_unstable();
    let mut things: Vec<Option<T>> = things.into_iter().map(Some).collect();
    keys.into_iter().filter_map(|(_, at)| things.get_mut(at)?.take()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_stand_in_order_and_once() {
        let mut table = Sorted::default();
        for key in [3, 1, 2, 3, 9] {
            table.insert(key, key * 10);
        }
        table.insert(2, 0);
        assert_eq!(table.iter().copied().collect::<Vec<_>>(), [(1, 10), (2, 0), (3, 30), (9, 90)]);
        assert_eq!(
            (table.remove(2), table.remove(2), table.get(3), table.get(4)),
            (Some(0), None, Some(&30), None)
        );
    }

    #[test]
    fn things_are_put_in_order_and_none_is_lost() {
        assert_eq!(in_order(vec!["ccc", "a", "", "bb"], |text| text.len() as u64), ["", "a", "bb", "ccc"]);
        assert_eq!(in_order(vec![1, 2, 2, 3], |number| *number), [1, 2, 2, 3]);
    }
}
