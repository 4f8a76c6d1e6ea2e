//! Reuses a written body after reductions: the messages after their changes keep their bytes.

use super::bound_prefix::Chain;
use super::gather::{WrittenItem, written_anew};
use super::rows::{item_ids_of, item_of, repairs_of, span_of};
use super::wire_body::Span;
use super::wire_cache::{Reduced, WireCache};
use super::written_prefix::StablePrefix;
use crate::format::{Params, Target};
use crate::history::{History, Reduction, Serial, Unit};
use crate::list::{Listed, PushAll};
use crate::message::PrefixDigest;
use crate::sanitize::{PromptItem, prompt};

/// The rewritten beginning of a body.
struct Front {
    bytes: Vec<u8>,
    /// Its units, with their spans from its beginning, and their digests for a model that checks everything before
    /// reasoning.
    units: Vec<(Serial, Span, Option<PrefixDigest>)>,
    /// The place at which the bytes of the old body follow.
    end: usize,
}

/// The number of units after the last change that are rewritten at first. If the rules need more units to decide, the
/// number doubles.
const FEWEST_UNITS: usize = 3;

impl WireCache {
    /// Forgets the units that a reduction removed or changed.
    pub(super) fn forget(&mut self, reduction: &Reduction, history: &History) {
        self.reduced = self.reduced_by(reduction, history);
        for unit in &reduction.removed {
            self.rows.remove(&unit.serial());
        }
        for shortened in &reduction.shortened {
            if let Some(unit) = history.unit_of(&shortened.original.id) {
                self.rows.remove(&unit.serial());
            }
        }
    }

    /// Returns the reductions up to this one, if it only removed units or changed their content. `None` if later
    /// units may now be written differently: their reasoning is bound to earlier messages, or their calls were
    /// renamed.
    fn reduced_by(&mut self, reduction: &Reduction, history: &History) -> Option<Reduced> {
        let reduced = self.reduced.take();
        let stable = self.stable.as_mut()?;
        let before = reduced.map_or(stable.generation, |reduced| reduced.generation);
        if before.saturating_add(1) != history.generation() || history.has_bound() || history.has_boundary() {
            return None;
        }
        let mut unchanged = reduced.map(|reduced| reduced.unchanged).unwrap_or_default();
        for (serial, unit) in reduction.units_before() {
            let last = unit.and_then(|unit| unit.entries().map(|entry| entry.serial).max());
            unchanged = unchanged.max(last.unwrap_or(serial).next());
            match (unit, history.unit(serial)) {
                (Some(unit), None) => {
                    if !stable.item_ids.is_empty() {
                        for id in item_ids_of(&self.rows, unit) {
                            stable.item_ids.remove(&id);
                        }
                    }
                    if !self.ids.forget(serial) {
                        return None;
                    }
                }
                (Some(unit), Some(now)) if has_same_ids(unit, now) => {}
                (None, Some(now)) if now.head().calls().is_empty() => {}
                (Some(_) | None, Some(_)) => return None,
                (None, None) => {}
            }
        }
        Some(Reduced { generation: history.generation(), unchanged })
    }

    /// Rewrites the changed beginning of the body after the reductions, and returns the stable prefix. `None` if the
    /// whole body must be rewritten.
    ///
    /// Up to a unit, a history has the same messages and the same decisions of rules as a shorter history that ends
    /// there. So the stable prefix of the shorter history is the beginning of the body (I9). After its context, rules
    /// decide as before the reductions.
    pub(super) fn resume(&mut self, history: &History, params: &Params<'_>) -> Option<StablePrefix> {
        let Reduced { generation, unchanged } = self.reduced.take()?;
        let stable = self.stable.take()?;
        if generation != history.generation() || self.kept.is_some() {
            return None;
        }
        let context_from = history.place(*stable.context.first()?)?;
        let units = history.place(*stable.context.last()?)?.saturating_add(1);
        let first = history.place_from(unchanged);
        let mut count = FEWEST_UNITS;
        let (front, end) = loop {
            let end = first.saturating_add(count);
            if end > context_from {
                return None;
            }
            if let Some(front) = self.front(history, end, unchanged, params) {
                break (front, end);
            }
            count = count.saturating_mul(2);
        };
        let repaired = |unit: &Unit| self.rows.get(&unit.serial()).is_some_and(|row| row.is_repaired());
        let is_repaired = !stable.repairs.is_empty() || history.units().take(end).any(repaired);
        self.put_in(front);
        let mut repairs = Vec::new();
        if is_repaired {
            for unit in history.units().take(units) {
                repairs.extend_from_slice(repairs_of(&self.rows, unit));
            }
        }
        let before = self.chain(history, context_from)?;
        Some(StablePrefix { generation, units, context_from, repairs, before, ..stable })
    }

    /// The digest of the messages before the unit at `end`.
    fn chain(&self, history: &History, end: usize) -> Option<Chain> {
        let mut chain = Chain::default();
        if self.digest().is_some() {
            for unit in history.units().take(end) {
                if let Some(row) = self.rows.get(&unit.serial()).filter(|row| row.span.is_some()) {
                    chain = chain.then(row.digest?);
                }
            }
        }
        Some(chain)
    }

    /// Writes the beginning of the body of a history that ends before the unit at `end`, up to a unit after which
    /// nothing depends on the changes. `None` if there is no such unit.
    fn front(
        &mut self,
        history: &History,
        end: usize,
        unchanged: Serial,
        params: &Params<'_>,
    ) -> Option<Front> {
        self.refresh_units(history, 0..end, false);
        let (dialect, options) = (self.dialect(), &self.options);
        let items = history.units().take(end).filter_map(|unit| item_of(&self.rows, unit)).listed();
        let prompt = prompt(items, Vec::new(), dialect, options, params.outer(dialect, options)).ok()?;
        let newest = history.units().nth(end.checked_sub(1)?)?.serial();
        let settled = prompt.stable_prefix(history, newest, dialect, options);
        let context = prompt.items.get(settled.clone())?;
        let is_unchanged = |item: &PromptItem<'_>| {
            item.unit.is_some_and(|unit| unit.serial() >= unchanged) && span_of(&self.rows, item).is_some()
        };
        if !context.iter().all(is_unchanged) {
            return None;
        }
        let target = self.target.spelled(options.spelling).unwrap_or(self.target);
        let items = prompt.items.get(..settled.end)?;
        let (written, kept) = items.split_at_checked(self.first_in_place(items, target))?;
        let next = span_of(&self.rows, kept.first()?)?;
        let digests = self.digest().and_then(|_| self.written(target, None, params, Chain::default()));
        let mut front = Front { bytes: Vec::new(), units: Vec::new(), end: next.from };
        let mut turn = None;
        for item in written {
            let (digest, fragment) = digests.map(|digests| digests.own(item, &self.rows)).unzip();
            let known = span_of(&self.rows, item).and_then(|span| Some((span, self.body.get(span)?)));
            let WrittenItem { bytes, first, last } =
                WrittenItem::of(known, || fragment.flatten().unwrap_or_else(|| written_anew(target, item)));
            front.bytes.extend_from_slice(target.separator(turn, first).as_bytes());
            let span = Span { from: front.bytes.len(), length: bytes.len(), first, last };
            front.bytes.extend_from_slice(&bytes);
            turn = Some(last);
            front.units.push_all(item.unit.map(|unit| (unit.serial(), span, digest)));
        }
        front.bytes.extend_from_slice(target.separator(turn, next.first).as_bytes());
        Some(front)
    }

    /// Returns the first item from which all items are already in place in the body: one after the other, with the
    /// same separators. The last item always is in place.
    fn first_in_place(&self, items: &[PromptItem<'_>], target: &dyn Target) -> usize {
        let mut first = items.len().saturating_sub(1);
        let mut next = items.last().and_then(|item| span_of(&self.rows, item));
        for (place, item) in items.iter().enumerate().rev().skip(1) {
            let span = span_of(&self.rows, item);
            let is_next = |(span, next): (Span, Span)| {
                let between = target.separator(Some(span.last), next.first).len();
                span.from.wrapping_add(span.length).wrapping_add(between) == next.from
            };
            if !span.zip(next).is_some_and(is_next) {
                break;
            }
            (first, next) = (place, span);
        }
        first
    }

    fn put_in(&mut self, front: Front) {
        let Front { bytes, units, end } = front;
        self.body.replace_front(&bytes, end);
        let start = end.wrapping_sub(bytes.len());
        for (serial, span, digest) in units {
            if let Some(row) = self.rows.get_mut(&serial) {
                row.span = Some(Span { from: start.wrapping_add(span.from), ..span });
                row.digest = digest;
            }
        }
    }
}

/// Reports whether both units have calls of the same ids, so that they take the same ids from later units.
fn has_same_ids(one: &Unit, other: &Unit) -> bool {
    let [one, other] = [one, other].map(|unit| unit.head().calls().iter().map(|call| &call.id));
    one.eq(other)
}

#[cfg(test)]
mod tests {
    use crate::engine::{Conversation, MessageParts, Settings};
    use crate::message::Role;

    fn turn(conversation: &mut Conversation, number: usize) {
        let text = format!("Read file {number}.");
        let parts = MessageParts { content: Some(&text), ..MessageParts::default() };
        conversation.append_parts(Role::User, &parts, 0).unwrap();
        let call = format!(
            r#"{{"role":"assistant","toolCalls":[{{"id":"c{number}","name":"read","arguments":"{{}}"}}]}}"#
        );
        conversation.append_json(&call, 0).unwrap();
        let result = format!(r#"{{"role":"tool","toolCallId":"c{number}","content":"line {number}"}}"#);
        conversation.append_json(&result, 0).unwrap();
    }

    #[test]
    fn a_cut_moves_none_of_the_bytes_that_stay() {
        for target in 0..crate::format::TARGETS.len() {
            for prompt in [None, Some("Be brief.")] {
                let mut conversation = Conversation::new(Settings::default());
                conversation.name_ids("m");
                conversation.set_system_prompt(prompt, 0).unwrap();
                (0..30).for_each(|number| turn(&mut conversation, number));
                conversation.request_view(target, "", "").unwrap();
                for number in 30..200 {
                    turn(&mut conversation, number);
                    conversation.truncate(Some(30), true);
                    let cache = conversation.bodies.whole(target).unwrap();
                    let before = cache.stable.as_ref().map(|stable| stable.end);
                    assert!(cache.reduced.is_some(), "target {target}, turn {number}");
                    conversation.request_view(target, "", "").unwrap();
                    // A rewritten body begins at place 0.
                    let cache = conversation.bodies.whole(target).unwrap();
                    assert!(
                        cache.stable.as_ref().map(|stable| stable.end) > before,
                        "target {target}, turn {number}"
                    );
                }
            }
        }
    }
}
