//! Cache breakpoints: their number, and their order.

use super::breakpoint_fields;
use crate::json::{Fields, Node};
use crate::list::{Listed, PushAll};
use crate::message::Message;
use crate::repair::{Repair, RepairCode};
use crate::rules::Rule;
use crate::sanitize::{Dialect, Mode, Prompt, PromptItem, RequestOptions};

/// Limits on cache breakpoints.
#[derive(Clone, Copy, Debug)]
pub(in crate::format) struct CacheBreakpoints {
    /// The field that marks a part, a tool or the request.
    pub(in crate::format) field: &'static str,
    /// The largest number in a request.
    pub(in crate::format) most: usize,
    /// The rule on their number.
    pub(in crate::format) most_rule: &'static Rule,
    /// The rule that no breakpoint with a longer lifetime follows one with a shorter lifetime.
    pub(in crate::format) order_rule: &'static Rule,
    /// A field of the request that excludes breakpoints, and the rule.
    pub(in crate::format) excluded_by: Option<(&'static str, &'static Rule)>,
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

impl CacheBreakpoints {
    /// Keeps the last breakpoints that the limit allows, and none that lives longer than one before it.
    pub(in crate::format) fn limit(
        &self,
        prompt: &mut Prompt<'_>,
        dialect: &Dialect,
        options: &RequestOptions,
    ) {
        let mut lives: Vec<bool> = Vec::new();
        for item in prompt.system.iter().chain(&prompt.items) {
            lives.push_all(self.lifetimes(item));
        }
        if lives.is_empty() {
            return;
        }
        let params = prompt.outer.params;
        let excluded =
            self.excluded_by.filter(|(name, _)| params.get(name).is_some_and(|node| !node.is_null()));
        let fates = match excluded {
            Some(_) => vec![Fate::Excess; lives.len()],
            None => self.fates(&lives, &self.beside(prompt, dialect, options)),
        };
        if fates.iter().all(|fate| *fate == Fate::Stays) {
            return;
        }
        let mut fates = fates.as_slice();
        let Prompt { system, items, repairs, .. } = prompt;
        for item in system.iter_mut().chain(items.iter_mut()) {
            let Some((here, rest)) = fates.split_at_checked(self.lifetimes(item).len()) else { break };
            fates = rest;
            let Some(id) = item.first().map(|message| message.id.clone()) else { continue };
            let number = |wanted: Fate| here.iter().filter(|fate| **fate == wanted).count();
            let (excess, loose) = (number(Fate::Excess), number(Fate::OutOfOrder));
            let mut report = |rule: &'static Rule, detail: String| {
                repairs.push(Repair::new(RepairCode::CacheBreakpointDropped, Some(rule), detail).of(&id));
            };
            if excess > 0 {
                let (rule, why) = match excluded {
                    Some((name, rule)) => (rule, format!("cannot stand beside `{name}`, and were left out")),
                    None => (self.most_rule, format!("over the limit of {} were left out", self.most)),
                };
                report(rule, format!("{excess} cache breakpoint(s) {why}"));
            }
            if loose > 0 {
                report(
                    self.order_rule,
                    format!("{loose} cache breakpoint(s) that live longer than one before were left out"),
                );
            }
            if excess.saturating_add(loose) > 0 {
                item.change(|messages| {
                    leave_out(messages, self.field, here);
                    messages.retain(|message| !message.says_nothing());
                });
            }
        }
        system.retain(|item| !item.is_empty());
        items.retain(|item| !item.is_empty());
    }

    /// Reports whether an item holds any.
    pub(in crate::format) fn are_in(&self, item: &PromptItem<'_>) -> bool {
        !self.lifetimes(item).is_empty()
    }

    /// For each breakpoint of an item, whether it lives for the longer time.
    fn lifetimes(&self, item: &PromptItem<'_>) -> Vec<bool> {
        let mut lives = Vec::new();
        for message in item.messages() {
            for breakpoint in breakpoint_fields::of(message, self.field) {
                lives.push(is_long(breakpoint));
            }
        }
        lives
    }

    /// The fate of each breakpoint of the messages; `lives` has true for each with the longer lifetime.
    fn fates(&self, lives: &[bool], beside: &BesideBreakpoints) -> Vec<Fate> {
        let mut excess = lives.len().saturating_sub(self.most.saturating_sub(beside.count));
        let mut short_seen = beside.has_short;
        let fate = |is_long: &bool| {
            if excess > 0 {
                excess = excess.saturating_sub(1);
                return Fate::Excess;
            }
            let is_loose = *is_long && short_seen;
            short_seen |= !is_long;
            if is_loose { Fate::OutOfOrder } else { Fate::Stays }
        };
        lives.iter().map(fate).listed()
    }

    /// Counts the breakpoints of the tools and of the request. The prompt among the params of a request that is written
    /// counts too; a body that is repaired has it among its messages.
    fn beside(&self, prompt: &Prompt<'_>, dialect: &Dialect, options: &RequestOptions) -> BesideBreakpoints {
        let (params, request) = (prompt.outer.params, &dialect.request);
        let system = request.system_name(params).and_then(|name| params.get(name));
        let system = system.filter(|_| options.mode == Mode::Strict);
        let mut count = 0_usize;
        let mut has_short = false;
        for list in [params.at(request.tools), system] {
            for fields in list.and_then(Node::list).unwrap_or_default().into_iter().filter_map(Node::fields) {
                if let Some(breakpoint) = self.of(&fields) {
                    count = count.saturating_add(1);
                    has_short |= !is_long(breakpoint);
                }
            }
        }
        // The one beside them all marks the end of the messages.
        BesideBreakpoints { count: count.saturating_add(usize::from(self.of(params).is_some())), has_short }
    }

    /// The breakpoint among these fields.
    fn of<'a>(&self, fields: &Fields<'a>) -> Option<Node<'a>> {
        fields.get(self.field).filter(|node| !node.is_null())
    }
}

/// The breakpoints beside the messages.
struct BesideBreakpoints {
    count: usize,
    /// True if a breakpoint before the messages has the shorter lifetime.
    has_short: bool,
}

fn leave_out(messages: &mut [Message], field: &str, fates: &[Fate]) {
    let mut fates = fates.iter();
    let mut stays = || fates.next().is_none_or(|fate| *fate == Fate::Stays);
    messages.iter_mut().for_each(|message| breakpoint_fields::retain(message, field, &mut stays));
}

/// Reports whether a breakpoint has the longer of the two lifetimes.
fn is_long(breakpoint: Node<'_>) -> bool {
    let fields = breakpoint.fields();
    fields.and_then(|fields| fields.text("ttl").map(|ttl| ttl == "1h")).unwrap_or(false)
}
