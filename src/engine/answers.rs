//! Appends the answers of providers.

use super::continuation::response_of;
use super::conversation::Conversation;
use super::known::newest_answer;
use super::state::{Asked, Estimate, Requests};
use crate::error::{Code, ConversationError, Outcome};
use crate::format::{Answer, Reading, TARGETS, interchange, read_any, read_program, refuse_foreign, target};
use crate::history::{Appended, History, Measurement, SystemPlace};
use crate::json::{Fields, Limits, Node};
use crate::list::Listed;
use crate::message::{BillRow, Boundary, Format, Message, MessageId, Part, PartKind, Role, Usage};
use crate::repair::{Repair, RepairCode};
use std::sync::Arc;

/// The messages of an answer that were appended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answers {
    /// The newest message of the assistant. It may be a known message, when only results of its calls are new.
    pub last: MessageId,
    /// The number of messages at the start of the list that were already in the history.
    pub known: usize,
    /// The ids of the new messages.
    pub ids: Vec<MessageId>,
}

impl Conversation {
    /// Appends an answer: a provider's response object, or the list of messages that a program with its own tool loop
    /// made from it. The list also holds results and further messages of the assistant. Skips messages at its start
    /// that are already at the end of the history. Appends all new messages, or none. Returns the id of the last
    /// message of the assistant.
    ///
    /// # Errors
    ///
    /// `invalid-message`, `duplicate-id`, `too-deep`, `too-large`, `unknown-format`.
    pub fn add_response(&mut self, format: &str, text: &str, created_at: i64) -> Outcome<MessageId> {
        let format = Format::parse(format)?;
        let limits = self.settings.limits;
        let node = Node::read(text, limits)?;
        refuse_failure(node)?;
        let mut minted = self.minted();
        if interchange(format).is_some() {
            let list = as_list(node);
            let node = list.as_deref().and_then(Node::parse).unwrap_or(node);
            let reading = read_any(format, node, limits, created_at, &mut |_| self.mint(&mut minted))?;
            return Ok(self.append_answers(reading, minted)?.last);
        }
        let target = target(format)?;
        let number = TARGETS.iter().position(|target| target.dialect().format == format);
        let asked = number.and_then(|number| self.requests.get(number)).map(Requests::asked);
        let id = self.mint(&mut minted);
        let Answer { mut message, mut repairs } = target.read_response(node, id, created_at)?;
        message.claim_extras(format);
        self.restore_names(&mut message, &mut repairs);
        repairs.extend(name_calls(&mut message));
        // Answers of Converse do not name the model, so the request's model counts.
        let asked_model = asked.and_then(|asked| asked.model.clone());
        if let Some(model) = &asked_model {
            message.name_maker(model);
        }
        if let Some(vendor) = asked.and_then(|asked| asked.vendor.as_deref()) {
            message.notes_mut().vendor = Some(vendor.into());
        }
        let is_asked = asked.is_some_and(|asked| asked.is_kept);
        let fields = node.fields().unwrap_or_default();
        if let Some(response) = response_of(target.dialect(), &fields, is_asked) {
            message.notes_mut().response = Some(response);
        }
        let measurement = asked.and_then(|asked| self.measurement(asked, &message, &mut repairs));
        message.check_arguments(limits)?;
        let now = self.paths.history().revision();
        let is_other = |asked: &Asked| asked.revision.is_some_and(|revision| revision != now);
        let boundary = message.boundary();
        let prefix = asked.filter(|asked| asked.revision.is_some()).and_then(|asked| asked.prefix);
        // Reasoning in the message of a boundary follows the boundary, so only the fields of the request come before
        // this reasoning.
        let prefix = match boundary {
            Some(_) => prefix.and(number.and_then(|number| self.requests.get(number)?.outer)),
            None => prefix,
        };
        if message.has_reasoning() && prefix.is_some() {
            message.notes_mut().prefix = prefix;
        }
        let is_foreign = asked.is_some_and(|asked| asked.has_other_prompt || is_other(asked));
        if let Some(response) = message.notes.as_mut().and_then(|notes| notes.response.as_mut()) {
            // Before its own summary, the provider may keep other messages than the history.
            response.is_kept &= boundary.as_ref().is_none_or(|boundary| !boundary.is_alone && !is_foreign);
        }
        // A digest shows which reasoning is no longer valid. A response that the provider keeps has no digest.
        let needs_mark = prefix.is_none() || message.response().is_some_and(|response| response.is_kept);
        let is_void = needs_mark && boundary.is_none() && is_foreign;
        let last = last_answer(std::slice::from_ref(&message), None)?;
        let end = self.paths.history().end();
        let paid = BillRow::of(&message, asked_model.as_deref());
        match boundary {
            Some(Boundary { is_alone: true, is_readable: true, .. }) => {
                let compacting = number.and_then(|number| self.requests.get_mut(number)?.compacting.take());
                self.replace_by_boundary(message, compacting)?;
            }
            Some(_) | None => self.enter(message).map(|_| ())?,
        }
        self.add_to_bill(paid);
        if let Some(measurement) = measurement {
            self.history_mut().correct(measurement);
        }
        if is_void {
            // The answered request was not written from the messages before this answer.
            self.history_mut().void_reasoning_since(end);
        }
        if let Some(requests) = number.and_then(|number| self.requests.get_mut(number)) {
            requests.end().revision = None;
        }
        self.set_minted(minted);
        self.repairs = repairs;
        self.spelling = target.spelling(&fields).or(self.spelling);
        Ok(last)
    }

    /// Appends an answer that the host read from a format of programs: JSON as [`read_program`] reads it.
    ///
    /// # Errors
    ///
    /// `invalid-message`, `duplicate-id`, `too-deep`.
    pub fn add_program_response(&mut self, reading: &str, created_at: i64) -> Outcome<Answers> {
        let limits = self.settings.limits;
        let node = Node::read(reading, limits.of_reading())?;
        let mut minted = self.minted();
        let reading = read_program(node, limits, created_at, &mut |_| self.mint(&mut minted))?;
        self.append_answers(reading, minted)
    }

    /// Appends the messages of an answer. Skips messages at the start of the list that are already at the end of the
    /// history.
    fn append_answers(&mut self, reading: Reading, minted: u64) -> Outcome<Answers> {
        let Reading { mut messages, mut repairs, .. } = reading;
        messages.iter_mut().for_each(|message| self.restore_names(message, &mut repairs));
        let known = self.known_in(&messages)?;
        let known: Vec<MessageId> = messages.drain(..known).map(|message| message.id).listed();
        repairs.retain(|repair| repair.message_id.as_ref().is_none_or(|id| !known.contains(id)));
        // The new messages may be results for an answer that was appended before.
        let answer = newest_answer(self.paths.history()).filter(|_| !known.is_empty()).cloned();
        messages.iter().try_for_each(|message| message.check_arguments(self.settings.limits))?;
        let last = last_answer(&messages, answer)?;
        let ids = messages.iter().map(|message| message.id.clone()).listed();
        if !messages.is_empty() {
            let end = self.paths.history().end();
            self.enter_all(messages)?;
            // A format of programs does not name the target.
            let mut is_void = false;
            for requests in &mut self.requests {
                is_void |= requests.end().has_other_prompt;
            }
            if is_void {
                self.history_mut().void_reasoning_since(end);
            }
            self.set_minted(minted);
        }
        self.repairs = repairs;
        Ok(Answers { last, known: known.len(), ids })
    }

    /// Restores the host's names of tools that a request mapped, in calls and in the results of a list.
    fn restore_names(&self, message: &mut Message, repairs: &mut Vec<Repair>) {
        let own = |name: &str| {
            self.mapped_names.iter().find(|mapped| *mapped.sent == *name).map(|mapped| &mapped.own)
        };
        let id = message.id.clone();
        for call in message.calls_mut() {
            let Some(own) = own(&call.name) else { continue };
            let detail = format!(
                "the call of `{}` is kept as one of `{own}`, the name of the tool before it was mapped",
                call.name
            );
            repairs.push(Repair::new(RepairCode::ToolNameMapped, None, detail).of(&id).call(&call.id));
            call.name = own.clone();
        }
        if let Some(own) = message.name().filter(|_| message.role() == Role::Tool).and_then(own).cloned() {
            message.notes_mut().name = Some(own);
        }
    }

    /// Compares the provider's count of the answered request with our estimate. `None` when there is nothing to
    /// compare: the conversation did not write this request, or changed since; the provider reported nothing; or it
    /// reported the sum of several requests. (A provider that runs tools, or compacts, asks its model several times
    /// for one answer.)
    fn measurement(&self, asked: &Asked, answer: &Message, repairs: &mut Vec<Repair>) -> Option<Measurement> {
        let estimate =
            asked.estimate.filter(|estimate| estimate.revision == self.paths.history().revision())?;
        let is_several =
            answer.content().parts().iter().any(|part| matches!(part.kind, PartKind::Other { .. }));
        let counted = answer.usage().and_then(Usage::request_tokens).filter(|_| !is_several)?;
        let Estimate { tokens: estimated, beside, .. } = estimate;
        let most = estimated.saturating_mul(MOST_TIMES).saturating_add(HIDDEN);
        // A count within the usual bounds needs no look at the messages.
        let is_too_much = counted > most && !(counted <= most.saturating_add(MEDIA) && self.has_media());
        let is_too_little = |share: u64| counted.saturating_mul(share) < estimated.saturating_sub(SHORT);
        let is_too_little =
            is_too_little(LEAST_SHARE) && (is_too_little(LEAST_OF_MEDIA) || !self.has_media());
        if is_too_little || is_too_much {
            let detail = format!(
                "the provider counted {counted} tokens for a request of about {estimated}; the size of the history was not corrected"
            );
            repairs.push(Repair::new(RepairCode::UsageNotBelieved, None, detail).of(&answer.id));
            return None;
        }
        Some(self.paths.history().measurement(asked.model.clone(), [counted, estimated], beside))
    }

    /// Reports whether a message holds more than words: a document may have hundreds of pages.
    fn has_media(&self) -> bool {
        let is_words = |part: &Part| part.as_text().is_some() || part.is_reasoning();
        let mut messages = self.paths.history().units().flat_map(|unit| unit.messages());
        messages.any(|message| !message.content().parts().iter().all(is_words))
    }

    /// Appends all messages, or none.
    fn enter_all(&mut self, messages: Vec<Message>) -> Outcome<()> {
        // A single message needs no copy of the history for a rollback.
        let messages = match <[Message; 1]>::try_from(messages) {
            Ok([only]) => {
                let paid = BillRow::of(&only, None);
                if self.enter(only)? == Appended::New {
                    self.add_to_bill(paid);
                }
                return Ok(());
            }
            Err(several) => several,
        };
        let mut history = History::clone(self.paths.history());
        let mut bill = self.bill.clone();
        for message in messages {
            if !self.paths.is_hidden(&message)? {
                if history.message(&message.id).is_none() {
                    bill.add_message(&message);
                }
                history.append(message, SystemPlace::First)?;
            }
        }
        self.paths.set_history(Arc::new(history));
        self.bill = bill;
        self.begin_at_boundary();
        Ok(())
    }
}

/// A count above this multiple of the estimate is not believed: an unknown vocabulary costs up to twice as much, and
/// content that only the provider can read up to three times.
const MOST_TIMES: u64 = 4;
/// A count below the estimate by this factor is not believed.
const LEAST_SHARE: u64 = 2;
/// A count below the estimate by this factor is not believed for a request with media: the pages of a document are
/// guessed.
const LEAST_OF_MEDIA: u64 = 10;
/// For a request of at most this many tokens, no count is too small to be believed.
const SHORT: u64 = 50;
/// Tokens that a provider may add to a request of any size, such as the instructions for its own tools.
const HIDDEN: u64 = 20_000;
/// Tokens that media may take beyond their estimate.
const MEDIA: u64 = 500_000;

/// Makes an id from the message's id for each call without an id, so that the host can answer the call.
fn name_calls(message: &mut Message) -> Vec<Repair> {
    let plain = |character: char| if character.is_ascii_alphanumeric() { character } else { '_' };
    let message_id = message.id.clone();
    let base: String = message_id.chars().map(plain).collect();
    let mut repairs = Vec::new();
    for (at, call) in message.calls_mut().iter_mut().enumerate().filter(|(_, call)| call.id.is_empty()) {
        let id = format!("call_{base}_{at}");
        let detail = format!("a call of {} came without an id; it is kept as `{id}`", call.name);
        repairs.push(Repair::new(RepairCode::CallIdMapped, None, detail).of(&message_id).call(""));
        call.id = id.into();
    }
    repairs
}

/// The id of the newest message of the assistant in a list of answers and results; `known` when the list holds only
/// results for a known answer.
fn last_answer(messages: &[Message], known: Option<MessageId>) -> Outcome<MessageId> {
    let refused = |said| Err(ConversationError::new(Code::InvalidMessage, said));
    let strangers = messages.iter().map(Message::role).find(|role| match role {
        Role::System | Role::User => true,
        Role::Assistant | Role::Tool => false,
    });
    if let Some(role) = strangers {
        return refused(format!(
            "an answer must be from the assistant, and this message is from the {}. A list that begins with earlier messages must continue from the newest message of the conversation",
            role.as_str()
        ));
    }
    match messages.iter().rfind(|message| message.role() == Role::Assistant) {
        Some(message) => Ok(message.id.clone()),
        None => known.map_or_else(|| refused("the answer holds no message of the assistant".to_owned()), Ok),
    }
}

/// The fields that mark an object as a message in the formats of programs.
const MESSAGE_FIELDS: [&str; 4] = ["role", "type", "lc", "message"];

/// Puts a single message into a list, because formats of programs keep messages in lists. `None` for a response that
/// holds a list.
fn as_list(response: Node<'_>) -> Option<String> {
    let fields = response.fields()?;
    let holds = |fields: &Fields<'_>| fields.get("messages").is_some();
    let is_held =
        holds(&fields) || fields.get("data").and_then(Node::fields).is_some_and(|data| holds(&data));
    let is_message = MESSAGE_FIELDS.into_iter().any(|name| fields.get(name).is_some());
    (is_message && !is_held).then(|| format!("[{}]", response.json()))
}

/// Checks a body of a format that the host reads. Returns true for an answer of a single message, which the host then
/// reads as a list.
///
/// # Errors
///
/// `wrong-format` when it shows another format; `invalid-message` for the error of a provider in place of an answer; `too-deep`;
/// `too-large` for an answer over the limit of a message.
pub fn check_program_body(format: &str, text: &str, limits: Limits, is_answer: bool) -> Outcome<bool> {
    let format = Format::parse(format)?;
    if !is_answer {
        refuse_foreign(format, Node::read(text, limits.of_depth())?)?;
        return Ok(false);
    }
    let node = Node::read(text, limits)?;
    refuse_failure(node)?;
    let list = as_list(node);
    refuse_foreign(format, list.as_deref().and_then(Node::parse).unwrap_or(node))?;
    Ok(list.is_some())
}

/// Refuses the error of a provider in place of an answer. The error quotes the provider.
fn refuse_failure(response: Node<'_>) -> Outcome<()> {
    let fields = response.fields().unwrap_or_default();
    let Some(error) = fields.get("error").filter(|error| !error.is_null()) else { return Ok(()) };
    let inner = error.fields().and_then(|fields| fields.text("message").map(|text| text.into_owned()));
    let said = inner
        .or_else(|| error.text().map(|text| text.into_owned()))
        .unwrap_or_else(|| error.json().to_owned());
    let failed = format!("the provider answered with an error: {said}");
    Err(ConversationError::new(Code::InvalidMessage, failed).at("error"))
}
