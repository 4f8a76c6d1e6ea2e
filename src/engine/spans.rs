//! What a draft holds, for those who summarise it.

use super::conversation::Conversation;
use super::drafts::DraftId;
use crate::error::Outcome;
use crate::format::backscroll;
use crate::format::read_text_block;
use crate::history::{Entry, Unit, in_order};
use crate::json::{ListWriter, ObjectWriter};
use crate::message::Message;
use crate::reduce::{self, Chunk, Rounding};
use crate::tokens::{Estimator, Weight};

impl Conversation {
    /// How many messages the draft holds, the system prompt not counted.
    ///
    /// # Errors
    ///
    /// `stale-plan`, as for all that follow.
    pub fn draft_count(&self, id: DraftId) -> Outcome<usize> {
        let units = self.draft(id)?.units(&self.history).into_iter();
        Ok(units.filter(|unit| !unit.is_system_prompt()).map(|unit| unit.len()).sum())
    }

    /// Appends the messages that the draft holds as a JSON list, in order of arrival.
    ///
    /// # Errors
    ///
    /// `stale-plan`.
    pub fn write_draft_messages(&self, id: DraftId, out: &mut Vec<u8>) -> Outcome<()> {
        let units = self.draft(id)?.units(&self.history).into_iter();
        let entries: Vec<&Entry> = units.flat_map(|unit| unit.entries()).collect();
        let entries = in_order(entries, |entry| entry.serial.0);
        write_list(entries.into_iter().map(|entry| &entry.message), out);
        Ok(())
    }

    /// Appends the span of the oldest messages; see [`reduce::oldest_messages`] and [`Conversation::write_surplus`].
    ///
    /// # Errors
    ///
    /// `stale-plan`.
    pub fn write_oldest(
        &self,
        id: DraftId,
        count: usize,
        rounding: Rounding,
        pin_first: usize,
        budget: u64,
        out: &mut Vec<u8>,
    ) -> Outcome<()> {
        let draft = self.draft(id)?;
        let span = reduce::oldest_messages(draft, &self.history, count, rounding, pin_first);
        self.write_span(&span, budget, out);
        Ok(())
    }

    /// Appends the span that has to go for a goal, in tokens; see [`reduce::surplus`]. As
    /// `{"through", "tokens", "messages", "chunks"}`, where each chunk is text of at most about `budget` tokens with the
    /// places of its first and last message; nothing when there is no such span.
    ///
    /// # Errors
    ///
    /// `stale-plan`.
    pub fn write_surplus(
        &self,
        id: DraftId,
        goal: u64,
        keep_turns: usize,
        may_split: bool,
        budget: u64,
        out: &mut Vec<u8>,
    ) -> Outcome<()> {
        let draft = self.draft(id)?;
        let span = reduce::surplus(draft, &self.history, goal, keep_turns, may_split);
        self.write_span(&span, budget, out);
        Ok(())
    }

    fn write_span(&self, units: &[&Unit], budget: u64, out: &mut Vec<u8>) {
        let Some(last) = units.last() else { return };
        let own = self.settings.estimator;
        let estimator = if own == Estimator::Given { Estimator::Script } else { own };
        let weight = units.iter().fold(Weight(0), |sum, unit| sum.plus(unit.weight()));
        let mut object = ObjectWriter::begin(out);
        object.text("through", &last.head().id);
        object.number("tokens", own.tokens(weight));
        write_list(units.iter().flat_map(|unit| unit.messages()), object.key("messages"));
        let mut list = ListWriter::begin(object.key("chunks"));
        for Chunk { text, first, last } in reduce::transcript(units, estimator, budget, read_text_block) {
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

fn write_list<'a>(messages: impl Iterator<Item = &'a Message>, out: &mut Vec<u8>) {
    let mut list = ListWriter::begin(out);
    messages.for_each(|message| backscroll::write_message(message, list.item()));
    list.end();
}
