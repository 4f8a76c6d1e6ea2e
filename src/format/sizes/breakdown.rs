//! The reported size of a request and of its parts.

use super::beside::BesideWeight;
use crate::history::in_order;
use crate::json::{ListWriter, ObjectWriter, push_string};
use crate::message::{Message, Role};
use crate::tokens::{Estimator, Parts, Weight};

/// The number of largest messages that are named.
const MOST_NAMED: usize = 10;

/// The size of a request and of its parts.
#[derive(Debug)]
pub struct Breakdown {
    estimator: Estimator,
    parts: Parts,
    beside: BesideWeight,
    /// The weight of the messages.
    messages: Weight,
    largest: Vec<(Box<str>, Role, Weight)>,
    /// Tokens that the size holds beyond the estimate; below 0 when it holds fewer.
    pub correction: i64,
    /// True if the provider counted all of it.
    pub is_counted: bool,
    /// The context window of the model; 0 if unknown.
    pub window: u64,
    /// Tokens that the request allows the answer; 0 if it has no such field.
    pub answer: u64,
}

impl Breakdown {
    /// The size of everything beside the messages, to which messages are added.
    pub fn new(estimator: Estimator, beside: BesideWeight) -> Self {
        Self {
            estimator,
            parts: Parts::default(),
            beside,
            messages: Weight(0),
            largest: Vec::new(),
            correction: 0,
            is_counted: false,
            window: 0,
            answer: 0,
        }
    }

    /// Adds a message of the current turn, or of an earlier one, with its weight.
    pub fn add(&mut self, message: &Message, is_current: bool, weight: Weight) {
        self.parts.add(self.estimator, message, is_current, weight);
        self.messages = self.messages.plus(weight);
        self.largest.push((message.id.as_ref().into(), message.role(), weight));
    }

    /// Adds messages in order.
    pub fn add_all(&mut self, messages: &[&Message]) {
        let turn = messages.iter().rposition(|message| message.starts_turn()).unwrap_or(0);
        for (at, message) in messages.iter().enumerate() {
            let weight = self.estimator.weigh(message);
            let is_current = at >= turn;
            self.add(message, is_current, if is_current { weight.whole() } else { weight.lasting });
        }
    }

    /// Appends it as JSON: `{"tokens", "parts", "correction", "largest", "certainty", "row", "window", "answer"}`.
    pub fn write(self, out: &mut Vec<u8>) {
        let estimator = self.estimator;
        // Messages, and everything beside them, are rounded separately, as everywhere.
        let beside = estimator.tokens(self.beside.total());
        let estimated = estimator.tokens(self.messages).saturating_add(beside);
        let mut object = ObjectWriter::begin(out);
        object.number("tokens", estimated.saturating_add_signed(self.correction));
        let mut parts = ObjectWriter::begin(object.key("parts"));
        let mut rest = estimated;
        let beside = [("tools", self.beside.tools), ("schema", self.beside.schema)];
        for (name, weight) in self.parts.named().into_iter().chain(beside) {
            // The parts add up to the estimate.
            let tokens = (estimator.thousandths(weight) / 1_000).min(rest);
            rest = rest.saturating_sub(tokens);
            parts.number(name, tokens);
        }
        parts.number("frame", rest);
        parts.end();
        object.number("correction", self.correction);
        let mut list = ListWriter::begin(object.key("largest"));
        let largest = in_order(self.largest, |(_, _, weight)| u64::MAX - weight.0);
        for (id, role, weight) in largest.iter().take(MOST_NAMED) {
            let mut message = ObjectWriter::begin(list.item());
            message.text("id", id);
            message.text("role", role.as_str());
            message.number("tokens", estimator.tokens(*weight));
            message.end();
        }
        list.end();
        let certainty = match (self.is_counted, estimator.model().is_measured) {
            (true, _) => "exact",
            (false, true) => "fitted",
            (false, false) => "guessed",
        };
        object.text("certainty", certainty);
        push_string(object.key("row"), estimator.model().name);
        if self.window == 0 {
            object.json("window", "null");
        } else {
            object.number("window", self.window);
        }
        object.number("answer", self.answer);
        object.end();
    }
}
