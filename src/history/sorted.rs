//! Sorting by a key.

use crate::list::PushAll;
use std::collections::BinaryHeap;

/// Returns the things in the order of their keys. Things with equal keys keep their order. Only indices are sorted, so
/// all types share that code.
pub(crate) fn in_order<T>(things: Vec<T>, key: impl Fn(&T) -> u64) -> Vec<T> {
    let mut keys = Vec::with_capacity(things.len());
    for (at, thing) in things.iter().enumerate() {
        keys.push((key(thing), at));
    }
    let Some(keys) = sorted(keys) else { return things };
    let mut things: Vec<Option<T>> = things.into_iter().map(Some).collect();
    let mut ordered = Vec::with_capacity(things.len());
    for (_, at) in keys {
        ordered.push_all(things.get_mut(at).and_then(Option::take));
    }
    ordered
}

/// Sorts keys with their indices; `None` when they are in order. A heap needs a tenth of the code of the standard
/// library's sort.
fn sorted(keys: Vec<(u64, usize)>) -> Option<Vec<(u64, usize)>> {
    let is_unsorted = keys.windows(2).any(|pair| matches!(pair, [before, after] if before > after));
    is_unsorted.then(|| BinaryHeap::from(keys).into_sorted_vec())
}

#[cfg(test)]
mod tests {
    use super::in_order;

    #[test]
    fn things_are_put_in_order_and_none_is_lost() {
        assert_eq!(in_order(vec!["ccc", "a", "", "bb"], |text| text.len() as u64), ["", "a", "bb", "ccc"]);
        assert_eq!(in_order(vec![1, 2, 2, 3], |number| *number), [1, 2, 2, 3]);
    }
}
