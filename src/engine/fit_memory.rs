//! The memory of a replay, which the next replay goes on from. It is small enough to be kept beside the messages.
//!
//! It is `{"messages", "view", "void"}`. `messages` counts the messages of the list that were replayed. `view` holds the
//! messages that are left: `[first, last]` for unchanged ones, `{"number", "message"}` for a rewritten one, and
//! `{"message"}` for a summary. `void` names the first and the last message, by their places in the view, before which
//! something was rewritten after they were said.

use super::conversation::Conversation;
use super::fit::Replay;
use crate::error::{Code, ConversationError, Outcome};
use crate::format::backscroll;
use crate::history::{History, SystemPlace};
use crate::json::{Limits, ListWriter, Node, ObjectWriter};
use crate::message::{Message, MessageId, Role};
use std::sync::Arc;

impl Conversation {
    /// Appends the memory of the replay as JSON.
    pub fn write_memory(&self, replay: &Replay, out: &mut Vec<u8>) {
        let beside = replay.places.iter().filter(|place| place.is_none()).count();
        let lines = self.memory_lines(replay);
        let mut object = ObjectWriter::begin(out);
        object.number("messages", replay.messages.len().saturating_sub(beside));
        let mut list = ListWriter::begin(object.key("view"));
        let mut range: Option<[usize; 2]> = None;
        for (number, is_same, message) in &lines {
            let number = number.map(|number| number.saturating_sub(beside));
            match (number.filter(|_| *is_same), range) {
                (Some(number), Some([first, last])) if last.saturating_add(1) == number => {
                    range = Some([first, number]);
                }
                (Some(number), _) => {
                    write_range(range, &mut list);
                    range = Some([number, number]);
                }
                (None, _) => {
                    write_range(range.take(), &mut list);
                    let mut entry = ObjectWriter::begin(list.item());
                    if let Some(number) = number {
                        entry.number("number", number);
                    }
                    let timeless = Message { created_at: 0, ..Message::clone(message) };
                    backscroll::write_message(&timeless, entry.key("message"));
                    entry.end();
                }
            }
        }
        write_range(range, &mut list);
        list.end();
        let void = |id: &MessageId| {
            self.history
                .unit_of(id)
                .is_some_and(|unit| unit.prefix_changed.is_some() && unit.head().id == *id)
        };
        let mut voided =
            lines.iter().enumerate().filter(|(_, (.., message))| void(&message.id)).map(|(at, _)| at);
        if let Some(first) = voided.next() {
            let last = voided.next_back().unwrap_or(first);
            object.json("void", &format!("[{first},{last}]"));
        }
        object.end();
    }

    /// Restores the history that an earlier replay left. The next message to append is the first that it did not know.
    ///
    /// # Errors
    ///
    /// `invalid-argument` when it is no memory of this list.
    pub fn resume_replay(&mut self, replay: &mut Replay, memory: &str) -> Outcome<()> {
        let fields = Node::read(memory, Limits::default().of_depth())?.fields().ok_or_else(unfit)?;
        let count = |node: Node<'_>| node.count().and_then(|count| usize::try_from(count).ok());
        let pair = |node: Node<'_>| match node.list()?.as_slice() {
            [first, last] => Some([count(*first)?, count(*last)?]),
            _ => None,
        };
        let beside = replay.places.iter().filter(|place| place.is_none()).count();
        let source = |number: usize| replay.messages.get(number.saturating_add(beside)).ok_or_else(unfit);
        let void = fields.get("void").map(|node| pair(node).ok_or_else(unfit)).transpose()?;
        let next = fields.get("messages").and_then(count).ok_or_else(unfit)?;

        let mut view: Vec<Message> = Vec::new();
        for entry in fields.get("view").and_then(Node::list).ok_or_else(unfit)? {
            if let Some([first, last]) = pair(entry) {
                for number in first..=last.min(replay.messages.len()) {
                    view.push(source(number)?.clone());
                }
                continue;
            }
            let entry = entry.fields().ok_or_else(unfit)?;
            let node = entry.get("message").ok_or_else(unfit)?;
            let limits = Limits { bytes: usize::MAX, ..Limits::default() };
            let message = backscroll::read_message(node, limits, 0, &mut || MessageId::from("summary"))?;
            view.push(match entry.get("number") {
                None => message,
                Some(number) => {
                    let before = source(count(number).ok_or_else(unfit)?)?;
                    Message { body: message.body, ..before.clone() }
                }
            });
        }
        let mut history = History::new(self.settings().estimator);
        for message in replay.messages.iter().take(beside) {
            history.append(message.clone(), SystemPlace::Anywhere)?;
        }
        let mut is_begun = false;
        let ids: Vec<MessageId> = view.iter().map(|message| message.id.clone()).collect();
        for (at, message) in view.into_iter().enumerate() {
            is_begun = is_begun || message.role() != Role::System;
            history.append(message, SystemPlace::Anywhere)?;
            if let Some([first, last]) = void
                && last == at
                && let Some(id) = ids.get(first)
            {
                history.mark_changed(id, true);
            }
        }
        replay.next = next.saturating_add(beside);
        replay.is_begun = is_begun;
        self.history = Arc::new(history);
        Ok(())
    }
}

fn write_range(range: Option<[usize; 2]>, list: &mut ListWriter<'_>) {
    if let Some([first, last]) = range {
        list.item().extend_from_slice(format!("[{first},{last}]").as_bytes());
    }
}

fn unfit() -> ConversationError {
    ConversationError::new(Code::InvalidArgument, "`memory` is none that `fit` returned for this list")
}
