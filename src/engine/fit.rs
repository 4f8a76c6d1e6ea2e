//! Replays a caller's list or body message by message, to cut it where a conversation would have cut it.
//!
//! The host runs the replay: [`Conversation::advance`] appends messages until the next request would not fit, then the
//! host reduces the history by a draft, and continues. Kept messages are written as their places in the source, so that
//! the host can return the caller's own objects.
//!
//! The history is reduced where a request would not have fitted: before a message of the assistant, or at the end. So
//! the cut depends on the messages alone, and stays in place.

use super::conversation::Conversation;
use super::conversion::{calls_of, in_role, name};
use crate::error::Outcome;
use crate::format::sizes::model_size;
use crate::format::{
    BodyToFit, FittedBody, Interchange, NO_TIME, Place, Program, Reading, WrittenMessage,
    backscroll::Backscroll, read_any, read_options, target,
};
use crate::hash::{HashMap, HashSet};
use crate::history::SystemPlace;
use crate::json::{Limits, ListWriter, Node, ObjectWriter};
use crate::list::Listed;
use crate::message::{Format, Message, MessageId, Role, ToolCall};
use crate::repair::Repair;
use crate::sanitize::RequestOptions;
use crate::tokens::{Estimator, Weight};
use std::sync::Arc;

/// Messages that a conversation replays.
#[derive(Debug)]
pub struct Replay {
    source: ListSource,
    options: RequestOptions,
    /// The messages as they were read.
    pub(super) messages: Vec<Arc<Message>>,
    /// For each message, the place of its source in the list; `None` for a prompt outside the list.
    pub(super) places: Vec<Option<usize>>,
    /// For each source of a body, its first item and its number of items. In lists, each source is one item.
    spans: Vec<[usize; 2]>,
    minted: HashSet<MessageId>,
    /// The estimator for the model of the request.
    estimator: Estimator,
    /// The weight of everything that the model reads outside the messages.
    beside: Weight,
    /// Tokens that repairs added to the last measured request.
    pub(super) added: u64,
    /// The tokens of the history when a request was last measured, and the next message at that time.
    measured: Option<(u64, usize)>,
    /// The next message to append.
    pub(super) next: usize,
    /// True if the host was asked about the request before the next message.
    is_checked: bool,
    /// True if anything but instructions was appended, so that a request can be made.
    pub(super) is_begun: bool,
}

#[derive(Debug)]
enum ListSource {
    /// A provider's body.
    Body(BodyToFit),
    /// The core's own list of messages.
    Neutral,
    /// A list of a format that the host reads and writes.
    Program(Program),
}

impl Replay {
    /// Reads a provider's body, a list of neutral messages, or the host's reading of a list in a format of programs,
    /// which `program` then describes. `wires` is empty, or a JSON list: if only a part of the caller's list is read,
    /// it holds the places of the items in the caller's list. Messages without an id are named by these places.
    ///
    /// # Errors
    ///
    /// `invalid-message`, `invalid-role`, `invalid-argument`, `wrong-format`, `too-deep`, `unknown-format`.
    pub fn open(
        format: &str,
        program: &str,
        body: &str,
        wires: &str,
        options: &str,
        estimator: Estimator,
    ) -> Outcome<Self> {
        let (format, options) = (Format::parse(format)?, read_options(options)?);
        let estimator = estimator.of_model(model_size(format, &options));
        let limits = Limits::default();
        let wires: Vec<usize> = Node::parse(wires)
            .and_then(Node::list)
            .unwrap_or_default()
            .into_iter()
            .filter_map(number)
            .listed();
        if !program.is_empty() {
            let program = Program::describe(format, program)?;
            let node = Node::read(body, limits.of_reading())?;
            let taken = program.ids(node);
            let places = places_of(node);
            let read = |mint: &mut dyn FnMut(Place) -> MessageId| program.read(node, limits, NO_TIME, mint);
            let (messages, minted) = named(&taken, &wires, read)?;
            let source = ListSource::Program(program);
            return Ok(Self { minted, ..Self::of(source, options, messages, places, estimator) });
        }
        if format == Format::Backscroll {
            let node = Node::read(body, limits.of_depth())?;
            let taken = Backscroll.ids(node);
            let read =
                |mint: &mut dyn FnMut(Place) -> MessageId| read_any(format, node, limits, NO_TIME, mint);
            let (messages, minted) = named(&taken, &wires, read)?;
            let places = (0..messages.len()).map(Some).listed();
            return Ok(Self {
                minted,
                ..Self::of(ListSource::Neutral, options, messages, places, estimator)
            });
        }
        let body = BodyToFit::read(target(format)?, body, &wires, options.clone())?;
        let messages = body.messages();
        let places = messages.iter().map(|message| body.place(&message.id)).listed();
        let estimator = estimator.of_model(body.model());
        let (beside, spans) = (body.beside(estimator).total(), body.spans());
        Ok(Self { beside, spans, ..Self::of(ListSource::Body(body), options, messages, places, estimator) })
    }

    fn of(
        source: ListSource,
        options: RequestOptions,
        messages: Vec<Message>,
        places: Vec<Option<usize>>,
        estimator: Estimator,
    ) -> Self {
        Self {
            estimator,
            source,
            options,
            messages: messages.into_iter().map(Arc::new).listed(),
            places,
            spans: Vec::new(),
            minted: HashSet::default(),
            beside: estimator.weigh_frame(),
            added: 0,
            measured: None,
            next: 0,
            is_checked: false,
            is_begun: false,
        }
    }

    /// The tokens of everything that the model reads outside the messages.
    pub fn beside(&self) -> u64 {
        self.estimator.tokens(self.beside)
    }

    /// Reports whether a request may be too large, now that the history takes `own` tokens. To measure a request
    /// takes a walk over the history, which would be too slow for each message.
    fn may_overflow(&self, own: u64, room: u64) -> bool {
        self.measured.is_none_or(|(before, next)| {
            let messages = u64::try_from(self.next.saturating_sub(next)).unwrap_or(u64::MAX);
            let grown = own.saturating_sub(before).saturating_add(messages.saturating_mul(MOST_ADDED));
            before.saturating_add(self.added).saturating_add(grown) > room
        })
    }

    /// Returns the first item of this source, and its number of items.
    pub(super) fn span(&self, place: usize) -> [usize; 2] {
        self.spans.get(place).copied().unwrap_or([place, 1])
    }

    /// Returns the first item of this source.
    pub(super) fn first_item(&self, place: usize) -> usize {
        let [first, _] = self.span(place);
        first
    }

    /// Returns the number of each message of the source by its id.
    pub(super) fn numbers(&self) -> HashMap<&str, usize> {
        self.messages.iter().enumerate().map(|(number, message)| (message.id.as_ref(), number)).collect()
    }
}

/// Reads messages, and makes ids for messages without an id or with a repeated id. Returns the messages and the new
/// ids.
fn named(
    taken: &HashSet<String>,
    wires: &[usize],
    read: impl FnOnce(&mut dyn FnMut(Place) -> MessageId) -> Outcome<Reading>,
) -> Outcome<(Vec<Message>, HashSet<MessageId>)> {
    let mut minted = HashSet::default();
    let Reading { mut messages, .. } = read(&mut |place| {
        let id = name(place.among(wires), taken);
        minted.insert(MessageId::clone(&id));
        id
    })?;
    let mut known: HashSet<MessageId> = HashSet::default();
    for message in &mut messages {
        while !known.insert(MessageId::clone(&message.id)) {
            message.id = format!("{}'", message.id).into();
            minted.insert(MessageId::clone(&message.id));
        }
    }
    Ok((messages, minted))
}

/// The places of messages that the host read.
fn places_of(reading: Node<'_>) -> Vec<Option<usize>> {
    let entries = reading.fields().and_then(|fields| fields.get("messages")?.list()).unwrap_or_default();
    entries.into_iter().map(|entry| number(entry.fields()?.get("wire")?)).listed()
}

pub(super) fn number(node: Node<'_>) -> Option<usize> {
    usize::try_from(node.count()?).ok()
}

/// A history within 1/64 of its room may be too large once repairs add to it.
const NEARLY_SHIFT: u32 = 6;

/// The maximum tokens that repairs may add to a message, until a request is measured again.
const MOST_ADDED: u64 = 32;

/// A message of a fitted list, and where it came from.
pub(super) struct Line<'a> {
    pub(super) message: &'a Message,
    /// Its number among the messages of the source; `None` for a summary.
    pub(super) number: Option<usize>,
    /// The place of its source in the list.
    pub(super) place: Option<usize>,
    pub(super) is_same: bool,
}

/// The place where a replay stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advanced {
    /// The end of the list.
    End,
    /// Before a message of the assistant, whose request may not have fitted.
    Request,
    /// After a summary of the provider: a reduction removed what it replaces.
    Boundary,
}

impl Conversation {
    /// Begins a replay: the history is weighed for its model.
    pub fn begin_replay(&mut self, replay: &Replay) {
        self.weigh_for(replay.estimator);
    }

    /// Appends messages up to the next message of the assistant whose request may not have fitted: the history before
    /// it takes more than `room` tokens, or nearly as many. If the host estimates, stops at each message of the
    /// assistant. Without a `room`, appends all messages, for one reduction at the end: results that came before their
    /// calls are then paired with them, as they are when the body is written.
    ///
    /// # Errors
    ///
    /// `duplicate-id`.
    pub fn advance(&mut self, replay: &mut Replay, room: Option<u64>) -> Outcome<Advanced> {
        let is_given = self.settings().estimator.is_given();
        // A reduction made the history smaller since.
        replay.measured = replay.measured.filter(|(own, _)| *own <= self.paths.history().context_tokens());
        let nearly =
            room.map(|room| (room, room.saturating_sub(replay.added.saturating_add(room >> NEARLY_SHIFT))));
        while let Some(message) = replay.messages.get(replay.next) {
            let is_request = message.role() == Role::Assistant && replay.is_begun && !replay.is_checked;
            let own = self.paths.history().context_tokens();
            let may_overflow =
                |(room, nearly): (u64, u64)| is_given || (own > nearly && replay.may_overflow(own, room));
            if is_request && nearly.is_some_and(may_overflow) {
                replay.is_checked = true;
                return Ok(Advanced::Request);
            }
            replay.is_begun = replay.is_begun || message.role() != Role::System;
            replay.is_checked = false;
            replay.next = replay.next.saturating_add(1);
            let message = Arc::clone(message);
            self.history_mut().append(message, SystemPlace::Anywhere)?;
            if self.begin_at_new_boundary() {
                return Ok(Advanced::Boundary);
            }
        }
        if let (None, ListSource::Body(body)) = (room, &replay.source) {
            body.pair(self.history_mut());
        }
        Ok(Advanced::End)
    }

    /// Returns the tokens of the messages in a request now, with the additions by repairs.
    pub fn sent_tokens(&self, replay: &mut Replay) -> u64 {
        let own = self.paths.history().context_tokens();
        let tokens = self.tokens_in_request(replay).unwrap_or(own);
        replay.added = tokens.saturating_sub(own);
        replay.measured = Some((own, replay.next));
        tokens
    }

    /// `None` if a request holds the same tokens, or no request can be written.
    fn tokens_in_request(&self, replay: &mut Replay) -> Option<u64> {
        let ListSource::Body(body) = &mut replay.source else { return None };
        // At some points no request can be written, so repairs add nothing.
        let sent = || body.sent_tokens(self.paths.history()).ok();
        (!self.settings().estimator.is_given()).then(sent)?
    }

    /// Writes `{"body", "tokens", "beside", "repairs"}`: the rest of the source. The body of a list is `{"parts"}`:
    /// `[first, count]` for unchanged messages, and `{"place", "written"}` for rewritten ones.
    ///
    /// # Errors
    ///
    /// `nothing-to-send`.
    pub fn write_fitted(&self, replay: &mut Replay, out: &mut Vec<u8>) -> Outcome<()> {
        let (json, repairs, tokens, beside) = match replay.source {
            ListSource::Body(ref mut body) => {
                let FittedBody { json, repairs, tokens, beside } = body.write(self.paths.history())?;
                (json, repairs, tokens, beside)
            }
            ListSource::Neutral | ListSource::Program(_) => self.fitted_list(replay),
        };
        let mut object = ObjectWriter::begin(out);
        object.key("body").extend_from_slice(&json);
        object.number("tokens", tokens);
        object.number("beside", beside);
        let mut list = ListWriter::begin(object.key("repairs"));
        repairs.iter().for_each(|repair| repair.write(list.item()));
        list.end();
        object.end();
        Ok(())
    }

    fn fitted_list(&self, replay: &Replay) -> (Vec<u8>, Vec<Repair>, u64, u64) {
        let format: &dyn Interchange = match &replay.source {
            ListSource::Program(program) => program,
            ListSource::Neutral | ListSource::Body(_) => &Backscroll,
        };
        let mut pieces: HashMap<usize, usize> = HashMap::default();
        for place in replay.places.iter().copied().flatten() {
            let count = pieces.or_default(place);
            *count = count.saturating_add(1);
        }
        let lines = self.lines(replay);
        let mut json = Vec::new();
        let mut object = ObjectWriter::begin(&mut json);
        let mut parts = ListWriter::begin(object.key("parts"));
        for lines in lines.chunk_by(|one, other| one.place.is_some() && one.place == other.place) {
            let Some(first) = lines.first() else { continue };
            let is_whole = |place: usize| {
                pieces.get(&place) == Some(&lines.len()) && lines.iter().all(|line| line.is_same)
            };
            match first.place {
                Some(place) if is_whole(place) => {
                    parts.item().extend_from_slice(format!("[{place},1]").as_bytes());
                }
                // A prompt outside the list is not changed.
                None if first.number.is_some() => {}
                place => {
                    let mut part = ObjectWriter::begin(parts.item());
                    if let Some(place) = place {
                        part.number("place", place);
                    }
                    self.write_lines(replay, lines, format, part.key("written"));
                    part.end();
                }
            }
        }
        parts.end();
        object.end();
        (json, Vec::new(), self.paths.history().context_tokens(), replay.beside())
    }

    /// The messages of the history in order of arrival.
    pub(super) fn lines<'a>(&'a self, replay: &Replay) -> Vec<Line<'a>> {
        let numbers = replay.numbers();
        let line = |message: &'a Message| {
            let number = numbers.get(message.id.as_ref()).copied();
            let before = number.and_then(|number| replay.messages.get(number));
            let place = number.and_then(|number| replay.places.get(number).copied().flatten());
            let is_same = before.is_some_and(|before| before.body == message.body);
            Line { message, number, place, is_same }
        };
        self.paths.history().messages().into_iter().map(line).listed()
    }

    fn write_lines(&self, replay: &Replay, lines: &[Line<'_>], format: &dyn Interchange, out: &mut Vec<u8>) {
        let mut messages: Vec<Message> = Vec::with_capacity(lines.len());
        for Line { message, number, .. } in lines {
            let mut message = in_role(message, &replay.options, format.format());
            // The time of a summary shows when it was made, which is not part of the conversation.
            message.created_at = if number.is_none() { NO_TIME } else { message.created_at };
            messages.push(message);
        }
        let mut written: Vec<WrittenMessage<'_>> = Vec::with_capacity(lines.len());
        for (message, Line { number, .. }) in messages.iter().zip(lines) {
            let is_minted = number.is_none() || replay.minted.contains(&message.id);
            written.push(WrittenMessage { message, call: self.answered_call(message), is_minted });
        }
        format.write(&written, out);
    }

    /// The call that a result answers.
    fn answered_call(&self, result: &Message) -> Option<&ToolCall> {
        result.result()?;
        let unit = self.paths.history().unit_of(&result.id)?;
        let messages: Vec<&Message> = unit.messages().listed();
        let at = messages.iter().position(|message| message.id == result.id)?;
        calls_of(unit, &messages).get(at).copied().flatten()
    }
}
