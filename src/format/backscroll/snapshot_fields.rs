//! Fields of a snapshot.

use super::read::read_prefix;
use crate::error::Outcome;
use crate::format::json::read::{at_item, invalid, list, noun, object, optional};
use crate::history::{Growth, Measurement, SavedMeasurement, Serial};
use crate::json::{Fields, Limits, ListWriter, Node, ObjectWriter};
use crate::tokens::{UNKNOWN, Weight};

/// Appends a count.
pub(super) fn push_count(count: usize, out: &mut Vec<u8>) {
    out.extend_from_slice(count.to_string().as_bytes());
}

/// Appends the counts of providers that correct the size of a path, if it has some.
pub(super) fn write_corrections(measured: &[SavedMeasurement], object: &mut ObjectWriter<'_>) {
    if measured.is_empty() {
        return;
    }
    write_list(object.key("corrections"), measured, |saved, out| {
        let Measurement { model, sizes, counted, estimated, of, passing, beside, learnt, .. } =
            &saved.measurement;
        let mut object = ObjectWriter::begin(out);
        if let Some(model) = model {
            object.text("model", model);
        }
        if **sizes != *UNKNOWN.name {
            object.text("sizes", sizes);
        }
        object.number("counted", *counted);
        object.number("estimated", *estimated);
        object.number("weight", of.0);
        object.number("messages", saved.messages);
        if *passing > Weight(0) {
            object.number("passing", passing.0);
        }
        if let Some(beside) = beside {
            object.text("beside", &beside.to_hex());
        }
        if saved.is_unchanged {
            object.json("unchanged", "true");
        }
        if *learnt != Growth::default() {
            let Growth { counted, estimated, last } = learnt;
            let numbers = [*counted, *estimated].into_iter().chain(last.map(u64::from));
            write_list(object.key("learnt"), numbers, |number, out| {
                out.extend_from_slice(number.to_string().as_bytes());
            });
        }
        object.end();
    });
}

/// Reads the corrections of a path. Snapshots of earlier packages have one `correction`, of no model. Snapshots before
/// that have a `report`, which is not read: it may be of a request that was written elsewhere.
pub(super) fn read_corrections(fields: &Fields<'_>) -> Outcome<Vec<SavedMeasurement>> {
    if fields.get("corrections").is_some() {
        return items(fields, "corrections", read_correction);
    }
    match fields.get("correction") {
        Some(node) => Ok(vec![read_correction(node).map_err(|error| error.at("correction"))?]),
        None => Ok(Vec::new()),
    }
}

fn read_correction(node: Node<'_>) -> Outcome<SavedMeasurement> {
    let fields = object(node)?;
    let known = |name: &str| if fields.get(name).is_some() { number(&fields, name) } else { Ok(0) };
    // Earlier packages kept the excess of the count alone.
    let counted = if fields.get("counted").is_some() { "counted" } else { "tokens" };
    Ok(SavedMeasurement {
        measurement: Measurement {
            model: optional(&fields, "model")?,
            sizes: optional(&fields, "sizes")?.unwrap_or_else(|| UNKNOWN.name.into()),
            counted: number(&fields, counted)?,
            estimated: known("estimated")?,
            end: Serial::default(),
            of: Weight(number(&fields, "weight")?),
            passing: Weight(known("passing")?),
            beside: optional(&fields, "beside")?.map(|text| read_prefix(&text)).transpose()?,
            rewrites: 0,
            learnt: read_learnt(&fields)?,
        },
        messages: count(&fields, "messages")?,
        is_unchanged: fields.get("unchanged").is_some(),
    })
}

fn read_learnt(fields: &Fields<'_>) -> Outcome<Growth> {
    if fields.get("learnt").is_none() {
        return Ok(Growth::default());
    }
    let read = |node: Node<'_>| {
        node.json()
            .parse::<u64>()
            .map_err(|_| invalid(format!("expected a whole number, found {}", noun(node))))
    };
    let numbers = items(fields, "learnt", read)?;
    let [counted, estimated, last @ ..] = numbers.as_slice() else {
        return Err(invalid("expected five numbers").at("learnt"));
    };
    let mut learnt = Growth { counted: *counted, estimated: *estimated, ..Growth::default() };
    for (to, from) in learnt.last.iter_mut().zip(last) {
        *to = u16::try_from(*from).unwrap_or(u16::MAX);
    }
    Ok(learnt)
}

pub(super) fn read_pair(node: Node<'_>) -> Outcome<(usize, usize)> {
    let places = list(node)?;
    for place in &places {
        read_place(*place)?;
    }
    match places.as_slice() {
        [result, call] => Ok((read_place(*result)?, read_place(*call)?)),
        _ => Err(invalid("expected two places")),
    }
}

pub(super) fn read_place(node: Node<'_>) -> Outcome<usize> {
    let place = node.integer().and_then(|place| usize::try_from(place).ok());
    place.ok_or_else(|| invalid(format!("expected the place of a message, found {}", noun(node))))
}

pub(super) fn items<'a, T>(
    fields: &Fields<'a>,
    name: &str,
    mut read: impl FnMut(Node<'a>) -> Outcome<T>,
) -> Outcome<Vec<T>> {
    let mut items = Vec::new();
    for (at, node) in list(member(fields, name)?).map_err(|error| error.at(name))?.into_iter().enumerate() {
        items.push(read(node).map_err(|error| at_item(error, name, at))?);
    }
    Ok(items)
}

pub(super) fn fields_of<'a>(fields: &Fields<'a>, name: &str) -> Outcome<Fields<'a>> {
    object(member(fields, name)?).map_err(|error| error.at(name))
}

pub(super) fn member<'a>(fields: &Fields<'a>, name: &str) -> Outcome<Node<'a>> {
    fields.get(name).ok_or_else(|| invalid("it is missing").at(name))
}

pub(super) fn number(fields: &Fields<'_>, name: &str) -> Outcome<u64> {
    let number = member(fields, name)?.json().parse::<u64>().ok();
    number.ok_or_else(|| invalid("expected a whole number, 0 or more").at(name))
}

pub(super) fn count(fields: &Fields<'_>, name: &str) -> Outcome<usize> {
    Ok(usize::try_from(number(fields, name)?).unwrap_or(usize::MAX))
}

pub(super) fn limit(fields: &Fields<'_>, name: &str) -> Outcome<usize> {
    match count(fields, name)? {
        0 => Err(invalid("expected a whole number, 1 or more").at(name)),
        limit => Ok(limit),
    }
}

/// No limits: each message was within them when it was added to the conversation.
pub(super) fn unlimited() -> Limits {
    Limits { bytes: usize::MAX, depth: usize::MAX }
}

pub(super) fn write_list<T>(
    out: &mut Vec<u8>,
    items: impl IntoIterator<Item = T>,
    mut write: impl FnMut(T, &mut Vec<u8>),
) {
    let mut list = ListWriter::begin(out);
    items.into_iter().for_each(|item| write(item, list.item()));
    list.end();
}
