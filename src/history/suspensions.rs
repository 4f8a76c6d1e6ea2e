//! Suspends calls, and answers them.
//!
//! The history holds only ids of messages and calls, and a call waits as long as it has no result. So a suspension
//! cannot disagree with the messages.

use super::history::History;
use super::serial::Rewrite;
use super::suspension::Suspension;
use super::unit::Unit;
use crate::error::{Code, ConversationError, Outcome};
use crate::hash::HashSet;
use crate::list::Listed;
use crate::message::{Arguments, Body, Message, Role, ToolCall};

impl History {
    /// Returns the newest message of the assistant with its results, if one of its calls has no result yet.
    pub fn asking(&self) -> Option<&Unit> {
        let newest = self.units().rev().find(|unit| unit.head().role() == Role::Assistant);
        newest.filter(|unit| unit.has_open_calls())
    }

    /// Lets calls of the newest assistant message wait for a decision.
    ///
    /// # Errors
    ///
    /// `nothing-pending` if no calls are given, or one of them is not open; `awaiting-approval` if other calls
    /// already wait.
    pub fn suspend(&mut self, suspension: Suspension) -> Outcome<()> {
        let asking = self.asking().filter(|unit| unit.head().id == suspension.message_id);
        let open = asking.map(open_ids).unwrap_or_default();
        if suspension.calls.is_empty() || !suspension.calls.iter().all(|id| open.contains(id.as_ref())) {
            return Err(nothing_pending());
        }
        if let Some(other) = self.suspended().find(|other| other.message_id == suspension.message_id) {
            return Err(ConversationError::new(
                Code::AwaitingApproval,
                format!(
                    "the checkpoint `{}` waits for a decision on these calls already; it is in `checkpoints`",
                    other.id
                ),
            ));
        }
        self.push_suspension(suspension);
        Ok(())
    }

    /// Keeps a suspension, open or over, as the newest, unless the history has it already.
    pub fn remember(&mut self, suspension: Suspension) {
        if self.kept_suspensions().iter().all(|known| known.id != suspension.id) {
            self.push_suspension(suspension);
        }
    }

    /// Adds a suspension, and forgets ended ones.
    fn push_suspension(&mut self, suspension: Suspension) {
        let mut suspensions: Vec<Suspension> = self.suspended().cloned().listed();
        suspensions.push(suspension);
        self.set_suspensions(suspensions);
    }

    /// The suspensions that are open, oldest first.
    pub fn suspended(&self) -> impl Iterator<Item = &Suspension> {
        self.kept_suspensions().iter().filter(|suspension| !self.open_calls_of(suspension).is_empty())
    }

    /// The suspensions that are open and the newest one, oldest first.
    pub fn suspensions(&self) -> Vec<&Suspension> {
        let open = self.suspended().filter(|suspension| Some(*suspension) != self.last_suspension());
        open.chain(self.last_suspension()).listed()
    }

    /// Restores suspensions.
    ///
    /// # Errors
    ///
    /// `invalid-snapshot` when a suspension names a call that is not open. Only the newest suspension may be over; its
    /// message may have been removed.
    pub fn restore_suspensions(&mut self, suspensions: Vec<Suspension>) -> Outcome<()> {
        let last = suspensions.len().saturating_sub(1);
        for (at, suspension) in suspensions.iter().enumerate() {
            let unit = self.unit_of(&suspension.message_id);
            let open = unit.map(open_ids).unwrap_or_default();
            let all_wait = suspension.calls.iter().all(|id| open.contains(id.as_ref()));
            let is_over = suspension.calls.is_empty();
            if !all_wait || (is_over && at != last) {
                let text = format!(
                    "the message `{}` has no open calls that wait for a decision",
                    suspension.message_id
                );
                return Err(
                    ConversationError::new(Code::InvalidSnapshot, text).at(format!("suspensions[{at}]"))
                );
            }
        }
        self.set_suspensions(suspensions);
        Ok(())
    }

    /// The newest suspension, open or over.
    pub fn last_suspension(&self) -> Option<&Suspension> {
        self.kept_suspensions().last()
    }

    /// The calls of a suspension that still wait.
    pub fn open_calls_of(&self, suspension: &Suspension) -> Vec<&ToolCall> {
        let unit = self.unit_of(&suspension.message_id);
        let waiting: HashSet<&str> = suspension.calls.iter().map(AsRef::as_ref).collect();
        let mut calls = unit.map(Unit::open_calls).unwrap_or_default();
        calls.retain(|call| waiting.contains(call.id.as_ref()));
        calls
    }

    /// The messages up to the next answer of the assistant after this message, each result after its call. In order of
    /// arrival, a late result could be mistaken for the result of a later call with the same id.
    pub fn until_next_answer(&self, message_id: &str) -> Vec<&Message> {
        let own = self.units().position(|unit| unit.head().id.as_ref() == message_id);
        let mut later = self.units().enumerate().skip(own.map_or(0, |at| at.saturating_add(1)));
        let next = later.find(|(_, unit)| unit.head().role() == Role::Assistant).map(|(at, _)| at);
        self.units().take(next.unwrap_or(usize::MAX)).flat_map(Unit::messages).listed()
    }

    /// Reports whether calls of the unit wait for a decision. The unit may then not be removed, and its calls may not
    /// be closed.
    pub fn is_suspended(&self, unit: &Unit) -> bool {
        let own = self.kept_suspensions().iter().filter(|suspension| suspension.message_id == unit.head().id);
        own.into_iter().any(|suspension| !self.open_calls_of(suspension).is_empty())
    }

    /// Adds the result of a call to the unit of this message. (Other units may have open calls of the same id.)
    ///
    /// # Errors
    ///
    /// `duplicate-id`; `checkpoint-already-resumed` if no such call is open in that unit.
    pub fn answer(&mut self, message_id: &str, result: Message) -> Outcome<()> {
        let call_id = result.result().map(|result| result.call_id.clone()).unwrap_or_default();
        let unit = self.index().unit_of(message_id);
        let Some(serial) = unit.filter(|unit| self.index().open_in(&call_id, *unit).is_some()) else {
            return Err(ConversationError::new(
                Code::CheckpointAlreadyResumed,
                format!("the call `{call_id}` has a result already"),
            ));
        };
        if self.message(&result.id).is_some() {
            return Err(ConversationError::new(
                Code::DuplicateId,
                format!("a message with id `{}` is already in the history", result.id),
            ));
        }
        self.enter(result.into(), Some(serial));
        Ok(())
    }

    /// Replaces the arguments of the open calls of this id, which a person edited. Reasoning after such a call in its
    /// message is bound to the old arguments, so it becomes invalid (AN18).
    pub fn edit_arguments(&mut self, message_id: &str, call_id: &str, arguments: &Arguments) {
        let Some(unit) = self.unit_of(message_id) else { return };
        let open: Vec<ToolCall> = unit.open_calls().into_iter().cloned().listed();
        let mut message = unit.head().clone();
        let mut thought_behind = false;
        let parts = message.content().parts().iter();
        let last_thought =
            parts.enumerate().filter(|(_, part)| part.is_reasoning()).map(|(at, _)| at).next_back();
        if let Body::Assistant { calls, .. } = &mut message.body {
            for call in calls.iter_mut().filter(|call| call.id.as_ref() == call_id && open.contains(call)) {
                call.arguments = arguments.clone();
                thought_behind |= call.after_parts.zip(last_thought).is_some_and(|(after, at)| at >= after);
            }
        }
        if message == *unit.head() {
            return;
        }
        let edited = unit.map(self.estimator(), |own| (own.id == message.id).then(|| message.clone()));
        let Some(mut edited) = edited else { return };
        if thought_behind {
            edited.prefix_changed = Some(Rewrite::FINAL);
            edited.forget_prefix();
        }
        self.replace_unit(edited);
    }
}

fn open_ids(unit: &Unit) -> HashSet<&str> {
    unit.open_calls().into_iter().map(|call| call.id.as_ref()).collect()
}

/// The error when no call waits.
fn nothing_pending() -> ConversationError {
    ConversationError::new(
        Code::NothingPending,
        "no call of the newest assistant message waits for a decision: each has its result, or needs no approval",
    )
}
