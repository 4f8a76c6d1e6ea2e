//! Tokens of a request outside the messages of the history.

use super::conversation::Conversation;
use super::drafts::write_waiting;
use super::state::Beside;
use crate::error::Outcome;
use crate::format::Params;
use crate::format::sizes::{self, BesideTexts};
use crate::message::PrefixDigest;
use crate::repair::{Repair, RepairCode};
use crate::sanitize::Dialect;
use crate::tokens::Weight;
use std::borrow::Cow;

impl Conversation {
    /// Appends the texts outside the last request's messages that wait for the host's estimate, as a JSON list of
    /// `{"id", "texts"}` in which each text is its own id; nothing if there are none.
    pub fn write_unweighed_beside(&self, out: &mut Vec<u8>) {
        let waiting: Vec<_> =
            self.weighed_texts.open().iter().map(|text| (&**text, vec![Cow::Borrowed(&**text)])).collect();
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
        let estimator = self.paths.history().estimator();
        let texts = &mut self.weighed_texts;
        texts.begin();
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
        let known = texts.of_params(text, size).filter(|_| !is_given);
        let (mut parts, fields) = known.unwrap_or_else(|| {
            let read = BesideTexts::read(params.given(), dialect);
            let weigh = |text: &str| if is_given { texts.given(text) } else { estimator.weigh_json(text) };
            let weighed = (read.weight(estimator, weigh), read.digest());
            texts.keep_params(text, size, weighed);
            weighed
        });
        for name in params.mapped_names() {
            let sent = if is_given { texts.given(&name.sent) } else { estimator.weigh_text(&name.sent) };
            parts.tools = parts.tools.plus(sent);
        }
        // The size of the whole body is rounded once.
        let total = self.paths.history().ledger().total();
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
