//! The size of a request, by the kind of its content.

use super::estimator::Estimator;
use super::message_weight::MessageWeight;
use super::weight::Weight;
use crate::message::{Body, Content, Message, Part, PartKind, Role};

/// The weights of messages, by the kind of their content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// Texts of instructions.
    pub system: Weight,
    /// Texts of the user, and summaries.
    pub user: Weight,
    /// Texts of the model.
    pub assistant: Weight,
    /// Calls of tools, with the tokens around their results.
    pub calls: Weight,
    /// Texts of the results of calls.
    pub results: Weight,
    /// Reasoning that goes back to the model.
    pub reasoning: Weight,
    /// Pictures, documents, sound, film, and parts that only the provider defines.
    pub media: Weight,
    /// The frame of messages.
    pub frame: Weight,
}

impl Parts {
    /// Adds a message of the current turn, or of an earlier one. `weight` is above the estimator's weight if the host
    /// weighed the texts.
    pub fn add(&mut self, estimator: Estimator, message: &Message, is_current: bool, weight: Weight) {
        let weigh = |message: &Message| {
            let MessageWeight { lasting, passing, .. } = estimator.weigh(message);
            if is_current { lasting.plus(passing) } else { lasting }
        };
        let mut rest = message.clone();
        let mut left = weigh(&rest);
        let given = weight.minus(left);
        let mut lose = |rest: &Message, to: &mut Weight| {
            let now = weigh(rest);
            *to = to.plus(left.minus(now));
            left = now;
        };
        if let Body::Assistant { calls, .. } = &mut rest.body {
            calls.clear();
        }
        lose(&rest, &mut self.calls);
        keep(&mut rest, true, |part| !matches!(part.kind, PartKind::Reasoning(_)));
        lose(&rest, &mut self.reasoning);
        keep(&mut rest, true, |part| matches!(part.kind, PartKind::Text(_) | PartKind::Refusal(_)));
        lose(&rest, &mut self.media);
        keep(&mut rest, false, |_| false);
        let text = match message.role() {
            Role::System if message.is_note() || matches!(message.body, Body::Summary(_)) => &mut self.user,
            Role::System => &mut self.system,
            Role::User => &mut self.user,
            Role::Assistant => &mut self.assistant,
            Role::Tool => &mut self.results,
        };
        lose(&rest, text);
        *text = text.plus(given);
        self.frame = self.frame.plus(left);
    }

    /// The names of the parts with their weights, without the frame.
    pub fn named(&self) -> [(&'static str, Weight); 7] {
        let Self { system, user, assistant, calls, results, reasoning, media, frame: _ } = *self;
        [
            ("system", system),
            ("user", user),
            ("assistant", assistant),
            ("calls", calls),
            ("results", results),
            ("reasoning", reasoning),
            ("media", media),
        ]
    }
}

/// Keeps some parts of a message. Content that is one text stays if `keeps_text`.
fn keep(message: &mut Message, keeps_text: bool, is_kept: impl FnMut(&Part) -> bool) {
    match message.content_mut() {
        Content::Parts(parts) => parts.retain(is_kept),
        content @ Content::Text(_) if !keeps_text => *content = Content::Null,
        Content::Null | Content::Text(_) => {}
    }
}
