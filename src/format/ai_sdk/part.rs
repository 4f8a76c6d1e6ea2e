//! Texts, and what parts have in common.

use super::form::Form;
use super::losses::Losses;
use super::options::{Namespaces, Options, TEXT};
use crate::error::Outcome;
use crate::format::marks::{Marks, mark};
use crate::format::read::{object, required};
use crate::json::{Fields, Node, ObjectWriter};
use crate::message::{Extras, Part, PartKind, Role};

/// Reads a text part.
pub(super) fn read_text(node: Node<'_>, form: Form, role: Role) -> Outcome<Part> {
    let fields = object(node)?;
    let text = required(&fields, "text")?;
    let mut marks = Marks::default();
    let mut extras = Extras::default();
    options_of(&fields, form)?.keep(TEXT, &mut extras, &mut marks);
    note_state(&fields, form, role, &mut marks);
    form.keep_rest(&fields, &known(form, &["type", "text"]), &mut extras);
    marks.keep(&mut extras);
    Ok(Part { kind: PartKind::Text(text), extras })
}

/// What only a provider understands of a part.
pub(super) fn options_of<'a>(fields: &Fields<'a>, form: Form) -> Outcome<Options<'a>> {
    Options::read(fields.get(form.options())).map_err(|error| error.at(form.options()))
}

/// The fields of a part that are modelled.
pub(super) fn known<'a>(form: Form, own: &[&'a str]) -> Vec<&'a str> {
    let mut known = own.to_vec();
    known.push(form.options());
    if form == Form::Ui {
        known.push("state");
    }
    known
}

/// What the assistant said is done unless it is noted; of others no state is told.
pub(super) fn note_state(fields: &Fields<'_>, form: Form, role: Role, marks: &mut Marks) {
    if form == Form::Model {
        return;
    }
    let usual = (role == Role::Assistant).then_some("\"done\"");
    let said = fields.get("state").map(Node::json);
    if said != usual {
        marks.set("state", said.unwrap_or("null"));
    }
}

/// Writes the state of what is said.
pub(super) fn write_state(extras: &Extras, role: Role, object: &mut ObjectWriter<'_>) {
    match mark(extras, "state") {
        Some(noted) if !noted.is_null() => object.json("state", noted.json()),
        None if role == Role::Assistant => object.text("state", "done"),
        _ => {}
    }
}

/// Writes a text part.
pub(super) fn write_text(
    text: &str,
    extras: &Extras,
    form: Form,
    role: Role,
    out: &mut Vec<u8>,
    losses: &mut Losses,
) {
    let mut object = ObjectWriter::begin(out);
    object.text("type", "text");
    object.text("text", text);
    if form == Form::Ui {
        write_state(extras, role, &mut object);
    }
    Namespaces::of(extras, TEXT).write(form.options(), &mut object);
    losses.rest(extras, form, TEXT, &[], &mut object);
    object.end();
}
