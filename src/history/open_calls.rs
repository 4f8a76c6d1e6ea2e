//! Calls of a unit that have no result yet.

use super::unit::Unit;
use crate::list::Listed;
use crate::message::{Message, ToolCall, pair_results};

impl Unit {
    /// The calls that have no result yet.
    pub fn open_calls(&self) -> Vec<&ToolCall> {
        let calls = self.head().calls();
        self.open_places().into_iter().filter_map(|(at, _)| calls.get(at)).listed()
    }

    /// The calls that have no result yet: the index of each among the calls, and its id.
    pub(super) fn open_places(&self) -> Vec<(usize, &str)> {
        if !self.has_open_calls() {
            return Vec::new();
        }
        let calls = self.head().calls();
        let results: Vec<&Message> = self.results().iter().map(|entry| &*entry.message).listed();
        let mut open: Vec<Option<(usize, &str)>> = Vec::with_capacity(calls.len());
        for (place, call) in calls.iter().enumerate() {
            open.push(Some((place, call.id.as_ref())));
        }
        for place in pair_results(calls, &results).into_iter().flatten() {
            open.get_mut(place).and_then(Option::take);
        }
        open.into_iter().flatten().listed()
    }

    /// Reports whether a call has no result yet. Comparing counts is enough, because each result answers another call
    /// (I2).
    pub fn has_open_calls(&self) -> bool {
        self.results().len() < self.head().calls().len()
    }

    /// Reports whether the call of this id is asynchronous.
    pub fn is_async(&self, call_id: &str) -> bool {
        let is_it = |call: &ToolCall| call.id.as_ref() == call_id && call.is_async();
        self.has_async_calls && self.head().calls().iter().any(is_it)
    }

    /// Reports whether a call that is asynchronous has no result yet.
    pub fn has_open_async_calls(&self) -> bool {
        self.has_async_calls && self.open_calls().iter().any(|call| call.is_async())
    }

    /// Reports whether a call that is not asynchronous has no result yet.
    pub fn waits_for_results(&self) -> bool {
        self.has_open_calls()
            && (!self.has_async_calls || self.open_calls().iter().any(|call| !call.is_async()))
    }
}
