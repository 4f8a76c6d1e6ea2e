//! Overtaken calls: a call or result that is repeated later, a path that is later read or written as a whole, an
//! earlier plan, the input of a failed call. This file also raises the worth of a call that worked after a failed
//! one.

use super::candidates::Candidates;
use super::words::ONE;
use crate::hash::HashMap;
use crate::history::Unit;
use crate::list::Listed;
use crate::message::ToolCall;
use crate::telling::{Act, PathUse};
use crate::text::find;

/// The factors for a result that is repeated, that a later write overtakes, and that a later read overtakes.
const SAID_AGAIN: u64 = ONE * 14 / 100;
const OVERWRITTEN: u64 = ONE * 15 / 100;
const READ_AGAIN: u64 = ONE * 4 / 10;

/// The worth of a call that worked after a failed call, and of the last plan.
const FIXED: u64 = 4 * ONE;
const PLAN: u64 = 13 * ONE;

/// The worth of the newest change of a path that was changed before: it says how the path is now.
const NEWEST_CHANGE: u64 = ONE;

/// How many units after a failed call are searched for the call that worked.
const MOST_BETWEEN: usize = 8;

/// What later units use and change, by digests.
#[derive(Debug, Default)]
struct Later {
    /// Results, calls and paths.
    uses: HashMap<u64, PathUse>,
    /// The unit with the newest change of each path; `None` once an earlier change is known.
    changes: HashMap<u64, Option<usize>>,
}

impl Candidates<'_> {
    /// Lowers the worth of overtaken calls, and raises the worth of the last plan and of calls that worked after a
    /// failure.
    pub(super) fn set_overtaken(&mut self) {
        let mut later = Later::default();
        let mut has_plan = false;
        for at in (0..self.groups.len()).rev() {
            let Some(unit) = self.groups.get(at).map(|group| group.unit) else { continue };
            if self.set_plan(at, unit, has_plan) {
                has_plan = true;
                continue;
            }
            self.set_results(at, unit, &mut later);
        }
        for at in 0..self.groups.len() {
            self.set_fix(at);
        }
    }

    /// Sets the worth of a plan: the newest stays, and earlier plans go. Returns false if the unit is no plan.
    fn set_plan(&mut self, at: usize, unit: &Unit, has_newer: bool) -> bool {
        let is_plan = unit.head().calls().iter().any(|call| names_plan(&call.name));
        let Some(group) = self.groups.get_mut(at).filter(|_| is_plan) else { return false };
        if has_newer {
            (group.worth, group.factor) = (0, SAID_AGAIN);
            for part in self.parts.get_mut(group.parts.start..group.parts.end).unwrap_or_default() {
                part.factor = SAID_AGAIN;
            }
        } else {
            group.worth = group.worth.saturating_add(PLAN);
        }
        true
    }

    fn set_results(&mut self, at: usize, unit: &Unit, later: &mut Later) {
        let acts = &unit.head_entry().telling().acts;
        let mut most = 0_u64;
        for (call, act) in unit.head().calls().iter().zip(acts) {
            let result = unit
                .entries()
                .find(|entry| entry.message.result().is_some_and(|result| result.call_id == call.id));
            let text = result.and_then(|entry| entry.telling().result);
            let factor = later.factor(act, text);
            most = most.max(factor);
            // A failed call overtakes no other call.
            if result.is_none_or(|entry| !entry.telling().failed) {
                later.add(act, text);
                if let Some(newest) = later.changed_again(act, at).and_then(|at| self.groups.get_mut(at)) {
                    newest.worth = newest.worth.saturating_add(NEWEST_CHANGE);
                }
            }
            let (Some(result), Some(group)) = (result, self.groups.get(at)) else { continue };
            for part in self.parts.get_mut(group.parts.start..group.parts.end).unwrap_or_default() {
                if part.entry == result.serial {
                    part.factor = part.factor.min(factor);
                }
            }
        }
        let failed = unit.entries().any(|entry| entry.telling().failed);
        let is_long = acts.iter().any(|act| act.is_long);
        let Some(group) = self.groups.get_mut(at) else { return };
        if failed && is_long {
            (group.factor, group.worth) = (SAID_AGAIN, group.worth / 5);
        }
        if !acts.is_empty() && most <= OVERWRITTEN {
            (group.factor, group.worth) = (most, group.worth.saturating_mul(3) / 10);
        }
    }

    /// Raises the worth of the call that worked after the failed call at this place.
    fn set_fix(&mut self, at: usize) {
        let fix = self.groups.get(at).and_then(|group| {
            let failed = group.unit.entries().any(|entry| entry.telling().failed);
            let call = group.unit.head().calls().first().filter(|_| failed)?;
            let next = self.groups.iter().enumerate().skip(at.saturating_add(1)).take(MOST_BETWEEN);
            next.filter(|(_, next)| is_fix(call, next.unit)).map(|(at, _)| at).next()
        });
        let Some(fix) = fix.and_then(|at| self.groups.get_mut(at)) else { return };
        fix.worth = fix.worth.saturating_add(FIXED);
        // The call that worked says little without the failure.
        let failed = self.groups.get(at).map_or(0..0, |group| group.parts.start..group.parts.end);
        for part in self.parts.get_mut(failed).unwrap_or_default().iter_mut().filter(|part| part.worth > 0) {
            part.worth = part.worth.saturating_add(FIXED / 2);
        }
    }
}

impl Later {
    fn get(&self, digest: Option<u64>) -> Option<PathUse> {
        self.uses.get(&digest?).copied()
    }

    /// Returns the factor for the worth of a call's result.
    fn factor(&self, act: &Act, result: Option<u64>) -> u64 {
        let again = self.get(Some(act.call)).filter(|_| !act.writes);
        match (self.get(act.path), act.writes) {
            _ if self.get(result).or(again).is_some() => SAID_AGAIN,
            (Some(PathUse::Write), _) => OVERWRITTEN,
            (Some(PathUse::Read), false) => READ_AGAIN,
            (Some(PathUse::Edit | PathUse::Read | PathUse::Same) | None, _) => ONE,
        }
    }

    /// Returns the unit with the newest change of this call's path, if the call is the change before it.
    fn changed_again(&mut self, act: &Act, at: usize) -> Option<usize> {
        let path = act.path.filter(|_| act.writes)?;
        match self.changes.get_mut(&path) {
            Some(newest) => newest.take().filter(|newest| *newest != at),
            None => {
                self.changes.insert(path, Some(at));
                None
            }
        }
    }

    fn add(&mut self, act: &Act, result: Option<u64>) {
        for own in [result, Some(act.call)].into_iter().flatten() {
            self.uses.insert(own, PathUse::Same);
        }
        let known = self.get(act.path);
        let by = if act.by == Some(PathUse::Write) { act.by } else { known.or(act.by) };
        if let (Some(path), Some(by)) = (act.path, by) {
            self.uses.insert(path, by);
        }
    }
}

/// Reports whether the unit is a similar call that worked.
fn is_fix(failed: &ToolCall, unit: &Unit) -> bool {
    let Some(call) = unit.head().calls().first().filter(|call| call.name == failed.name) else {
        return false;
    };
    if unit.entries().any(|entry| entry.telling().failed) {
        return false;
    }
    let [own, other] = [failed, call].map(|call| words_of(call.arguments.text()));
    let shared = own.iter().filter(|word| other.contains(word)).count();
    let least = own.len().min(other.len()).max(1);
    shared.saturating_mul(5) >= least.saturating_mul(2)
}

/// Returns the first words of arguments.
fn words_of(text: &str) -> Vec<&str> {
    let is_inside =
        |sign: char| sign.is_ascii_alphanumeric() || !sign.is_ascii() || matches!(sign, '_' | '.' | '-');
    let mut words: Vec<&str> = text.split(|sign| !is_inside(sign)).filter(|word| word.len() > 2).listed();
    words.truncate(MOST_WORDS);
    words
}

/// How many words of arguments are compared.
const MOST_WORDS: usize = 200;

fn names_plan(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["todo", "plan", "checklist", "task_list", "tasklist"].iter().any(|word| find(&name, word).is_some())
}
