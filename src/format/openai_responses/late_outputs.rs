//! Outputs of asynchronous calls, which stay where they arrived.

use super::call_index::CUSTOM_OUTPUT;
use crate::history::{Serial, Unit, in_order};
use crate::json::quoted;
use crate::list::PushAll;
use crate::message::{CallKind, Message, MessageId};
use crate::sanitize::{Dialect, LookBack, Mode, NeighbourRule, Prompt, PromptItem, RequestOptions};

/// A unit that gives an output away is fresh, so neither it nor a later unit is ever in a stable prefix.
pub(super) const PLACE_LATE_OUTPUTS: NeighbourRule =
    NeighbourRule { apply: place_late_outputs, look_back: LookBack::Previous { is_undecided: |_| false } };

/// Puts each output of an asynchronous call after the messages that came before it. A history keeps the output beside
/// its call. A repaired body keeps its own order.
fn place_late_outputs(prompt: &mut Prompt<'_>, _: &Dialect, options: &RequestOptions) {
    if options.mode == Mode::Keep {
        return;
    }
    let mut late: Vec<(Serial, Message)> = Vec::new();
    for at in 0..prompt.items.len() {
        let next = prompt.items.get(at.saturating_add(1)).and_then(|item| item.unit).map(Unit::serial);
        if let (Some(next), Some(item)) = (next, prompt.items.get_mut(at)) {
            take_late_outputs(item, next, &mut late);
        }
    }
    if late.is_empty() {
        return;
    }
    let mut late = in_order(late, |(serial, _)| serial.0).into_iter().peekable();
    let mut items = Vec::with_capacity(prompt.items.len().saturating_add(late.len()));
    for item in std::mem::take(&mut prompt.items) {
        let unit = item.unit.map(Unit::serial);
        while let Some((_, message)) = late.next_if(|(serial, _)| unit.is_some_and(|unit| unit > *serial)) {
            items.push(PromptItem::added(message));
        }
        items.push(item);
    }
    items.push_all(late.map(|(_, message)| PromptItem::added(message)));
    prompt.items = items;
}

/// Takes the outputs of asynchronous calls that came after the unit at `next`.
fn take_late_outputs(item: &mut PromptItem<'_>, next: Serial, late: &mut Vec<(Serial, Message)>) {
    let Some(unit) = item.unit else { return };
    let mut arrived: Vec<(Serial, MessageId)> = Vec::new();
    for entry in unit.results() {
        let is_async = entry.message.result().is_some_and(|result| unit.is_async(&result.call_id));
        if is_async && entry.serial > next {
            arrived.push((entry.serial, entry.message.id.clone()));
        }
    }
    if arrived.is_empty() {
        return;
    }
    item.change(|messages| {
        let calls = messages.first().map(|head| head.calls().to_vec()).unwrap_or_default();
        for (serial, id) in arrived {
            let Some(at) = messages.iter().position(|message| message.id == id) else { continue };
            let mut message = messages.remove(at);
            let call_id = message.result().map(|result| result.call_id.clone());
            let is_custom =
                calls.iter().any(|call| Some(&call.id) == call_id.as_ref() && call.kind == CallKind::Custom);
            // Away from its call, the output must name its own type.
            if is_custom {
                message.notes_mut().extras.push("type", &quoted(CUSTOM_OUTPUT));
            }
            late.push((serial, message));
        }
    });
}
