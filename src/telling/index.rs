//! The telling words of one message.

use super::act::{Act, digest};
use super::arguments::read_arguments;
use super::failure::{is_exit, is_reason, tells_failure};
use super::lists::Marks;
use super::pieces::piece_ends;
use super::sentences::{Sentence, sentences};
use super::statement::Statement;
use super::words::telling_words;
use crate::message::{Body, Content, Message, Part, ToolResult};
use crate::tokens::Estimator;
use std::sync::OnceLock;

/// The telling words of a message, and the pieces of its text.
#[derive(Clone, Debug, Default)]
pub struct Telling {
    /// Hashes of the words, in order. A word may occur more than once.
    pub words: Box<[u32]>,
    /// The pieces of a result that is one text, or the sentences of a user's or a model's text. Empty for other
    /// messages, which count as one piece.
    pub pieces: Box<[Piece]>,
    /// The statements of the user, one for each piece.
    pub(crate) statements: Box<[Statement]>,
    /// The calls of the message, in order.
    pub acts: Box<[Act]>,
    /// A digest of the text, if the message is a result long enough not to be equal to another by chance.
    pub result: Option<u64>,
    /// True if the message is the result of a call that failed, by its flag or by its text.
    pub failed: bool,
}

/// A piece of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The byte after the piece.
    pub end: usize,
    /// The number of words up to the end of the piece.
    pub words: usize,
    /// The weight by the estimator of scripts, in thousandths of a token.
    pub weight: u64,
    /// True if the user wrote it, and did not paste it.
    pub is_own: bool,
    /// The worth of the content, in tenths: an instruction, a value, a decision, the reason of a failure.
    pub worth: u8,
}

/// The telling words of a message, read when a reduction first asks for them. They depend only on the message, so two
/// values of this type are always equal.
#[derive(Clone, Debug, Default)]
pub struct ReadOnce(OnceLock<Box<Telling>>);

impl PartialEq for ReadOnce {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for ReadOnce {}

impl ReadOnce {
    /// Returns the words of this message. Every call must pass the same message.
    pub fn of(&self, message: &Message) -> &Telling {
        self.0.get_or_init(|| Box::new(Telling::of(message)))
    }
}

impl Telling {
    /// Reads a message, with call names and the values of arguments. Names of fields are not read, because tools fix
    /// them.
    pub fn of(message: &Message) -> Self {
        let mut words = Vec::new();
        let failed = message.result().is_some_and(ToolResult::failed);
        if let Some(text) = Self::result_text(message) {
            let mut pieces = read_pieces(text, piece_ends(text).into_iter(), &mut words);
            let failed = failed || tells_failure(text);
            if failed {
                find_reasons(text, &mut pieces);
            }
            let result = (text.len() > LONG_RESULT).then(|| digest(&[text]));
            return Self { words: words.into(), pieces: pieces.into(), result, failed, ..Self::default() };
        }
        if let Some(text) = Self::said_text(message) {
            let sentences = sentences(text);
            let ends = sentences.iter().map(|sentence| sentence.end);
            let mut pieces = read_pieces(text, ends, &mut words);
            let mut statements = Vec::new();
            match &message.body {
                Body::User(_) => statements = read_statements(text, &sentences, &mut pieces),
                Body::System(_) | Body::Summary(_) | Body::Assistant { .. } | Body::Tool(_) => {
                    find_decisions(text, &mut pieces);
                }
            }
            return Self {
                words: words.into(),
                pieces: pieces.into(),
                statements: statements.into(),
                failed,
                ..Self::default()
            };
        }
        read_texts(message, &mut |text| {
            read(text, &mut words);
            true
        });
        let acts = message.calls().iter().map(Act::of).collect();
        Self { words: words.into(), acts, failed, ..Self::default() }
    }

    /// Reports whether the message holds a word with one of these hashes.
    pub fn has_any(&self, hashes: &[u32]) -> bool {
        self.words.iter().any(|word| hashes.contains(word))
    }

    /// Returns the words with these hashes in the order of the hashes, `None` where the message lacks the word.
    /// `self` must be of this message.
    pub fn named(&self, message: &Message, hashes: &[u32]) -> Vec<Option<Box<str>>> {
        let mut names: Vec<Option<Box<str>>> = vec![None; hashes.len()];
        let mut left = hashes.iter().filter(|hash| self.words.contains(hash)).count();
        read_texts(message, &mut |text| {
            telling_words(text, |word, hash| {
                let place = hashes.iter().position(|wanted| *wanted == hash);
                let name = place.and_then(|place| names.get_mut(place)).filter(|name| name.is_none());
                if let Some(name) = name {
                    *name = Some(word.into());
                    left = left.saturating_sub(1);
                }
                left > 0
            });
            left > 0
        });
        names
    }

    /// Returns the text of a user, or of a model without calls, if it is one text. Its pieces are sentences. `None`
    /// if something is bound to a model's text (reasoning, a response kept by the provider, citations, an id): then
    /// the text stays whole.
    pub fn said_text(message: &Message) -> Option<&str> {
        let content = message.content();
        let is_said = match &message.body {
            Body::User(_) => true,
            Body::Assistant { calls, .. } => {
                let is_plain = message.notes.as_ref().is_none_or(|notes| notes.extras.is_empty());
                let parts_are_plain = content.parts().iter().all(|part| part.extras.is_empty());
                calls.is_empty() && is_plain && parts_are_plain && !message.is_bound()
            }
            Body::System(_) | Body::Summary(_) | Body::Tool(_) => false,
        };
        content.only_text().filter(|text| is_said && !text.trim_ascii().is_empty())
    }

    /// The text of a result whose content is one text.
    pub fn result_text(message: &Message) -> Option<&str> {
        message.result()?;
        message.content().only_text()
    }
}

fn read(text: &str, words: &mut Vec<u32>) {
    telling_words(text, |_, hash| {
        words.push(hash);
        true
    });
}

fn read_pieces(text: &str, ends: impl Iterator<Item = usize>, words: &mut Vec<u32>) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut from = 0_usize;
    for end in ends {
        let piece = text.get(from..end).unwrap_or_default();
        read(piece, words);
        let weight = Estimator::SCRIPT.weigh_text(piece).0;
        pieces.push(Piece { end, words: words.len(), weight, is_own: false, worth: 0 });
        from = end;
    }
    pieces
}

/// Reads the statements of the user's sentences. A short message becomes one piece, because half of it misleads.
fn read_statements(text: &str, sentences: &[Sentence], pieces: &mut Vec<Piece>) -> Vec<Statement> {
    let mut statements: Vec<Statement> = Vec::with_capacity(pieces.len());
    let mut from = 0_usize;
    let from_end = sentences.len().saturating_sub(MOST_SAID);
    for (place, (piece, Sentence { end, is_pasted })) in pieces.iter_mut().zip(sentences).enumerate() {
        let own = text.get(from..*end).unwrap_or_default();
        from = *end;
        let is_pasted = *is_pasted || (place >= MOST_SAID && place < from_end);
        let statement = if is_pasted { Statement::default() } else { Statement::of(own) };
        (piece.is_own, piece.worth) = (!is_pasted, statement.worth());
        statements.push(statement);
    }
    let weight = pieces.iter().map(|piece| piece.weight).sum();
    if let (true, Some(last)) = (weight <= WHOLE && pieces.len() > 1, pieces.last().copied()) {
        let is_own = pieces.iter().any(|piece| piece.is_own);
        let mut all = std::mem::take(&mut statements).into_iter();
        let mut first = all.next().unwrap_or_default();
        all.for_each(|statement| first.join(statement));
        *pieces = vec![Piece { weight, is_own, worth: first.worth(), ..last }];
        statements.push(first);
    }
    statements
}

/// Sets the worth of the model's sentences by their decisions. A short answer becomes one piece. A list item includes
/// the indented lines under it. In a long answer, the first sentence is worth more.
fn find_decisions(text: &str, pieces: &mut Vec<Piece>) {
    let is_short = text.len() <= SHORT_ANSWER;
    let mut from = 0_usize;
    pieces.dedup_by(|piece, before| {
        let own = text.get(before.end..piece.end).unwrap_or_default();
        let is_item = own.starts_with(' ') && piece.end.saturating_sub(from) <= LONG_ITEM;
        if !(is_short || is_item) {
            from = before.end;
            return false;
        }
        *before = Piece { weight: before.weight.saturating_add(piece.weight), ..*piece };
        true
    });
    let mut from = 0_usize;
    for piece in pieces {
        let own = text.get(from..piece.end).unwrap_or_default();
        let first = if from == 0 && !is_short { FIRST } else { 0 };
        piece.worth = Marks::decision(own).saturating_add(first);
        from = piece.end;
    }
}

/// Shorter results, in bytes, may be equal by chance.
const LONG_RESULT: usize = 80;
/// How many sentences at the beginning and at the end of a message count as written by a person. Sentences between
/// them count as pasted.
const MOST_SAID: usize = 100;
/// A user's message up to this weight, in thousandths of a token, is one piece.
const WHOLE: u64 = 60_000;
/// An answer up to this length, in bytes, is one piece.
const SHORT_ANSWER: usize = 200;
/// A list item with the lines under it is one piece up to this length, in bytes.
const LONG_ITEM: usize = 320;
/// The worth of an answer's first sentence, and of a piece that explains a failure, in tenths.
const FIRST: u8 = 5;
const REASON: u8 = 15;

/// Marks the pieces of a failed result that explain the failure: the first lines that name an error, the last line
/// before the exit code, and the exit code. A later reduction recognises the failure by the exit code.
fn find_reasons(text: &str, pieces: &mut [Piece]) {
    let mut from = 0_usize;
    let (mut reasons, mut goes_on, mut last) = (0_usize, false, None);
    for (at, piece) in pieces.iter_mut().enumerate() {
        let own = text.get(from..piece.end).unwrap_or_default();
        from = piece.end;
        let (is_exit, names_error) = (is_exit(own), is_reason(own));
        let tells = is_exit || goes_on || (names_error && reasons < MOST_REASONS);
        piece.worth = if tells { REASON } else { 0 };
        reasons = reasons.saturating_add(usize::from(names_error && !goes_on));
        // An error may be longer than a piece.
        goes_on = tells && !is_exit && !own.ends_with('\n');
        last = if is_exit || own.trim_ascii().is_empty() { last } else { Some(at) };
    }
    if let Some(piece) = last.and_then(|at| pieces.get_mut(at)) {
        piece.worth = REASON;
    }
}

/// The maximum number of lines that are kept as the reason of a failure.
const MOST_REASONS: usize = 3;

/// Calls `take` with each text of the message, in order, until it returns false.
fn read_texts(message: &Message, take: &mut dyn FnMut(&str) -> bool) {
    let goes_on = match message.content() {
        Content::Null => true,
        Content::Text(text) => take(text),
        Content::Parts(parts) => parts.iter().filter_map(Part::as_text).all(&mut *take),
    };
    if goes_on {
        message.calls().iter().all(|call| take(&call.name) && read_arguments(call, take));
    }
}
