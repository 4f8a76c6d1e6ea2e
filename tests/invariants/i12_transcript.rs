//! I12, whole transcript: a reduction removes nothing from the transcript, and undoing all of them restores the history.

use super::action::{Action, PathStep, story};
use super::config::cases;
use super::world::{Done, World, estimator};
use backscroll::engine::{Conversation, PathEnd};
use backscroll::error::Outcome;
use proptest::prelude::*;
use serde_json::Value;

impl World {
    /// Returns the transcript, as a host sees it: messages with their states.
    fn transcript(&self) -> Vec<Value> {
        let mut out = Vec::new();
        self.conversation.write_transcript(0, &mut out);
        serde_json::from_slice(&out).expect("a list of messages")
    }

    /// Returns the messages of the transcript.
    fn said(&self) -> Vec<Value> {
        self.transcript().iter().map(|said| said["message"].clone()).collect()
    }

    /// Takes another path. Transactions end: they do not reach back beyond it.
    pub(super) fn take_path(&mut self, number: usize, step: &PathStep) -> Outcome<Done> {
        let said = self.transcript();
        let Some(place) = number.checked_rem(said.len()) else { return Ok(Done::Nothing) };
        let id = said[place]["message"]["id"].as_str().expect("an id").to_owned();
        match step {
            PathStep::Through => drop(self.conversation.rewind(&id, PathEnd::Through)?),
            PathStep::Before => drop(self.conversation.rewind(&id, PathEnd::Before)?),
            PathStep::Edit(message) => {
                let message = self.marked(message);
                self.conversation.edit_message(&id, &message, 7).map(drop)?;
            }
            PathStep::Select => {
                let siblings = said[place]["siblings"].as_array().cloned().unwrap_or_default();
                let other = siblings.iter().find_map(|other| other.as_str().filter(|other| *other != id));
                self.conversation.select(other.unwrap_or(&id))?;
            }
        }
        self.end_saved();
        Ok(Done::PathTaken)
    }

    /// Ends the transactions that could roll back.
    pub(super) fn end_saved(&mut self) {
        let saved = self.saved.drain(..).map(|(transaction, _)| transaction);
        saved.for_each(|open| self.conversation.commit_transaction(open));
    }
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn i12_transcript(estimator in estimator(), story in story()) {
        let mut world = World::new(estimator);
        for action in &story {
            let before = world.said();
            let done = world.act(action);
            let after = world.said();
            match (action, done) {
                // They remove messages at the host's word, or edit a call.
                (Action::Clear, _) | (_, Ok(Done::TakenBack | Done::Answered)) => {}
                (Action::Path(_, PathStep::Through | PathStep::Before), Ok(_)) => {
                    prop_assert!(before.starts_with(&after));
                }
                (Action::Path(_, PathStep::Select | PathStep::Edit(_)), Ok(_)) => {}
                (_, Ok(Done::Appended)) => prop_assert!(after.starts_with(&before), "{:?}", action),
                _ => prop_assert_eq!(&before, &after, "{:?}", action),
            }
        }
        let (mut restored, _) = Conversation::restored(&world.snapshot(), None, 7).expect("a snapshot");
        while restored.undo() {}
        let mut out = Vec::new();
        restored.write_messages(&mut out);
        let messages: Vec<Value> = serde_json::from_slice(&out).expect("a list of messages");
        prop_assert_eq!(messages, world.said());
    }
}
