//! A unit, made readable for one target.

use super::dialect::Dialect;
use super::hooks::UnitPass;
use super::request_options::RequestOptions;
use super::{
    arguments, audio_transcript, builtins, call_ids, close_open_calls, empty_content, fields, flatten, media,
    names, orphans, reasoning, result_order, system, text_blocks, text_fallback,
};
use crate::history::{History, Serial, Unit};
use crate::message::Message;
use crate::repair::{Repair, RepairCode};
use crate::rules::Rule;
use std::borrow::Cow;

/// What became of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SanitizedUnit {
    /// The messages to write.
    pub messages: UnitMessages,
    /// What was done, in order.
    pub repairs: Vec<Repair>,
}

impl SanitizedUnit {
    /// Reports whether the last message to write is a result; `None` when there is none to write.
    pub fn ends_with_result(&self, unit: &Unit) -> Option<bool> {
        let last = match &self.messages {
            UnitMessages::Unchanged => unit.messages().last(),
            UnitMessages::Changed(messages) => messages.last(),
        };
        last.map(|message| message.result().is_some())
    }
}

/// The messages to write for a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnitMessages {
    /// Those of the unit, as they are.
    Unchanged,
    /// These.
    Changed(Vec<Message>),
}

/// Inputs of sanitising a unit, besides the unit's own messages and the options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitState {
    /// How many messages the unit has.
    pub messages: usize,
    /// Whether its calls are still open, not abandoned.
    pub is_newest: bool,
    /// What stands between it and a result of it that came later, if there is one.
    pub late_after: Option<Serial>,
    /// Whether one of its results came before its call.
    pub is_early: bool,
    /// Whether something before it was rewritten since it was said.
    pub prefix_changed: bool,
    /// Whether it holds the system prompt.
    pub is_prompt: bool,
    /// Whether nothing but instructions stands before it.
    pub is_opening: bool,
    /// The ids that its calls are sent with, where one is sent with another than its own; see
    /// [`SentIds`](super::SentIds).
    pub call_ids: Option<Box<[Box<str>]>>,
    /// True if it is a result whose id stands in the request before.
    pub repeats_result: bool,
    /// True if the unit before it ends with a result.
    pub follows_result: bool,
}

impl UnitState {
    /// The units of a history, the first `skipped` left out, each with what the sanitized unit depends on.
    pub fn after(history: &History, skipped: usize) -> impl Iterator<Item = (&Unit, Self)> {
        let mut units = history.units().skip(skipped);
        let mut is_first = skipped == 0;
        let mut is_opening = is_first;
        std::iter::from_fn(move || {
            let unit = units.next()?;
            // A result without a call is left out, so it stands between nothing and ends nothing.
            let next = units.clone().find(|next| !next.is_unpaired()).map(Unit::serial);
            let state = Self {
                messages: unit.len(),
                is_newest: next.is_none(),
                late_after: next.filter(|next| unit.results().iter().any(|result| result.serial > *next)),
                is_early: unit.results().iter().any(|result| result.serial < unit.serial()),
                prefix_changed: unit.prefix_changed,
                is_prompt: is_first && unit.is_system_prompt(),
                is_opening,
                call_ids: None,
                repeats_result: false,
                follows_result: false,
            };
            is_first = false;
            is_opening &= unit.is_system_prompt();
            Some((unit, state))
        })
    }
}

/// A unit that the passes change in turn.
#[derive(Debug)]
pub struct Work<'a> {
    pub(crate) unit: &'a Unit,
    pub(crate) state: UnitState,
    pub(crate) dialect: &'a Dialect,
    pub(crate) options: &'a RequestOptions,
    /// The head first, while it is there; then the results.
    pub(crate) messages: Vec<Cow<'a, Message>>,
    pub(crate) repairs: Vec<Repair>,
}

impl<'a> Work<'a> {
    pub(crate) fn report(&mut self, repair: Repair) {
        self.repairs.push(repair);
    }

    /// Reports a change to the message in this line.
    pub(crate) fn report_message(
        &mut self,
        line: usize,
        code: RepairCode,
        rule: Option<&'static Rule>,
        detail: String,
    ) {
        let mut repair = Repair::new(code, rule, detail);
        if let Some(line) = self.messages.get(line) {
            repair = repair.of(&line.id);
            if let Some(result) = line.result() {
                repair = repair.call(&result.call_id);
            }
        }
        self.repairs.push(repair);
    }

    /// The line's message, to be changed.
    pub(crate) fn edit(&mut self, line: usize, change: impl FnOnce(&mut Message)) {
        if let Some(line) = self.messages.get_mut(line) {
            change(line.to_mut());
        }
    }
}

fn run(passes: &[UnitPass], work: &mut Work<'_>) {
    passes.iter().for_each(|pass| pass(work));
}

/// Makes a unit readable for one target.
pub fn sanitize_unit(
    unit: &Unit,
    state: UnitState,
    dialect: &Dialect,
    options: &RequestOptions,
) -> SanitizedUnit {
    let messages: Vec<Cow<'_, Message>> = unit.messages().map(Cow::Borrowed).collect();
    let mut work = Work { unit, state, dialect, options, messages, repairs: Vec::new() };
    // Pairs first, then what a message holds, and last what is left of it.
    orphans::apply(&mut work);
    builtins::leave_out_approvals(&mut work);
    close_open_calls::apply(&mut work);
    flatten::apply(&mut work);
    let renames = call_ids::apply(&mut work);
    let reported = work.repairs.len();
    result_order::apply(&mut work);
    names::apply(&mut work);
    arguments::apply(&mut work);
    system::apply(&mut work);
    reasoning::apply(&mut work);
    text_blocks::apply(&mut work);
    text_fallback::apply(&mut work);
    run(dialect.hooks.before_media, &mut work);
    audio_transcript::apply(&mut work);
    media::apply(&mut work);
    fields::apply(&mut work);
    run(dialect.hooks.after_fields, &mut work);
    empty_content::apply(&mut work);
    run(dialect.hooks.unit_end, &mut work);
    let Work { messages, mut repairs, .. } = work;
    repairs.iter_mut().skip(reported).for_each(|repair| renames.name_as_given(repair));
    let as_is =
        messages.len() == unit.len() && messages.iter().all(|message| matches!(message, Cow::Borrowed(_)));
    let messages = match as_is {
        true => UnitMessages::Unchanged,
        false => UnitMessages::Changed(messages.into_iter().map(Cow::into_owned).collect()),
    };
    SanitizedUnit { messages, repairs }
}
