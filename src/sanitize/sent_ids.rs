//! The ids under which calls are sent (OC9, AN3, BE3, OR14).

use super::dialect::{Dialect, ServerCall, ServerPart, UniqueIds};
use super::passage::UnitState;
use super::terms::{Mode, Terms};
use crate::history::{Serial, Unit};
use crate::message::{Message, OwnTool, ToolCall};
use std::collections::{HashMap, HashSet};

/// The ids that stand in a request so far, and the units that use each of them.
///
/// The id of a call depends on the units before it alone, so it stays when others are put behind (I9).
#[derive(Clone, Debug, Default)]
pub struct SentIds {
    /// For each id, the units that have it or are sent with it, in order.
    users: HashMap<Box<str>, Vec<Serial>>,
    /// Every use, in order.
    uses: Vec<(Serial, Box<str>)>,
}

impl SentIds {
    /// Decides under which ids the calls of a unit are sent, and enters them. Units come in order; one that was entered
    /// before gets the same ids again.
    pub fn name(&mut self, unit: &Unit, state: &mut UnitState, dialect: &Dialect, terms: &Terms) {
        let scope = Scope { ids: self, unit: unit.serial(), dialect, terms };
        if let Some(result) = unit.head().result() {
            // A result without a call is sent where the provider keeps the call.
            state.repeats_result = scope.is_earlier(&result.call_id);
            if terms.has_stored_calls {
                self.enter(unit.serial(), &result.call_id);
            }
            return;
        }
        let calls = unit.head().calls();
        let sent = scope.sent(unit.head());
        for id in calls.iter().map(|call| &call.id).chain(&sent) {
            self.enter(unit.serial(), id);
        }
        let is_other = calls.iter().zip(&sent).any(|(call, sent)| call.id != *sent);
        state.call_ids = is_other.then(|| sent.into());
    }

    /// Forgets the units behind this one.
    pub fn forget_after(&mut self, last: Serial) {
        while let Some((_, id)) = self.uses.pop_if(|(unit, _)| *unit > last) {
            if let Some(users) = self.users.get_mut(&id) {
                users.pop();
            }
        }
    }

    fn enter(&mut self, unit: Serial, id: &str) {
        let users = match self.users.get_mut(id) {
            Some(users) => users,
            None => self.users.entry(id.into()).or_default(),
        };
        if users.binary_search(&unit).is_err() {
            users.push(unit);
            self.uses.push((unit, id.into()));
        }
    }

    /// How many units before this one use the id.
    fn count_before(&self, id: &str, unit: Serial) -> usize {
        self.users.get(id).map_or(0, |users| users.partition_point(|user| *user < unit))
    }
}

/// What the ids of one unit depend on.
struct Scope<'a> {
    ids: &'a SentIds,
    unit: Serial,
    dialect: &'a Dialect,
    terms: &'a Terms,
}

impl Scope<'_> {
    fn is_earlier(&self, id: &str) -> bool {
        self.ids.count_before(id, self.unit) > 0
    }

    fn sent(&self, head: &Message) -> Vec<Box<str>> {
        let calls = head.calls();
        let mut taken = server_ids(head, self.dialect);
        let mut sent = Vec::with_capacity(calls.len());
        for (place, call) in calls.iter().enumerate() {
            let id = self.sent_id(call, place, &taken);
            taken.insert(id.clone());
            sent.push(id);
        }
        sent
    }

    /// The id of one call: its own, if the target takes it and no other call has it.
    fn sent_id(&self, call: &ToolCall, place: usize, taken: &HashSet<Box<str>>) -> Box<str> {
        // The question whether a tool may be called has an id of the provider's.
        if call.kind.own() == Some(OwnTool::Approval) {
            return call.id.clone();
        }
        // A call without an id gets one of its own, whatever the target.
        let spans_units = call.id.is_empty() || self.spans_units();
        let is_free = |id: &str| !(taken.contains(id) || (spans_units && self.is_earlier(id)));
        let own = self.dialect.call_id.map(&call.id).unwrap_or_else(|| call.id.clone());
        if is_free(&own) {
            return own;
        }
        let first = self.ids.count_before(&call.id, self.unit).saturating_add(place);
        let variants = (first..).map(|count| self.dialect.call_id.derived(&call.id, &count.to_string()));
        variants.into_iter().find(|id| is_free(id)).unwrap_or(own)
    }

    /// Whether ids must differ between messages, too.
    fn spans_units(&self) -> bool {
        match self.dialect.unique_ids {
            UniqueIds::InMessage => false,
            UniqueIds::InWrittenRequest => self.terms.mode == Mode::Strict,
            UniqueIds::InRequest => true,
        }
    }
}

/// The ids of calls that the provider runs itself, as far as no other call of the message may have them.
fn server_ids(head: &Message, dialect: &Dialect) -> HashSet<Box<str>> {
    let Some(server_part) = dialect.server_part else { return HashSet::new() };
    let others = head.content().parts().iter().filter_map(|part| part.as_other());
    let ids = others.filter_map(|(_, json)| match server_part(json)? {
        ServerPart::Call(ServerCall { id, shares_ids: true, .. }) => Some(id.into()),
        ServerPart::Call(_) | ServerPart::Result(_) | ServerPart::Broken(_) => None,
    });
    ids.collect()
}
