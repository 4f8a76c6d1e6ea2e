//! Request bodies for one target: each unit is sanitised and written once, and keeps its place in the body.

use super::asked_model::AskedModel;
use super::bound_prefix::{Chain, Misjudged, Prefixes, Written, head};
use super::gather::{Gathered, gather};
use super::rows::{Row, Rows, item_ids_of, items, repairs_of};
use super::wire_body::{Span, WireBody};
use super::written_prefix::{StablePrefix, serials};
use crate::error::Outcome;
use crate::format::{Params, Target, write_head};
use crate::history::{History, Serial, Unit};
use crate::list::{Listed, PushAll};
use crate::message::{Message, PrefixDigest};
use crate::repair::Repair;
use crate::sanitize::{Dialect, Prompt, RequestOptions, SentIds, UnitState, prompt, sanitize_unit};
use std::borrow::Cow;
use std::ops::Range;

/// The units of one history as they were written for one target. Unchanged units are used again.
#[derive(Debug)]
pub(super) struct WireCache {
    pub(super) target: &'static dyn Target,
    pub(super) options: RequestOptions,
    /// The model that the options name.
    pub(super) model: AskedModel,
    pub(super) rows: Rows,
    pub(super) body: WireBody,
    /// The ids of calls in the request.
    pub(super) ids: SentIds,
    pub(super) stable: Option<StablePrefix>,
    /// The reductions since the body was written.
    pub(super) reduced: Option<Reduced>,
    /// The digest of the fields outside the messages.
    head: PrefixDigest,
    /// The digest of the request, if the model checks everything before reasoning.
    digest: Option<PrefixDigest>,
    /// The digest of its messages alone, in the same case.
    messages: Option<PrefixDigest>,
    /// True if any reasoning is bound to a request.
    has_bound: bool,
    /// The unit whose head, and everything before it, the provider keeps.
    pub(super) kept: Option<Serial>,
}

/// The reductions since a body was written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reduced {
    /// The generation of the history after them.
    pub(super) generation: u64,
    /// The units from this serial on are unchanged.
    pub(super) unchanged: Serial,
}

/// How the last written body is used for a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plan {
    /// Nothing before the end of the stable prefix has changed: the body is written after it.
    Reuse,
    /// Reductions have changed its beginning alone: the beginning is rewritten, if the rules allow that.
    Resume,
    /// The options differ: all units are written.
    WriteAll,
}

/// The outcome of an attempt to write a body. Each but the first restarts the request, and then all units are written.
enum Attempt {
    Written(Vec<Repair>),
    /// The stable prefix does not hold for the new messages: they repeat an id of it, or a rule changes it.
    Unstable,
    /// The digests contradict the first guess about the reasoning of these units.
    Misjudged(Vec<Misjudged>),
}

/// How often a request may restart because reasoning was judged wrongly. Twice is enough, unless the rules about
/// neighbours change the messages before the reasoning.
const MOST_JUDGEMENTS: u32 = 8;

impl WireCache {
    pub(super) fn new(target: &'static dyn Target) -> Self {
        Self {
            target,
            options: RequestOptions::default(),
            model: AskedModel::of(target, &RequestOptions::default()),
            rows: Rows::default(),
            body: WireBody::default(),
            ids: SentIds::default(),
            stable: None,
            reduced: None,
            head: PrefixDigest::default(),
            digest: None,
            messages: None,
            has_bound: false,
            kept: None,
        }
    }

    /// A cache for a request that continues the head of this unit.
    pub(super) fn continuing(target: &'static dyn Target, kept: Serial) -> Self {
        Self { kept: Some(kept), ..Self::new(target) }
    }

    /// The body that was written last.
    pub(super) fn body(&self) -> &[u8] {
        self.body.bytes()
    }

    /// The index in that body at which the first message begins.
    pub(super) fn messages(&self) -> usize {
        self.body.messages()
    }

    /// The index in that body at which this unit begins, or the next unit with its own bytes.
    pub(super) fn start_of(&self, first: Serial, history: &History) -> Option<usize> {
        for unit in history.units() {
            let span = self.rows.get(&unit.serial()).and_then(|row| row.span);
            if unit.serial() >= first
                && let Some(span) = span
            {
                return Some(self.body.index(span.from));
            }
        }
        None
    }

    /// The digest of the last written body, if its model checks everything before reasoning.
    pub(super) fn digest(&self) -> Option<PrefixDigest> {
        self.digest
    }

    /// The digest of the messages of that body, in the same case.
    pub(super) fn digest_of_messages(&self) -> Option<PrefixDigest> {
        self.messages
    }

    /// The digest of that body without its messages, in the same case.
    pub(super) fn digest_of_rest(&self) -> Option<PrefixDigest> {
        self.messages.map(|_| self.head.then(PrefixDigest::default()))
    }

    /// Writes a body that the target accepts, by a plan. Returns the repairs.
    ///
    /// # Errors
    ///
    /// `nothing-to-send`.
    pub(super) fn write(
        &mut self,
        history: &History,
        options: RequestOptions,
        params: &Params<'_>,
    ) -> Outcome<Vec<Repair>> {
        let mut stable = match self.plan(history, &options) {
            Plan::Reuse => self.stable.take(),
            Plan::Resume => self.resume(history, params),
            Plan::WriteAll => None,
        };
        (self.stable, self.reduced) = (None, None);
        if self.options != options {
            self.rows.clear();
            self.model = AskedModel::of(self.target, &options);
        }
        self.options = options;
        let mut judgements = 0;
        loop {
            match self.attempt(history, params, stable.take().unwrap_or_default(), judgements)? {
                Attempt::Written(repairs) => return Ok(repairs),
                Attempt::Unstable => {}
                Attempt::Misjudged(units) => {
                    units.into_iter().for_each(|unit| self.judge(unit));
                    judgements += 1;
                }
            }
        }
    }

    fn plan(&self, history: &History, options: &RequestOptions) -> Plan {
        let is_same = |stable: &StablePrefix| stable.generation == history.generation();
        match self.options == *options {
            true if self.stable.as_ref().is_some_and(is_same) => Plan::Reuse,
            true => Plan::Resume,
            false => Plan::WriteAll,
        }
    }

    /// Writes the body after the stable prefix: brings the rows up to date, makes the prompt, judges reasoning, and
    /// places the bytes. `judgements` is how often reasoning of this request was judged already.
    fn attempt(
        &mut self,
        history: &History,
        params: &Params<'_>,
        stable: StablePrefix,
        judgements: u32,
    ) -> Outcome<Attempt> {
        match stable.context.last() {
            Some(last) => self.ids.forget_after(*last),
            None => self.ids = SentIds::default(),
        }
        self.refresh_units(history, stable.context_from..history.units().len(), judgements == 0);

        let dialect = self.dialect();
        let items = items(&self.rows, history, stable.context_from, |item| item.is_liftable(dialect));
        if stable.is_repeated(&self.rows, history) {
            return Ok(Attempt::Unstable);
        }
        let mut repairs = stable.repairs.clone();
        for unit in history.units().skip(stable.units) {
            repairs.extend_from_slice(repairs_of(&self.rows, unit));
        }
        let mut prompt =
            prompt(items, repairs, dialect, &self.options, params.outer(dialect, &self.options))?;
        if !stable.stands_in(&prompt) {
            return Ok(Attempt::Unstable);
        }
        if let Some(kept) = self.kept {
            prompt.leave_out_head(kept)?;
        }

        let target = self.target.spelled(self.options.spelling).unwrap_or(self.target);
        let system: Vec<&Message> = prompt.system.iter().flat_map(|item| item.messages()).listed();
        let system = target.system(&system);
        let mut prefixes = self.prefixes(&prompt, target, system.as_deref(), params, stable.before);
        let is_other_head = self.has_bound && stable.units > 0 && prefixes.head != self.head;
        let misjudged = std::mem::take(&mut prefixes.misjudged);
        if judgements < MOST_JUDGEMENTS && (is_other_head || !misjudged.is_empty()) {
            return Ok(Attempt::Misjudged(misjudged));
        }

        let newest = history.newest().map(Unit::serial).unwrap_or_default();
        let prefix = prompt.stable_prefix(history, newest, dialect, &self.options);
        let mut repairs = std::mem::take(&mut prompt.repairs);
        let changes = params.changes(dialect, prompt.without_thinking, &self.options, &mut repairs);
        let mut head = Vec::new();
        let mut fields = params.fields(dialect, &changes);
        let added = prompt.continued_by.as_ref();
        let added = added.filter(|(name, _)| fields.iter().all(|(field, _)| field != name));
        fields.push_all(added.map(|(name, json)| (*name, Cow::Borrowed(json.as_str()))));
        write_head(&mut head, dialect, &fields, system.as_deref());
        let gathered =
            gather(target, &self.rows, &mut self.body, &prompt, &stable, prefix.end, &mut prefixes);
        self.body.set_head(&head);
        let is_longer = prefix.end > stable.context.len();
        let before = prefixes.before.get(prefix.start).copied().unwrap_or_default();
        let context = serials(prompt.items.get(prefix).unwrap_or_default());
        self.stable = match is_longer {
            true => self.longer(history, StablePrefix { before, ..stable }, context, &gathered),
            false => Some(stable),
        };
        (self.head, self.digest, self.messages) = (prefixes.head, prefixes.whole, prefixes.messages);
        self.has_bound |= prefixes.has_bound;
        self.enter(history, gathered);
        Ok(Attempt::Written(repairs))
    }

    /// The demands of the target for the requested model.
    pub(super) fn dialect(&self) -> &'static Dialect {
        self.model.dialect
    }

    /// The digests of a request; none for a model that does not check everything before reasoning.
    fn prefixes(
        &self,
        prompt: &Prompt<'_>,
        target: &'static dyn Target,
        system: Option<&[u8]>,
        params: &Params<'_>,
        before: Chain,
    ) -> Prefixes {
        let written = self.written(target, system, params, before);
        written.map_or_else(Prefixes::default, |written| written.prefixes(prompt, &self.rows))
    }

    /// The request that is about to be written; `None` for a model that does not check everything before reasoning.
    pub(super) fn written(
        &self,
        target: &'static dyn Target,
        system: Option<&[u8]>,
        params: &Params<'_>,
        before: Chain,
    ) -> Option<Written<'_>> {
        let (dialect, options) = (self.dialect(), &self.options);
        // A request that continues a response lacks the messages before it: they are in the whole request.
        let binding = dialect.reasoning.binding(options).filter(|_| self.kept.is_none())?;
        let fields = params.at(binding.fields);
        let prompt_field = params.system(dialect);
        let own =
            system.or(prompt_field.map(str::as_bytes)).filter(|_| (binding.checks_prompt)(options.model()));
        let head = head(own, &fields, binding);
        Some(Written { target, dialect, options, binding, head, before })
    }

    /// Replaces a row by the unit as the digests judge it.
    fn judge(&mut self, unit: Misjudged) {
        if let Some(row) = self.rows.get_mut(&unit.serial) {
            row.state.prefix_changed = unit.is_void;
            *row = Row { state: row.state.clone(), sanitized: unit.sanitized, span: None, digest: None };
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        *self = Self::new(self.target);
    }

    /// Forgets these units.
    pub(super) fn forget_units(&mut self, units: &[Serial]) {
        units.iter().for_each(|unit| drop(self.rows.remove(unit)));
    }

    /// Brings the rows of these units up to date with the history. If `is_unjudged`, the digests have not judged a unit of
    /// this request yet.
    pub(super) fn refresh_units(&mut self, history: &History, units: Range<usize>, is_unjudged: bool) {
        let dialect = self.dialect();
        let skipped = units.start;
        let is_unjudged = is_unjudged && dialect.reasoning.binding(&self.options).is_some();
        let mut told_before = history.units().take(skipped).rev();
        let mut follows_result = told_before
            .find_map(|unit| self.rows.get(&unit.serial())?.sanitized.ends_with_result(unit))
            .unwrap_or_default();
        for (unit, mut state) in UnitState::after(history, skipped).take(units.len()) {
            self.ids.name(unit, &mut state, dialect, &self.options);
            state.follows_result = follows_result;
            // The digests judged it when its row was written, and judge it again before this request is written.
            if unit.prefix().is_some()
                && let Some(row) = self.rows.get(&unit.serial())
            {
                state.prefix_changed = row.state.prefix_changed;
            }
            if self.rows.get(&unit.serial()).is_none_or(|row| row.state != state) {
                let sanitized = sanitize_unit(unit, state.clone(), dialect, &self.options);
                self.rows.insert(unit.serial(), Row { state, sanitized, span: None, digest: None });
            }
            let Some(row) = self.rows.get_mut(&unit.serial()) else { continue };
            // An empty unit is in no prompt, so the digests do not judge it again.
            if is_unjudged && unit.prefix().is_some() && row.state.prefix_changed && row.sanitized.is_empty()
            {
                row.state.prefix_changed = false;
                row.sanitized = sanitize_unit(unit, row.state.clone(), dialect, &self.options);
            }
            follows_result = row.sanitized.ends_with_result(unit).unwrap_or(follows_result);
        }
    }

    /// The stable prefix up to the end of `context`, the units that later rules may look back at.
    fn longer(
        &self,
        history: &History,
        before: StablePrefix,
        context: Vec<Serial>,
        gathered: &Gathered,
    ) -> Option<StablePrefix> {
        let context_from = history.place(*context.first()?)?;
        let units = history.place(*context.last()?)?.saturating_add(1);
        let StablePrefix { units: known, mut repairs, mut item_ids, before, .. } = before;
        let has_ids = self.target.dialect().turns.are_items;
        for unit in history.units().take(units).skip(known) {
            repairs.extend_from_slice(repairs_of(&self.rows, unit));
            if has_ids {
                item_ids.extend(item_ids_of(&self.rows, unit));
            }
        }
        let (generation, end, turn) = (history.generation(), gathered.end, gathered.turn);
        Some(StablePrefix { generation, units, context_from, context, before, end, turn, repairs, item_ids })
    }

    /// Records the places of the units.
    fn enter(&mut self, history: &History, gathered: Gathered) {
        if gathered.is_anew {
            let stale = history.units().map(|unit| (unit.serial(), None));
            stale.for_each(|(serial, span)| self.place(serial, span));
        }
        gathered.spans.into_iter().for_each(|(serial, span)| self.place(serial, span));
        for (serial, digest) in gathered.digests {
            if let Some(row) = self.rows.get_mut(&serial) {
                row.digest = Some(digest);
            }
        }
    }

    pub(super) fn place(&mut self, serial: Serial, span: Option<Span>) {
        if let Some(row) = self.rows.get_mut(&serial) {
            row.span = span;
        }
    }
}
