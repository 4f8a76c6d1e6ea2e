//! Messages as text, for a model that summarises them.

use super::cut::stand_in;
use crate::history::Unit;
use crate::list::{Listed, PushAll};
use crate::message::{Body, Content, Message, Part, PartKind, ReadTextBlock, TextBlock};
use crate::tokens::Estimator;

/// Text of neighbouring messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// One line for each message, `role: content`.
    pub text: String,
    /// The index of its first message in the span.
    pub first: usize,
    /// The index of its last message in the span.
    pub last: usize,
}

/// The messages of these units as text, in pieces of at most `budget` tokens. A larger message is split into several
/// pieces, each with its role at the start. `words` reads parts that are not modelled.
pub fn transcript(units: &[&Unit], estimator: Estimator, budget: u64, words: ReadTextBlock) -> Vec<Chunk> {
    let mut chunks: Vec<Chunk> = Vec::new();
    let mut left = 0_u64;
    let messages = units.iter().flat_map(|unit| unit.messages());
    for (at, message) in messages.enumerate() {
        for line in lines(message, estimator, budget, words) {
            let tokens = estimator.tokens(estimator.weigh_text(&line)).saturating_add(1);
            match chunks.last_mut().filter(|_| tokens <= left) {
                Some(chunk) => {
                    chunk.text.push_str(&line);
                    chunk.last = at;
                }
                None => {
                    chunks.push(Chunk { text: line, first: at, last: at });
                    left = budget;
                }
            }
            left = left.saturating_sub(tokens);
        }
    }
    chunks
}

/// A message as lines of at most about `budget` tokens. A message that fits is one line.
fn lines(message: &Message, estimator: Estimator, budget: u64, words: ReadTextBlock) -> Vec<String> {
    let (role, text) = (speaker(message), message_text(message, words));
    let tokens = estimator.tokens(estimator.weigh_text(&text)).max(1);
    let pieces = tokens.div_ceil(budget.max(1)).max(1);
    let characters = text.chars().count();
    let size = characters.div_ceil(usize::try_from(pieces).unwrap_or(usize::MAX)).max(1);
    let mut rest = text.chars();
    let mut lines = Vec::new();
    loop {
        let piece: String = rest.by_ref().take(size).collect();
        if piece.is_empty() && !lines.is_empty() {
            return lines;
        }
        lines.push(format!("{role}: {piece}\n"));
    }
}

fn speaker(message: &Message) -> &'static str {
    match message.body {
        Body::Summary(_) => "summary",
        Body::System(_) => "system",
        Body::User(_) => "user",
        Body::Assistant { .. } => "assistant",
        Body::Tool(_) => "tool",
    }
}

/// The text and the calls of a message. Reasoning is left out, because it is valid only in its own place.
fn message_text(message: &Message, words: ReadTextBlock) -> String {
    let mut texts: Vec<String> = Vec::new();
    if message.result().is_some_and(|result| result.failed()) {
        texts.push("[error]".to_owned());
    }
    match message.content() {
        Content::Null => {}
        Content::Text(text) => texts.push(text.to_string()),
        Content::Parts(parts) => texts.push_all(parts.iter().filter_map(|part| part_text(part, words))),
    }
    let calls = message.calls().iter();
    texts.push_all(calls.map(|call| format!("[call of {}: {}]", call.name, call.arguments.text())));
    texts.join(" ")
}

fn part_text(part: &Part, words: ReadTextBlock) -> Option<String> {
    let block = match &part.kind {
        PartKind::Text(text) | PartKind::Refusal(text) => return Some(text.to_string()),
        PartKind::Reasoning(_) => return None,
        PartKind::Image(_) | PartKind::Audio(_) => None,
        PartKind::File(media) => media.text().map(|text| TextBlock::document(media.name.clone(), &text)),
        PartKind::Other { .. } => part.words(words),
    };
    match block {
        None => stand_in(part, 0),
        Some(block) => {
            let parts = block.into_parts();
            let texts = parts.iter().filter_map(|part| match part.as_text() {
                Some(text) => Some(text.to_owned()),
                None => stand_in(part, 0),
            });
            Some(texts.listed().join(" "))
        }
    }
}
