//! Queries about a draft, for strategies that summarise.

use super::conversation::Conversation;
use super::operation::{size, tokens, truth};
use crate::error::{Code, ConversationError, Outcome};
use crate::format::backscroll;
use crate::format::read_text_block;
use crate::history::{Draft, Entry, Unit, in_order};
use crate::json::{ListWriter, Node, ObjectWriter};
use crate::list::{Listed, PushAll};
use crate::message::Message;
use crate::reduce::{self, Chunk, Rounding};
use crate::tokens::Weight;
use std::borrow::Cow;

impl Conversation {
    /// Answers a query about a draft. Both are JSON. The field `op` of the query is one of:
    ///
    /// - `size`: `{"turns", "messages"}`, the opening counted as a turn, and the system prompt not as a message.
    /// - `messages`: the messages of the draft in order of arrival. Messages that policies keep are pinned.
    /// - `kept`: the tokens of the units with messages that policies keep.
    /// - `oldest`: the span of the oldest `messages`; see [`reduce::oldest_messages`]. A unit that the end of the
    ///   span would split is part of it if `roundsUp` is true.
    /// - `surplus`: the span to remove for `goal` tokens; see [`reduce::surplus`].
    ///
    /// A span is `{"through", "tokens", "messages", "chunks"}`, where each chunk is text of at most about `budget`
    /// tokens with the places of its first and last message. If there is no such span, nothing is appended.
    ///
    /// # Errors
    ///
    /// `stale-plan`; `invalid-argument` for an unknown question.
    pub fn query(&self, draft: &mut Draft, question: &str, out: &mut Vec<u8>) -> Outcome<()> {
        self.refresh(draft)?;
        let fields = Node::parse(question).and_then(Node::fields).unwrap_or_default();
        let budget = tokens(&fields, "budget").unwrap_or_default();
        match fields.text("op").as_deref().unwrap_or_default() {
            "size" => {
                let units = draft.units();
                let counted = units.iter().filter(|unit| !unit.is_system_prompt());
                let mut object = ObjectWriter::begin(out);
                object.number("turns", draft.turns().len());
                object.number("messages", counted.map(|unit| unit.len()).sum::<usize>());
                object.end();
            }
            "messages" => {
                let entries: Vec<&Entry> = draft.units().into_iter().flat_map(Unit::entries).listed();
                let entries = in_order(entries, |entry| entry.serial.0);
                let messages: Vec<_> = entries.into_iter().map(|entry| pinned(draft, entry)).listed();
                write_list(messages.iter().map(Cow::as_ref), out);
            }
            "kept" => out.extend_from_slice(draft.kept_tokens().to_string().as_bytes()),
            "oldest" => {
                let rounding = if truth(&fields, "roundsUp") { Rounding::Up } else { Rounding::Down };
                let (count, pin_first) = (size(&fields, "messages"), size(&fields, "pinFirst"));
                self.write_span(
                    draft,
                    &reduce::oldest_messages(draft, count, rounding, pin_first),
                    budget,
                    out,
                );
            }
            "surplus" => {
                let (goal, keep_turns) = (tokens(&fields, "goal"), size(&fields, "keepTurns"));
                let may_split = truth(&fields, "maySplit");
                let span = reduce::surplus(draft, goal.unwrap_or_default(), keep_turns, may_split);
                self.write_span(draft, &span, budget, out);
            }
            other => {
                let detail = format!("there is no query `{other}` of a draft");
                return Err(ConversationError::new(Code::InvalidArgument, detail));
            }
        }
        Ok(())
    }

    /// Writes a span. Its size is the size in the draft. Its messages are the originals, before reductions cleared or
    /// shortened them.
    fn write_span(&self, draft: &Draft, units: &[&Unit], budget: u64, out: &mut Vec<u8>) {
        let Some(last) = units.last() else { return };
        let own = self.paths.history().estimator();
        let estimator = own.ours();
        let weight = units.iter().fold(Weight(0), |sum, unit| sum.plus(unit.weight()));
        let said: Vec<Unit> = units.iter().map(|unit| self.as_said(draft, unit)).listed();
        let units: Vec<&Unit> = said.iter().listed();
        let mut object = ObjectWriter::begin(out);
        object.text("through", &last.head().id);
        object.number("tokens", own.tokens(weight));
        write_list(units.iter().flat_map(|unit| unit.messages()), object.key("messages"));
        let mut list = ListWriter::begin(object.key("chunks"));
        for Chunk { text, first, last } in reduce::transcript(&units, estimator, budget, read_text_block) {
            let mut chunk = ObjectWriter::begin(list.item());
            chunk.text("text", &text);
            chunk.number("first", first);
            chunk.number("last", last);
            chunk.end();
        }
        list.end();
        object.end();
    }
}

impl Conversation {
    /// The unit with its messages as they were before the current reductions, and before the edits of the draft.
    fn as_said(&self, draft: &Draft, unit: &Unit) -> Unit {
        let own = draft.history().unit(unit.serial()).unwrap_or(unit);
        let mut said: Vec<Entry> = Vec::new();
        for entry in own.entries() {
            let mut before =
                self.paths.layers().as_slice().iter().filter_map(|layer| layer.unit_before(own.serial()));
            let first = before.find_map(|unit| unit.entry(entry.serial));
            said.push_all(first.filter(|first| first.message.id == entry.message.id).cloned());
        }
        own.with_entries(said)
    }
}

/// The message, pinned if a policy keeps it.
fn pinned<'a>(draft: &Draft, entry: &'a Entry) -> Cow<'a, Message> {
    let mut message = Cow::Borrowed(&*entry.message);
    if !message.is_pinned() && draft.keeps(entry) {
        message.to_mut().pin(true);
    }
    message
}

fn write_list<'a>(messages: impl Iterator<Item = &'a Message>, out: &mut Vec<u8>) {
    let mut list = ListWriter::begin(out);
    messages.for_each(|message| backscroll::write_message(message, list.item()));
    list.end();
}
