//! The units of a history after the rules on single units, kept from one request to the next.

use crate::history::{History, Serial, Unit};
use crate::sanitize::{
    Dialect, PromptItem, RequestOptions, SanitizedUnit, SentIds, UnitState, sanitize_unit,
};
use std::borrow::Cow;
use std::sync::Arc;

/// The units of a history after the rules on single units. A unit that is the same as in the request before, and in
/// the same state, is not sanitised again.
#[derive(Debug, Default)]
pub(super) struct SanitizedUnits(Vec<KnownUnit>);

/// A unit, sanitised in this state.
#[derive(Debug)]
struct KnownUnit {
    unit: Arc<Unit>,
    state: UnitState,
    sanitized: SanitizedUnit,
}

impl KnownUnit {
    fn serial(&self) -> Serial {
        self.unit.serial()
    }
}

impl SanitizedUnits {
    /// Brings the units up to date with a history. All calls must have the same dialect and options.
    pub(super) fn refresh(&mut self, history: &History, dialect: &Dialect, options: &RequestOptions) {
        let mut ids = SentIds::default();
        let mut follows_result = false;
        let mut rows = Vec::with_capacity(history.units().len());
        // Both are in the order of their serials.
        let mut before = std::mem::take(&mut self.0).into_iter().peekable();
        for (unit, (_, mut state)) in history.shared_units().iter().zip(UnitState::after(history, 0)) {
            ids.name(unit, &mut state, dialect, options);
            state.follows_result = follows_result;
            while before.next_if(|row| row.serial() < unit.serial()).is_some() {}
            let known = before.next_if(|row| Arc::ptr_eq(&row.unit, unit) && row.state == state);
            let row = known.unwrap_or_else(|| {
                let sanitized = sanitize_unit(unit, state.clone(), dialect, options);
                KnownUnit { unit: Arc::clone(unit), state, sanitized }
            });
            follows_result = row.sanitized.ends_with_result(unit).unwrap_or(follows_result);
            rows.push(row);
        }
        self.0 = rows;
    }

    /// The units as items of a prompt.
    pub(super) fn items(&self) -> Vec<PromptItem<'_>> {
        let mut items = Vec::with_capacity(self.0.len());
        for KnownUnit { unit, state, sanitized } in &self.0 {
            items.push(PromptItem::new(unit, Cow::Borrowed(sanitized)).as_prompt(state.is_prompt));
        }
        items
    }
}
