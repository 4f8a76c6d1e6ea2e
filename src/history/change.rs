//! A unit before and after a rewrite.

use super::unit::{Serial, Unit};
use std::sync::Arc;

/// A unit before and after a rewrite; one side is `None` where the unit is put in or removed. Units are shared, so a
/// change of nothing costs two counters.
#[derive(Clone, Debug)]
pub(super) struct Change {
    pub(super) serial: Serial,
    pub(super) before: Option<Arc<Unit>>,
    pub(super) after: Option<Arc<Unit>>,
}

impl Change {
    /// A unit that stays as it is.
    pub(super) fn none(unit: &Arc<Unit>) -> Self {
        let (before, after) = (Some(Arc::clone(unit)), Some(Arc::clone(unit)));
        Self { serial: unit.serial(), before, after }
    }

    /// A unit that is put in.
    pub(super) fn insertion(unit: Unit) -> Self {
        Self { serial: unit.serial(), before: None, after: Some(Arc::new(unit)) }
    }

    /// Reports whether the unit is another one afterwards, or none.
    pub(super) fn is_change(&self) -> bool {
        match (&self.before, &self.after) {
            (Some(before), Some(after)) => !Arc::ptr_eq(before, after),
            (None, None) => false,
            (Some(_), None) | (None, Some(_)) => true,
        }
    }

    /// The unit afterwards, or the one that is removed.
    pub(super) fn either(&self) -> Option<&Arc<Unit>> {
        self.after.as_ref().or(self.before.as_ref())
    }
}

/// The units of `changes` afterwards, in order.
pub(super) fn units_after(changes: &[Change]) -> Vec<&Unit> {
    let mut units = Vec::with_capacity(changes.len());
    for change in changes {
        units.extend(change.after.as_deref());
    }
    units
}
