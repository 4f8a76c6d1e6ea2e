//! A set of hashed values.

use super::HashMap;
use std::borrow::Borrow;
use std::hash::Hash;

/// A set with the fast hash.
#[derive(Clone, Debug)]
pub struct HashSet<K>(HashMap<K, ()>);

impl<K> HashSet<K> {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<K: Hash + Eq> HashSet<K> {
    pub(crate) fn contains<Q: Hash + Eq + ?Sized>(&self, value: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.0.contains_key(value)
    }

    /// Tells whether the value is new.
    pub(crate) fn insert(&mut self, value: K) -> bool {
        self.0.insert(value, ()).is_none()
    }

    /// Tells whether the value was in the set.
    pub(crate) fn remove<Q: Hash + Eq + ?Sized>(&mut self, value: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.0.remove(value).is_some()
    }
}

impl<K> Default for HashSet<K> {
    fn default() -> Self {
        Self(HashMap::default())
    }
}

impl<K: Hash + Eq> Extend<K> for HashSet<K> {
    fn extend<T: IntoIterator<Item = K>>(&mut self, values: T) {
        for value in values {
            self.insert(value);
        }
    }
}

impl<K: Hash + Eq> FromIterator<K> for HashSet<K> {
    fn from_iter<T: IntoIterator<Item = K>>(values: T) -> Self {
        let mut set = Self::default();
        set.extend(values);
        set
    }
}
