//! The units of a request, each sanitised once.

use super::wire_body::Span;
use crate::hash::HashMap;
use crate::history::{History, Serial, Unit};
use crate::list::{Listed, PushAll};
use crate::message::{Message, PrefixDigest};
use crate::repair::Repair;
use crate::sanitize::{PromptItem, SanitizedUnit, UnitState};
use std::borrow::Cow;

/// The units of a request, by their serial.
pub(super) type Rows = HashMap<Serial, Row>;

/// A unit, sanitised, with its place in the body.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) state: UnitState,
    pub(super) sanitized: SanitizedUnit,
    pub(super) span: Option<Span>,
    /// Its digest, for a model that checks everything before reasoning.
    pub(super) digest: Option<PrefixDigest>,
}

/// Returns the place of an item in the last written body, if its bytes there are still valid.
pub(super) fn span_of(rows: &Rows, item: &PromptItem<'_>) -> Option<Span> {
    item.unit.filter(|_| !item.is_fresh).and_then(|unit| rows.get(&unit.serial())?.span)
}

impl Row {
    /// Reports whether rules on single units changed the unit.
    pub(super) fn is_repaired(&self) -> bool {
        !self.sanitized.repairs.is_empty()
    }
}

/// The items of a prompt from the unit at `first` on, preceded by the system prompt.
pub(super) fn items<'a>(
    rows: &'a Rows,
    history: &'a History,
    first: usize,
    is_liftable: impl Fn(&PromptItem<'_>) -> bool,
) -> Vec<PromptItem<'a>> {
    let item = |unit: &'a Unit| item_of(rows, unit);
    let before = history.units().take(first).filter_map(item).filter(|item| !item.is_empty());
    let mut items: Vec<PromptItem<'_>> = before.take_while(is_liftable).listed();
    items.push_all(history.units().skip(first).filter_map(item));
    items
}

/// A unit as an item of a prompt.
pub(super) fn item_of<'a>(rows: &'a Rows, unit: &'a Unit) -> Option<PromptItem<'a>> {
    let row = rows.get(&unit.serial())?;
    Some(PromptItem::new(unit, Cow::Borrowed(&row.sanitized)).as_prompt(row.state.is_prompt))
}

/// The ids of the items that a unit is written as.
pub(super) fn item_ids_of(rows: &Rows, unit: &Unit) -> Vec<String> {
    let Some(item) = item_of(rows, unit) else { return Vec::new() };
    item.messages().into_iter().flat_map(Message::item_ids).listed()
}

/// The repairs of a unit from rules on single units.
pub(super) fn repairs_of<'a>(rows: &'a Rows, unit: &Unit) -> &'a [Repair] {
    rows.get(&unit.serial()).map_or(&[], |row| &row.sanitized.repairs)
}
