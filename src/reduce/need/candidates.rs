//! Candidates for removal: units, and the parts of their texts.

use super::queue::Item;
use super::words::{Best, ONE, Range, Words, decayed};
use super::write::ShortUnit;
use crate::history::{Draft, Entry, Serial, Unit, Why};
use crate::message::{Body, Message};
use crate::reduce::clear_results::CLEARED;
use crate::telling::{Piece, Telling};
use crate::tokens::Estimator;

/// A unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group<'a> {
    pub(super) unit: &'a Unit,
    /// True if it must stay.
    pub(super) is_required: bool,
    /// True if it is a note about left-out messages.
    pub(super) is_gap: bool,
    pub(super) is_kept: bool,
    /// True if [`Candidates::written`] holds its current short form.
    pub(super) is_written: bool,
    pub(super) why: Why,
    /// The words for which it is kept.
    pub(super) best: Best,
    /// The cost without its parts, in thousandths of a token: the head, and the results as if they were cleared.
    pub(super) cost: u64,
    /// The worth in addition to its words.
    pub(super) worth: u64,
    /// The factor for the worth of its words, in units of [`ONE`]; lower if later content replaced it.
    pub(super) factor: u64,
    /// The words of its head.
    pub(super) words: Range,
    /// The sentences of its head, or the pieces of its results.
    pub(super) parts: Range,
    /// True if it consists only of its parts: it stays only if one of its parts stays.
    pub(super) is_said: bool,
    /// True if its calls are useless without their results: it stays only with a part of a result, or as a name in a
    /// note.
    pub(super) is_hollow: bool,
    /// True if the note in its place names its calls.
    pub(super) is_named: bool,
    /// The cost of the names of its calls, in thousandths of a token.
    pub(super) name_cost: u64,
    /// The words in the names of its calls.
    pub(super) name_words: Range,
}

/// A piece of a result, or a sentence.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passage {
    pub(super) group: usize,
    /// The message that holds it.
    pub(super) entry: Serial,
    /// The number of the message.
    number: usize,
    pub(super) is_kept: bool,
    /// Thousandths of a token.
    pub(super) cost: u64,
    /// The cost of a mark next to it and of the head that follows the mark, in thousandths of a token.
    pub(super) gap: u64,
    /// The factor for words that only tools used, in units of [`ONE`].
    pub(super) boost: u64,
    pub(super) words: Range,
    /// The worth in addition to its words.
    pub(super) worth: u64,
    /// The factor for its worth, in units of [`ONE`]; lower if later content replaced it.
    pub(super) factor: u64,
}

/// All units of a draft and their pieces, oldest first.
#[derive(Debug, Default)]
pub(super) struct Candidates<'a> {
    pub(super) groups: Vec<Group<'a>>,
    pub(super) parts: Vec<Passage>,
    pub(super) words: Words,
    /// The items that the choice kept, in order, and whether it kept their units with them.
    pub(super) kept: Vec<(Item, bool)>,
    /// The short forms of the units that keep only a part of their texts, from the last write.
    pub(super) written: Vec<Option<ShortUnit>>,
}

/// The content that a reduction may remove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::reduce) enum Scope {
    /// Stretches of results.
    Results,
    /// Messages, and stretches of results.
    Messages,
}

/// The cost of a mark in a text of the user or the model, and in a result, in thousandths of a token. In a result,
/// the head of a record or of a function often follows the mark.
const GAP_OF_SAID: u64 = 2_500;
const GAP_OF_RESULT: u64 = 5_000;

/// A message's cost counts for its worth only up to this, in thousandths of a token.
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
            let is_fixed = draft.is_protected(unit) || Some(serial) == newest || Some(serial) == question;
            let is_gap = !is_fixed && unit.head().is_note();
            let stays = is_fixed || serial >= kept || (unit.is_summary() && !is_gap);
            let is_required = stays || scope == Scope::Results;
            all.add(draft.history().estimator(), unit, [is_required, stays], is_gap, [number, count]);
            number = number.saturating_add(unit.len());
        }
        all.words.set_worths(count);
        all.cover_kept();
        let request = draft.history().current_request();
        if let Some(group) = all.groups.iter().find(|group| Some(group.unit.serial()) == request) {
            all.words.ask(group.words);
        }
        all.set_boosts();
        all.set_replies(request);
        all.set_overtaken();
        all.set_statements();
        all
    }

    /// Marks the words of everything that is kept, and removes all other marks.
    pub(super) fn cover_kept(&mut self) {
        self.words.uncover();
        for group in self.groups.iter().filter(|group| group.is_kept || group.is_gap) {
            self.words.cover(group.words);
        }
        for part in self.parts.iter().filter(|part| part.is_kept) {
            self.words.cover(part.words);
        }
    }

    /// Raises the worth of the answer that the current request replies to, and of answers to which the user replied
    /// in a word.
    fn set_replies(&mut self, request: Option<Serial>) {
        for at in 0..self.groups.len() {
            let Some(group) = self.groups.get(at) else { continue };
            let is_request = Some(group.unit.serial()) == request;
            let is_word = group.is_said && Voice::of(group.unit.head()) == Voice::User && {
                let own = self.parts.get(group.parts.start..group.parts.end).unwrap_or_default();
                own.iter().map(|part| part.cost).sum::<u64>() <= MOST_OF_WORD
            };
            let Some(answer) = self.answer_before(at).filter(|_| is_request || is_word) else { continue };
            let Some(answer) = self.groups.get_mut(answer) else { continue };
            let parts = self.parts.get_mut(answer.parts.start..answer.parts.end).unwrap_or_default();
            let cost: u64 = parts.iter().map(|part| part.cost).sum();
            if !answer.is_said {
                let worth = if is_request { REPLIED.max(of_reply(answer.cost)) } else { SHORTLY };
                answer.worth = answer.worth.saturating_add(worth);
                continue;
            }
            for part in parts {
                let worth = match is_request {
                    true => ONE.saturating_add(of_reply(part.cost)),
                    false => SHORTLY.saturating_mul(part.cost) / cost.max(1),
                };
                part.worth = part.worth.saturating_add(worth);
            }
        }
    }

    /// Returns the model's message to which the unit at this place replies, if it is one of the few units before.
    fn answer_before(&self, at: usize) -> Option<usize> {
        let before = at.saturating_sub(MOST_BEFORE)..at;
        let said = |at: &usize| {
            let group = self.groups.get(*at);
            group.is_some_and(|group| !group.is_gap && !group.unit.head().content().is_blank())
        };
        let answer = before.rev().find(said)?;
        let group = self.groups.get(answer)?;
        (!group.is_required && Voice::of(group.unit.head()) == Voice::Model).then_some(answer)
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
        let is_said = !is_required && !is_gap && Telling::said_text(&head.message).is_some();
        let mut words = match is_said {
            true => Range::default(),
            false => self.words.add(&head.telling().words, first, is_result),
        };
        let acts = &head.telling().acts;
        let mut name_words = Range { start: words.end, end: words.end };
        for act in acts.iter().filter(|_| !is_required) {
            name_words.end = self.words.add(&act.words, first, false).end;
        }
        let name_cost = acts.iter().map(|act| act.weight.saturating_add(BETWEEN_NAMES)).sum();
        let mut cost = estimator.thousandths(head.weight.whole());
        if is_said {
            let text = estimator.thousandths(head.weight.text);
            cost = cost.saturating_sub(text);
            self.add_parts(text, at, head, first, false);
        }
        let cleared = estimator.weigh_around_result().plus(estimator.ours().weigh_text(CLEARED));
        for (place, entry) in unit.results().iter().enumerate() {
            let number = first.saturating_add(place).saturating_add(1);
            if stays || !can_be_cleared(entry) {
                words.end = self.words.add(&entry.telling().words, number, true).end;
                cost = cost.saturating_add(estimator.thousandths(entry.weight.whole()));
                continue;
            }
            cost = cost.saturating_add(estimator.thousandths(cleared));
            let text = entry.weight.whole().minus(estimator.weigh_around_result());
            self.add_parts(estimator.thousandths(text), at, entry, number, true);
        }
        let is_hollow = !is_required
            && !unit.results().is_empty()
            && unit.results().iter().all(can_be_cleared)
            && !acts.iter().any(|act| act.writes);
        let worth = worth_of(unit, is_said, cost, count.saturating_sub(first));
        self.written.push(None);
        self.groups.push(Group {
            is_hollow,
            is_named: false,
            name_cost,
            name_words,
            unit,
            is_required,
            is_gap,
            is_kept: is_required && !is_gap,
            is_written: false,
            why: why_of(unit, is_required),
            best: Best::default(),
            cost,
            worth,
            factor: ONE,
            words,
            parts: Range { start: from, end: self.parts.len() },
            is_said,
        });
    }

    /// Adds the pieces of a message. Its text costs `text` thousandths of a token.
    fn add_parts(&mut self, text: u64, group: usize, entry: &Entry, number: usize, is_result: bool) {
        let telling = entry.telling();
        let mut part = Passage {
            group,
            entry: entry.serial,
            number,
            is_kept: false,
            cost: text,
            gap: if is_result { GAP_OF_RESULT } else { GAP_OF_SAID },
            boost: ONE,
            words: Range::default(),
            worth: 0,
            factor: ONE,
        };
        if telling.pieces.is_empty() {
            part.words = self.words.add(&telling.words, number, is_result);
            self.parts.push(part);
            return;
        }
        let all: u64 = telling.pieces.iter().map(|piece| piece.weight).sum();
        let mut read = 0_usize;
        self.parts.reserve(telling.pieces.len());
        for piece in &telling.pieces {
            let words = telling.words.get(read..piece.words).unwrap_or_default();
            read = piece.words;
            part.words = self.words.add(words, number, is_result);
            part.cost = text.saturating_mul(piece.weight) / all.max(1);
            part.worth = worth_of_piece(piece, part.cost);
            self.parts.push(part);
        }
    }

    /// Raises the worth of words that only tools used, if they are near words that the user or the model used later.
    fn set_boosts(&mut self) {
        let hits: Vec<u64> =
            self.parts.iter().map(|part| self.words.said_after(part.words, part.number, MOST_HITS)).collect();
        let mut at = 0_usize;
        for parts in self.parts.chunk_by_mut(|one, next| one.entry == next.entry) {
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

/// The cost of the characters between two names in a note, in thousandths of a token.
const BETWEEN_NAMES: u64 = 1_000;

/// Reports whether a cleared result is shorter.
fn can_be_cleared(result: &Entry) -> bool {
    Telling::result_text(&result.message).is_none_or(|text| text.len() > CLEARED.len())
}

fn why_of(unit: &Unit, is_required: bool) -> Why {
    match is_required {
        true if unit.is_pinned() => Why::Pinned,
        true => Why::Protected,
        false => Why::Unneeded,
    }
}

/// The maximum number of words used later that count in a piece, and in a result.
const MOST_HITS: u64 = 3;
const MOST_FAR: u64 = 6;
/// The addition to the factor for each word used later: twice for a word in the piece itself, once for a word in a
/// neighbour.
const NEAR: u64 = 307;
/// The addition to the factor for each word of the whole result that was used later.
const FAR: u64 = 56;

/// The minimum worth of the answer that the current request replies to. `of_reply` gives the worth by its length.
const REPLIED: u64 = 14 * ONE;

fn of_reply(cost: u64) -> u64 {
    cost.saturating_mul(ONE * 6 / 10) / 1_000
}

/// The worth of an answer to which the user replied with no more than a word, such as "yes".
const SHORTLY: u64 = ONE;
/// The maximum cost of a reply that counts as a word, in thousandths of a token.
const MOST_OF_WORD: u64 = 15_000;
/// How many units before a request are searched for the answer that it replies to.
const MOST_BEFORE: usize = 4;

/// The author of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Voice {
    /// The user, or the program.
    User,
    Model,
    Tool,
}

impl Voice {
    pub(super) fn of(message: &Message) -> Self {
        match &message.body {
            Body::User(_) | Body::System(_) | Body::Summary(_) => Self::User,
            Body::Assistant { .. } => Self::Model,
            Body::Tool(_) => Self::Tool,
        }
    }
}

/// Returns the worth of a piece in addition to its words. Its content counts. The user's text counts more, because it
/// says what is wanted.
fn worth_of_piece(piece: &Piece, cost: u64) -> u64 {
    let own = if piece.is_own { cost.min(MOST_COUNTED).saturating_mul(OF_USER) / 1_000 } else { 0 };
    own.saturating_add(u64::from(piece.worth).saturating_mul(ONE) / 10)
}

/// The worth of a token of the user's text.
const OF_USER: u64 = ONE * 16 / 100;

/// Returns the worth of a unit in addition to its words and parts. The newest messages make a conversation easier to
/// follow.
fn worth_of(unit: &Unit, is_said: bool, cost: u64, age: usize) -> u64 {
    let length = cost.min(MOST_COUNTED);
    let (said, newest) = match (Voice::of(unit.head()), is_said) {
        (Voice::User, true) => (0, ONE * 2 / 5),
        (Voice::User, false) => (length.saturating_mul(OF_USER) / 1_000, ONE / 2),
        (Voice::Model, true) => (ONE / 4, ONE / 4),
        (Voice::Model | Voice::Tool, _) => (length.saturating_mul(6) / 1_000, ONE / 4),
    };
    if unit.head().says_nothing() {
        return 0;
    }
    let done = unit.entries().map(worth_of_deed).max().unwrap_or(0);
    said.saturating_add(decayed(newest, age)).saturating_add(done)
}

/// Returns the worth of a failure, or of a call that wrote something. Without the message, the model would not know
/// what was done.
fn worth_of_deed(entry: &Entry) -> u64 {
    let wrote = entry.telling().acts.iter().any(|act| act.writes);
    if wrote {
        ONE * 3 / 2
    } else if entry.telling().failed {
        ONE
    } else {
        0
    }
}
