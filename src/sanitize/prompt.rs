//! A history that one target accepts.

use super::outer_fields::OuterFields;
use super::request_options::{Mode, RequestOptions};
use super::sanitized_unit::{SanitizedUnit, UnitMessages};
use crate::error::{Code, ConversationError, Outcome};
use crate::history::{Serial, Unit};
use crate::list::Listed;
use crate::message::{Body, Content, Message, MessageId};
use crate::repair::{Repair, RepairCode};
use crate::rules::Rule;
use std::borrow::Cow;

/// A history after all rules of one target, ready to be written.
///
/// INVARIANT (I6, readable): only [`prompt`](super::prompt()) makes a prompt. Only prompts are written, so writing
/// cannot fail.
#[derive(Debug)]
pub struct Prompt<'a> {
    /// The system prompt, for targets that take it beside the messages.
    pub system: Vec<PromptItem<'a>>,
    /// The messages.
    pub items: Vec<PromptItem<'a>>,
    /// The repairs, in order.
    pub repairs: Vec<Repair>,
    /// Number of repairs from rules on single units. The repairs from rules on neighbours follow them.
    pub(super) repaired_alone: usize,
    /// True if the request must not ask for thinking (AN15).
    pub without_thinking: bool,
    /// A field to add to the request, with its JSON text: the token of the answer that it continues.
    pub(crate) continued_by: Option<(&'static str, String)>,
    /// The fields outside the messages.
    pub(crate) outer: OuterFields<'a>,
    /// From this serial on, content that is bound to the messages before it is no longer valid (AN18), because these
    /// messages differ from the history's.
    pub(crate) prefix_changed_from: Option<Serial>,
    /// True if the provider demands that the first message stays first: no turn is added before it.
    pub(crate) begins_at_summary: bool,
    /// The first message of a repaired body, before any rule.
    pub(super) given: Option<MessageId>,
}

/// An item of a prompt: a unit, or a message that a repair added.
#[derive(Clone, Debug)]
pub struct PromptItem<'a> {
    /// The unit; `None` when a repair added the message.
    pub unit: Option<&'a Unit>,
    sanitized: Cow<'a, SanitizedUnit>,
    /// True if the unit holds the system prompt.
    pub(super) is_prompt: bool,
    /// True if rules on neighbours changed the unit, so that bytes written before cannot be used.
    pub is_fresh: bool,
    /// True if the provider keeps the head of the unit, so that only its results are sent.
    is_headless: bool,
}

impl<'a> PromptItem<'a> {
    /// A unit with its messages after the rules on single units.
    pub fn new(unit: &'a Unit, sanitized: Cow<'a, SanitizedUnit>) -> Self {
        Self { unit: Some(unit), sanitized, is_prompt: false, is_fresh: false, is_headless: false }
    }

    /// Returns the unit, marked as the holder of the system prompt if `is_prompt` is true.
    #[must_use]
    pub fn as_prompt(self, is_prompt: bool) -> Self {
        Self { is_prompt, ..self }
    }

    /// A message that is not a separate unit.
    pub(crate) fn added(message: Message) -> Self {
        let sanitized = SanitizedUnit { messages: UnitMessages::Changed(vec![message]), repairs: Vec::new() };
        Self {
            unit: None,
            sanitized: Cow::Owned(sanitized),
            is_prompt: false,
            is_fresh: true,
            is_headless: false,
        }
    }

    /// The messages to write, in order.
    pub fn messages(&self) -> Vec<&Message> {
        match (&self.sanitized.messages, self.unit) {
            (UnitMessages::Changed(messages), _) => messages.iter().listed(),
            (UnitMessages::Unchanged, Some(unit)) => unit.messages().listed(),
            (UnitMessages::Unchanged, None) => Vec::new(),
        }
    }

    /// The unit, if its messages are sent as they are in the history.
    pub(crate) fn unchanged(&self) -> Option<&'a Unit> {
        self.unit.filter(|_| matches!(self.sanitized.messages, UnitMessages::Unchanged))
    }

    /// The first message.
    pub(crate) fn first(&self) -> Option<&Message> {
        match &self.sanitized.messages {
            UnitMessages::Changed(messages) => messages.first(),
            UnitMessages::Unchanged => self.unit.map(Unit::head),
        }
    }

    /// The last message.
    pub(crate) fn last(&self) -> Option<&Message> {
        match &self.sanitized.messages {
            UnitMessages::Changed(messages) => messages.last(),
            UnitMessages::Unchanged => self.unit.and_then(|unit| unit.messages().last()),
        }
    }

    /// The place after the first message of the unit, if the unit was repaired: the messages before later units then
    /// differ from the history. A result may have arrived before the head of its unit.
    pub(super) fn prefix_changed_from(&self) -> Option<Serial> {
        let unit = self.unit.filter(|_| !self.sanitized.repairs.is_empty())?;
        unit.entries().map(|entry| entry.serial.next()).min()
    }

    /// Returns the message with the calls of the item's results, if the provider keeps it and it is not sent.
    pub(crate) fn kept_head(&self) -> Option<&'a Message> {
        self.unit.filter(|_| self.is_headless).map(Unit::head)
    }

    /// The repairs from rules on single units.
    pub fn repairs(&self) -> &[Repair] {
        &self.sanitized.repairs
    }

    /// Reports whether no message is left.
    pub fn is_empty(&self) -> bool {
        self.sanitized.is_empty()
    }

    /// Changes the messages. The bytes that were written for the unit before are not used again.
    pub(crate) fn change(&mut self, change: impl FnOnce(&mut Vec<Message>)) {
        let mut messages: Vec<Message> = self.messages().into_iter().cloned().listed();
        change(&mut messages);
        self.sanitized.to_mut().messages = UnitMessages::Changed(messages);
        self.is_fresh = true;
    }
}

/// Marks that a unit is sent in another form than in the history.
pub(crate) fn mark_change_after(prefix_changed_from: &mut Option<Serial>, item: &PromptItem<'_>) {
    let place = item.unit.map(|unit| unit.serial().next());
    *prefix_changed_from = prefix_changed_from.iter().copied().chain(place).min();
}

pub(super) fn nothing_to_send() -> ConversationError {
    ConversationError::new(Code::NothingToSend, "no message is left to send: add a message of the user")
}

impl Prompt<'_> {
    /// Leaves out the head of the unit at `serial`, which the provider keeps.
    ///
    /// # Errors
    ///
    /// `nothing-to-send` when no message is left.
    pub(crate) fn leave_out_head(&mut self, serial: Serial) -> Outcome<()> {
        let is_kept = |item: &&mut PromptItem<'_>| item.unit.is_some_and(|unit| unit.serial() == serial);
        if let Some(item) = self.items.iter_mut().find(is_kept)
            && let Some(head) = item.unit.map(|unit| MessageId::clone(&unit.head().id))
        {
            item.change(|messages| messages.retain(|message| message.id != head));
            item.is_headless = true;
        }
        self.items.retain(|item| !item.is_empty());
        if self.items.is_empty() { Err(nothing_to_send()) } else { Ok(()) }
    }

    /// Reports whether the first message is the caller's first.
    pub(super) fn begins_as_given(&self) -> bool {
        let first = self.items.first().and_then(PromptItem::first);
        self.given.as_ref().zip(first).is_some_and(|(given, first)| *given == first.id)
    }

    /// Reports whether nothing in a body was repaired so far.
    pub(crate) fn is_unrepaired(&self, options: &RequestOptions) -> bool {
        options.mode == Mode::Keep && self.repairs.is_empty() && !self.outer.is_repaired
    }

    /// Adds a user's turn at the start or at the end.
    pub(crate) fn add_user_turn(&mut self, at_end: bool, rule: Option<&'static Rule>, detail: &str) {
        let text = if at_end { "Continue." } else { "(The conversation continues.)" };
        let neighbour = if at_end { self.items.last() } else { self.items.first() };
        let Some(neighbour) = neighbour.and_then(|item| if at_end { item.last() } else { item.first() })
        else {
            return;
        };
        let id = format!("{}:{}", neighbour.id, if at_end { "continue" } else { "before" });
        let message = Message::new(id, neighbour.created_at, Body::User(Content::text(text)));
        let repair = Repair::new(RepairCode::UserMessageAdded, rule, format!("{detail}; `{text}` was added"));
        self.repairs.push(repair.of(&neighbour.id).adding(text));
        let item = PromptItem::added(message);
        if at_end {
            self.items.push(item);
        } else {
            self.items.insert(0, item);
            self.prefix_changed_from = Some(Serial::default());
        }
    }
}
