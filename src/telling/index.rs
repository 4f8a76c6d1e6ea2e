//! The telling words of one message.

use super::arguments::read_arguments;
use super::pieces::piece_ends;
use super::words::telling_words;
use crate::message::{Content, Message, Part};
use crate::tokens::Estimator;
use std::sync::OnceLock;

/// The telling words of a message, and the pieces of its text.
#[derive(Clone, Debug, Default)]
pub struct Telling {
    /// Hashes of the words, in order. A word may be there more than once.
    pub words: Box<[u32]>,
    /// The pieces of a result that is one text. Empty for other messages, which are one piece.
    pub pieces: Box<[Piece]>,
}

/// A piece of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The byte behind it.
    pub end: usize,
    /// The number of words up to its end.
    pub words: usize,
    /// Its weight by the estimator of scripts, in thousandths of a token.
    pub weight: u64,
}

/// The telling words of a message, read when a reduction first asks for them. They follow from the message, so holders
/// that differ only in them are equal.
#[derive(Clone, Debug, Default)]
pub struct ReadOnce(OnceLock<Box<Telling>>);

impl PartialEq for ReadOnce {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for ReadOnce {}

impl ReadOnce {
    /// The words of this message. Each call must give the same message.
    pub fn of(&self, message: &Message) -> &Telling {
        self.0.get_or_init(|| Box::new(Telling::of(message)))
    }
}

impl Telling {
    /// Reads a message. Call names and the values of arguments are read, too; names of fields are not, because tools fix them.
    pub fn of(message: &Message) -> Self {
        let mut words = Vec::new();
        if let Some(text) = Self::result_text(message) {
            let pieces = read_pieces(text, &mut words);
            return Self { words: words.into(), pieces };
        }
        read_texts(message, &mut |text| {
            read(text, &mut words);
            true
        });
        Self { words: words.into(), pieces: Box::default() }
    }

    /// Reports whether the message holds a word of these hashes.
    pub fn has_any(&self, hashes: &[u32]) -> bool {
        self.words.iter().any(|word| hashes.contains(word))
    }

    /// The words of these hashes that the message holds, in the order of the hashes. `self` must be of this message.
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

fn read_pieces(text: &str, words: &mut Vec<u32>) -> Box<[Piece]> {
    let mut pieces = Vec::new();
    let mut from = 0_usize;
    for end in piece_ends(text) {
        let piece = text.get(from..end).unwrap_or_default();
        read(piece, words);
        pieces.push(Piece { end, words: words.len(), weight: Estimator::SCRIPT.weigh_text(piece).0 });
        from = end;
    }
    pieces.into()
}

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
