//! Estimates of text.

use super::embedded::Embedded;
use super::{media, script};
use crate::error::{Code, ConversationError, Outcome};
use crate::message::{Content, Message, Part, PartKind, ToolCall};

/// The way in which text is estimated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Estimator {
    /// Fitted against OpenAI's o200k, a weight for each class of script; see [`script::estimate`].
    #[default]
    Script,
    /// A third of the UTF-8 bytes of contents, call names and arguments, rounded down once over all messages.
    BytesThird,
    /// A quarter of the UTF-16 units of each text, half the units of arguments, each rounded up.
    CharsQuarter,
    /// The host's own estimator. The host gives each message its weight.
    Given,
}

/// A cost in the estimator's own unit (a fraction of a token), so that sums stay exact and are rounded once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Weight(pub u64);

impl Weight {
    /// The sum. It saturates, so an absurd weight is over any budget and never wraps around to a small one.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// The share `part / whole` of this weight.
    #[must_use]
    pub fn part(self, part: u64, whole: u64) -> Self {
        let scaled = u128::from(self.0).saturating_mul(part.into()).checked_div(whole.into());
        Self(u64::try_from(scaled.unwrap_or(0)).unwrap_or(u64::MAX))
    }

    /// The difference, at least 0.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

/// Tokens that chat formats add to each message: three for its borders and one for its role (OpenAI cookbook, "How to
/// count tokens with tiktoken": `tokens_per_message`, and the role is encoded like any field). They are added for
/// `script` and for a host's own estimator, which weighs texts only. The other two estimators follow the rules of the
/// systems that they come from.
const TOKENS_A_MESSAGE: u64 = 4;
const MILLI: u64 = 1_000;

/// The most that one message may weigh, so that a million messages can be summed without saturating.
const MOST_GIVEN: u64 = u64::MAX >> 20;

impl Estimator {
    /// The estimator of this name.
    ///
    /// # Errors
    ///
    /// `invalid-argument`.
    pub fn parse(name: &str) -> Outcome<Self> {
        match name {
            "script" => Ok(Self::Script),
            "bytes/3" => Ok(Self::BytesThird),
            "chars/4" => Ok(Self::CharsQuarter),
            "given" => Ok(Self::Given),
            _ => Err(ConversationError::new(
                Code::InvalidArgument,
                format!("unknown estimator `{name}`; known are script, bytes/3, chars/4, or a function"),
            )),
        }
    }

    /// The estimator's name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Script => "script",
            Self::BytesThird => "bytes/3",
            Self::CharsQuarter => "chars/4",
            Self::Given => "given",
        }
    }

    /// Units of weight in a token.
    fn scale(self) -> u64 {
        match self {
            Self::Script | Self::Given => MILLI,
            Self::BytesThird => 3,
            Self::CharsQuarter => 1,
        }
    }

    /// The tokens of a sum of weights. Rounded up, except for `bytes/3`, which rounds down as its origin does.
    pub fn tokens(self, weight: Weight) -> u64 {
        match self {
            Self::BytesThird => weight.0 / self.scale(),
            Self::Script | Self::CharsQuarter | Self::Given => weight.0.div_ceil(self.scale()),
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

    /// The weight of text; 0 for the host's own estimator, which is asked separately.
    pub fn weigh_text(self, text: &str) -> Weight {
        match self {
            Self::Script => Weight(script::estimate(text)),
            Self::BytesThird => Weight(length(text.len())),
            Self::CharsQuarter => Weight(utf16_units(text).div_ceil(4)),
            Self::Given => Weight(0),
        }
    }

    /// The weight of JSON: half its UTF-16 units for `chars/4`, else the weight of text.
    pub fn weigh_json(self, json: &str) -> Weight {
        match self {
            Self::CharsQuarter => Weight(utf16_units(json).div_ceil(2)),
            Self::Script | Self::BytesThird | Self::Given => self.weigh_text(json),
        }
    }

    /// The weight of a message: its texts, its calls and its media.
    pub fn weigh(self, message: &Message) -> Weight {
        let around = match self {
            Self::Script | Self::Given => Weight(TOKENS_A_MESSAGE * MILLI),
            Self::BytesThird | Self::CharsQuarter => Weight(0),
        };
        let content = match message.content() {
            Content::Null => Weight(0),
            Content::Text(text) => self.weigh_text(text),
            Content::Parts(parts) => {
                parts.iter().fold(Weight(0), |sum, part| sum.plus(self.weigh_part(part)))
            }
        };
        message.calls().iter().fold(around.plus(content), |sum, call| sum.plus(self.weigh_call(call)))
    }

    /// The texts that a host's estimator has to weigh for a message.
    pub fn texts(message: &Message) -> Vec<&str> {
        let content: Vec<&str> = match message.content() {
            Content::Null => Vec::new(),
            Content::Text(text) => vec![text],
            Content::Parts(parts) => parts.iter().flat_map(readable).collect(),
        };
        let calls = message.calls().iter().flat_map(|call| [call.name.as_ref(), call.arguments.text()]);
        content.into_iter().chain(calls).collect()
    }

    fn weigh_call(self, call: &ToolCall) -> Weight {
        self.weigh_text(&call.name).plus(self.weigh_json(call.arguments.text()))
    }

    fn weigh_part(self, part: &Part) -> Weight {
        match &part.kind {
            PartKind::Text(text) | PartKind::Refusal(text) => self.weigh_text(text),
            PartKind::Reasoning(reasoning) => {
                let text = reasoning.text.as_deref().or(reasoning.encrypted.as_deref());
                self.weigh_text(text.unwrap_or_default())
            }
            PartKind::Other { json, .. } => {
                let Embedded { texts, tokens } = Embedded::of(json);
                let media = self.weight_of(tokens);
                texts.into_iter().fold(media, |sum, text| sum.plus(self.weigh_json(text)))
            }
            PartKind::Image(media) => self.weight_of(media::image(media)),
            PartKind::Audio(media) => self.weight_of(media::audio(media)),
            PartKind::File(media) => self.weight_of(media::file(media)),
        }
    }
}

/// The text that a model reads of a part.
fn readable(part: &Part) -> Vec<&str> {
    match &part.kind {
        PartKind::Text(text) | PartKind::Refusal(text) => vec![text],
        PartKind::Reasoning(reasoning) => {
            reasoning.text.as_deref().or(reasoning.encrypted.as_deref()).into_iter().collect()
        }
        PartKind::Other { json, .. } => Embedded::of(json).texts,
        PartKind::Image(_) | PartKind::Audio(_) | PartKind::File(_) => Vec::new(),
    }
}

fn length(bytes: usize) -> u64 {
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
    use crate::message::{Arguments, Body};

    fn said(text: &str) -> Message {
        Message::new("m", 0, Body::User(Content::text(text)))
    }

    #[test]
    fn bytes_third_is_rounded_down_once_over_all_messages() {
        let estimator = Estimator::BytesThird;
        let sum = estimator.weigh(&said("ab")).plus(estimator.weigh(&said("ab")));
        assert_eq!(estimator.tokens(sum), 1);
        assert_eq!(estimator.tokens(estimator.weigh(&said("한국어"))), 3);
    }

    #[test]
    fn chars_quarter_counts_utf16_units_rounds_each_text_up_and_halves_json() {
        let estimator = Estimator::CharsQuarter;
        assert_eq!(estimator.tokens(estimator.weigh(&said("abcde"))), 2);
        assert_eq!(estimator.tokens(estimator.weigh(&said("🙂🙂"))), 1);
        let call = ToolCall::new("c", "clock", Arguments::Text("{\"a\":1}".into()));
        let reply = Message::new("m", 0, Body::Assistant { content: Content::Null, calls: vec![call] });
        assert_eq!(estimator.tokens(estimator.weigh(&reply)), 2 + 4);
    }

    #[test]
    fn an_absurd_weight_saturates() {
        assert_eq!(Weight(u64::MAX).plus(Weight(1)), Weight(u64::MAX));
        assert_eq!(Estimator::Given.tokens(Estimator::given_weight(1_500)), 2);
    }
}
