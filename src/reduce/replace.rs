//! Replaces the history by a list of the host.
//!
//! The list names the messages to keep. A host may cut anywhere, so a call in the list without its result is removed,
//! and so is a result without its call. Protected messages stay. Each of these changes is reported.

use crate::error::{Code, ConversationError, Outcome};
use crate::hash::{HashMap, HashSet};
use crate::history::{Draft, Serial, Unit};
use crate::list::Listed;
use crate::message::{Body, Message, MessageId};
use crate::repair::{Repair, RepairCode};
use std::sync::Arc;

/// Edits the draft to hold the messages of `list`. Messages are matched by id and keep their order. New messages are
/// inserted before the next known message. A new system message is a summary; the system prompt itself stays. Returns
/// how many messages it removes or changes.
///
/// # Errors
///
/// `invalid-argument` when there is no room for new messages between two others.
pub fn replace(draft: &mut Draft, list: Vec<Message>) -> Outcome<usize> {
    let base: Vec<Arc<Unit>> = draft.all_units().into_iter().cloned().listed();
    let wanted = Wanted::new(draft, &base, list)?;
    for unit in &base {
        edit_unit(draft, unit, &wanted);
    }
    let new = wanted.new.len();
    for id in &wanted.late {
        let detail = "the message was kept as it is: it was added after the reduction began";
        draft.report(Repair::new(RepairCode::ProtectedMessageKept, None, detail).of(id));
    }
    let mut inserted = None;
    for (message, before) in wanted.new {
        inserted = insert(draft, message, before, inserted)?;
    }
    let now: Vec<&Message> = draft.units().into_iter().flat_map(Unit::messages).listed();
    let places = places(&now);
    let is_unchanged = |message: &Message| {
        places.get(message.id.as_ref()).and_then(|at| now.get(*at)).is_some_and(|now| *now == message)
    };
    let was = base.iter().flat_map(|unit| unit.messages());
    let changed = was.filter(|message| !is_unchanged(message)).count();
    Ok(draft.record_step("replace", changed.saturating_add(new)))
}

/// The host's list, split into known and new messages.
struct Wanted {
    known: Vec<Message>,
    /// The index of each known message by its id.
    places: HashMap<Box<str>, usize>,
    /// New messages, each with the unit before which it is inserted.
    new: Vec<(Message, Option<Serial>)>,
    /// Messages that were appended after the reduction began, and that the list would change.
    late: Vec<MessageId>,
}

impl Wanted {
    fn new(draft: &Draft, base: &[Arc<Unit>], list: Vec<Message>) -> Outcome<Self> {
        let messages: Vec<&Message> = base.iter().flat_map(|unit| unit.messages()).listed();
        let heads: Vec<&Message> = base.iter().map(|unit| unit.head()).listed();
        let (messages, heads) = (places(&messages), places(&heads));
        let mut known = Vec::new();
        let mut places = HashMap::default();
        let mut new: Vec<(Message, Option<Serial>)> = Vec::new();
        let mut late = Vec::new();
        let mut seen = HashSet::default();
        let mut before: Option<Serial> = None;
        for message in list.into_iter().rev() {
            let id = message.id.to_string();
            if !seen.insert(id.clone()) {
                let detail = format!("the message `{id}` is in the list twice");
                return Err(ConversationError::new(Code::InvalidMessage, detail));
            }
            if messages.contains_key(id.as_str()) {
                let head = heads.get(id.as_str()).and_then(|at| base.get(*at));
                before = head.map(|unit| unit.serial()).or(before);
                places.insert(id.into(), known.len());
                known.push(message);
            } else {
                match draft.history().message(&id) {
                    None => new.push((message, before)),
                    // Messages that were appended after the reduction began stay unchanged.
                    Some(own) if own.body == message.body => {}
                    Some(_) => late.push(message.id),
                }
            }
        }
        new.reverse();
        Ok(Self { known, places, new, late })
    }

    fn get(&self, message: &Message) -> Option<&Message> {
        self.known.get(*self.places.get(message.id.as_ref())?)
    }
}

/// The index of each message by its id.
fn places<'a>(messages: &[&'a Message]) -> HashMap<&'a str, usize> {
    let mut places = HashMap::default();
    for (at, message) in messages.iter().enumerate() {
        places.insert(message.id.as_ref(), at);
    }
    places
}

/// Keeps, changes or removes a unit of the history.
fn edit_unit(draft: &mut Draft, unit: &Unit, wanted: &Wanted) {
    let present = unit.messages().filter(|message| wanted.get(message).is_some()).count();
    if draft.is_protected(unit) {
        for message in unit.messages().filter(|message| wanted.get(message).is_none()) {
            let detail = format!("the {} message was kept: it may not be removed", message.role().as_str());
            draft.report(Repair::new(RepairCode::ProtectedMessageKept, None, detail).of(&message.id));
        }
        for message in unit.messages() {
            if wanted.get(message).is_some_and(|new| new.body != message.body) {
                let detail = "the message was kept as it is: it may not be changed";
                draft.report(Repair::new(RepairCode::ProtectedMessageKept, None, detail).of(&message.id));
            }
        }
        return;
    }
    if wanted.get(unit.head()).is_none() {
        for message in unit.messages().filter(|message| wanted.get(message).is_some()) {
            let detail = "the result was removed with its call, which is not in the list";
            draft.report(Repair::new(RepairCode::OrphanResultDropped, None, detail).of(&message.id));
        }
        draft.remove(unit.serial());
        return;
    }
    draft.reinstate(unit.serial());
    for message in
        unit.messages().filter(|message| wanted.get(message).is_some_and(|new| new.role() != message.role()))
    {
        let detail = "the message was kept as it is: its role cannot be changed";
        draft.report(Repair::new(RepairCode::ProtectedMessageKept, None, detail).of(&message.id));
    }
    let edited = unit.map(draft.history().estimator(), |message| {
        let body = same_role(message, wanted.get(message)?).filter(|body| *body != message.body)?;
        let mut copy = message.clone();
        copy.body = body;
        Some(copy)
    });
    let changed = edited.is_some();
    let unit = edited.unwrap_or_else(|| unit.clone());
    match present == unit.len() && !loses_a_partner(&unit) {
        true if changed => draft.rewrite(unit.into()),
        true => {}
        false => drop_halves(draft, unit, wanted),
    }
}

/// Drops calls whose results the list lacks, and results whose calls it lacks.
fn drop_halves(draft: &mut Draft, unit: Unit, wanted: &Wanted) {
    let open: Vec<Box<str>> = unit.open_calls().iter().map(|call| call.id.clone()).listed();
    let is_wanted = |message: &Message| wanted.get(message).is_some();
    let answered = |id: &str| {
        unit.results().iter().any(|entry| {
            is_wanted(&entry.message)
                && entry.message.result().is_some_and(|result| result.call_id.as_ref() == id)
        })
    };
    let head = unit.head();
    let keep_call = |id: &str| open.iter().any(|open| open.as_ref() == id) || answered(id);
    for call in head.calls().iter().filter(|call| !keep_call(&call.id)) {
        let detail =
            format!("the call of {} was removed with its result, which is not in the list", call.name);
        draft.report(Repair::new(RepairCode::CallDropped, None, detail).of(&head.id).call(&call.id));
    }
    let has_call = |result: &Message| {
        result.result().is_some_and(|result| head.calls().iter().any(|call| call.id == result.call_id))
    };
    let serial = unit.serial();
    let kept = unit.clone().without(
        draft.history().estimator(),
        |call| keep_call(&call.id),
        |result| is_wanted(result) && has_call(result),
    );
    match kept.head().calls().is_empty() && kept.head().content().is_empty() {
        true => drop(draft.remove(serial)),
        false => draft.rewrite(kept.into()),
    }
}

/// Reports whether the unit has a result without a call.
fn loses_a_partner(unit: &Unit) -> bool {
    let calls = unit.head().calls();
    let has_call = |id: &str| calls.iter().any(|call| call.id.as_ref() == id);
    !unit.is_unpaired()
        && unit
            .results()
            .iter()
            .any(|entry| !entry.message.result().is_some_and(|result| has_call(&result.call_id)))
}

/// Returns the new body; `None` if its role differs from the role of the old body.
fn same_role(before: &Message, new: &Message) -> Option<Body> {
    let body = match (&before.body, &new.body) {
        (Body::Summary(_), Body::System(content)) => Body::Summary(content.clone()),
        _ => new.body.clone(),
    };
    (before.role() == new.role()).then_some(body)
}

/// Inserts a new message. A result joins the new call before it.
fn insert(
    draft: &mut Draft,
    mut message: Message,
    before: Option<Serial>,
    last: Option<Serial>,
) -> Outcome<Option<Serial>> {
    if message.result().is_some() {
        let id = message.id.clone();
        if last.and_then(|at| draft.answer(at, message)).is_none() {
            let detail = "a new tool result answers no new call before it, and was left out";
            draft.report(Repair::new(RepairCode::OrphanResultDropped, None, detail).of(&id));
        }
        return Ok(last);
    }
    let is_system = matches!(message.body, Body::System(_) | Body::Summary(_));
    if let Body::System(content) = message.body {
        message.body = Body::Summary(content);
    }
    let serial = draft.insert(message, before)?;
    if is_system {
        draft.set_summary(serial);
    }
    Ok(Some(serial))
}
