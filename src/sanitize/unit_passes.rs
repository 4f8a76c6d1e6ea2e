//! The lists of passes over a unit.

use super::dialect::{Dialect, UnitPass, Work};
use super::renames::Renames;
use super::request_options::RequestOptions;
use super::sanitized_unit::{SanitizedUnit, UnitMessages};
use super::unit_state::UnitState;
use super::{
    arguments, audio_transcript, builtins, call_ids, close_open_calls, empty_content, fields, flatten, media,
    names, orphans, reasoning, result_order, system, text_blocks, text_fallback, tool_messages,
};
use crate::history::Unit;
use crate::list::Listed;
use crate::message::{Message, ToolCall};
use crate::repair::Repair;
use std::borrow::Cow;

/// The passes over a unit before [`Hooks::before_media`](super::dialect::Hooks): first pairs of calls and results, then
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

/// The passes that need the outcome of all other passes.
static LAST: [UnitPass; 1] = [empty_content::repair_empty_content];

/// The passes that pair calls with results.
static PAIRING: [UnitPass; 4] = [
    orphans::drop_orphans,
    close_open_calls::close_open_calls,
    call_ids::rename_calls,
    result_order::order_results,
];

/// Applies the rules on single units of one target.
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

/// Returns the messages of a unit with one result for every call and a call for every result, and the repairs that
/// were made.
pub fn pair_unit(
    unit: &Unit,
    state: UnitState,
    dialect: &Dialect,
    options: &RequestOptions,
) -> (Vec<Message>, Vec<Repair>) {
    let SanitizedUnit { messages, repairs } = apply(&[&PAIRING], unit, state, dialect, options);
    let messages = match messages {
        UnitMessages::Unchanged => unit.messages().cloned().listed(),
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
