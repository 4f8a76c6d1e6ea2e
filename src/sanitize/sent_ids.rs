//! The ids under which calls are sent. Reports use the ids that the conversation has.

use super::dialect::{Dialect, ProviderCall, ProviderPart, UniqueIds};
use super::pattern::{Letters, Pattern};
use super::request_options::{Mode, RequestOptions};
use super::unit_state::UnitState;
use crate::hash::{HashMap, HashSet};
use crate::history::{Serial, Unit};
use crate::message::{Builtin, Message, ToolCall};
use std::collections::VecDeque;

/// The ids in a request so far, and the units that use each of them.
///
/// The id that a call is sent with depends only on the units before it, so it stays the same when units are appended
/// (I9).
#[derive(Clone, Debug, Default)]
pub struct SentIds {
    /// For each id, the units that have it or are sent with it, in order.
    users: HashMap<Box<str>, Vec<Serial>>,
    /// Every use, in order.
    uses: VecDeque<(Serial, Box<str>)>,
}

impl SentIds {
    /// Decides which ids the calls of a unit are sent with, and enters them. Units come in order. A unit that was
    /// entered before gets the same ids again.
    pub fn name(&mut self, unit: &Unit, state: &mut UnitState, dialect: &Dialect, options: &RequestOptions) {
        let spans_units = match dialect.calls.unique_ids {
            UniqueIds::InMessage => false,
            UniqueIds::InWrittenRequest => options.mode == Mode::Strict,
            UniqueIds::InRequest => true,
        };
        let scope = IdScope { ids: self, unit: unit.serial(), pattern: dialect.calls.id, spans_units };
        if let Some(result) = unit.head().result() {
            // A result without a call is sent where the provider keeps the call.
            state.repeats_result = scope.is_earlier(&result.call_id);
            if options.has_stored_calls {
                self.add(unit.serial(), &result.call_id);
            }
            return;
        }
        if unit.head().calls().is_empty() {
            return;
        }
        // A request for approval has an id that the provider gave it.
        let keeps_id = |call: &ToolCall| call.kind.builtin() == Some(Builtin::Approval);
        let sent = scope.sent(unit.head().calls(), provider_ids(unit.head(), dialect), keeps_id);
        state.call_ids = self.add_all(unit, sent);
    }

    /// Gives ids to the calls of a unit that have none, and enters all ids. Returns the ids of all calls; `None` when
    /// every call has its own.
    pub fn name_missing(&mut self, unit: &Unit) -> Option<Box<[Box<str>]>> {
        let scope = IdScope { ids: self, unit: unit.serial(), pattern: ANY, spans_units: false };
        let calls = unit.head().calls();
        let named = calls.iter().map(|call| call.id.clone()).filter(|id| !id.is_empty());
        let sent = scope.sent(calls, named.collect(), |call| !call.id.is_empty());
        self.add_all(unit, sent)
    }

    fn add_all(&mut self, unit: &Unit, sent: Vec<Box<str>>) -> Option<Box<[Box<str>]>> {
        let calls = unit.head().calls();
        for id in calls.iter().map(|call| &call.id).chain(&sent) {
            self.add(unit.serial(), id);
        }
        let is_other = calls.iter().zip(&sent).any(|(call, sent)| call.id != *sent);
        is_other.then(|| sent.into())
    }

    /// Forgets the units after this one.
    pub fn forget_after(&mut self, last: Serial) {
        while self.uses.back().is_some_and(|(unit, _)| *unit > last)
            && let Some((unit, id)) = self.uses.pop_back()
        {
            self.forget_use(unit, &id);
        }
    }

    /// Forgets a unit. Returns false if a later unit uses an id of this unit, and so may get other ids now.
    pub fn forget(&mut self, unit: Serial) -> bool {
        let from = self.uses.partition_point(|(user, _)| *user < unit);
        let end = self.uses.partition_point(|(user, _)| *user <= unit);
        let mut uses = Vec::with_capacity(end.saturating_sub(from));
        uses.extend(self.uses.drain(from..end));
        uses.iter().fold(true, |is_alone, (_, id)| self.forget_use(unit, id) && is_alone)
    }

    /// Forgets one use of an id. Returns false if a later unit uses the id.
    fn forget_use(&mut self, unit: Serial, id: &str) -> bool {
        let Some(users) = self.users.get_mut(id) else { return true };
        users.retain(|user| *user != unit);
        let is_alone = users.last().is_none_or(|last| *last < unit);
        if users.is_empty() {
            self.users.remove(id);
        }
        is_alone
    }

    fn add(&mut self, unit: Serial, id: &str) {
        let users = match self.users.get_mut(id) {
            Some(users) => users,
            None => self.users.or_default(id.into()),
        };
        if users.binary_search(&unit).is_err() {
            users.push(unit);
            self.uses.push_back((unit, id.into()));
        }
    }

    /// Counts the earlier units that use the id.
    fn count_before(&self, id: &str, unit: Serial) -> usize {
        self.users.get(id).map_or(0, |users| users.partition_point(|user| *user < unit))
    }
}

/// The ids before a unit, and the rules for the unit's ids.
struct IdScope<'a> {
    ids: &'a SentIds,
    unit: Serial,
    pattern: Pattern,
    /// True if ids must differ between messages, too.
    spans_units: bool,
}

/// An id of any form.
const ANY: Pattern = Pattern { rule: None, shortest: 1, longest: 64, letters: Letters::Any };

impl IdScope<'_> {
    fn is_earlier(&self, id: &str) -> bool {
        self.ids.count_before(id, self.unit) > 0
    }

    /// Returns the ids of the calls of a message. Ids in `taken` are not free. Calls that `keeps_id` selects keep
    /// their ids.
    fn sent(
        &self,
        calls: &[ToolCall],
        mut taken: HashSet<Box<str>>,
        keeps_id: impl Fn(&ToolCall) -> bool,
    ) -> Vec<Box<str>> {
        let mut sent = Vec::with_capacity(calls.len());
        for (place, call) in calls.iter().enumerate() {
            let id = if keeps_id(call) { call.id.clone() } else { self.sent_id(call, place, &taken) };
            if calls.len() > 1 {
                taken.insert(id.clone());
            }
            sent.push(id);
        }
        sent
    }

    /// Returns the id of one call: its own, if the target takes it and no other call has it.
    fn sent_id(&self, call: &ToolCall, place: usize, taken: &HashSet<Box<str>>) -> Box<str> {
        // A call without an id gets a unique id, whatever the target.
        let spans_units = self.spans_units || call.id.is_empty();
        let is_free = |id: &str| !(taken.contains(id) || (spans_units && self.is_earlier(id)));
        let own = self.pattern.map(&call.id).unwrap_or_else(|| call.id.clone());
        if is_free(&own) {
            return own;
        }
        let first = self.ids.count_before(&call.id, self.unit).saturating_add(place);
        let variants = (first..).map(|count| self.pattern.derived(&call.id, &count.to_string()));
        variants.into_iter().find(|id| is_free(id)).unwrap_or(own)
    }
}

/// Returns the ids of calls that the provider runs itself, if no other call of the message may have them.
fn provider_ids(head: &Message, dialect: &Dialect) -> HashSet<Box<str>> {
    let Some(provider_part) = dialect.calls.provider_part else { return HashSet::default() };
    let others = head.content().parts().iter().filter_map(|part| part.as_other());
    let ids = others.filter_map(|(_, json)| match provider_part(json)? {
        ProviderPart::Call(ProviderCall { id, shares_ids: true, .. }) => Some(id.into()),
        ProviderPart::Call(_) | ProviderPart::Result(_) | ProviderPart::Broken(_) => None,
    });
    ids.collect()
}
