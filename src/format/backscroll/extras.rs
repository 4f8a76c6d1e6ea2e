//! Unmodelled fields, beside the modelled ones.

use crate::error::Outcome;
use crate::format::json::read::{extras, optional};
use crate::json::{Fields, ObjectWriter};
use crate::message::{Extras, Format};

/// The field that names the format of the unmodelled fields.
pub(super) const FROM: &str = "extrasFrom";

/// The object that holds the unmodelled fields when one of them has the name of a modelled field. (Calls of some
/// vendors have a `name` beside the name of their function.)
const APART: &str = "extras";

/// Reads the fields that are not in `known`.
pub(super) fn read_extras(fields: &Fields<'_>, known: &[&str]) -> Outcome<Extras> {
    let mut own = Extras::default();
    for (name, node) in fields.iter().filter(|(name, _)| !known.contains(name) && *name != FROM) {
        match node.fields().filter(|_| name == APART) {
            Some(inner) => extras(&inner, &[]).iter().for_each(|(name, json)| own.push(name, json)),
            None => own.push(name, node.json()),
        }
    }
    read_origin(fields)?.into_iter().for_each(|origin| own.claim(origin));
    Ok(own)
}

/// Reads the format of the unmodelled fields.
pub(super) fn read_origin(fields: &Fields<'_>) -> Outcome<Option<Format>> {
    let name = optional(fields, FROM)?;
    name.map(|name| Format::parse(&name).map_err(|error| error.at(FROM))).transpose()
}

/// Writes the unmodelled fields beside the fields that are in `known`.
pub(super) fn write_extras(extras: &Extras, known: &[&str], object: &mut ObjectWriter<'_>) {
    let is_taken = |name: &str| known.contains(&name) || [FROM, APART].contains(&name);
    // All fields go into the object, so that they stay in order.
    if extras.iter().any(|(name, _)| is_taken(name)) {
        let mut inner = ObjectWriter::begin(object.key(APART));
        extras.iter().for_each(|(name, json)| inner.json(name, json));
        inner.end();
    } else {
        extras.iter().for_each(|(name, json)| object.json(name, json));
    }
    write_origin(extras, object);
}

/// Writes the format of the unmodelled fields.
pub(super) fn write_origin(extras: &Extras, object: &mut ObjectWriter<'_>) {
    if let Some(origin) = extras.origin() {
        object.text(FROM, origin.as_str());
    }
}
