//! Writes the messages of a request. Bytes that were written before are moved.

use super::bound_prefix::Prefixes;
use super::rows::{Rows, span_of};
use super::wire_body::{Span, WireBody};
use super::written_prefix::StablePrefix;
use crate::format::{Fragment, Target, WireTurn};
use crate::history::Serial;
use crate::list::PushAll;
use crate::message::{CallsById, Message, PrefixDigest};
use crate::sanitize::{Prompt, PromptItem};
use std::borrow::Cow;

/// The places of units in a body.
pub(super) struct Gathered {
    /// The end of the stable prefix, and the kind of wire message that it ends with.
    pub(super) end: usize,
    pub(super) turn: Option<WireTurn>,
    /// The spans of units; `None` for a unit that rules on neighbours changed.
    pub(super) spans: Vec<(Serial, Option<Span>)>,
    /// The digests of units, for a model that checks everything before reasoning.
    pub(super) digests: Vec<(Serial, PrefixDigest)>,
    /// True if no prefix was reused, so that `spans` holds every written unit.
    pub(super) is_anew: bool,
}

/// The bytes of an item, and the kinds of wire message that they begin and end with.
pub(super) struct WrittenItem<'a> {
    pub(super) bytes: Cow<'a, [u8]>,
    pub(super) first: WireTurn,
    pub(super) last: WireTurn,
}

impl<'a> WrittenItem<'a> {
    /// Returns the bytes that were `written` before; else the bytes from `write`.
    pub(super) fn of(written: Option<(Span, &'a [u8])>, write: impl FnOnce() -> Fragment) -> Self {
        match written {
            Some((Span { first, last, .. }, bytes)) => Self { bytes: Cow::Borrowed(bytes), first, last },
            None => {
                let Fragment { bytes, first, last } = write();
                Self { bytes: Cow::Owned(bytes), first, last }
            }
        }
    }
}

/// Writes an item.
pub(super) fn written_anew(target: &dyn Target, item: &PromptItem<'_>) -> Fragment {
    let messages = item.messages();
    let calls = CallsById::new(item.kept_head().map_or(&[], Message::calls), messages.len());
    target.fragment_of(&calls, &messages)
}

/// Writes the messages of a prompt after the stable prefix. Bytes that were written before are moved, new messages are
/// written. `count` items are stable afterwards.
pub(super) fn gather(
    target: &dyn Target,
    rows: &Rows,
    body: &mut WireBody,
    prompt: &Prompt<'_>,
    stable: &StablePrefix,
    count: usize,
    prefixes: &mut Prefixes,
) -> Gathered {
    let is_anew = stable.units == 0;
    let span_of = |item: &PromptItem<'_>| span_of(rows, item);
    let offcut = match is_anew {
        true => body.restart(room_of(prompt.items.iter().filter_map(span_of))),
        false => body.cut(stable.end),
    };
    let (mut end, mut turn) = (body.end(), stable.turn);
    let mut stable_turn = stable.turn;
    let mut spans = Vec::new();
    let mut digests = Vec::new();
    for (place, item) in prompt.items.iter().enumerate().skip(stable.context.len()) {
        let written = span_of(item).and_then(|span| Some((span, offcut.get(span)?)));
        let WrittenItem { bytes, first, last } = WrittenItem::of(written, || {
            prefixes.take_fragment(place).unwrap_or_else(|| written_anew(target, item))
        });
        body.push(target.separator(turn, first).as_bytes());
        let span = Span { from: body.end(), length: bytes.len(), first, last };
        body.push(&bytes);
        turn = Some(last);
        spans.push_all(item.unit.map(|unit| (unit.serial(), (!item.is_fresh).then_some(span))));
        digests.push_all(
            item.unit
                .filter(|_| !item.is_fresh)
                .zip(prefixes.own(place))
                .map(|(unit, own)| (unit.serial(), own)),
        );
        if place < count {
            (end, stable_turn) = (body.end(), turn);
        }
    }
    if let Some(turn) = turn {
        body.push(target.terminator(turn).as_bytes());
    }
    body.push(b"]}");
    Gathered { end, turn: stable_turn, spans, digests, is_anew }
}

/// The number of bytes of these spans with their separators.
fn room_of(spans: impl Iterator<Item = Span>) -> usize {
    spans.map(|span| span.length.saturating_add(ROOM_A_JOINT)).sum()
}

/// The approximate maximum bytes of a separator between two units.
const ROOM_A_JOINT: usize = 40;
