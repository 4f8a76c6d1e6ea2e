//! Finds the calls of a message by their ids.

use super::call::ToolCall;
use crate::hash::HashMap;

/// For up to so many questions, calls are searched one by one.
const FEW: usize = 8;

/// The calls of a message, to be found by their ids.
#[derive(Clone, Debug, Default)]
pub struct CallsById<'a> {
    calls: &'a [ToolCall],
    /// The first call of each id; `None` for few questions.
    places: Option<HashMap<&'a str, usize>>,
}

impl<'a> CallsById<'a> {
    /// Prepares for about so many questions.
    pub fn new(calls: &'a [ToolCall], questions: usize) -> Self {
        let index = || {
            let mut places = HashMap::default();
            for (place, call) in calls.iter().enumerate() {
                places.get_or_insert_with(call.id.as_ref(), || place);
            }
            places
        };
        Self { calls, places: (questions.min(calls.len()) > FEW).then(index) }
    }

    /// The index of the first call with this id.
    pub fn place(&self, id: &str) -> Option<usize> {
        match &self.places {
            Some(places) => places.get(id).copied(),
            None => self.calls.iter().position(|call| call.id.as_ref() == id),
        }
    }

    /// The first call with this id.
    pub fn get(&self, id: &str) -> Option<&'a ToolCall> {
        self.calls.get(self.place(id)?)
    }
}
