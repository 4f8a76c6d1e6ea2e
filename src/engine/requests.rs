//! Requests of a conversation, and their size in tokens.
//!
//! A host may write previews at any time, so they cannot count while a prepared request waits for its answer.

use super::asked_model::AskedModel;
use super::bodies::IsPart;
use super::continuation::{Sent, asks_to_keep};
use super::conversation::Conversation;
use super::state::{Asked, Beside, Compacting, Declared, Estimate};
use super::stateless::numbered;
use crate::error::Outcome;
use crate::format::backscroll::{SavedRequest, SavedTools, Since};
use crate::format::{MappedName, Params, TARGETS, read_options};
use crate::history::{History, Revision, Unit};
use crate::message::PrefixDigest;
use crate::sanitize::RequestOptions;
use crate::tokens::{Estimator, UNKNOWN};
use std::sync::Arc;

impl Conversation {
    /// Writes a request body for the target of this number; see [`TARGETS`]. [`Conversation::repairs`] then holds the
    /// repairs.
    ///
    /// # Errors
    ///
    /// `awaiting-approval`, `invalid-argument`, `nothing-to-send`, `too-deep`, `too-large`, `unknown-format`.
    pub fn request(&mut self, number: usize, params: &str, options: &str, out: &mut Vec<u8>) -> Outcome<()> {
        out.extend_from_slice(self.request_view(number, params, options)?);
        Ok(())
    }

    /// Writes the body like [`Conversation::request`], and returns a view of it in the cache. Unchanged bytes are not
    /// copied.
    ///
    /// # Errors
    ///
    /// As [`Conversation::request`].
    pub fn request_view(&mut self, number: usize, params: &str, options: &str) -> Outcome<&[u8]> {
        let options = read_options(options)?;
        if let Some(target) = TARGETS.get(number) {
            self.turn_to(*target);
        }
        let place = self.declaring(number, params, options, |conversation, params, options| {
            conversation.write_request(number, params, options)
        })?;
        self.correct_for_model(number);
        self.bodies.bytes(number, place)
    }

    /// Writes the body of the unchanged history. With `tool_messages`, messages inform the model of changes of tools.
    /// Otherwise the request declares its own list.
    pub(super) fn write_request(
        &mut self,
        number: usize,
        params_text: &str,
        mut options: RequestOptions,
    ) -> Outcome<IsPart> {
        let target = numbered(number)?;
        let dialect = target.dialect();
        options.appends_tool_changes = false;
        // Breakpoints are put into a copy of the body, so they must not make cached units invalid.
        let breakpoints = options.breakpoints.take();
        let mut params = Params::parse(params_text, self.settings.limits, dialect)?;
        params.check_system(dialect, self.paths.history().system_prompt().is_some())?;
        params.complete_options(dialect, &mut options);
        params.check_endpoint(dialect, &options)?;
        options.spelling = options.spelling.or_else(|| params.spelling(target)).or(self.spelling);
        self.check_approvals(&options)?;

        let sent = self.sent_part(dialect, &mut params, &mut options);
        let is_kept =
            dialect.request.continuation.is_some_and(|continuation| asks_to_keep(continuation, &params));
        let model = options.capabilities.model.as_deref().map(Box::from);
        let vendor = options.vendor_name.map(Box::from);
        let compacts = params.outer(dialect, &options).compacts(&dialect.request);
        let cache = self.bodies.whole(number)?;
        // The provider reads the whole history, whichever part is sent.
        let mut all = options.clone();
        all.has_stored_calls &= matches!(sent, Sent::Whole);
        self.repairs = cache.write(self.paths.history(), all, &params)?;
        let AskedModel { size, window, .. } = cache.model;
        let prefix = cache.digest();
        let compacting = compacts
            .map(|_| Compacting { end: self.paths.history().end(), prefix: cache.digest_of_messages() });
        let outer = cache.digest_of_rest();
        self.remember_names(params.mapped_names());
        // A request that names no model may be for the last named model.
        if model.is_some() || *self.paths.history().estimator().model().name == *UNKNOWN.name {
            self.weigh_for(self.paths.history().estimator().of_model(size));
        }
        self.beside = self.weigh_beside(params_text, &params, dialect);
        self.beside.window = window;
        let estimate =
            self.estimate_of_request(number, vendor.as_deref(), is_kept || matches!(sent, Sent::After(_)));
        if let Some(requests) = self.requests.get_mut(number) {
            let revision = Some(self.paths.history().revision());
            let has_other_prompt = false;
            requests.written = Asked { model, vendor, estimate, has_other_prompt, revision, prefix, is_kept };
            requests.compacting = compacting.or(requests.compacting);
            requests.outer = outer;
        }
        let marking = breakpoints.map(|_| RequestOptions { breakpoints, ..options.clone() });
        let is_part = match sent {
            Sent::Whole => IsPart(false),
            Sent::WholeAfterChange(repair) => {
                self.repairs.push(repair);
                IsPart(false)
            }
            Sent::After(place) => {
                options.has_stored_calls = false;
                self.write_after(target, place, options, &params)?;
                IsPart(true)
            }
        };
        let reduced = self.reduced_since_sent(number).filter(|_| !is_part.0);
        self.bodies.mark(number, is_part, marking, self.paths.history(), reduced);
        Ok(is_part)
    }

    /// Weighs the history by this estimator.
    pub(super) fn weigh_for(&mut self, estimator: Estimator) {
        if self.paths.history().estimator() != estimator {
            self.history_mut().weigh_for(estimator);
            self.count_change();
        }
    }

    /// Restores the history from before a request was planned on a copy, weighed as the copy is.
    pub(super) fn go_back_to(&mut self, own: Arc<History>) {
        let estimator = self.paths.history().estimator();
        self.paths.set_history(own);
        self.weigh_for(estimator);
    }

    /// Corrects the size of the history by the newest report of the model that the written request names. Without a
    /// report of that model, the correction stays, but it does not lower the size.
    pub(super) fn correct_for_model(&mut self, number: usize) {
        let Some(requests) = self.requests.get(number) else { return };
        let Asked { model, estimate, .. } = &requests.written;
        let measured = self.paths.history().measured();
        if let Some(measured) = model.as_deref().and_then(|model| measured.turned_to(model)) {
            self.history_mut().correct_by(measured);
            return;
        }
        let Some(current) = measured.current() else { return };
        let is_other =
            current.model != *model || estimate.and_then(|estimate| estimate.beside) != current.beside;
        if current.beside.is_some() && is_other {
            self.history_mut().raise_only();
        }
    }

    /// Marks the last request for this target as sent. Requests that are written before its answer comes are
    /// previews: the answer does not belong to them.
    pub fn mark_sent(&mut self, number: usize) {
        let last_sent = self.now_sent(number);
        if let Some(requests) = self.requests.get_mut(number) {
            requests.last_sent = last_sent;
            requests.sent = Some(requests.written.clone());
        }
        self.keep_sent_tools(number);
    }

    /// Keeps the mapped names of tools, so that an answer's calls get the host's names back. Names of earlier requests stay:
    /// their answers may come later.
    fn remember_names(&mut self, mapped: &[MappedName]) {
        for name in mapped {
            if !self.mapped_names.contains(name) {
                self.mapped_names.push(name.clone());
            }
        }
    }

    /// An estimate of the tokens of the last request's params, tools above all.
    pub fn params_tokens(&self) -> u64 {
        self.beside.params
    }

    /// An estimate of the tokens that repairs added to the last request: results for calls that it closed, and text in
    /// place of parts that the target has no form for.
    pub fn added_tokens(&self) -> u64 {
        self.beside.added
    }

    /// Tokens by which the last request's own system prompt exceeds the history's; below 0 if the history's prompt is
    /// larger.
    pub fn prompt_tokens(&self) -> i64 {
        self.beside.prompt
    }

    /// Tokens that the last request allows its answer; 0 if its fields do not limit it.
    pub fn answer_tokens(&self) -> u64 {
        self.beside.answer
    }

    /// The context window of the last request's model; 0 if unknown.
    pub fn window_tokens(&self) -> u64 {
        self.beside.window
    }

    /// The requests whose answer may come, for a snapshot.
    pub(super) fn saved_requests(&self) -> Vec<SavedRequest> {
        let now = self.paths.history().revision();
        let mut saved = Vec::new();
        for (target, requests) in self.requests.iter().enumerate() {
            let Asked { model, vendor, estimate, has_other_prompt, revision, prefix, is_kept } =
                requests.asked();
            let tools = requests.declared.as_ref().map(|declared| self.saved_tools(declared));
            let since = match revision {
                Some(revision) if *revision == now => Since::Unchanged,
                Some(_) => Since::Changed,
                None if *has_other_prompt || tools.is_some() => Since::Answered,
                None => continue,
            };
            let estimate = estimate.filter(|estimate| estimate.revision == now);
            saved.push(SavedRequest {
                target,
                model: model.clone(),
                vendor: vendor.clone(),
                tokens: estimate.map(|estimate| estimate.tokens),
                has_other_prompt: *has_other_prompt,
                prefix: *prefix,
                is_kept: *is_kept,
                is_sent: requests.sent.is_some(),
                tools,
                since,
            });
        }
        saved
    }

    /// Restores the requests of a snapshot. Their estimates count only if `is_estimated`.
    pub(super) fn restore_requests(&mut self, saved: Vec<SavedRequest>, is_estimated: bool) {
        let now = self.paths.history().revision();
        for SavedRequest {
            target,
            model,
            vendor,
            tokens,
            has_other_prompt,
            prefix,
            is_kept,
            is_sent,
            tools,
            since,
        } in saved
        {
            let Some(requests) = self.requests.get_mut(target) else { continue };
            let estimate = tokens.filter(|_| is_estimated).map(|tokens| Estimate {
                revision: now,
                tokens,
                beside: None,
            });
            let revision = match since {
                Since::Unchanged => Some(now),
                Since::Changed => Some(Revision::PAST),
                Since::Answered => None,
            };
            requests.written = Asked { model, vendor, estimate, has_other_prompt, revision, prefix, is_kept };
            requests.sent = is_sent.then(|| requests.written.clone());
            requests.declared = tools.map(|SavedTools { list, first }| {
                let first = first.and_then(|id| self.paths.history().unit_of(&id)).map(Unit::serial);
                Declared { tools: list, since: first.unwrap_or(self.paths.history().end()) }
            });
        }
    }

    /// `None` while messages wait for the host's estimate.
    fn estimate_of_request(
        &self,
        number: usize,
        vendor: Option<&str>,
        is_elsewhere: bool,
    ) -> Option<Estimate> {
        let history = self.paths.history();
        let own = history.estimator().tokens(history.ledger().total());
        let Beside { params, added, fields, .. } = self.beside;
        let tokens = own.saturating_add(params).saturating_add(added);
        // A conversation that the provider keeps may have other messages there.
        let place = PrefixDigest::of(format!("{number} {}", vendor.unwrap_or_default()).as_bytes());
        let beside = fields.filter(|_| !is_elsewhere).map(|fields| place.then(fields));
        let revision = history.revision();
        history.unweighed().is_empty().then_some(Estimate { revision, tokens, beside })
    }
}
