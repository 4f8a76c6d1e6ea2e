//! Cache breakpoints: their number, and their order.

use super::breakpoint_fields;
use super::dialect::Dialect;
use super::look_back::LookBack;
use super::outer_fields::OuterFields;
use super::prompt::{Prompt, PromptItem};
use crate::json::Node;
use crate::message::Message;
use crate::repair::{Repair, RepairCode};
use crate::rules::Rule;

/// Limits on cache breakpoints.
#[derive(Clone, Copy, Debug)]
pub struct CacheBreakpoints {
    /// The field that marks a part.
    pub field: &'static str,
    /// The largest number in a request.
    pub most: usize,
    /// The rule on their number.
    pub most_rule: &'static Rule,
    /// The rule that none that lives longer stands behind one that does not.
    pub order_rule: &'static Rule,
}

/// The decision on a breakpoint.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Stays,
    /// There are more than the limit allows.
    Excess,
    /// It lives longer than one before it.
    OutOfOrder,
}

/// There may be too many breakpoints one day (AN19).
pub(super) const LOOK_BACK: LookBack = LookBack::Each { holds: has_breakpoints };

/// Keeps the last breakpoints that the limit allows, and none that lives longer than one before it. Returns whether
/// that left nothing of a message.
pub(super) fn apply(prompt: &mut Prompt<'_>, dialect: &Dialect) -> bool {
    let Some(limit) = dialect.cache_breakpoints else { return false };
    let items = || prompt.system.iter().chain(&prompt.items);
    let lives: Vec<bool> =
        items().flat_map(PromptItem::messages).flat_map(|message| markers(message, limit.field)).collect();
    let fates = fates(&lives, limit.most, prompt.outer);
    if fates.iter().all(|fate| *fate == Fate::Stays) {
        return false;
    }
    let mut is_emptied = false;
    let mut fates = fates.into_iter();
    let Prompt { system, items, repairs, .. } = prompt;
    for item in system.iter_mut().chain(items.iter_mut()) {
        let count: usize = item.messages().iter().map(|message| markers(message, limit.field).len()).sum();
        let here: Vec<Fate> = fates.by_ref().take(count).collect();
        let Some(id) = item.first().map(|message| message.id.clone()) else { continue };
        let number = |wanted: Fate| here.iter().filter(|fate| **fate == wanted).count();
        let (excess, loose) = (number(Fate::Excess), number(Fate::OutOfOrder));
        if excess > 0 {
            let detail =
                format!("{excess} cache breakpoint(s) over the limit of {} were left out", limit.most);
            repairs
                .push(Repair::new(RepairCode::CacheBreakpointDropped, Some(limit.most_rule), detail).of(&id));
        }
        if loose > 0 {
            let detail =
                format!("{loose} cache breakpoint(s) that live longer than one before were left out");
            repairs.push(
                Repair::new(RepairCode::CacheBreakpointDropped, Some(limit.order_rule), detail).of(&id),
            );
        }
        if excess.saturating_add(loose) > 0 {
            item.change(|messages| {
                let before = messages.len();
                leave_out(messages, limit.field, &here);
                messages.retain(|message| !message.says_nothing());
                is_emptied |= messages.len() < before;
            });
        }
    }
    system.retain(|item| !item.is_empty());
    items.retain(|item| !item.is_empty());
    is_emptied
}

/// One for each breakpoint, of which is told whether it lives for the longer time.
fn fates(lives: &[bool], most: usize, outer: OuterFields) -> Vec<Fate> {
    let mut excess = lives.len().saturating_sub(most.saturating_sub(outer.cache_breakpoints));
    let mut short_seen = outer.has_short_breakpoint;
    let fate = |is_long: &bool| {
        if excess > 0 {
            excess = excess.saturating_sub(1);
            return Fate::Excess;
        }
        let is_loose = *is_long && short_seen;
        short_seen |= !is_long;
        if is_loose { Fate::OutOfOrder } else { Fate::Stays }
    };
    lives.iter().map(fate).collect()
}

fn leave_out(messages: &mut [Message], field: &str, fates: &[Fate]) {
    let mut fates = fates.iter();
    let mut stays = || fates.next().is_none_or(|fate| *fate == Fate::Stays);
    messages.iter_mut().for_each(|message| breakpoint_fields::retain(message, field, &mut stays));
}

/// Reports whether an item holds any.
fn has_breakpoints(item: &PromptItem<'_>, dialect: &Dialect) -> bool {
    let Some(limit) = dialect.cache_breakpoints else { return false };
    item.messages().into_iter().any(|message| !markers(message, limit.field).is_empty())
}

/// For each breakpoint of a message, whether it lives for the longer time.
fn markers(message: &Message, field: &str) -> Vec<bool> {
    breakpoint_fields::of(message, field).into_iter().map(is_long).collect()
}

/// Reports whether a breakpoint has the longer of the two lifetimes.
pub(crate) fn is_long(breakpoint: Node<'_>) -> bool {
    let fields = breakpoint.fields();
    fields.and_then(|fields| fields.text("ttl").map(|ttl| ttl == "1h")).unwrap_or(false)
}
