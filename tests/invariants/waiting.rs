//! Operations on pending messages, and on calls that wait for a person's decision.

use super::action::Wait;
use super::world::{Done, World};
use backscroll::error::Outcome;
use backscroll::history::{Suspension, Unit};
use serde_json::{Value, json};

impl World {
    /// Returns the pending messages and calls as a host sees them.
    pub(crate) fn waiting(&self) -> Vec<Value> {
        let mut out = Vec::new();
        self.conversation.write_pending(&mut out);
        serde_json::from_slice(&out).expect("a list of what waits")
    }

    pub(super) fn wait(&mut self, wait: &Wait) -> Outcome<Done> {
        let mut out = Vec::new();
        match wait {
            Wait::Run(is_running) => {
                self.conversation.set_running(*is_running);
                Ok(Done::Nothing)
            }
            Wait::Enqueue(message) => {
                let json = self.marked(message);
                self.conversation.enqueue(&json, 7, &mut out)?;
                Ok(Done::Appended)
            }
            Wait::Withdraw(number) => {
                let waiting = self.waiting();
                let id = number.checked_rem(waiting.len()).and_then(|at| waiting[at]["id"].as_u64());
                self.conversation.withdraw(id.unwrap_or(0));
                Ok(Done::Nothing)
            }
            Wait::Promote => {
                self.conversation.promote(7, &mut out)?;
                Ok(Done::Appended)
            }
            Wait::TryPromote => {
                let transaction = self.conversation.begin_transaction();
                match self.conversation.promote_within(transaction, 7)? {
                    true => self.promotions.push(transaction),
                    false => self.conversation.commit_transaction(transaction),
                }
                Ok(Done::Appended)
            }
            Wait::KeepPromoted(number) => {
                if let Some(at) = number.checked_rem(self.promotions.len()) {
                    self.conversation.commit_transaction(self.promotions.remove(at));
                }
                Ok(Done::Nothing)
            }
            Wait::TakeBack(number) => Ok(self.take_back(*number)),
            Wait::Suspend(mask) => self.suspend(*mask),
            Wait::Answer(number, arguments) => self.answer(*number, arguments.as_ref(), 1),
            Wait::AnswerTwice(number) => self.answer(*number, None, 2),
        }
    }

    fn take_back(&mut self, number: usize) -> Done {
        let Some(place) = number.checked_rem(self.promotions.len()) else { return Done::Nothing };
        let at = self.promotions.len() - 1 - place;
        let before = self.look();
        self.conversation.roll_back_transaction(self.promotions.remove(at), false);
        let now = self.look();
        let gone: Vec<&str> = before.ids().into_iter().filter(|id| now.message(id).is_none()).collect();
        for (_, saved) in &mut self.saved {
            saved.look.messages.retain(|message| !gone.contains(&message.id.as_ref()));
            saved.since.retain(|message| !gone.contains(&message.id.as_ref()));
        }
        Done::TakenBack
    }

    fn suspend(&mut self, mask: u8) -> Outcome<Done> {
        let asking = self.history().asking();
        let open = asking.map(Unit::open_calls).unwrap_or_default();
        let calls = open.iter().zip(0..8).filter(|(_, bit)| mask >> bit & 1 == 1);
        let calls: Vec<&str> = calls.map(|(call, _)| call.id.as_ref()).collect();
        let message_id = asking.map_or("nobody", |unit| unit.head().id.as_ref());
        let suspension = json!({
            "checkpointId": format!("checkpoint {}", self.marks),
            "messageId": message_id,
            "calls": calls,
            "request": { "threadId": "t", "deep": [{}] },
        });
        self.conversation.suspend(&suspension.to_string())?;
        Ok(Done::Nothing)
    }

    fn answer(&mut self, number: usize, arguments: Option<&Value>, times: usize) -> Outcome<Done> {
        let open: Vec<Suspension> = self.history().suspended().cloned().collect();
        let Some(suspension) = number.checked_rem(open.len()).and_then(|at| open.get(at)) else {
            return Ok(Done::Nothing);
        };
        let calls = self.history().open_calls_of(suspension);
        let answers = calls.iter().map(|call| {
            let message = json!({ "role": "tool", "toolCallId": call.id.as_ref(), "content": "@@ approved" });
            match arguments {
                Some(arguments) => json!({ "message": message, "arguments": arguments }),
                None => json!({ "message": message }),
            }
        });
        let answers: Vec<Value> = answers.cycle().take(calls.len() * times).collect();
        let given = json!({ "messageId": suspension.message_id.as_ref(), "answers": answers });
        let json = self.marked(&given);
        self.conversation.answer(&json, 7)?;
        for (_, saved) in &mut self.saved {
            // Edited arguments stay edited after a rollback.
            let now = self.conversation.history().message(&suspension.message_id).cloned();
            let old = saved.look.messages.iter_mut().chain(&mut saved.since);
            old.filter(|message| message.id == suspension.message_id)
                .zip(now)
                .for_each(|(old, now)| *old = now);
        }
        Ok(Done::Answered)
    }
}
