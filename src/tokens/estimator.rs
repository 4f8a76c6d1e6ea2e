//! Estimates of texts and messages.

use super::model_size::{ModelSize, UNKNOWN};
use super::weight::Weight;
use crate::error::{Code, ConversationError, Outcome};
use backscroll_kernels::script;

/// The way in which text is estimated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextEstimate {
    /// By the vocabulary of the model; see [`script::estimate`].
    #[default]
    Script,
    /// A third of the UTF-8 bytes of contents, call names and arguments, rounded down once over all messages.
    BytesThird,
    /// A quarter of the UTF-16 units of each text, half the units of arguments, each rounded up.
    CharsQuarter,
    /// The host's own estimator. The host gives each message its weight.
    Given,
}

/// The way in which texts, messages and requests are estimated.
#[derive(Clone, Copy, Debug)]
pub struct Estimator {
    text: TextEstimate,
    model: &'static ModelSize,
    has_margin: bool,
}

impl Default for Estimator {
    fn default() -> Self {
        Self::SCRIPT
    }
}

impl PartialEq for Estimator {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text && self.model.name == other.model.name && self.has_margin == other.has_margin
    }
}

impl Eq for Estimator {}

impl Estimator {
    /// By the vocabulary of the model.
    pub const SCRIPT: Self = Self { text: TextEstimate::Script, model: &UNKNOWN, has_margin: true };
    /// See [`TextEstimate::BytesThird`].
    pub const BYTES_THIRD: Self = Self { text: TextEstimate::BytesThird, ..Self::SCRIPT };
    /// See [`TextEstimate::CharsQuarter`].
    pub const CHARS_QUARTER: Self = Self { text: TextEstimate::CharsQuarter, ..Self::SCRIPT };
    /// The host's own estimator.
    pub const GIVEN: Self = Self { text: TextEstimate::Given, ..Self::SCRIPT };
}

const MILLI: u64 = 1_000;

/// The maximum weight of one message, so that a million messages can be summed without saturating.
const MOST_GIVEN: u64 = u64::MAX >> 20;

/// The suffix of the name of an estimator without a margin.
const WITHOUT_MARGIN: &str = " without margin";

impl Estimator {
    /// The estimator of this name.
    ///
    /// # Errors
    ///
    /// `invalid-argument`.
    pub fn parse(name: &str) -> Outcome<Self> {
        let (name, has_margin) = match name.strip_suffix(WITHOUT_MARGIN) {
            Some(name) => (name, false),
            None => (name, true),
        };
        let text = match name {
            "script" => TextEstimate::Script,
            "bytes/3" => TextEstimate::BytesThird,
            "chars/4" => TextEstimate::CharsQuarter,
            "given" => TextEstimate::Given,
            _ => {
                return Err(ConversationError::new(
                    Code::InvalidArgument,
                    format!("unknown estimator `{name}`; known are script, bytes/3, chars/4, or a function"),
                ));
            }
        };
        Ok(Self { text, has_margin, ..Self::default() })
    }

    /// The estimator's name, without the model's.
    pub fn as_str(self) -> &'static str {
        match (self.text, self.has_margin) {
            (TextEstimate::Script, true) => "script",
            (TextEstimate::Script, false) => "script without margin",
            (TextEstimate::BytesThird, _) => "bytes/3",
            (TextEstimate::CharsQuarter, _) => "chars/4",
            (TextEstimate::Given, true) => "given",
            (TextEstimate::Given, false) => "given without margin",
        }
    }

    /// This estimator, for another model.
    #[must_use]
    pub fn of_model(self, model: &'static ModelSize) -> Self {
        Self { model, ..self }
    }

    /// The model that it estimates for.
    pub fn model(self) -> &'static ModelSize {
        self.model
    }

    /// True if the host estimates texts.
    pub fn is_given(self) -> bool {
        self.text == TextEstimate::Given
    }

    /// Our own estimator for the same model.
    #[must_use]
    pub fn ours(self) -> Self {
        let text = if self.is_given() { TextEstimate::Script } else { self.text };
        Self { text, ..self }
    }

    /// True if it counts as a provider does. The systems that define `bytes/3` and `chars/4` count only texts.
    pub(super) fn is_of_model(self) -> bool {
        matches!(self.text, TextEstimate::Script | TextEstimate::Given)
    }

    /// Reports whether its weights are the same for the model of this name.
    pub fn counts_like(self, model: &str) -> bool {
        !self.is_of_model() || self.model.name == model
    }

    /// Units of weight in a token.
    fn scale(self) -> u64 {
        match self.text {
            TextEstimate::Script | TextEstimate::Given => MILLI,
            TextEstimate::BytesThird => 3,
            TextEstimate::CharsQuarter => 1,
        }
    }

    /// The tokens of a sum of weights. Rounded up, except for `bytes/3`, which rounds down as its origin does.
    pub fn tokens(self, weight: Weight) -> u64 {
        match self.text {
            TextEstimate::BytesThird => weight.0 / self.scale(),
            TextEstimate::Script | TextEstimate::CharsQuarter | TextEstimate::Given => {
                weight.0.div_ceil(self.scale())
            }
        }
    }

    /// The thousandths of a token of a weight.
    pub fn thousandths(self, weight: Weight) -> u64 {
        weight.0.saturating_mul(MILLI) / self.scale()
    }

    /// The weight of this many tokens.
    pub fn weight_of(self, tokens: u64) -> Weight {
        Weight(tokens.saturating_mul(self.scale()))
    }

    /// The weight of a host's estimate, given in thousandths of a token.
    pub fn given_weight(thousandths: u64) -> Weight {
        Weight(thousandths.min(MOST_GIVEN))
    }

    /// The weight of text; 0 for the host's own estimator, which is called separately.
    pub fn weigh_text(self, text: &str) -> Weight {
        match self.text {
            TextEstimate::Script => {
                let margin = if self.has_margin { self.model.margin.share } else { 0 };
                let share = u64::from(self.model.share.saturating_add(margin));
                Weight(script::estimate(self.model.vocabulary, text).saturating_mul(share) / MILLI)
            }
            TextEstimate::BytesThird => Weight(length(text.len())),
            TextEstimate::CharsQuarter => Weight(utf16_units(text).div_ceil(4)),
            TextEstimate::Given => Weight(0),
        }
    }

    /// The weight of JSON: half its UTF-16 units for `chars/4`, else the weight of text.
    pub fn weigh_json(self, json: &str) -> Weight {
        match self.text {
            TextEstimate::CharsQuarter => Weight(utf16_units(json).div_ceil(2)),
            TextEstimate::Script | TextEstimate::BytesThird | TextEstimate::Given => self.weigh_text(json),
        }
    }

    /// Returns `thousandths`, the share of a text that the model counts; 1,000 if the estimator does not count as a
    /// model.
    pub fn share(self, thousandths: u16) -> u16 {
        if self.is_of_model() { thousandths } else { 1_000 }
    }

    /// The weight of tokens that the model counts in addition to texts.
    pub fn weigh_constant(self, tokens: u64) -> Weight {
        if self.is_of_model() { self.weight_of(tokens) } else { Weight(0) }
    }

    /// The weight that the model adds around all messages of a request.
    pub fn weigh_frame(self) -> Weight {
        if !self.is_of_model() {
            return Weight(0);
        }
        let margin = if self.has_margin { self.model.margin.request } else { 0 };
        self.weight_of(self.model.frame.request.saturating_add(margin).into())
    }

    /// The weight that the model adds around a call's result.
    pub fn weigh_around_result(self) -> Weight {
        self.weigh_constant(self.model.frame.result.into())
    }

    /// The weight that the model adds around a user message.
    pub fn weigh_around(self) -> Weight {
        if self.is_of_model() { self.weight_of(self.model.frame.user.into()) } else { Weight(0) }
    }
}

pub(super) fn length(bytes: usize) -> u64 {
    u64::try_from(bytes).unwrap_or(u64::MAX)
}

/// The length in JavaScript: characters of four bytes in UTF-8 count twice.
fn utf16_units(text: &str) -> u64 {
    let continuation = |byte: &u8| byte & 0b1100_0000 == 0b1000_0000;
    let astral = |byte: &u8| *byte >= 0b1111_0000;
    let bytes = text.as_bytes();
    let characters = bytes.iter().filter(|byte| !continuation(byte)).count();
    length(characters.saturating_add(bytes.iter().filter(|byte| astral(byte)).count()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::{Arguments, Body, Content, Message, ToolCall};

    fn said(text: &str) -> Message {
        Message::new("m", 0, Body::User(Content::text(text)))
    }

    #[test]
    fn bytes_third_is_rounded_down_once_over_all_messages() {
        let estimator = Estimator::BYTES_THIRD;
        let sum = estimator.weigh(&said("ab")).lasting.plus(estimator.weigh(&said("ab")).lasting);
        assert_eq!(estimator.tokens(sum), 1);
        assert_eq!(estimator.tokens(estimator.weigh(&said("한국어")).lasting), 3);
    }

    #[test]
    fn chars_quarter_counts_utf16_units_rounds_each_text_up_and_halves_json() {
        let estimator = Estimator::CHARS_QUARTER;
        assert_eq!(estimator.tokens(estimator.weigh(&said("abcde")).lasting), 2);
        assert_eq!(estimator.tokens(estimator.weigh(&said("🙂🙂")).lasting), 1);
        let call = ToolCall::new("c", "clock", Arguments::Text("{\"a\":1}".into()));
        let reply = Message::new("m", 0, Body::Assistant { content: Content::Null, calls: vec![call] });
        assert_eq!(estimator.tokens(estimator.weigh(&reply).lasting), 2 + 4);
    }

    #[test]
    fn an_absurd_weight_saturates() {
        assert_eq!(Weight(u64::MAX).plus(Weight(1)), Weight(u64::MAX));
        assert_eq!(Estimator::GIVEN.tokens(Estimator::given_weight(1_500)), 2);
    }
}
