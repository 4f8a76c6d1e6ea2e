//! A conversation, read in one format and written in another.

use super::wire_cache::WireCache;
use crate::error::Outcome;
use crate::format::{
    Interchange, NO_TIME, Params, Place, Reading, Told, form_of, interchange, mend, read_any, read_options,
    read_text_block, target,
};
use crate::history::{History, Serial, SystemPlace, Unit};
use crate::json::{Limits, ListWriter, Node, ObjectWriter};
use crate::message::{Body, Content, Format, Message, MessageId, Role, ToolCall, pair_results};
use crate::repair::{Repair, RepairCode};
use crate::sanitize::{
    SentIds, Spelling, SummaryRole, TOLD_SPOKEN, Terms, TextForm, UnitState, tell_spoken, tell_text_blocks,
    tell_text_files,
};
use crate::tokens::Estimator;
use std::collections::HashSet;

/// Reads a conversation in the format `from` and writes it in the format `to`; writes `{"body", "repairs", "losses"}`.
/// A request format makes a body that its provider accepts. What stands beside the conversation (the model, tools)
/// stays behind, but for a body that stays in its format, which is mended. `form` names one of several forms of `to`,
/// or is empty.
///
/// # Errors
///
/// `invalid-message`, `invalid-role`, `duplicate-id`, `invalid-argument`, `nothing-to-send`, `too-deep`, `too-large`,
/// `unknown-format`.
pub fn convert_body(
    [from, to]: [&str; 2],
    body: &str,
    options: &str,
    form: &str,
    out: &mut Vec<u8>,
) -> Outcome<()> {
    let (from, to) = (Format::parse(from)?, Format::parse(to)?);
    let terms = read_options(options)?;
    let form = form_of(to, form)?;
    let node = Node::read(body, Limits::default().of_depth())?;
    let converted = match interchange(to) {
        None if from == to && node.fields().is_some() => {
            let (body, repairs) = mend(target(to)?, node, terms)?;
            Converted { body, done: repairs }
        }
        None => to_request(from, to, node, terms)?,
        Some(known) => to_interchange(from, known, node, &terms, form)?,
    };
    converted.write(out);
    Ok(())
}

/// What came of it.
struct Converted {
    body: Vec<u8>,
    done: Vec<Repair>,
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
        object.end();
    }
}

/// A conversation that was read, as a history.
struct Opened {
    history: History,
    done: Vec<Repair>,
    minted: HashSet<MessageId>,
    spelling: Option<Spelling>,
}

impl Opened {
    fn new(from: Format, node: Node<'_>) -> Outcome<Self> {
        let taken = interchange(from).map(|known| known.ids(node)).unwrap_or_default();
        let mut minted = HashSet::new();
        let mut mint = |place| {
            let id = name(place, &taken);
            minted.insert(MessageId::clone(&id));
            id
        };
        let Reading { messages, mut repairs, beside, spelling } =
            read_any(from, node, Limits::default(), NO_TIME, &mut mint)?;
        repairs.extend(beside.iter().map(|field| {
            let detail = format!("`{field}` is no part of the conversation, and stays behind");
            Repair::new(RepairCode::FieldDropped, "I4", detail)
        }));
        let mut history = History::new(Estimator::Script);
        for message in messages {
            history.append(message, SystemPlace::Anywhere)?;
        }
        history.adopt_orphans(Serial::default());
        Ok(Self { history, done: repairs, minted, spelling })
    }
}

fn to_request(from: Format, to: Format, node: Node<'_>, mut terms: Terms) -> Outcome<Converted> {
    let Opened { history, mut done, spelling, .. } = Opened::new(from, node)?;
    // Tools are declared by who sends the body.
    terms.capabilities.tools_declared = terms.capabilities.tools_declared.or(Some(true));
    terms.spelling = terms.spelling.or(spelling);
    let mut cache = WireCache::new(target(to)?);
    done.extend(cache.write(&history, terms, &Params::default())?);
    Ok(Converted { body: cache.body().to_vec(), done })
}

fn to_interchange(
    from: Format,
    to: &dyn Interchange,
    node: Node<'_>,
    terms: &Terms,
    form: &str,
) -> Outcome<Converted> {
    let Opened { history, mut done, minted, .. } = Opened::new(from, node)?;
    let mut in_form = |said: &Message| {
        let mut told = in_role(said, terms);
        if !to.has_sound() && tell_spoken(&mut told) {
            done.push(Repair::new(RepairCode::WrittenAsText, "I4", TOLD_SPOKEN).of(&told.id));
        }
        if from != to.format() {
            done.append(&mut settle_parts(&mut told, to));
        }
        told
    };
    let mut units: Vec<(&Unit, Vec<Message>)> =
        history.units().map(|unit| (unit, unit.messages().map(&mut in_form).collect())).collect();
    if to.needs_call_ids() {
        let mut ids = SentIds::default();
        for (unit, messages) in &mut units {
            let missing = ids.name_missing(unit);
            missing.into_iter().for_each(|ids| done.extend(name_calls(messages, &ids)));
        }
    }
    let told = units.iter().flat_map(|(unit, messages)| {
        let calls = calls_of(unit, messages);
        messages.iter().zip(calls).map(|(message, call)| Told {
            message,
            call,
            is_minted: minted.contains(&message.id),
        })
    });
    let told: Vec<Told<'_>> = told.collect();
    let is_moved = |(_, state): &(&Unit, UnitState)| state.late_after.is_some() || state.is_early;
    done.extend(UnitState::after(&history, 0).filter(is_moved).map(|(unit, _)| {
        let detail = "a result stood away from its call, and was moved beside it";
        Repair::new(RepairCode::ResultMoved, "I2", detail).of(&unit.head().id)
    }));
    let mut body = Vec::new();
    done.extend(to.write(&told, form, &mut body));
    Ok(Converted { body, done })
}

/// Puts the sources of media right, and tells the words of parts that the format has no place for.
fn settle_parts(told: &mut Message, to: &dyn Interchange) -> Vec<Repair> {
    if let Content::Parts(parts) = told.content_mut() {
        for part in parts {
            part.settle_source();
        }
    }
    let takes_blocks = matches!(told.role(), Role::User | Role::Tool);
    let write = to.text_block().filter(|_| takes_blocks);
    let form = TextForm { format: to.format(), read: read_text_block, write };
    let mut details = tell_text_blocks(told, form, |of, json| !to.holds(of, json));
    if told.role() == Role::System && to.format() != Format::Backscroll {
        details.append(&mut tell_text_files(told));
    }
    let report = |detail: String| Repair::new(RepairCode::WrittenAsText, "I4", detail).of(&told.id);
    details.into_iter().map(report).collect()
}

/// The message, with the role that it is to be told in.
fn in_role(message: &Message, terms: &Terms) -> Message {
    let mut told = message.clone();
    if let Body::Summary(content) = &message.body {
        told.body = match terms.summary_role {
            None => return told,
            Some(SummaryRole::System) => Body::System(content.clone()),
            Some(SummaryRole::User) => Body::User(content.clone()),
        };
    }
    told
}

/// For each message of the unit, the call that it answers.
fn calls_of<'a>(unit: &Unit, messages: &'a [Message]) -> Vec<Option<&'a ToolCall>> {
    let Some((head, results)) = messages.split_first().filter(|_| !unit.is_apart()) else {
        return vec![None; messages.len()];
    };
    let results: Vec<&Message> = results.iter().collect();
    let pairs = pair_results(head.calls(), &results).into_iter();
    std::iter::once(None).chain(pairs.map(|place| head.calls().get(place?))).collect()
}

/// Gives the calls of a unit these ids, and their results the same ones.
fn name_calls(messages: &mut [Message], ids: &[Box<str>]) -> Vec<Repair> {
    let Some((head, results)) = messages.split_first_mut() else { return Vec::new() };
    let pairs = pair_results(head.calls(), &results.iter().collect::<Vec<&Message>>());
    let mapped =
        |detail: String, id: &MessageId| Repair::new(RepairCode::CallIdMapped, "I2", detail).of(id).call("");
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

/// What a message without an id is called in the report.
fn name(place: Place, taken: &HashSet<String>) -> MessageId {
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
