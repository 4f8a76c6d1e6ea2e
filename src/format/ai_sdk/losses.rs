//! What the form cannot carry.

use super::form::Form;
use super::options::{Link, REST};
use crate::format::interchange::{NO_TIME, Told};
use crate::json::{Node, ObjectWriter};
use crate::message::{Body, Extras, MessageId, Notes, Part, Role, STRUCTURED, WRITTEN_AS};
use crate::repair::{Repair, RepairCode};
use crate::sanitize::kind_of;

/// What was left out or told otherwise, message by message.
#[derive(Debug, Default)]
pub(super) struct Losses {
    repairs: Vec<Repair>,
    /// The message that is being written.
    message: Option<MessageId>,
    /// The fields of it that were left out.
    fields: Vec<String>,
}

impl Losses {
    /// Begins with what is said of a message beside its content. `has_id` says whether its id is written.
    pub(super) fn begin(&mut self, told: &Told<'_>, has_id: bool) {
        self.settle();
        let message = told.message;
        self.message = Some(MessageId::clone(&message.id));
        let is_summary = matches!(message.body, Body::Summary(_));
        let said = [
            (!told.is_minted && !has_id, "id"),
            (message.created_at != NO_TIME, "createdAt"),
            (is_summary, "isSummary"),
        ];
        said.into_iter().filter(|(is_lost, _)| *is_lost).for_each(|(_, name)| self.field(name));
        if let Some(notes) = &message.notes {
            self.notes(notes, message.role() == Role::Tool);
        }
    }

    fn notes(&mut self, notes: &Notes, is_result: bool) {
        let given = [
            (notes.name.is_some() && !is_result, "name"),
            (notes.model.is_some(), "model"),
            (notes.usage.is_some(), "tokens"),
            (notes.pinned, "pinned"),
            (notes.tool_name.is_some() && !is_result, "toolName"),
            (notes.tool_arguments.is_some(), "toolArguments"),
            (notes.tool_result.is_some(), "toolResult"),
        ];
        given.into_iter().filter(|(is_lost, _)| *is_lost).for_each(|(_, name)| self.field(name));
    }

    /// A field of the message that was left out.
    pub(super) fn field(&mut self, name: &str) {
        let name = format!("`{name}`");
        if !self.fields.contains(&name) {
            self.fields.push(name);
        }
    }

    /// Something else that was done to the message.
    pub(super) fn done(&mut self, code: RepairCode, detail: impl Into<String>) {
        let repair = Repair::new(code, None, detail);
        self.repairs.push(match &self.message {
            Some(message) => repair.of(message),
            None => repair,
        });
    }

    /// The same, done to a call of it.
    pub(super) fn done_to(&mut self, call_id: &str, code: RepairCode, detail: impl Into<String>) {
        self.done(code, detail);
        if let Some(repair) = self.repairs.pop() {
            self.repairs.push(repair.call(call_id));
        }
    }

    /// Writes the unmodelled fields of the form, and takes note of those that are neither linked to an option nor `known`.
    pub(super) fn rest(
        &mut self,
        extras: &Extras,
        form: Form,
        links: &[Link],
        known: &[&str],
        object: &mut ObjectWriter<'_>,
    ) {
        let inner = |json: &str| -> Vec<(String, String)> {
            let fields = Node::parse(json).and_then(Node::fields).unwrap_or_default();
            fields.iter().map(|(name, node)| (name.to_owned(), node.json().to_owned())).collect()
        };
        for (name, json) in extras.iter() {
            let is_linked = links.iter().any(|(.., field)| *field == name);
            match name {
                _ if is_linked || known.contains(&name) => {}
                WRITTEN_AS | STRUCTURED | REST => {}
                "role" if json == "\"system\"" => {}
                name if name == form.rest() => {
                    inner(json).iter().for_each(|(name, json)| object.json(name, json));
                }
                "uiFields" | "modelFields" => inner(json).iter().for_each(|(name, _)| self.field(name)),
                name => self.field(name),
            }
        }
    }

    /// Takes note of fields that are all left out.
    pub(super) fn extras(&mut self, extras: &Extras) {
        let mut nothing = Vec::new();
        let mut object = ObjectWriter::begin(&mut nothing);
        // The rest of neither form has a place.
        self.rest(extras, Form::Ui, &[], &[Form::Ui.rest()], &mut object);
        object.end();
        if extras.get(REST).is_some() {
            self.field(REST);
        }
    }

    /// A part that only another format understands.
    pub(super) fn foreign(&mut self, json: &str) {
        let kind = kind_of(json);
        let detail = format!("a part of type `{kind}` is not defined by the format, and was left out");
        self.done(RepairCode::PartDropped, detail);
    }

    /// Pixels are the host's own hint.
    pub(super) fn pixels(&mut self, part: &Part) {
        let Some(media) = part.as_media() else { return };
        let given = [("width", media.width), ("height", media.height)];
        given.into_iter().filter(|(_, count)| count.is_some()).for_each(|(name, _)| self.field(name));
    }

    fn settle(&mut self) {
        let fields = std::mem::take(&mut self.fields);
        if !fields.is_empty() {
            let detail = format!("left out what the format does not define: {}", fields.join(", "));
            self.done(RepairCode::FieldDropped, detail);
        }
    }

    /// Adds those of something that was written with the message.
    pub(super) fn absorb(&mut self, other: Self) {
        self.repairs.extend(other.end());
    }

    /// All of them.
    pub(super) fn end(mut self) -> Vec<Repair> {
        self.settle();
        self.repairs
    }
}
