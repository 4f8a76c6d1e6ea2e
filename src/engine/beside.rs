//! Tokens of a request outside the messages of the history.

use super::conversation::Conversation;
use super::drafts::write_waiting;
use crate::error::Outcome;
use crate::format::Params;
use crate::format::sizes::{self, BesideTexts, BesideWeight};
use crate::message::PrefixDigest;
use crate::repair::{Repair, RepairCode};
use crate::sanitize::Dialect;
use crate::tokens::{Estimator, Weight};
use std::borrow::Cow;

/// Tokens of a request outside the history.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Beside {
    /// Tokens of the tools and schemas in the params, and of the frame of the request.
    pub(super) params: u64,
    /// Their weights.
    pub(super) weights: BesideWeight,
    pub(super) added: u64,
    /// Tokens by which its own system prompt exceeds the history's prompt; below 0 if the history's prompt is larger.
    pub(super) prompt: i64,
    /// Tokens that its fields allow the answer; 0 if they do not limit it.
    pub(super) answer: u64,
    /// The context window of its model; 0 if unknown.
    pub(super) window: u64,
    /// The digest of the params.
    pub(super) params_digest: PrefixDigest,
    /// The digest of the fields that have a size. `None` if only the provider knows the size of a field.
    pub(super) fields: Option<PrefixDigest>,
}

/// Weights of texts outside the messages: params, and additions by repairs. They repeat in all requests of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct WeighedTexts {
    known: Vec<(Box<str>, Weight)>,
    /// The params that were weighed last, the sizes that they were weighed by, their weight, and their digest.
    params: Option<(Box<str>, &'static str, BesideWeight, Option<PrefixDigest>)>,
    /// Texts of the last request that wait for the host's estimate.
    open: Vec<Box<str>>,
}

/// The number of texts whose weights are kept. A request has at most half as many.
const MOST_WEIGHED: usize = 16;

impl WeighedTexts {
    fn get(&self, text: &str) -> Option<Weight> {
        self.known.iter().find(|(known, _)| **known == *text).map(|(_, weight)| *weight)
    }

    fn insert(&mut self, text: &str, weight: Weight) {
        if self.known.len() >= MOST_WEIGHED {
            self.known.clear();
        }
        self.known.push((text.into(), weight));
    }

    /// Returns the host's estimate of a text, or ours before the host was asked.
    pub(super) fn given(&mut self, text: &str) -> Weight {
        self.get(text).unwrap_or_else(|| {
            if !self.open.iter().any(|open| **open == *text) {
                self.open.push(text.into());
            }
            Estimator::SCRIPT.weigh_text(text)
        })
    }
}

impl Beside {
    /// Adds tokens of a message that is not in the history yet.
    pub(super) fn add(&mut self, tokens: u64) {
        self.added = self.added.saturating_add(tokens);
    }
}

impl Conversation {
    /// Appends the texts outside the last request's messages that wait for the host's estimate, as a JSON list of
    /// `{"id", "texts"}` in which each text is its own id; nothing if there are none.
    pub fn write_unweighed_beside(&self, out: &mut Vec<u8>) {
        let waiting: Vec<_> =
            self.weighed_texts.open.iter().map(|text| (&**text, vec![Cow::Borrowed(&**text)])).collect();
        write_waiting(&waiting, out);
    }

    /// Reads the host's estimates of these texts, a JSON list of `[text, tokens]`. The next request uses them.
    ///
    /// # Errors
    ///
    /// `invalid-argument`.
    pub fn weigh_texts(&mut self, estimates: &str) -> Outcome<()> {
        for (text, weight) in self.read_estimates(estimates)? {
            self.weighed_texts.insert(&text, weight);
        }
        Ok(())
    }

    pub(super) fn weigh_beside(&mut self, text: &str, params: &Params<'_>, dialect: &Dialect) -> Beside {
        let params_digest = PrefixDigest::of(text.as_bytes());
        let estimator = self.history.estimator();
        let texts = &mut self.weighed_texts;
        texts.open.clear();
        let is_given = estimator.is_given();
        let mut added = Weight(0);
        for repair in &self.repairs {
            let Some((text, is_message)) = added_by(repair) else { continue };
            let weight = if is_given { texts.given(text) } else { estimator.weigh_text(text) };
            added = added.plus(weight).plus(match is_message {
                true if repair.code == RepairCode::MissingResultAdded => estimator.weigh_around_result(),
                true => estimator.weigh_around(),
                false => Weight(0),
            });
        }
        let size = estimator.model().name;
        let known =
            texts.params.as_ref().filter(|(known, of, ..)| !is_given && **known == *text && *of == size);
        let (mut parts, fields) = match known {
            Some((_, _, parts, fields)) => (*parts, *fields),
            None => {
                let read = BesideTexts::read(params.given(), dialect);
                let weigh =
                    |text: &str| if is_given { texts.given(text) } else { estimator.weigh_json(text) };
                let parts = read.weight(estimator, weigh);
                texts.params = Some((text.into(), size, parts, read.digest()));
                (parts, read.digest())
            }
        };
        for name in params.mapped_names() {
            let sent = if is_given { texts.given(&name.sent) } else { estimator.weigh_text(&name.sent) };
            parts.tools = parts.tools.plus(sent);
        }
        // The size of the whole body is rounded once.
        let total = self.history.ledger().total();
        let added = estimator.tokens(total.plus(added)).saturating_sub(estimator.tokens(total));
        let (params, answer) = (estimator.tokens(parts.total()), sizes::answer(params.given()));
        Beside { params, weights: parts, added, answer, params_digest, fields, ..Beside::default() }
    }
}

/// Text of about the length that a repair adds around existing text.
const FRAMES: [(RepairCode, &str); 3] = [
    (RepairCode::WrittenAsText, "[error] "),
    (RepairCode::ArgumentsWrapped, "{\"arguments\":\"\"}"),
    (RepairCode::ToolCallWrittenAsText, "[call of a tool: ] [result of the tool: ]"),
];

/// Text of about the length of the message around moved media.
const MOVED: &str = "[image of tool result call_0123456789abcdef] [see the next message]";

/// Returns the text that a repair adds to a request, and true if it is a separate message.
fn added_by(repair: &Repair) -> Option<(&str, bool)> {
    let moved = (repair.code == RepairCode::MediaMoved).then_some(MOVED);
    if let Some(text) = repair.added.as_deref().or(moved) {
        return Some((text, true));
    }
    FRAMES.iter().find(|(code, _)| *code == repair.code).map(|(_, text)| (*text, false))
}
