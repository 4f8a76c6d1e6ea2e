//! Messages that arrive while the program is at work.

use super::conversation::Conversation;
use crate::error::Outcome;
use crate::format::backscroll;
use crate::history::Sorted;
use crate::json::{ListWriter, Node, ObjectWriter, push_string};
use crate::message::{Message, MessageId, Pending, Role};

/// Names a promotion that may have to be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PromotionId(pub u32);

/// The promotions that may have to be taken back.
#[derive(Debug, Default)]
pub(super) struct Promotions {
    kept: Sorted<PromotionId, Promotion>,
    next: u32,
}

/// What was promoted, and what it became.
#[derive(Debug, Default)]
struct Promotion {
    promoted: Vec<Pending>,
    /// The first message of each.
    heads: Vec<MessageId>,
    /// Every message, in order.
    messages: Vec<MessageId>,
}

impl Conversation {
    /// Whether a message has to wait: a run is under way, or the newest message of the assistant has calls without
    /// results.
    pub fn is_busy(&self) -> bool {
        self.is_running || self.history.asking().is_some()
    }

    /// Says whether a run is under way.
    pub fn set_running(&mut self, is_running: bool) {
        self.is_running = is_running;
    }

    /// Takes in a message, given as JSON (`source`, `name`, `content`). Busy, it waits; idle, it becomes words of the
    /// person at once, behind all that waited. Writes it as it is now.
    ///
    /// # Errors
    ///
    /// `invalid-pending`, `invalid-message`, `too-deep`, `too-large`.
    pub fn enqueue(&mut self, text: &str, created_at: i64, out: &mut Vec<u8>) -> Outcome<()> {
        let node = Node::read(text, self.settings.limits)?;
        let pending = backscroll::read_pending(node, &self.queue)?;
        if self.is_busy() {
            backscroll::write_pending(&pending, None, out);
            self.queue.push(pending);
            return Ok(());
        }
        self.promote_all(created_at)?;
        let mut minted = self.minted();
        let message = pending.said(self.mint(&mut minted), created_at);
        let id = message.id.clone();
        self.enter(message)?;
        self.set_minted(minted);
        self.queue.note_id(pending.id);
        backscroll::write_pending(&pending, Some(&id), out);
        Ok(())
    }

    /// Appends what waits as a JSON list, oldest first.
    pub fn write_pending(&self, out: &mut Vec<u8>) {
        let mut list = ListWriter::begin(out);
        self.queue.iter().for_each(|pending| backscroll::write_pending(pending, None, list.item()));
        list.end();
    }

    /// Takes a message out of the queue; false when none of this id waits.
    pub fn withdraw(&mut self, id: u64) -> bool {
        self.queue.withdraw(id).is_some()
    }

    /// Moves what waits into the history: words of the person first, then phantom calls with their results, each kind in
    /// the order in which it came. Nothing moves while calls of the newest assistant message have no results. Writes
    /// `{"texts", "pairs"}`.
    ///
    /// # Errors
    ///
    /// `duplicate-id`, never with minted ids; what was not promoted then still waits.
    pub fn promote(&mut self, created_at: i64, out: &mut Vec<u8>) -> Outcome<()> {
        let promotion = self.promote_all(created_at)?;
        let mut object = ObjectWriter::begin(out);
        let mut texts = ListWriter::begin(object.key("texts"));
        let said = promotion.promoted.iter().filter(|pending| pending.source.tool().is_none());
        said.for_each(|pending| push_string(texts.item(), &pending.content));
        texts.end();
        let mut pairs = ListWriter::begin(object.key("pairs"));
        let messages = promotion.messages.iter().filter_map(|id| self.history.message(id));
        messages
            .filter(|message| message.role() != Role::User)
            .for_each(|message| backscroll::write_message(message, pairs.item()));
        pairs.end();
        object.end();
        Ok(())
    }

    /// The same, to be taken back by [`Conversation::take_back`] or kept by [`Conversation::keep_promoted`]; `None`
    /// when nothing waited.
    ///
    /// # Errors
    ///
    /// As [`Conversation::promote`].
    pub fn try_promote(&mut self, created_at: i64) -> Outcome<Option<PromotionId>> {
        let promotion = self.promote_all(created_at)?;
        if promotion.promoted.is_empty() {
            return Ok(None);
        }
        let id = PromotionId(self.promotions.next);
        self.promotions.next = self.promotions.next.wrapping_add(1);
        self.promotions.kept.insert(id, promotion);
        Ok(Some(id))
    }

    /// Lets a promotion be.
    pub fn keep_promoted(&mut self, id: PromotionId) {
        self.promotions.kept.remove(id);
    }

    /// Lets messages wait again as they did before they were promoted, unless they are gone from the history meanwhile, or
    /// something was said behind them: that may be the answer to them, and they would come after it.
    pub fn take_back(&mut self, id: PromotionId) {
        let Some(Promotion { promoted, heads, .. }) = self.promotions.kept.remove(id) else { return };
        if self.history.newest().is_some_and(|newest| !heads.contains(&newest.head().id)) {
            return;
        }
        let (waiting, heads): (Vec<Pending>, Vec<MessageId>) =
            promoted.into_iter().zip(heads).filter(|(_, head)| self.history.message(head).is_some()).unzip();
        let units = heads.iter().filter_map(|head| self.history.unit_of(head));
        let messages: Vec<MessageId> =
            units.flat_map(|unit| unit.messages()).map(|message| message.id.clone()).collect();
        let places = self.history.take_back(&heads);
        self.caches.iter_mut().for_each(|cache| cache.forget_units(&places));
        self.savepoints.forget(&messages);
        self.queue.put_back(waiting);
    }

    fn promote_all(&mut self, created_at: i64) -> Outcome<Promotion> {
        let mut promotion = Promotion::default();
        if self.history.asking().is_some() {
            return Ok(promotion);
        }
        let (texts, pairs): (Vec<Pending>, Vec<Pending>) =
            self.queue.take().into_iter().partition(|pending| pending.source.tool().is_none());
        let mut left = texts.into_iter().chain(pairs);
        while let Some(pending) = left.next() {
            match self.promote_one(&pending, created_at) {
                Ok(ids) => {
                    promotion.heads.extend(ids.first().cloned());
                    promotion.messages.extend(ids);
                    promotion.promoted.push(pending);
                }
                Err(error) => {
                    self.queue.put_back(std::iter::once(pending).chain(left).collect());
                    return Err(error);
                }
            }
        }
        Ok(promotion)
    }

    /// All messages of one, or none of them.
    fn promote_one(&mut self, pending: &Pending, created_at: i64) -> Outcome<Vec<MessageId>> {
        let mut minted = self.minted();
        let messages: Vec<Message> = pending.told(created_at, || self.mint(&mut minted));
        messages.iter().try_for_each(|message| self.savepoints.check(message))?;
        let ids = messages.iter().map(|message| message.id.clone()).collect();
        for message in messages {
            self.enter(message)?;
        }
        self.set_minted(minted);
        Ok(ids)
    }
}
