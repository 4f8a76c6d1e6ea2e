//! Fields and parts that the target does not define.

use super::dialect::Place;
use super::passage::Work;
use super::terms::Mode;
use crate::json::Node;
use crate::message::{Body, Content, Extras, Message, Part, PartKind};
use crate::repair::RepairCode;

/// Leaves out, in a request that is written, what another format or vendor added, and lists it. In a body that
/// is mended, fields are the caller's and stay.
pub(super) fn apply(work: &mut Work<'_>) {
    if work.terms.mode == Mode::Keep {
        return;
    }
    for line in 0..work.lines.len() {
        drop_parts(work, line);
        drop_fields(work, line);
    }
}

fn drop_parts(work: &mut Work<'_>, line: usize) {
    let Some(message) = work.lines.get(line) else { return };
    let (format, known) = (work.dialect.format, work.dialect.other_parts);
    let is_foreign = |part: &Part| {
        let other = part.as_other();
        other.is_some_and(|(made_for, json)| made_for != format || !known.contains(&kind_of(json).as_str()))
    };
    let foreign: Vec<String> =
        message.content().parts().iter().filter(|part| is_foreign(part)).map(name_of).collect();
    for name in &foreign {
        let detail = format!("a part of type `{name}` is not defined by the format, and was left out");
        work.report_line(line, RepairCode::PartDropped, "I4", detail);
    }
    if !foreign.is_empty() {
        work.edit(line, |message| message.retain_parts(|_, part| !is_foreign(part)));
    }
}

fn drop_fields(work: &mut Work<'_>, line: usize) {
    let Some(message) = work.lines.get(line) else { return };
    let fields = work.dialect.fields;
    let keeps = |place: Place, extras: &Extras| extras.iter().all(|(name, _)| fields(place).contains(&name));
    let places = places(message);
    if places.iter().all(|(place, extras)| keeps(*place, extras)) {
        return;
    }
    let unknown = |(place, extras): &(Place, &Extras)| {
        let known = fields(*place);
        extras
            .iter()
            .filter(|(name, _)| !known.contains(name))
            .flat_map(|(name, json)| told(name, json))
            .collect()
    };
    let mut names: Vec<String> = places.iter().flat_map(|place| -> Vec<String> { unknown(place) }).collect();
    names.dedup();
    let mut copy = Message::clone(message);
    each_extras(&mut copy, |place, extras| extras.retain(|name| fields(place).contains(&name)));
    let detail = format!("left out what the format does not define: {}", names.join(", "));
    work.report_line(line, RepairCode::FieldDropped, "I4", detail);
    work.edit(line, |message| *message = copy);
}

/// A field by its name; what is left of a nested object by the names in it.
fn told(name: &str, json: &str) -> Vec<String> {
    match Node::parse(json).and_then(Node::fields).filter(|_| matches!(name, "function" | "custom")) {
        Some(inner) => inner.iter().map(|(inner, _)| format!("`{name}.{inner}`")).collect(),
        None => vec![format!("`{name}`")],
    }
}

fn place_of(part: &Part) -> Place {
    match part.kind {
        PartKind::Text(_) | PartKind::Refusal(_) | PartKind::Other { .. } => Place::Text,
        PartKind::Image(_) | PartKind::Audio(_) | PartKind::File(_) => Place::Media,
        PartKind::Reasoning(_) => Place::Reasoning,
    }
}

/// The unmodelled fields of a message, of its parts and of its calls.
fn places(message: &Message) -> Vec<(Place, &Extras)> {
    let own = message.notes.as_ref().map(|notes| (Place::Message(message.role()), &notes.extras));
    let parts = message.content().parts().iter().map(|part| (place_of(part), &part.extras));
    let calls = message.calls().iter().map(|call| (Place::Call, &call.extras));
    own.into_iter().chain(parts).chain(calls).collect()
}

fn each_extras(message: &mut Message, mut change: impl FnMut(Place, &mut Extras)) {
    let place = Place::Message(message.role());
    if let Some(notes) = message.notes.as_mut() {
        change(place, &mut notes.extras);
    }
    if let Content::Parts(parts) = message.content_mut() {
        for part in parts {
            change(place_of(part), &mut part.extras);
        }
    }
    if let Body::Assistant { calls, .. } = &mut message.body {
        for call in calls {
            change(Place::Call, &mut call.extras);
        }
    }
}

/// What a part is called in a report.
pub(super) fn name_of(part: &Part) -> String {
    part.as_other().map_or_else(|| part.noun().to_owned(), |(_, json)| kind_of(json))
}

/// The type of a part that is not modelled.
pub(crate) fn kind_of(json: &str) -> String {
    let fields = Node::parse(json).and_then(Node::fields);
    fields.and_then(|fields| Some(fields.text("type")?.into_owned())).unwrap_or_default()
}
