//! The bodies that were written last: for each target the one of the whole history, and those that differ from it.

use super::stateless::unknown_target;
use super::wire_cache::WireCache;
use crate::error::Outcome;
use crate::format::{TARGETS, insert_breakpoints};
use crate::history::{History, Reduction, Serial};
use crate::sanitize::RequestOptions;

/// True if the last request held only the messages after a response that the provider keeps.
#[derive(Clone, Copy, Debug)]
pub(super) struct IsPart(pub(super) bool);

/// The bodies of a conversation.
#[derive(Debug)]
pub(super) struct Bodies {
    /// For each target, by its number, the body of the whole history.
    whole: Vec<WireCache>,
    /// The last request with its own system prompt.
    other_prompt: Option<WireCache>,
    /// The last request that continued a response.
    continuing: Option<WireCache>,
    /// The last request with cache breakpoints; `None` when the last request has none of ours.
    marked: Option<Vec<u8>>,
}

impl Default for Bodies {
    fn default() -> Self {
        let whole = TARGETS.into_iter().map(WireCache::new).collect();
        Self { whole, other_prompt: None, continuing: None, marked: None }
    }
}

impl Bodies {
    /// The body of the whole history for the target of this number.
    ///
    /// # Errors
    ///
    /// `unknown-format`.
    pub(super) fn whole(&mut self, number: usize) -> Outcome<&mut WireCache> {
        self.whole.get_mut(number).ok_or_else(unknown_target)
    }

    fn last(&self, number: usize, is_part: IsPart) -> Outcome<&WireCache> {
        let cache = if is_part.0 { self.continuing.as_ref() } else { self.whole.get(number) };
        cache.ok_or_else(unknown_target)
    }

    /// The bytes of the request that was written last for this target, with its breakpoints.
    ///
    /// # Errors
    ///
    /// `unknown-format`.
    pub(super) fn bytes(&self, number: usize, is_part: IsPart) -> Outcome<&[u8]> {
        match &self.marked {
            Some(body) => Ok(body),
            None => self.last(number, is_part).map(WireCache::body),
        }
    }

    /// The bytes of the last request with its own system prompt, with its breakpoints.
    ///
    /// # Errors
    ///
    /// `unknown-format`.
    pub(super) fn bytes_of_other_prompt(&self) -> Outcome<&[u8]> {
        let body = self.marked.as_deref();
        body.or(self.other_prompt.as_ref().map(WireCache::body)).ok_or_else(unknown_target)
    }

    /// True if the last request has breakpoints of ours.
    pub(super) fn is_marked(&self) -> bool {
        self.marked.is_some()
    }

    /// Puts the body of the whole history aside, for the next request, while one with another prompt is written.
    ///
    /// # Errors
    ///
    /// `unknown-format`.
    pub(super) fn put_aside(&mut self, number: usize) -> Outcome<WireCache> {
        let slot = self.whole(number)?;
        let target = slot.target;
        Ok(std::mem::replace(slot, WireCache::new(target)))
    }

    /// Puts back what [`Bodies::put_aside`] returned; the body that was written meanwhile is that of another prompt.
    pub(super) fn put_back(&mut self, number: usize, kept: WireCache) {
        if let Some(slot) = self.whole.get_mut(number) {
            self.other_prompt = Some(std::mem::replace(slot, kept));
        }
    }

    /// Keeps a request that continued a response.
    pub(super) fn keep_continuing(&mut self, cache: WireCache) {
        self.continuing = Some(cache);
    }

    /// Copies the last written body with cache breakpoints, where the caller asks for them. `reduced` are the first unit
    /// that reductions changed since the last sent request, and the first unchanged one after it.
    pub(super) fn mark(
        &mut self,
        number: usize,
        is_part: IsPart,
        options: Option<RequestOptions>,
        history: &History,
        reduced: Option<[Serial; 2]>,
    ) {
        let mut marked = self.marked.take().unwrap_or_default();
        let (Some(options), Ok(cache)) = (options, self.last(number, is_part)) else { return };
        let reduced =
            reduced.map(|[first, end]| [cache.start_of(first, history), cache.start_of(end, history)]);
        marked.clear();
        let dialect = cache.target.dialect();
        let is_marked =
            insert_breakpoints(dialect, &options, cache.body(), cache.messages(), reduced, &mut marked);
        self.marked = is_marked.then_some(marked);
    }

    /// Forgets the units that a reduction removed or changed.
    pub(super) fn forget(&mut self, reduction: &Reduction, history: &History) {
        self.whole.iter_mut().for_each(|cache| cache.forget(reduction, history));
    }

    /// Forgets these units.
    pub(super) fn forget_units(&mut self, units: &[Serial]) {
        self.whole.iter_mut().for_each(|cache| cache.forget_units(units));
    }

    /// Forgets the body of the whole history for this target.
    pub(super) fn clear(&mut self, number: usize) {
        self.whole.get_mut(number).into_iter().for_each(WireCache::clear);
    }

    /// Forgets the bodies of the whole history.
    pub(super) fn clear_all(&mut self) {
        self.whole.iter_mut().for_each(WireCache::clear);
    }
}
