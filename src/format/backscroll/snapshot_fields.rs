//! Fields of a snapshot.

use crate::error::Outcome;
use crate::format::read::{at_item, invalid, list, noun, object, optional};
use crate::history::Correction;
use crate::json::{Fields, Limits, ListWriter, Node, ObjectWriter};
use crate::tokens::UNNAMED;

/// Appends a count.
pub(super) fn push_count(count: usize, out: &mut Vec<u8>) {
    out.extend_from_slice(count.to_string().as_bytes());
}

/// Appends the corrections of a path, if it has some.
pub(super) fn write_corrections(corrections: &[Correction], object: &mut ObjectWriter<'_>) {
    if corrections.is_empty() {
        return;
    }
    write_list(object.key("corrections"), corrections, |correction, out| {
        let mut object = ObjectWriter::begin(out);
        if let Some(model) = &correction.model {
            object.text("model", model);
        }
        if *correction.sizes != *UNNAMED.name {
            object.text("sizes", &correction.sizes);
        }
        object.number("tokens", correction.tokens);
        object.number("weight", correction.weight);
        object.number("messages", correction.messages);
        object.end();
    });
}

/// Reads the corrections of a path. Snapshots of earlier packages have one `correction`, of no model. Snapshots before
/// that have a `report`, which is not read: it may be of a request that was written elsewhere.
pub(super) fn read_corrections(fields: &Fields<'_>) -> Outcome<Vec<Correction>> {
    if fields.get("corrections").is_some() {
        return items(fields, "corrections", read_correction);
    }
    match fields.get("correction") {
        Some(node) => Ok(vec![read_correction(node).map_err(|error| error.at("correction"))?]),
        None => Ok(Vec::new()),
    }
}

fn read_correction(node: Node<'_>) -> Outcome<Correction> {
    let fields = object(node)?;
    Ok(Correction {
        model: optional(&fields, "model")?,
        sizes: optional(&fields, "sizes")?.unwrap_or_else(|| UNNAMED.name.into()),
        tokens: number(&fields, "tokens")?,
        weight: number(&fields, "weight")?,
        messages: count(&fields, "messages")?,
    })
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
