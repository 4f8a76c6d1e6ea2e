//! A unit before and after a rewrite.

use super::serial::Serial;
use super::unit::Unit;
use crate::list::PushAll;
use std::sync::Arc;

/// A unit before and after a rewrite. One side is `None` when the unit is added or removed.
#[derive(Clone, Debug)]
pub(super) struct Change {
    pub(super) serial: Serial,
    pub(super) before: Option<Arc<Unit>>,
    pub(super) after: Option<Arc<Unit>>,
}

impl Change {
    /// The change that adds a unit.
    pub(super) fn insertion(unit: Unit) -> Self {
        Self { serial: unit.serial(), before: None, after: Some(Arc::new(unit)) }
    }

    /// The change that removes a unit.
    pub(super) fn removal(unit: &Arc<Unit>) -> Self {
        Self { serial: unit.serial(), before: Some(Arc::clone(unit)), after: None }
    }
}

/// The units after the changes, in order. Both `before` and `changes` are in order. If `with_removed` is true, removed
/// units are included as they were.
pub(super) fn apply<'a>(
    changes: &'a [Change],
    before: &'a [Arc<Unit>],
    with_removed: bool,
) -> Vec<&'a Arc<Unit>> {
    let mut units = Vec::with_capacity(before.len().saturating_add(changes.len()));
    let mut changes = changes.iter().peekable();
    for unit in before {
        while let Some(insertion) = changes.next_if(|change| change.serial < unit.serial()) {
            units.push_all(&insertion.after);
        }
        match changes.next_if(|change| change.serial == unit.serial()) {
            Some(change) if change.after.is_some() => units.push_all(&change.after),
            Some(_) if !with_removed => {}
            Some(_) | None => units.push(unit),
        }
    }
    for insertion in changes {
        units.push_all(&insertion.after);
    }
    units
}
