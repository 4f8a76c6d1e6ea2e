//! A unit, made readable for one target.

use super::call_ids::Renames;
use super::dialect::Dialect;
use super::hooks::UnitPass;
use super::request_options::RequestOptions;
use super::{
    arguments, audio_transcript, builtins, call_ids, close_open_calls, empty_content, fields, flatten, media,
    names, orphans, reasoning, result_order, system, text_blocks, text_fallback, tool_messages,
};
use crate::history::{History, Serial, Unit};
use crate::message::{Message, ToolCall};
use crate::repair::{Repair, RepairCode};
use crate::rules::Rule;
use std::borrow::Cow;

/// A unit after the rules on single units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SanitizedUnit {
    /// The messages to write.
    pub messages: UnitMessages,
    /// The repairs, in order.
    pub repairs: Vec<Repair>,
}

impl SanitizedUnit {
    /// Reports whether no message is left.
    pub fn is_empty(&self) -> bool {
        matches!(&self.messages, UnitMessages::Changed(messages) if messages.is_empty())
    }

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
    /// The messages of the unit, unchanged.
    Unchanged,
    /// Other messages than those of the unit.
    Changed(Vec<Message>),
}

/// Inputs of sanitising a unit, besides the unit's own messages and the options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitState {
    /// Number of messages in the unit.
    pub messages: usize,
    /// True if its calls are still open, not abandoned.
    pub is_newest: bool,
    /// The next unit, if a result of this one came after it.
    pub late_after: Option<Serial>,
    /// True if one of its results came before its call.
    pub is_early: bool,
    /// True if something before it was rewritten since it was appended.
    pub prefix_changed: bool,
    /// True if it holds the system prompt.
    pub is_prompt: bool,
    /// True if only instructions stand before it.
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
    /// The units of a history without the first `skipped`, each with its state.
    pub fn after(history: &History, skipped: usize) -> impl Iterator<Item = (&Unit, Self)> {
        let mut units = history.units().skip(skipped);
        let mut is_first = skipped == 0;
        let mut is_opening = is_first;
        std::iter::from_fn(move || {
            let unit = units.next()?;
            // A result without a call is not sent, so it does not count as the next unit.
            let next = units.clone().find(|next| !next.is_unpaired()).map(Unit::serial);
            let state = Self {
                messages: unit.len(),
                is_newest: next.is_none(),
                late_after: next.filter(|next| unit.results().iter().any(|result| result.serial > *next)),
                is_early: unit.results().iter().any(|result| result.serial < unit.serial()),
                prefix_changed: unit.prefix_changed.is_some(),
                is_prompt: is_first && unit.is_system_prompt(),
                is_opening,
                call_ids: None,
                repeats_result: false,
                follows_result: false,
            };
            is_first = false;
            is_opening &= unit.is_system_prompt() || unit.head().tells_tools();
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
    /// True if the target has a form for results of built-in tools, and a call of the unit is of one.
    pub(super) has_builtin_calls: bool,
    /// The ids of calls that were replaced.
    pub(super) renames: Renames,
}

impl<'a> Work<'a> {
    pub(crate) fn report(&mut self, repair: Repair) {
        self.repairs.push(repair);
    }

    /// Reports a change to the message at this index.
    pub(crate) fn report_message(
        &mut self,
        at: usize,
        code: RepairCode,
        rule: Option<&'static Rule>,
        detail: String,
    ) {
        let repair = Repair::new(code, rule, detail);
        self.repairs.push(match self.messages.get(at) {
            Some(message) => repair.of_message(message),
            None => repair,
        });
    }

    /// The message at this index, to be changed.
    pub(crate) fn message_mut(&mut self, at: usize) -> Option<&mut Message> {
        self.messages.get_mut(at).map(Cow::to_mut)
    }

    /// Changes the message at this index.
    pub(crate) fn edit(&mut self, at: usize, change: impl FnOnce(&mut Message)) {
        if let Some(message) = self.message_mut(at) {
            change(message);
        }
    }

    /// The outcome of all passes. Reports name each call by the id that its conversation knows.
    fn finish(mut self) -> SanitizedUnit {
        self.renames.restore_ids(&mut self.repairs);
        let is_borrowed = |message: &Cow<'_, Message>| matches!(message, Cow::Borrowed(_));
        if self.messages.len() == self.unit.len() && self.messages.iter().all(is_borrowed) {
            return SanitizedUnit { messages: UnitMessages::Unchanged, repairs: self.repairs };
        }
        let mut messages = Vec::with_capacity(self.messages.len());
        for message in self.messages {
            messages.push(message.into_owned());
        }
        SanitizedUnit { messages: UnitMessages::Changed(messages), repairs: self.repairs }
    }
}

/// The passes over a unit before [`Hooks::before_media`](super::hooks::Hooks): first pairs of calls and results, then
/// names, arguments and parts.
static BEFORE_MEDIA: [UnitPass; 13] = [
    tool_messages::leave_out,
    orphans::drop_orphans,
    builtins::drop_approvals,
    close_open_calls::close_open_calls,
    flatten::write_calls_as_text,
    call_ids::rename_calls,
    result_order::order_results,
    names::map_names,
    arguments::repair_arguments,
    system::place_instructions,
    reasoning::drop_refused_reasoning,
    text_blocks::write_text_blocks,
    text_fallback::write_as_text,
];

/// The passes over media and fields.
static MEDIA_AND_FIELDS: [UnitPass; 3] =
    [audio_transcript::write_transcripts, media::place_media, fields::drop_undefined];

/// The passes that need to know what is left after all others.
static LAST: [UnitPass; 1] = [empty_content::repair_empty_content];

/// The passes that pair calls with results.
static PAIRING: [UnitPass; 4] = [
    orphans::drop_orphans,
    close_open_calls::close_open_calls,
    call_ids::rename_calls,
    result_order::order_results,
];

/// Makes a unit readable for one target.
pub fn sanitize_unit(
    unit: &Unit,
    state: UnitState,
    dialect: &Dialect,
    options: &RequestOptions,
) -> SanitizedUnit {
    let hooks = &dialect.hooks;
    let passes =
        [&BEFORE_MEDIA, hooks.before_media, &MEDIA_AND_FIELDS, hooks.after_fields, &LAST, hooks.unit_end];
    apply(&passes, unit, state, dialect, options)
}

/// Returns the messages of a unit in which every call has one result, and every result its call, and the repairs that
/// this took.
pub fn pair_unit(
    unit: &Unit,
    state: UnitState,
    dialect: &Dialect,
    options: &RequestOptions,
) -> (Vec<Message>, Vec<Repair>) {
    let SanitizedUnit { messages, repairs } = apply(&[&PAIRING], unit, state, dialect, options);
    let messages = match messages {
        UnitMessages::Unchanged => unit.messages().cloned().collect(),
        UnitMessages::Changed(messages) => messages,
    };
    (messages, repairs)
}

fn apply(
    lists: &[&[UnitPass]],
    unit: &Unit,
    state: UnitState,
    dialect: &Dialect,
    options: &RequestOptions,
) -> SanitizedUnit {
    let mut messages = Vec::with_capacity(unit.len());
    for message in unit.messages() {
        messages.push(Cow::Borrowed(message));
    }
    let is_builtin = |call: &ToolCall| call.kind.builtin().is_some();
    let has_builtin_calls = dialect.calls.has_builtins && unit.head().calls().iter().any(is_builtin);
    let (repairs, renames) = (Vec::new(), Renames::default());
    let mut work = Work { unit, state, dialect, options, messages, repairs, has_builtin_calls, renames };
    for passes in lists {
        for pass in *passes {
            pass(&mut work);
        }
    }
    work.finish()
}
