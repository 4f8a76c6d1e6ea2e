//! The weights of messages.

use super::embedded::Embedded;
use super::estimator::{Estimator, length};
use super::media;
use super::model_size::{ModelSize, ReasoningSize, UNKNOWN};
use super::weight::Weight;
use crate::json::Node;
use crate::list::Listed;
use crate::message::{Body, CallKind, Content, Extras, Message, Part, PartKind, Reasoning, Role, ToolCall};
use crate::text;
use std::borrow::Cow;

/// The weight of a message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MessageWeight {
    /// Its weight in every request.
    pub lasting: Weight,
    /// Its additional weight until the user speaks again: reasoning that the model then no longer reads.
    pub passing: Weight,
    /// The part of `lasting` that its texts weigh.
    pub text: Weight,
}

impl MessageWeight {
    /// The weight until the turn ends.
    pub fn whole(self) -> Weight {
        self.lasting.plus(self.passing)
    }

    /// Returns the sum of both weights.
    #[must_use]
    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            lasting: self.lasting.plus(other.lasting),
            passing: self.passing.plus(other.passing),
            text: self.text.plus(other.text),
        }
    }

    /// Adds a text.
    fn add_text(&mut self, weight: Weight) {
        self.lasting = self.lasting.plus(weight);
        self.text = self.text.plus(weight);
    }
}

/// The weight of messages in order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TurnWeight(MessageWeight);

impl TurnWeight {
    /// Adds the next message, which has this weight.
    pub fn add(&mut self, message: &Message, weight: MessageWeight) {
        if message.starts_turn() {
            self.0.passing = Weight(0);
        }
        self.0 = self.0.plus(weight);
    }

    /// The weight of all messages.
    pub fn whole(self) -> Weight {
        self.0.whole()
    }
}

impl Estimator {
    /// The weight of messages in order.
    pub fn weigh_all<'a>(self, messages: impl Iterator<Item = &'a Message>) -> Weight {
        let mut sum = TurnWeight::default();
        messages.for_each(|message| sum.add(message, self.weigh(message)));
        sum.whole()
    }

    /// The weight of a message: its texts, its calls and its media.
    pub fn weigh(self, message: &Message) -> MessageWeight {
        let mut weight = MessageWeight { lasting: self.weigh_borders(message), ..MessageWeight::default() };
        match message.content() {
            Content::Null => {}
            Content::Text(text) => weight.add_text(self.weigh_text(text)),
            Content::Parts(parts) => parts.iter().for_each(|part| self.add_part(part, &mut weight)),
        }
        message.calls().iter().for_each(|call| self.add_call(call, &mut weight));
        // The model does not read the tool's name in a result.
        if let Some(name) = message.name().filter(|_| self.is_of_model() && message.role() != Role::Tool) {
            weight.add_text(self.weigh_text(name).plus(self.weight_of(1)));
        }
        weight
    }

    /// The weight that the model adds around a message and its calls.
    fn weigh_borders(self, message: &Message) -> Weight {
        if !self.is_of_model() {
            return Weight(0);
        }
        let ModelSize { frame, calls, .. } = *self.model();
        let own = match message.role() {
            // Most models get a note or a summary as a message of the user.
            Role::System if message.is_note() || matches!(message.body, Body::Summary(_)) => frame.user,
            Role::System => frame.system,
            Role::User => frame.user,
            Role::Tool => frame.result,
            Role::Assistant if message.calls().is_empty() || !message.content().is_empty() => frame.answer,
            Role::Assistant => frame.silent,
        };
        let count = length(message.calls().len());
        let cited = if is_cited(message) { self.model().media.citations } else { 0 };
        let all =
            u64::from(own.saturating_add(cited)).saturating_add(count.saturating_mul(calls.each.into()));
        let all = if count > 0 { all.saturating_add_signed(calls.answer.into()) } else { all };
        self.weight_of(all)
    }

    /// The texts that a host's estimator has to weigh for a message.
    pub fn texts(message: &Message) -> Vec<Cow<'_, str>> {
        let mut texts: Vec<Cow<'_, str>> = match message.content() {
            Content::Null => Vec::new(),
            Content::Text(text) => vec![Cow::Borrowed(text)],
            Content::Parts(parts) => parts.iter().flat_map(readable).collect(),
        };
        for call in message.calls() {
            texts.push(Cow::Borrowed(&call.name));
            match arguments(call) {
                Some(named) => {
                    for (name, value) in named {
                        texts.extend([Cow::Owned(name), value]);
                    }
                }
                None => texts.push(Cow::Borrowed(call.arguments.text())),
            }
        }
        texts
    }

    fn add_call(self, call: &ToolCall, weight: &mut MessageWeight) {
        weight.add_text(self.weigh_text(&call.name));
        let named = if self.is_of_model() { arguments(call) } else { None };
        match named {
            Some(named) => {
                let each = self.weight_of(self.model().calls.argument.into());
                for (name, value) in named {
                    weight.lasting = weight.lasting.plus(each);
                    weight.add_text(self.weigh_text(&name).plus(self.weigh_text(&value)));
                }
            }
            None => weight.add_text(self.weigh_json(call.arguments.text())),
        }
        self.add_signature(&call.extras, self.model().reasoning.beside_call, weight);
    }

    /// Adds the signature of a call or a text.
    fn add_signature(self, extras: &Extras, each: u16, weight: &mut MessageWeight) {
        let ReasoningSize { is_of_turn, beside_text, .. } = self.model().reasoning;
        if each == 0 || !self.is_of_model() {
            return;
        }
        let length = length(extras.get(SIGNATURE).map_or(0, |json| json.len().saturating_sub(2)));
        let of = |each: u16| Weight(length.saturating_mul(each.into()));
        let lasting = if is_of_turn { beside_text } else { each };
        weight.lasting = weight.lasting.plus(of(lasting));
        weight.passing = weight.passing.plus(of(each.saturating_sub(lasting)));
    }

    /// Adds reasoning that only the provider can read.
    fn add_opaque(self, text: &str, weight: &mut MessageWeight) {
        let ReasoningSize { is_of_turn, character, free_characters, .. } = self.model().reasoning;
        let count = length(text.len()).saturating_sub(free_characters.into());
        let place = if is_of_turn { &mut weight.passing } else { &mut weight.lasting };
        *place = place.plus(Weight(count.saturating_mul(character.into())));
    }

    fn add_reasoning(self, reasoning: &Reasoning, weight: &mut MessageWeight) {
        if !self.is_of_model() {
            let text = reasoning.text.as_deref().or(reasoning.encrypted.as_deref());
            return weight.add_text(self.weigh_text(text.unwrap_or_default()));
        }
        if let Some(opaque) = opaque(reasoning) {
            self.add_opaque(opaque, weight);
        } else if self.model().reasoning.reads_words {
            let words = self.weigh_text(reasoning.text.as_deref().unwrap_or_default());
            let place =
                if self.model().reasoning.is_of_turn { &mut weight.passing } else { &mut weight.lasting };
            *place = place.plus(words);
        }
    }

    fn add_part(self, part: &Part, weight: &mut MessageWeight) {
        let sizes = &self.model().media;
        let own = match &part.kind {
            PartKind::Text(text) | PartKind::Refusal(text) => {
                self.add_signature(&part.extras, self.model().reasoning.beside_text, weight);
                return weight.add_text(self.weigh_text(text));
            }
            PartKind::Reasoning(reasoning) => return self.add_reasoning(reasoning, weight),
            PartKind::Other { json, .. } => {
                let Embedded { texts, tokens } = Embedded::of(json, sizes);
                texts.into_iter().for_each(|text| weight.add_text(self.weigh_json(text)));
                self.weight_of(tokens).plus(self.weigh_constant(sizes.other.into()))
            }
            PartKind::Image(media) => self.weight_of(sizes.picture(media)),
            PartKind::Audio(media) => self.weight_of(sizes.sound(media.data.as_deref().unwrap_or_default())),
            PartKind::File(media) => match media::text_of(media) {
                Some(text) => return weight.add_text(self.ours().weigh_text(&text)),
                None => self.weight_of(sizes.file(media)),
            },
        };
        weight.lasting = weight.lasting.plus(own);
    }
}

/// Reports whether a message holds documents whose words are to be cited.
fn is_cited(message: &Message) -> bool {
    let is_on = |json: &str| text::find(json, "\"enabled\"").is_some() && text::find(json, "true").is_some();
    message.content().parts().iter().any(|part| match &part.kind {
        PartKind::File(_) => part.extras.get("citations").is_some_and(is_on),
        PartKind::Other { json, .. } => text::find(json, "\"citations\"").is_some() && is_on(json),
        PartKind::Text(_)
        | PartKind::Image(_)
        | PartKind::Audio(_)
        | PartKind::Reasoning(_)
        | PartKind::Refusal(_) => false,
    })
}

/// The field of parts and calls in which Gemini keeps its thoughts. Vertex spells it `thought_signature`, and does
/// not count it.
const SIGNATURE: &str = "thoughtSignature";

/// The part of reasoning that only the provider can read.
fn opaque(reasoning: &Reasoning) -> Option<&str> {
    let texts = [&reasoning.encrypted, &reasoning.signature];
    texts.into_iter().flatten().map(AsRef::as_ref).find(|text: &&str| !text.is_empty())
}

/// Returns the names and the values of a call's arguments, as a model reads them: texts without quotes and escapes.
/// `None` if the arguments are no object.
fn arguments(call: &ToolCall) -> Option<Vec<(String, Cow<'_, str>)>> {
    if call.kind == CallKind::Custom {
        return None;
    }
    let fields = Node::parse(call.arguments.text())?.fields()?;
    let value = |node: Node<'_>| node.text().map_or_else(|| node.json().to_owned(), Cow::into_owned);
    Some(fields.iter().map(|(name, node)| (name.to_owned(), Cow::Owned(value(node)))).collect())
}

/// Returns the text that a model reads of a part.
fn readable(part: &Part) -> Vec<Cow<'_, str>> {
    match &part.kind {
        PartKind::Text(text) | PartKind::Refusal(text) => vec![Cow::Borrowed(text)],
        PartKind::Reasoning(reasoning) if opaque(reasoning).is_some() => Vec::new(),
        PartKind::Reasoning(reasoning) => reasoning.text.as_deref().map(Cow::Borrowed).into_iter().listed(),
        PartKind::Other { json, .. } => {
            Embedded::of(json, &UNKNOWN.media).texts.into_iter().map(Cow::Borrowed).collect()
        }
        PartKind::Image(_) | PartKind::Audio(_) | PartKind::File(_) => Vec::new(),
    }
}
