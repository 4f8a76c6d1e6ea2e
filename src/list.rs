//! Lists made of iterators.

/// Makes lists of iterators whose length is not known before, as after `filter` and `flat_map`. The `collect` of the
/// standard library compiles such an iterator twice, because it reserves memory when it has found the first item. That
/// is about 250 bytes of wasm more than this loop, which is as fast.
pub(crate) trait Listed: Iterator + Sized {
    /// Returns the items of the iterator.
    fn listed(self) -> Vec<Self::Item> {
        let mut list = Vec::new();
        // In place of `for`: chains and nested iterators are shorter and faster from inside than one item at a time.
        self.for_each(|item| list.push(item));
        list
    }
}

impl<Items: Iterator> Listed for Items {}
