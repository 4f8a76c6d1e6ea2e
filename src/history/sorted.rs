//! Sorting by a key.

/// Returns the things in the order of their keys; things of one key keep their order. All types share the code that sorts.
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
    use super::in_order;

    #[test]
    fn things_are_put_in_order_and_none_is_lost() {
        assert_eq!(in_order(vec!["ccc", "a", "", "bb"], |text| text.len() as u64), ["", "a", "bb", "ccc"]);
        assert_eq!(in_order(vec![1, 2, 2, 3], |number| *number), [1, 2, 2, 3]);
    }
}
