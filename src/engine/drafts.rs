//! Reductions that are under way.

use super::conversation::Conversation;
use crate::error::{Code, ConversationError, Outcome};
use crate::format::backscroll;
use crate::history::{Draft, History, Sorted};
use crate::json::{ListWriter, Node, ObjectWriter, push_string};
use crate::message::{Body, Content, Message};
use crate::reduce::{self, ClearResults, Fit, ShortenResults, SlidingWindow};
use crate::repair::{Repair, RepairCode};
use crate::tokens::{Estimator, Weight};

/// Names a reduction that is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DraftId(pub u32);

/// The drafts that are not committed yet.
#[derive(Debug, Default)]
pub(super) struct Drafts {
    open: Sorted<DraftId, Draft>,
    next: u32,
}

impl Drafts {
    fn enter(&mut self, draft: Draft) -> DraftId {
        let id = DraftId(self.next);
        self.next = self.next.wrapping_add(1);
        self.open.insert(id, draft);
        id
    }
}

impl Conversation {
    /// Begins a reduction on the history as it is now.
    pub fn begin_draft(&mut self) -> DraftId {
        self.drafts.enter(Draft::begin(&self.history))
    }

    /// Tokens of the next request, were the draft applied now.
    ///
    /// # Errors
    ///
    /// `stale-plan`, as for all that follow.
    pub fn draft_tokens(&self, id: DraftId) -> Outcome<u64> {
        Ok(self.draft(id)?.tokens(&self.history))
    }

    /// How many turns there would be, the opening counted as one.
    ///
    /// # Errors
    ///
    /// `stale-plan`.
    pub fn draft_turns(&self, id: DraftId) -> Outcome<usize> {
        Ok(self.draft(id)?.turns(&self.history).len())
    }

    /// Keeps the newest turns. Returns the messages that would go.
    ///
    /// # Errors
    ///
    /// `stale-plan`.
    pub fn draft_keep_turns(&mut self, id: DraftId, turns: usize) -> Outcome<usize> {
        self.edit(id, |draft, history| Ok(reduce::keep_recent_turns(draft, history, turns)))
    }

    /// Keeps the newest messages. Returns the messages that would go.
    ///
    /// # Errors
    ///
    /// `stale-plan`.
    pub fn draft_keep_messages(&mut self, id: DraftId, count: usize) -> Outcome<usize> {
        self.edit(id, |draft, history| Ok(reduce::keep_recent_messages(draft, history, count)))
    }

    /// Gets down to a size of the next request by all means; see [`reduce::fit`].
    ///
    /// # Errors
    ///
    /// `stale-plan`.
    pub fn draft_fit(&mut self, id: DraftId, fit: Fit) -> Outcome<usize> {
        self.edit(id, |draft, history| Ok(reduce::fit(draft, history, fit)))
    }

    /// Gets down to a size of the next request without losing a message; see [`reduce::shrink_results`].
    ///
    /// # Errors
    ///
    /// `stale-plan`.
    pub fn draft_shrink(&mut self, id: DraftId, fit: Fit) -> Outcome<usize> {
        self.edit(id, |draft, history| Ok(reduce::shrink_results(draft, history, fit)))
    }

    /// Gets down to a size of the next request by losing messages; see [`reduce::give_up_messages`].
    ///
    /// # Errors
    ///
    /// `stale-plan`.
    pub fn draft_give_up(&mut self, id: DraftId, fit: Fit) -> Outcome<usize> {
        self.edit(id, |draft, history| Ok(reduce::give_up_messages(draft, history, fit)))
    }

    /// Moves a window over the newest messages; see [`reduce::slide`].
    ///
    /// # Errors
    ///
    /// `stale-plan`.
    pub fn draft_slide(&mut self, id: DraftId, window: SlidingWindow) -> Outcome<usize> {
        self.edit(id, |draft, history| Ok(reduce::slide(draft, history, window)))
    }

    /// Shortens tool results. Returns the messages that would change.
    ///
    /// # Errors
    ///
    /// `stale-plan`.
    pub fn draft_shorten(&mut self, id: DraftId, options: ShortenResults) -> Outcome<usize> {
        self.edit(id, |draft, history| Ok(reduce::shorten_results(draft, history, options)))
    }

    /// Clears tool results. `options` is `{"placeholder", "exclude"}`. Returns the messages that would change.
    ///
    /// # Errors
    ///
    /// `stale-plan`, `invalid-argument`.
    pub fn draft_clear(&mut self, id: DraftId, keep: usize, options: &str) -> Outcome<usize> {
        let fields = self.parse_whole(options)?.fields().unwrap_or_default();
        let exclude = fields.get("exclude").and_then(Node::list).unwrap_or_default();
        let exclude: Vec<String> =
            exclude.into_iter().filter_map(|name| Some(name.text()?.into_owned())).collect();
        let placeholder =
            fields.text("placeholder").map_or(reduce::CLEARED.to_owned(), |text| text.into_owned());
        let options = ClearResults { keep, placeholder, exclude, until: None };
        self.edit(id, |draft, history| Ok(reduce::clear_results(draft, history, &options)))
    }

    /// Removes the messages of these ids, given as a JSON list, with their partners.
    ///
    /// # Errors
    ///
    /// `stale-plan`, `invalid-argument`.
    pub fn draft_remove(&mut self, id: DraftId, ids: &str) -> Outcome<usize> {
        let ids = self.parse_whole(ids)?.list().unwrap_or_default();
        let ids: Vec<String> = ids.into_iter().filter_map(|id| Some(id.text()?.into_owned())).collect();
        self.edit(id, |draft, history| reduce::remove(draft, history, ids.iter().map(String::as_str)))
    }

    /// Puts a summary in place of the oldest messages, but for the first `pin_first`. `options` is
    /// `{"through", "summary"}`.
    ///
    /// # Errors
    ///
    /// `stale-plan`, `invalid-argument`.
    pub fn draft_summarize(
        &mut self,
        id: DraftId,
        options: &str,
        pin_first: usize,
        created_at: i64,
    ) -> Outcome<usize> {
        let fields = self.parse_whole(options)?.fields().unwrap_or_default();
        let text = |name: &str| fields.text(name).map(|text| text.into_owned()).unwrap_or_default();
        let (through, summary) = (text("through"), text("summary"));
        let mut minted = self.minted();
        let body = Body::Summary(Content::text(&summary));
        let message = Message::new(self.mint(&mut minted), created_at, body);
        let removed =
            self.edit(id, |draft, history| reduce::summarize(draft, history, &through, pin_first, message))?;
        self.set_minted(minted);
        Ok(removed)
    }

    /// Proposes a list of messages, given as JSON, in place of those that the draft holds.
    ///
    /// # Errors
    ///
    /// `stale-plan`, `invalid-message`, `invalid-role`, `too-deep`, `too-large`.
    pub fn draft_replace(&mut self, id: DraftId, list: &str, created_at: i64) -> Outcome<()> {
        let node = self.parse_whole(list)?;
        let mut minted = self.minted();
        let limits = self.settings.limits;
        let messages = backscroll::read_list(node, limits, created_at, &mut || self.mint(&mut minted))?;
        self.edit(id, |draft, history| reduce::replace(draft, history, messages))?;
        self.set_minted(minted);
        Ok(())
    }

    /// Reports that half characters of what the host gave to a draft became U+FFFD.
    ///
    /// # Errors
    ///
    /// `stale-plan`.
    pub fn draft_note_surrogates(&mut self, id: DraftId, count: usize) -> Outcome<()> {
        let detail = format!("{count} half characters of what the reducer gave became U+FFFD");
        let repair = Repair::new(RepairCode::LoneSurrogateReplaced, None, detail);
        self.edit(id, |draft, _| {
            draft.report(repair);
            Ok(())
        })
    }

    /// Reports that a step of the reduction failed, and that the next was taken.
    ///
    /// # Errors
    ///
    /// `stale-plan`.
    pub fn draft_note_skipped(&mut self, id: DraftId, detail: &str) -> Outcome<()> {
        let repair = Repair::new(RepairCode::ReductionStepFailed, None, detail);
        self.edit(id, |draft, _| {
            draft.report(repair);
            Ok(())
        })
    }

    /// Applies a draft. False when it proposes nothing or would not lower the cost; the history is then
    /// unchanged. The draft is gone in every case.
    ///
    /// # Errors
    ///
    /// `stale-plan`.
    pub fn commit_draft(&mut self, id: DraftId) -> Outcome<bool> {
        let draft = self.drafts.open.remove(id).ok_or_else(ended)?;
        let reduction = self.history.commit(draft)?;
        let applied = reduction.is_some();
        self.note(reduction);
        Ok(applied)
    }

    /// A copy of a draft as it is now, to go back to.
    ///
    /// # Errors
    ///
    /// `stale-plan`.
    pub fn copy_draft(&mut self, id: DraftId) -> Outcome<DraftId> {
        let copy = self.draft(id)?.clone();
        Ok(self.drafts.enter(copy))
    }

    /// Makes a draft what a copy of it holds, and ends the copy.
    ///
    /// # Errors
    ///
    /// `stale-plan`.
    pub fn restore_draft(&mut self, id: DraftId, copy: DraftId) -> Outcome<()> {
        let copy = self.drafts.open.remove(copy).ok_or_else(ended)?;
        *self.drafts.open.get_mut(id).ok_or_else(ended)? = copy;
        Ok(())
    }

    /// Forgets a draft.
    pub fn drop_draft(&mut self, id: DraftId) {
        self.drafts.open.remove(id);
    }

    /// Appends, as a JSON list of `{"key", "texts"}`, the messages that wait for the host's estimate; nothing when
    /// there are none.
    pub fn write_unweighed(&self, out: &mut Vec<u8>) {
        if self.settings.estimator != Estimator::Given {
            return;
        }
        let own = self.history.unweighed().into_iter().map(|message| (format!("h:{}", message.id), message));
        let drafts = self.drafts.open.iter().flat_map(|(id, draft)| {
            draft.unweighed().into_iter().map(|message| (format!("d{}:{}", id.0, message.id), message))
        });
        let waiting: Vec<(String, &Message)> = own.chain(drafts).collect();
        if waiting.is_empty() {
            return;
        }
        let mut list = ListWriter::begin(out);
        for (key, message) in waiting {
            let mut object = ObjectWriter::begin(list.item());
            object.text("key", &key);
            let mut texts = ListWriter::begin(object.key("texts"));
            Estimator::texts(message).into_iter().for_each(|text| push_string(texts.item(), text));
            texts.end();
            object.end();
        }
        list.end();
    }

    /// Takes in the host's estimates, a JSON list of `[key, tokens]`.
    ///
    /// # Errors
    ///
    /// `invalid-argument`.
    pub fn weigh(&mut self, estimates: &str) -> Outcome<()> {
        let invalid =
            || ConversationError::new(Code::InvalidArgument, "estimates are a list of [key, tokens]");
        for pair in self.parse_whole(estimates)?.list().ok_or_else(invalid)? {
            let pair = pair.list().ok_or_else(invalid)?;
            let [key, tokens] = pair.as_slice() else { return Err(invalid()) };
            let key = key.text().ok_or_else(invalid)?;
            let weight = Estimator::given_weight(tokens.thousandths().ok_or_else(invalid)?);
            let (place, id) = key.split_once(':').ok_or_else(invalid)?;
            self.give_weight(place, id, weight);
        }
        Ok(())
    }

    fn give_weight(&mut self, place: &str, id: &str, weight: Weight) {
        match place.strip_prefix('d').and_then(|number| number.parse().ok()) {
            None => self.history.weigh(id, weight),
            Some(number) => {
                if let Some(draft) = self.drafts.open.get_mut(DraftId(number)) {
                    draft.weigh(&self.history, id, weight);
                }
            }
        }
    }

    pub(super) fn draft(&self, id: DraftId) -> Outcome<&Draft> {
        let draft = self.drafts.open.get(id).ok_or_else(ended)?;
        draft.check(&self.history)?;
        Ok(draft)
    }

    fn edit<T>(&mut self, id: DraftId, edit: impl FnOnce(&mut Draft, &History) -> Outcome<T>) -> Outcome<T> {
        let draft = self.drafts.open.get_mut(id).ok_or_else(ended)?;
        draft.check(&self.history)?;
        edit(draft, &self.history)
    }
}

fn ended() -> ConversationError {
    ConversationError::new(Code::StalePlan, "this reduction has ended; its draft can no longer be used")
}
