//! A body that was read.

use crate::error::Outcome;
use crate::json::{Limits, Node};
use crate::list::Listed;
use crate::message::{Extras, Message, MessageId, Role};
use crate::repair::{Repair, RepairCode};
use crate::rules::Rule;
use crate::sanitize::says_something;
use std::borrow::Cow;

/// A body that was read: neutral messages, and the wire messages that they came from.
#[derive(Clone, Debug, Default)]
pub struct Parsed<'a> {
    /// The messages, in order.
    pub messages: Vec<Message>,
    /// For each message, the wire message that it came from; `None` for the system prompt beside them.
    pub sources: Vec<Option<usize>>,
    /// The wire messages.
    pub wires: Vec<Wire<'a>>,
    /// Repairs that reading made.
    pub repairs: Vec<Repair>,
    /// The messages that another message was joined to after reading changed that other message. Its repairs name the
    /// other message, which is no longer there.
    pub joined: Vec<MessageId>,
}

/// A wire message: a message as the body has it. Neighbours that the provider itself would join count as one.
#[derive(Clone, Debug)]
pub struct Wire<'a> {
    /// The JSON text of the wire message. For joined neighbours, their texts with commas between.
    pub json: Cow<'a, str>,
    /// The number of neutral messages that were read from it.
    pub pieces: usize,
    /// Fields of the wire message that belong to none of its pieces.
    pub extras: Extras,
    /// True if reading repaired something in it, so that its text must not be written again.
    pub is_changed: bool,
    /// True if other parts follow its results.
    pub goes_on_behind_results: bool,
    /// True if the calls of one turn were in several messages, and a message after the first begins without a
    /// signature.
    pub splits_calls: bool,
    /// The number of messages of the body after it that were left out, because they would separate calls from results.
    pub left_out: usize,
}

const APART: &str = "other parts followed results; they are sent in a content of their own";

impl Wire<'_> {
    /// The number of messages of the body that this wire message stands for.
    pub(in crate::format) fn messages(&self) -> usize {
        let joined = match &self.json {
            Cow::Borrowed(_) => 1,
            Cow::Owned(json) => {
                Node::parse(&format!("[{json}]")).and_then(Node::list).map_or(1, |list| list.len())
            }
        };
        joined.saturating_add(self.left_out)
    }
}

impl<'a> Parsed<'a> {
    /// Adds a message that came from the wire message at `source`.
    pub(in crate::format) fn push(&mut self, message: Message, source: Option<usize>) {
        self.messages.push(message);
        self.sources.push(source);
        if let Some(wire) = source.and_then(|source| self.wires.get_mut(source)) {
            wire.pieces = wire.pieces.saturating_add(1);
        }
    }

    /// Refuses arguments that nest deeper than the limit. `list` is the name of the body's list of messages.
    ///
    /// # Errors
    ///
    /// `too-deep`, naming the message.
    pub fn check_arguments(&self, limits: Limits, list: &str) -> Outcome<()> {
        for (message, source) in self.messages.iter().zip(&self.sources) {
            let place = || source.map_or("system".to_owned(), |wire| format!("{list}[{wire}]"));
            message.check_arguments(limits).map_err(|error| error.at(place()))?;
        }
        Ok(())
    }

    /// For each wire message, the first message that was read from it.
    fn first_messages(&self) -> Vec<Option<usize>> {
        let mut first = vec![None; self.wires.len()];
        for (at, source) in self.sources.iter().enumerate() {
            if let Some(first) = source.and_then(|source| first.get_mut(source)) {
                first.get_or_insert(at);
            }
        }
        first
    }

    /// Leaves out the fields of wire messages that `goes` picks, and reports them under this rule.
    pub(in crate::format) fn drop_unplaced(
        &mut self,
        rule: Option<&'static Rule>,
        goes: impl Fn(Role, &str) -> bool,
    ) {
        for (place, first) in self.first_messages().into_iter().enumerate() {
            let Some(wire) = self.wires.get_mut(place).filter(|wire| !wire.extras.is_empty()) else {
                continue;
            };
            let Some(message) = first.and_then(|at| self.messages.get(at)) else { continue };
            // Fields of a result have another list than those of the message around it, which is the user's.
            let role = Some(message.role()).filter(|role| *role != Role::Tool).unwrap_or(Role::User);
            let names: Vec<String> = wire
                .extras
                .iter()
                .filter(|(name, _)| goes(role, name))
                .map(|(name, _)| format!("`{name}`"))
                .listed();
            if names.is_empty() {
                continue;
            }
            wire.extras.retain(|name| !goes(role, name));
            let detail = format!("left out what the format does not define: {}", names.join(", "));
            let repair = Repair::new(RepairCode::FieldDropped, rule, detail).of(&message.id);
            self.report(place, repair);
        }
    }

    /// Reports the fields of wire messages that belong to none of their pieces as left out: neutral messages have no
    /// place for them.
    pub fn unplaced(&self) -> Vec<Repair> {
        let mut unplaced = Vec::new();
        for (wire, first) in self.wires.iter().zip(self.first_messages()) {
            let lost = wire.extras.iter().filter(|(_, json)| says_something(json));
            let names: Vec<String> = lost.map(|(name, _)| format!("`{name}`")).listed();
            if names.is_empty() {
                continue;
            }
            let message = first.and_then(|at| self.messages.get(at));
            let detail = format!("left out what the format does not define: {}", names.join(", "));
            let repair = Repair::new(RepairCode::FieldDropped, None, detail);
            unplaced.push(message.map_or_else(|| repair.clone(), |message| repair.clone().of(&message.id)));
        }
        unplaced
    }

    /// Reports neighbours with the calls of one turn, which are read as one message, under this rule.
    pub(in crate::format) fn join_calls(&mut self, rule: &'static Rule) {
        for (place, first) in self.first_messages().into_iter().enumerate() {
            let is_split = self.wires.get(place).is_some_and(|wire| wire.splits_calls);
            let message = first.filter(|_| is_split).and_then(|at| self.messages.get(at));
            let Some(id) = message.map(|message| message.id.clone()) else { continue };
            let detail = "the calls of one turn stood in several messages; they are sent in one";
            self.report_on(place, &id, RepairCode::PartMoved, Some(rule), detail);
        }
    }

    /// Marks wire messages in which other parts follow results, to be separated. Returns the reports.
    pub(in crate::format) fn separated(
        wires: &mut [Wire<'a>],
        messages: &[(MessageId, usize)],
        rule: &'static Rule,
    ) -> Vec<Repair> {
        let mut repairs = Vec::new();
        for (id, source) in messages {
            let Some(wire) = wires.get_mut(*source) else { continue };
            if std::mem::take(&mut wire.goes_on_behind_results) {
                wire.is_changed = true;
                repairs.push(Repair::new(RepairCode::ResultMoved, Some(rule), APART).of(id));
            }
        }
        repairs
    }

    /// Separates results from the parts that follow them in their wire message, and reports it under this rule.
    pub(in crate::format) fn end_results(&mut self, rule: &'static Rule) {
        for (place, first) in self.first_messages().into_iter().enumerate() {
            let Some(id) = first.and_then(|at| self.messages.get(at)).map(|message| message.id.clone())
            else {
                continue;
            };
            if self.wires.get(place).is_some_and(|wire| wire.goes_on_behind_results) {
                self.report_on(place, &id, RepairCode::ResultMoved, Some(rule), APART);
            }
        }
    }

    /// Begins a wire message; returns its place.
    pub(in crate::format) fn begin(&mut self, json: &'a str) -> usize {
        self.wires.push(Wire {
            json: Cow::Borrowed(json),
            pieces: 0,
            extras: Extras::default(),
            is_changed: false,
            goes_on_behind_results: false,
            splits_calls: false,
            left_out: 0,
        });
        self.wires.len().saturating_sub(1)
    }

    /// Reports a repair of the message `id`, which came from the wire message at `source`; see [`Self::report`].
    pub(in crate::format) fn report_on(
        &mut self,
        source: usize,
        id: &MessageId,
        code: RepairCode,
        rule: Option<&'static Rule>,
        detail: impl Into<String>,
    ) {
        self.report(source, Repair::new(code, rule, detail.into()).of(id));
    }

    /// Reports a repair that reading made. The text of the wire message at `source` is then not written again.
    pub(in crate::format) fn report(&mut self, source: usize, repair: Repair) {
        self.repairs.push(repair);
        if let Some(wire) = self.wires.get_mut(source) {
            wire.is_changed = true;
        }
    }
}
