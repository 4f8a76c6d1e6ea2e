//! Sorting by a key.

use std::collections::BinaryHeap;

/// Returns the things in the order of their keys. Things with equal keys keep their order. Only indices are sorted, so
/// all types share that code.
pub(crate) fn in_order<T>(mut things: Vec<T>, key: impl Fn(&T) -> u64) -> Vec<T> {
    let mut keys = Vec::with_capacity(things.len());
    for (at, thing) in things.iter().enumerate() {
        keys.push((key(thing), at));
    }
    for (place, other) in swaps(keys) {
        things.swap(place, other);
    }
    things
}

/// Returns the swaps that bring things into the order of these keys, which have the indices of the things. A heap needs
/// a tenth of the code of the standard library's sort.
fn swaps(keys: Vec<(u64, usize)>) -> Vec<(usize, usize)> {
    let mut swaps = Vec::new();
    if keys.is_sorted() {
        return swaps;
    }
    // For each place, the index of the thing that belongs there, until the thing is there.
    let mut sources = BinaryHeap::from(keys).into_sorted_vec();
    for start in 0..sources.len() {
        let mut place = start;
        while let Some((_, source)) = sources.get_mut(place) {
            let other = std::mem::replace(source, place);
            // The swaps before have brought the thing from `start` here.
            if other == start || other == place {
                break;
            }
            swaps.push((place, other));
            place = other;
        }
    }
    swaps
}

#[cfg(test)]
mod tests {
    use super::in_order;

    #[test]
    fn things_are_put_in_order_and_none_is_lost() {
        assert_eq!(in_order(vec!["ccc", "a", "", "bb"], |text| text.len() as u64), ["", "a", "bb", "ccc"]);
        assert_eq!(in_order(vec![1, 2, 2, 3], |number| *number), [1, 2, 2, 3]);
    }

    #[test]
    fn every_order_of_six_is_put_in_order() {
        for mut rest in 0..720_usize {
            let mut left = vec![(0, 'a'), (1, 'b'), (1, 'c'), (2, 'd'), (3, 'e'), (3, 'f')];
            let mut things = Vec::new();
            for count in (1..=left.len()).rev() {
                things.push(left.remove(rest % count));
                rest /= count;
            }
            let mut expected = things.clone();
            expected.sort_by_key(|(key, _)| *key);
            assert_eq!(in_order(things, |(key, _)| *key), expected);
        }
    }
}
