//! Drafts of a conversation: begun, edited and committed.

use super::conversation::Conversation;
use super::operation::{MakeMessages, Operation};
use crate::error::{Code, ConversationError, Outcome};
use crate::format::backscroll;
use crate::history::Draft;
use crate::json::{ListWriter, Node, ObjectWriter, push_string};
use crate::list::Listed;
use crate::message::{Body, Content, Message, MessageId};
use crate::tokens::{Estimator, Weight};
use std::borrow::Cow;

impl Conversation {
    /// Begins a draft of the current history. The draft belongs to the caller. It ends with [`Conversation::commit`],
    /// or when it is dropped.
    pub fn begin_draft(&self) -> Draft {
        Draft::begin(self.paths.history())
    }

    /// Brings a draft up to date after messages were appended.
    ///
    /// # Errors
    ///
    /// `stale-plan`: the history was rewritten since the draft was begun.
    pub fn refresh(&self, draft: &mut Draft) -> Outcome<()> {
        draft.rebase(self.paths.history())
    }

    /// Edits a draft. Returns how many messages it removes or changes.
    ///
    /// # Errors
    ///
    /// `stale-plan`, `invalid-argument`.
    pub fn edit(&self, draft: &mut Draft, operation: Operation) -> Outcome<usize> {
        self.refresh(draft)?;
        operation.apply(draft)
    }

    /// Edits a draft by an operation given as JSON. Messages in it without a time get `created_at`. Returns how many
    /// messages it removes or changes.
    ///
    /// # Errors
    ///
    /// `stale-plan`, `invalid-argument`, `invalid-message`, `invalid-role`, `too-deep`, `too-large`.
    pub fn edit_json(&mut self, draft: &mut Draft, operation: &str, created_at: i64) -> Outcome<usize> {
        let mut messages = NewMessages { conversation: self, minted: self.minted(), created_at };
        let operation = Operation::read(operation, &mut messages)?;
        let minted = messages.minted;
        let changed = self.edit(draft, operation)?;
        self.set_minted(minted);
        Ok(changed)
    }

    /// Applies a draft. False when it proposes nothing or would not lower the cost; the history is then unchanged.
    ///
    /// # Errors
    ///
    /// `stale-plan`.
    pub fn commit(&mut self, draft: Draft) -> Outcome<bool> {
        let reduction = self.paths.commit(draft)?;
        let is_applied = reduction.is_some();
        self.note(reduction);
        Ok(is_applied)
    }

    /// Appends, as a JSON list of `{"id", "texts"}`, the messages that wait for the host's estimate; nothing when there
    /// are none.
    pub fn write_unweighed(&self, out: &mut Vec<u8>) {
        write_unweighed(&self.paths.history().unweighed(), out);
    }

    /// Appends the messages of a draft that wait for the host's estimate, as [`Conversation::write_unweighed`] does.
    ///
    /// # Errors
    ///
    /// `stale-plan`.
    pub fn write_unweighed_of(&self, draft: &mut Draft, out: &mut Vec<u8>) -> Outcome<()> {
        if self.settings.estimator.is_given() {
            self.refresh(draft)?;
            write_unweighed(&draft.unweighed(), out);
        }
        Ok(())
    }

    /// Reads the host's estimates, a JSON list of `[id, tokens]`.
    ///
    /// # Errors
    ///
    /// `invalid-argument`.
    pub fn weigh(&mut self, estimates: &str) -> Outcome<()> {
        for (id, weight) in self.read_estimates(estimates)? {
            self.history_mut().weigh(&id, weight);
        }
        Ok(())
    }

    /// Reads the host's estimates of messages of a draft.
    ///
    /// # Errors
    ///
    /// `invalid-argument`.
    pub fn weigh_in(&self, draft: &mut Draft, estimates: &str) -> Outcome<()> {
        for (id, weight) in self.read_estimates(estimates)? {
            draft.weigh(&id, weight);
        }
        Ok(())
    }

    pub(super) fn read_estimates(&self, estimates: &str) -> Outcome<Vec<(String, Weight)>> {
        let invalid =
            || ConversationError::new(Code::InvalidArgument, "expected estimates as a list of [id, tokens]");
        let mut weights = Vec::new();
        for pair in self.parse_whole(estimates)?.list().ok_or_else(invalid)? {
            let pair = pair.list().ok_or_else(invalid)?;
            let [id, tokens] = pair.as_slice() else { return Err(invalid()) };
            let id = id.text().ok_or_else(invalid)?;
            let tokens = tokens.thousandths().ok_or_else(invalid)?;
            weights.push((id.into_owned(), Estimator::given_weight(tokens)));
        }
        Ok(weights)
    }
}

fn write_unweighed(messages: &[&Message], out: &mut Vec<u8>) {
    let waiting: Vec<_> = messages.iter().map(|message| (&*message.id, Estimator::texts(message))).listed();
    write_waiting(&waiting, out);
}

/// Appends the ids and texts that wait for the host's estimate; nothing when there are none.
pub(super) fn write_waiting(waiting: &[(&str, Vec<Cow<'_, str>>)], out: &mut Vec<u8>) {
    if waiting.is_empty() {
        return;
    }
    let mut list = ListWriter::begin(out);
    for (id, texts) in waiting {
        let mut object = ObjectWriter::begin(list.item());
        object.text("id", id);
        let mut written = ListWriter::begin(object.key("texts"));
        texts.iter().for_each(|text| push_string(written.item(), text));
        written.end();
        object.end();
    }
    list.end();
}

/// Messages that get the next ids of a conversation.
struct NewMessages<'a> {
    conversation: &'a Conversation,
    minted: u64,
    created_at: i64,
}

impl NewMessages<'_> {
    fn id(&mut self) -> MessageId {
        self.conversation.mint(&mut self.minted)
    }
}

impl MakeMessages for NewMessages<'_> {
    fn summary(&mut self, text: &str) -> Message {
        let created_at = self.created_at;
        Message::new(self.id(), created_at, Body::Summary(Content::text(text)))
    }

    fn list(&mut self, list: Node<'_>) -> Outcome<Vec<Message>> {
        let node = self.conversation.parse_whole(list.json())?;
        let (limits, created_at) = (self.conversation.settings().limits, self.created_at);
        backscroll::read_list(node, limits, created_at, &mut || self.id())
    }
}
