//! A conversation, read in one format and written in another.

use super::wire_cache::WireCache;
use crate::error::Outcome;
use crate::format::{
    BodyForm, Interchange, NO_TIME, Params, Place, Program, Reading, WrittenMessage, interchange, read_any,
    read_options, read_text_block, repair_body, target,
};
use crate::hash::HashSet;
use crate::history::{History, Serial, SystemPlace, Unit};
use crate::json::{Limits, ListWriter, Node, ObjectWriter, push_string};
use crate::list::{Listed, PushAll};
use crate::message::{Body, Content, Format, Message, MessageId, Role, ToolCall, pair_results};
use crate::repair::{Repair, RepairCode};
use crate::sanitize::{
    RequestOptions, SentIds, Spelling, SummaryRole, TRANSCRIPT_SENT, TextBlockCodec, UnitState, move_refusal,
    pair_unit, replace_by_transcript, replace_text_blocks, replace_text_files,
};
use crate::tokens::Estimator;

/// Reads a conversation in the format `from` and writes it in the format `to`; writes `{"body", "repairs", "losses",
/// "ids"}`, where `ids` are the ids of the messages that were read, in order. In a request format, the provider accepts
/// the body. Other fields of the body (the model, tools) are not converted. If `from` and `to` are the same, the body
/// is repaired, and keeps these fields.
///
/// The host may read or write one side, or both: `programs` are the descriptions of both formats, as
/// [`Program::describe`] reads them; an empty description is for a format that the core reads or writes. The body on
/// the host's side has the form that [`Program`] documents.
///
/// # Errors
///
/// `invalid-message`, `invalid-role`, `duplicate-id`, `invalid-argument`, `nothing-to-send`, `too-deep`, `too-large`,
/// `unknown-format`.
pub fn convert_body(
    [from, to]: [&str; 2],
    programs: [&str; 2],
    body: &str,
    options: &str,
    out: &mut Vec<u8>,
) -> Outcome<()> {
    let (from, to) = (Format::parse(from)?, Format::parse(to)?);
    let options = read_options(options)?;
    let described =
        |format, text: &str| (!text.is_empty()).then(|| Program::describe(format, text)).transpose();
    let [source, destination] = programs;
    let (source, destination) = (described(from, source)?, described(to, destination)?);
    let known: Option<&dyn Interchange> = match &destination {
        Some(program) => Some(program),
        None => interchange(to),
    };
    let read = match &source {
        Some(program) => ReadBody::of_program(program, body)?,
        None => {
            let node = Node::read(body, Limits::default().of_depth())?;
            if from == to && known.is_none() && node.fields().is_some() {
                let (body, done) = repair_body(BodyForm::Whole, target(to)?, node, options)?;
                Converted { body, done, ids: Vec::new() }.write(out);
                return Ok(());
            }
            ReadBody::new(from, node)?
        }
    };
    let converted = match known {
        None => to_request(read, to, options)?,
        Some(known) => to_interchange(read, known, &options)?,
    };
    converted.write(out);
    Ok(())
}

/// A conversation that was converted.
struct Converted {
    body: Vec<u8>,
    done: Vec<Repair>,
    /// The ids of the messages that were read.
    ids: Vec<MessageId>,
}

impl Converted {
    fn write(&self, out: &mut Vec<u8>) {
        let mut object = ObjectWriter::begin(out);
        object.key("body").extend_from_slice(&self.body);
        for (name, is_loss) in [("repairs", false), ("losses", true)] {
            let mut list = ListWriter::begin(object.key(name));
            let named = self.done.iter().filter(|repair| repair.code.is_loss() == is_loss);
            named.for_each(|repair| repair.write(list.item()));
            list.end();
        }
        let mut list = ListWriter::begin(object.key("ids"));
        self.ids.iter().for_each(|id| push_string(list.item(), id));
        list.end();
        object.end();
    }
}

/// A conversation that was read, as a history.
struct ReadBody {
    from: Format,
    history: History,
    done: Vec<Repair>,
    ids: Vec<MessageId>,
    minted: HashSet<MessageId>,
    spelling: Option<Spelling>,
}

impl ReadBody {
    fn new(from: Format, node: Node<'_>) -> Outcome<Self> {
        let taken = interchange(from).map(|known| known.ids(node)).unwrap_or_default();
        Self::read(from, &taken, |mint| read_any(from, node, Limits::default(), NO_TIME, mint))
    }

    fn of_program(program: &Program, reading: &str) -> Outcome<Self> {
        let limits = Limits::default();
        let node = Node::read(reading, limits.of_reading())?;
        let taken = program.ids(node);
        Self::read(program.format(), &taken, |mint| program.read(node, limits, NO_TIME, mint))
    }

    fn read(
        from: Format,
        taken: &HashSet<String>,
        read: impl FnOnce(&mut dyn FnMut(Place) -> MessageId) -> Outcome<Reading>,
    ) -> Outcome<Self> {
        let mut minted = HashSet::default();
        let mut mint = |place| {
            let id = name(place, taken);
            minted.insert(MessageId::clone(&id));
            id
        };
        let Reading { messages, mut repairs, beside, spelling } = read(&mut mint)?;
        repairs.push_all(beside.iter().map(|field| {
            let detail = format!("`{field}` is not part of the conversation, and was left out");
            Repair::new(RepairCode::FieldDropped, None, detail)
        }));
        let ids = messages.iter().map(|message| message.id.clone()).listed();
        let mut history = History::new(Estimator::SCRIPT);
        for message in messages {
            history.append(message, SystemPlace::Anywhere)?;
        }
        history.pair_early_results(Serial::default());
        Ok(Self { from, history, done: repairs, ids, minted, spelling })
    }
}

fn to_request(read: ReadBody, to: Format, mut options: RequestOptions) -> Outcome<Converted> {
    let ReadBody { history, mut done, ids, spelling, .. } = read;
    // The sender of the body declares the tools.
    options.capabilities.tools_declared = options.capabilities.tools_declared.or(Some(true));
    options.spelling = options.spelling.or(spelling);
    let target = target(to)?;
    let mut params = Params::default();
    params.complete_options(target.dialect(), &mut options);
    let mut cache = WireCache::new(target);
    done.extend(cache.write(&history, options, &params)?);
    Ok(Converted { body: cache.body().to_vec(), done, ids })
}

fn to_interchange(read: ReadBody, to: &dyn Interchange, options: &RequestOptions) -> Outcome<Converted> {
    let ReadBody { from, history, mut done, ids, minted, .. } = read;
    let in_form = |mut message: Message, done: &mut Vec<Repair>| {
        if !to.carries_audio() {
            move_refusal(&mut message);
            if replace_by_transcript(&mut message) {
                done.push(Repair::new(RepairCode::WrittenAsText, None, TRANSCRIPT_SENT).of(&message.id));
            }
        }
        if from != to.format() {
            done.append(&mut convert_parts(&mut message, to));
        }
        message
    };
    let mut units: Vec<(&Unit, Vec<Message>)> = Vec::new();
    let mut sent = SentIds::default();
    for (unit, mut state) in UnitState::after(&history, 0) {
        let messages: Vec<Message> = match to.pairing() {
            Some(dialect) => {
                sent.name(unit, &mut state, dialect, options);
                let (messages, mut repairs) = pair_unit(unit, state, dialect, options);
                done.append(&mut repairs);
                messages
                    .iter()
                    .map(|message| in_form(in_role(message, options, to.format()), &mut done))
                    .listed()
            }
            None => {
                let messages =
                    unit.messages().map(|message| in_form(in_role(message, options, to.format()), &mut done));
                let mut messages: Vec<Message> = messages.listed();
                if to.needs_call_ids()
                    && let Some(ids) = sent.name_missing(unit)
                {
                    done.append(&mut name_calls(&mut messages, &ids));
                }
                report_moved(unit, &state, &mut done);
                messages
            }
        };
        units.push((unit, messages));
    }
    let written = units.iter().flat_map(|(unit, messages)| {
        let messages: Vec<&Message> = messages.iter().listed();
        let calls = calls_of(unit, &messages);
        messages.into_iter().zip(calls).map(|(message, call)| WrittenMessage {
            message,
            call,
            is_minted: minted.contains(&message.id),
        })
    });
    let written: Vec<WrittenMessage<'_>> = written.listed();
    let mut body = Vec::new();
    to.write(&written, &mut body);
    Ok(Converted { body, done, ids })
}

/// Reports a result that did not follow its call.
fn report_moved(unit: &Unit, state: &UnitState, done: &mut Vec<Repair>) {
    if state.late_after.is_some() || state.is_early {
        let detail = "a result did not follow its call, and was moved there";
        done.push(Repair::new(RepairCode::ResultMoved, None, detail).of(&unit.head().id));
    }
}

/// Corrects the sources of media, and replaces parts that the format cannot hold by their words.
fn convert_parts(message: &mut Message, to: &dyn Interchange) -> Vec<Repair> {
    if let Content::Parts(parts) = message.content_mut() {
        for part in parts {
            part.correct_source();
        }
    }
    let takes_blocks = matches!(message.role(), Role::User | Role::Tool);
    let write = to.text_block().filter(|_| takes_blocks);
    let codec = TextBlockCodec { format: to.format(), read: read_text_block, write };
    let mut details = replace_text_blocks(message, codec, &|of, json| !to.holds(of, json));
    if message.role() == Role::System && to.format() != Format::Backscroll {
        details.append(&mut replace_text_files(message));
    }
    let report = |detail: String| Repair::new(RepairCode::WrittenAsText, None, detail).of(&message.id);
    details.into_iter().map(report).listed()
}

/// Returns a copy of the message, in the role that the options give it. A note about left-out messages becomes a user
/// message: it may be anywhere, and some providers behind the SDKs refuse instructions that do not come first.
pub(super) fn in_role(message: &Message, options: &RequestOptions, format: Format) -> Message {
    let mut copy = message.clone();
    if let Body::Summary(content) = &message.body {
        let is_users = message.is_note() && format.has_entry();
        copy.body = match options.summary_role.or(is_users.then_some(SummaryRole::User)) {
            None => return copy,
            Some(SummaryRole::System) => Body::System(content.clone()),
            Some(SummaryRole::User) => Body::User(content.clone()),
        };
    }
    copy
}

/// For each message of the unit, the call that the message answers.
pub(super) fn calls_of<'a>(unit: &Unit, messages: &[&'a Message]) -> Vec<Option<&'a ToolCall>> {
    let Some((head, results)) = messages.split_first().filter(|_| !unit.is_unpaired()) else {
        return vec![None; messages.len()];
    };
    let pairs = pair_results(head.calls(), results).into_iter();
    std::iter::once(None).chain(pairs.map(|place| head.calls().get(place?))).listed()
}

/// Gives the calls of a unit and their results these ids.
fn name_calls(messages: &mut [Message], ids: &[Box<str>]) -> Vec<Repair> {
    let Some((head, results)) = messages.split_first_mut() else { return Vec::new() };
    let pairs = pair_results(head.calls(), &results.iter().listed());
    let mapped =
        |detail: String, id: &MessageId| Repair::new(RepairCode::CallIdMapped, None, detail).of(id).call("");
    let mut repairs = Vec::new();
    let head_id = head.id.clone();
    for (call, id) in head.calls_mut().iter_mut().zip(ids).filter(|(call, id)| call.id != **id) {
        call.id = id.clone();
        let detail = format!("a call of {} came without an id; it is written as `{id}`", call.name);
        repairs.push(mapped(detail, &head_id));
    }
    for (message, place) in results.iter_mut().zip(pairs) {
        let Some(id) = place.and_then(|place| ids.get(place)) else { continue };
        if let Body::Tool(result) = &mut message.body
            && result.call_id != *id
        {
            result.call_id = id.clone();
            let detail = format!("a result came without the id of its call; it is written for `{id}`");
            repairs.push(mapped(detail, &message.id));
        }
    }
    repairs
}

/// The name that a message without an id has in the report.
pub(super) fn name(place: Place, taken: &HashSet<String>) -> MessageId {
    let mut name = match place {
        Place::System => "system".to_owned(),
        Place::Message { wire, piece: 0 } => format!("m{wire}"),
        Place::Message { wire, piece } => format!("m{wire}.{piece}"),
    };
    while taken.contains(&name) {
        name.push('\'');
    }
    MessageId::from(name)
}
