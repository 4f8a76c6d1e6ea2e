//! Tables that are made of the rows of each provider, when the crate is compiled.

/// The number of all rows.
pub(super) const fn length<T>(mut lists: &[&[T]]) -> usize {
    let mut length = 0;
    while let Some((list, rest)) = lists.split_first() {
        length += list.len();
        lists = rest;
    }
    length
}

/// All rows, in order. `blank` is any row: it fills the table before the rows do.
pub(super) const fn joined<T: Copy, const N: usize>(blank: T, mut lists: &[&[T]]) -> [T; N] {
    let mut table = [blank; N];
    let mut room: &mut [T] = &mut table;
    while let Some((list, others)) = lists.split_first() {
        let (places, free) = room.split_at_mut(list.len());
        places.copy_from_slice(list);
        room = free;
        lists = others;
    }
    table
}
