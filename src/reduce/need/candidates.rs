//! What may stay or go: units, and the pieces of their results.

use super::words::{Best, ONE, Range, Words, decayed};
use crate::history::{Draft, Entry, Serial, Unit, Why};
use crate::message::{Body, Message};
use crate::reduce::clear_results::CLEARED;
use crate::tokens::Estimator;

/// A unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group<'a> {
    pub(super) unit: &'a Unit,
    /// True if it may not go.
    pub(super) is_required: bool,
    /// True if it is a note of messages that were left out.
    pub(super) is_gap: bool,
    pub(super) is_kept: bool,
    pub(super) why: Why,
    /// The words for which it is kept.
    pub(super) best: Best,
    /// Thousandths of a token of its head, and of its results with nothing in them.
    pub(super) cost: u64,
    /// Its worth apart from its words.
    pub(super) worth: u64,
    /// The words of its head.
    pub(super) words: Range,
    /// The pieces of its results.
    pub(super) parts: Range,
}

/// A piece of a result.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) group: usize,
    pub(super) result: Serial,
    /// The number of the result among the messages.
    number: usize,
    pub(super) is_kept: bool,
    /// Thousandths of a token.
    pub(super) cost: u64,
    /// The factor for words that only tools said, in units of [`ONE`].
    pub(super) boost: u64,
    pub(super) words: Range,
}

/// All units of a draft and their pieces, oldest first.
#[derive(Clone, Debug, Default)]
pub(super) struct Candidates<'a> {
    pub(super) groups: Vec<Group<'a>>,
    pub(super) parts: Vec<Part>,
    pub(super) words: Words,
}

/// The content that a reduction may remove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::reduce) enum Scope {
    /// Stretches of results.
    Results,
    /// Messages, and stretches of results.
    Messages,
}

/// The most thousandths of a token of a message that count for its worth.
const MOST_COUNTED: u64 = 40_000;

impl<'a> Candidates<'a> {
    /// Reads the units of the draft. Units from the serial `kept` on stay.
    pub(super) fn new(draft: &'a Draft, scope: Scope, kept: Serial) -> Self {
        let mut all = Self::default();
        let units = draft.units();
        let count = units.iter().map(|unit| unit.len()).sum();
        let (newest, question) = (draft.newest(), draft.anchor_question());
        let mut number = 0_usize;
        for unit in units {
            let serial = unit.serial();
            let is_fixed =
                draft.history().is_protected(unit) || Some(serial) == newest || Some(serial) == question;
            let is_gap = !is_fixed && unit.head().is_note();
            let stays = is_fixed || serial >= kept || (unit.is_summary() && !is_gap);
            let is_required = stays || scope == Scope::Results;
            all.add(draft.history().estimator(), unit, [is_required, stays], is_gap, [number, count]);
            number = number.saturating_add(unit.len());
        }
        all.words.set_worths(count);
        for group in all.groups.iter().filter(|group| group.is_kept) {
            all.words.cover(group.words);
        }
        let request = draft.history().current_request();
        if let Some(group) = all.groups.iter().find(|group| Some(group.unit.serial()) == request) {
            all.words.ask(group.words);
        }
        all.set_boosts();
        all
    }

    fn add(
        &mut self,
        estimator: Estimator,
        unit: &'a Unit,
        [is_required, stays]: [bool; 2],
        is_gap: bool,
        [first, count]: [usize; 2],
    ) {
        let head = unit.head_entry();
        let at = self.groups.len();
        let from = self.parts.len();
        let is_result = head.message.result().is_some();
        let mut words = match is_gap {
            true => Range::default(),
            false => self.words.add(&head.telling().words, first, is_result),
        };
        let mut cost = estimator.thousandths(head.weight.whole());
        let cleared = estimator.weigh_around_result().plus(estimator.ours().weigh_text(CLEARED));
        for (place, entry) in unit.results().iter().enumerate() {
            let number = first.saturating_add(place).saturating_add(1);
            if stays {
                words.end = self.words.add(&entry.telling().words, number, true).end;
                cost = cost.saturating_add(estimator.thousandths(entry.weight.whole()));
                continue;
            }
            cost = cost.saturating_add(estimator.thousandths(cleared));
            self.add_parts(estimator, at, entry, number);
        }
        let worth = worth_of(unit, cost, count.saturating_sub(first));
        self.groups.push(Group {
            unit,
            is_required,
            is_gap,
            is_kept: is_required && !is_gap,
            why: if is_required { Why::Protected } else { Why::Unneeded },
            best: Best::default(),
            cost,
            worth,
            words,
            parts: Range { start: from, end: self.parts.len() },
        });
    }

    fn add_parts(&mut self, estimator: Estimator, group: usize, entry: &Entry, number: usize) {
        let telling = entry.telling();
        let around = estimator.weigh_around_result();
        let weight = estimator.thousandths(entry.weight.whole().minus(around));
        let mut part = Part {
            group,
            result: entry.serial,
            number,
            is_kept: false,
            cost: weight,
            boost: ONE,
            words: Range::default(),
        };
        if telling.pieces.is_empty() {
            part.words = self.words.add(&telling.words, number, true);
            self.parts.push(part);
            return;
        }
        let all: u64 = telling.pieces.iter().map(|piece| piece.weight).sum();
        let mut read = 0_usize;
        for piece in &telling.pieces {
            let words = telling.words.get(read..piece.words).unwrap_or_default();
            read = piece.words;
            part.words = self.words.add(words, number, true);
            part.cost = weight.saturating_mul(piece.weight) / all.max(1);
            self.parts.push(part);
        }
    }

    /// Raises the worth of what only tools said near words that somebody else said later.
    fn set_boosts(&mut self) {
        let hits: Vec<u64> =
            self.parts.iter().map(|part| self.words.said_after(part.words, part.number, MOST_HITS)).collect();
        let mut at = 0_usize;
        for parts in self.parts.chunk_by_mut(|one, next| one.result == next.result) {
            let own = hits.get(at..at.saturating_add(parts.len())).unwrap_or_default();
            at = at.saturating_add(parts.len());
            let all = own.iter().sum::<u64>().min(MOST_FAR);
            for (place, part) in parts.iter_mut().enumerate() {
                let hits =
                    |place: Option<usize>| place.and_then(|place| own.get(place)).copied().unwrap_or(0);
                let beside = hits(place.checked_sub(1)).saturating_add(hits(place.checked_add(1)));
                let near = hits(Some(place)).saturating_mul(2).saturating_add(beside);
                part.boost =
                    ONE.saturating_add(near.saturating_mul(NEAR)).saturating_add(all.saturating_mul(FAR));
            }
        }
    }
}

/// The most words of a piece, and of a result, that count as near.
const MOST_HITS: u64 = 3;
const MOST_FAR: u64 = 6;
/// The addition to the factor for each near word: twice this in the piece itself, once in the pieces beside it.
const NEAR: u64 = 307;
/// The addition to the factor for each such word of the whole result.
const FAR: u64 = 123;

/// The worth of a unit apart from its words: messages of the user say what is wanted, and a conversation is easier to follow
/// where its newest messages are.
fn worth_of(unit: &Unit, cost: u64, age: usize) -> u64 {
    let length = cost.min(MOST_COUNTED);
    let (said, newest) = match &unit.head().body {
        Body::User(_) | Body::System(_) | Body::Summary(_) => (length.saturating_mul(32) / 1_000, ONE / 2),
        Body::Assistant { .. } | Body::Tool(_) => (length.saturating_mul(6) / 1_000, ONE / 4),
    };
    let done = unit.messages().map(worth_of_deed).max().unwrap_or(0);
    said.saturating_add(decayed(newest, age)).saturating_add(done)
}

/// A failure, and a call that wrote something, must not look as if they had never been.
fn worth_of_deed(message: &Message) -> u64 {
    let failed = message.result().is_some_and(|result| result.failed());
    let wrote = message.calls().iter().any(super::deeds::writes);
    if failed || wrote { ONE } else { 0 }
}
