//! The memory of a replay, from which the next replay continues. It is small enough to be kept with the messages.
//!
//! It is `{"items", "messages", "added", "view", "void"}`. `items` holds the ranges of the list's items that have
//! messages left: of the items that this replay read, the next replay reads only these. `messages` counts the
//! messages of these items. Messages are named by their numbers among them. `added` counts the tokens that repairs
//! added to the last measured request. `view` holds the messages that are left: `[first, last]` for unchanged
//! messages, `{"number", "message"}` for a rewritten message, and `{"message"}` for a summary. `void` holds the
//! places in `view` of the first and the last message whose prefix was rewritten after the message was added.

use super::conversation::Conversation;
use super::fit::{Line, Replay, number};
use crate::error::{Code, ConversationError, Outcome};
use crate::format::backscroll;
use crate::hash::HashSet;
use crate::history::{History, SystemPlace};
use crate::json::{Limits, ListWriter, Node, ObjectWriter};
use crate::list::{Listed, PushAll};
use crate::message::{Message, MessageId, Role};
use std::sync::Arc;

impl Conversation {
    /// Appends the memory of the replay as JSON. `others` is a JSON list of sources to read again although none of
    /// their messages is left.
    pub fn write_memory(&self, replay: &Replay, others: &str, out: &mut Vec<u8>) {
        let mut lines = self.lines(replay);
        // A prompt outside the list is given again with each call.
        lines.retain(|line| line.number.is_none() || line.place.is_some());
        let others = Node::parse(others).and_then(Node::list).unwrap_or_default();
        let kept = KeptSources::new(replay, &lines, others);
        let mut object = ObjectWriter::begin(out);
        let mut list = Ranges::begin(object.key("items"));
        for [first, count] in &kept.spans {
            (0..*count).for_each(|at| list.push(first.saturating_add(at)));
        }
        list.end();
        object.number("messages", kept.count);
        if replay.added > 0 {
            object.number("added", usize::try_from(replay.added).unwrap_or(usize::MAX));
        }
        let mut list = Ranges::begin(object.key("view"));
        for Line { number, is_same, message, .. } in &lines {
            let number = number.and_then(|number| kept.numbers.get(number).copied());
            match number.filter(|_| *is_same) {
                Some(number) => list.push(number),
                None => {
                    let mut entry = ObjectWriter::begin(list.other());
                    if let Some(number) = number {
                        entry.number("number", number);
                    }
                    let timeless = Message { created_at: 0, ..Message::clone(message) };
                    backscroll::write_message(&timeless, entry.key("message"));
                    entry.end();
                }
            }
        }
        list.end();
        let void = |id: &MessageId| {
            self.paths
                .history()
                .unit_of(id)
                .is_some_and(|unit| unit.prefix_changed.is_some() && unit.head().id == *id)
        };
        let mut voided =
            lines.iter().enumerate().filter(|(_, line)| void(&line.message.id)).map(|(at, _)| at);
        if let Some(first) = voided.next() {
            let last = voided.next_back().unwrap_or(first);
            object.json("void", &format!("[{first},{last}]"));
        }
        object.end();
    }

    /// Restores the history of an earlier replay. `items` is the number of the list's items that the memory covers.
    /// The next message to append is the first that the memory does not cover.
    ///
    /// # Errors
    ///
    /// `invalid-argument` when it is no memory of this list.
    pub fn resume_replay(&mut self, replay: &mut Replay, memory: &str, items: usize) -> Outcome<()> {
        let fields = Node::read(memory, Limits::default().of_depth())?.fields().ok_or_else(unfit)?;
        let pair = |node: Node<'_>| match node.list()?.as_slice() {
            [first, last] => Some([number(*first)?, number(*last)?]),
            _ => None,
        };
        let beside = replay.places.iter().filter(|place| place.is_none()).count();
        let is_known = |place: &Option<usize>| place.is_some_and(|place| replay.first_item(place) < items);
        let known = replay.places.iter().filter(|place| is_known(place)).count();
        let source = |number: usize| replay.messages.get(number.saturating_add(beside)).ok_or_else(unfit);
        let void = fields.get("void").map(|node| pair(node).ok_or_else(unfit)).transpose()?;
        // Messages may be read in another way if the messages between them are missing.
        let next =
            fields.get("messages").and_then(number).filter(|count| *count == known).ok_or_else(unfit)?;

        let mut view: Vec<Arc<Message>> = Vec::new();
        for entry in fields.get("view").and_then(Node::list).ok_or_else(unfit)? {
            if let Some([first, last]) = pair(entry) {
                for number in first..=last.min(known) {
                    view.push(Arc::clone(source(number)?));
                }
                continue;
            }
            let entry = entry.fields().ok_or_else(unfit)?;
            let node = entry.get("message").ok_or_else(unfit)?;
            let limits = Limits { bytes: usize::MAX, ..Limits::default() };
            let message = backscroll::read_message(node, limits, 0, &mut || MessageId::from("summary"))?;
            view.push(match entry.get("number") {
                None => message.into(),
                Some(number) => {
                    let before = source(self::number(number).ok_or_else(unfit)?)?;
                    Message { body: message.body, ..Message::clone(before) }.into()
                }
            });
        }
        let mut history = History::new(self.paths.history().estimator());
        for message in replay.messages.iter().take(beside) {
            history.append(Arc::clone(message), SystemPlace::Anywhere)?;
        }
        let mut is_begun = false;
        let ids: Vec<MessageId> = view.iter().map(|message| message.id.clone()).listed();
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
        replay.added = fields.get("added").and_then(Node::count).unwrap_or(0);
        replay.is_begun = is_begun;
        self.paths.set_history(Arc::new(history));
        Ok(())
    }
}

/// The sources of a list that have messages left.
struct KeptSources {
    /// The items of these sources.
    spans: Vec<[usize; 2]>,
    /// For each message that was read, its number among the messages of these sources.
    numbers: Vec<usize>,
    /// The number of these messages.
    count: usize,
}

impl KeptSources {
    fn new(replay: &Replay, lines: &[Line<'_>], others: Vec<Node<'_>>) -> Self {
        let mut left: HashSet<usize> = lines.iter().filter_map(|line| line.place).collect();
        left.extend(others.into_iter().filter_map(number));
        left.extend(between(replay, &left));
        let mut kept = Self { spans: Vec::new(), numbers: Vec::with_capacity(replay.places.len()), count: 0 };
        let mut last = None;
        for place in &replay.places {
            kept.numbers.push(kept.count);
            let Some(place) = place.filter(|place| left.contains(place)) else { continue };
            kept.count = kept.count.saturating_add(1);
            if last.replace(place) != Some(place) {
                kept.spans.push(replay.span(place));
            }
        }
        kept
    }
}

/// Returns a message of the user, or a result, from each gap between sources that have messages left. Otherwise,
/// messages of the assistant on both sides of a gap could be read as one.
fn between(replay: &Replay, left: &HashSet<usize>) -> Vec<usize> {
    let mut between = Vec::new();
    let mut separates = None;
    for (message, place) in replay.messages.iter().zip(&replay.places) {
        let Some(place) = *place else { continue };
        if left.contains(&place) {
            between.push_all(separates.take());
        } else if message.role() != Role::Assistant {
            separates.get_or_insert(place);
        }
    }
    between
}

/// A JSON list of ascending numbers, written as ranges `[first, last]`, and of other values.
struct Ranges<'a> {
    list: ListWriter<'a>,
    range: Option<[usize; 2]>,
}

impl<'a> Ranges<'a> {
    fn begin(out: &'a mut Vec<u8>) -> Self {
        Self { list: ListWriter::begin(out), range: None }
    }

    fn push(&mut self, number: usize) {
        match &mut self.range {
            Some([_, last]) if last.saturating_add(1) == number => *last = number,
            _ => {
                self.flush();
                self.range = Some([number, number]);
            }
        }
    }

    fn other(&mut self) -> &mut Vec<u8> {
        self.flush();
        self.list.item()
    }

    fn flush(&mut self) {
        if let Some([first, last]) = self.range.take() {
            self.list.item().extend_from_slice(format!("[{first},{last}]").as_bytes());
        }
    }

    fn end(mut self) {
        self.flush();
        self.list.end();
    }
}

fn unfit() -> ConversationError {
    ConversationError::new(Code::InvalidArgument, "`memory` is none that `fit` returned for this list")
}
