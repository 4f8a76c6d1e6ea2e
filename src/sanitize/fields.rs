//! Fields and parts that the target does not define.

use super::dialect::Work;
use super::dialect::{Dialect, FieldPlace, VendorFields};
use super::dropped_parts::{self, report_dropped_parts};
use super::field_owner::FieldOwner;
use super::request_options::{Mode, RequestOptions};
use crate::json::{Kind, Node};
use crate::list::Listed;
use crate::message::{
    CACHE_CONTROL, Content, Extras, Format, Message, Part, PartKind, Role, STRUCTURED, WRITTEN_AS,
};
use crate::repair::RepairCode;
use std::cell::OnceCell;

/// Leaves out fields and parts that another format or vendor added, and reports them. In a repaired body, fields are
/// the caller's: only fields that the provider is known to refuse are left out.
pub(super) fn drop_undefined(work: &mut Work<'_>) {
    if work.options.mode == Mode::Keep {
        return (0..work.messages.len()).for_each(|index| drop_fields(work, index));
    }
    for index in 0..work.messages.len() {
        drop_parts(work, index);
        drop_fields(work, index);
        drop_media_fields(work, index);
        name_files(work, index);
    }
}

fn drop_parts(work: &mut Work<'_>, index: usize) {
    let Some(message) = work.messages.get(index) else { return };
    let sent = SentFields::of(message, work.dialect, work.options);
    let detail = |part: &Part| {
        let (_, json) = part.as_other().filter(|(made_for, json)| !sent.has_part(*made_for, json))?;
        Some(format!("a part of type `{}` is not defined by the format, and was left out", kind_of(json)))
    };
    let dropped = report_dropped_parts(&mut work.repairs, message, None, &detail);
    if dropped.is_empty() {
        return;
    }
    work.edit(index, |message| dropped_parts::drop_parts(message, &dropped));
    // Removes instructions that were only for another provider, such as changes of its tools. They are a separate unit.
    work.messages.retain(|message| message.role() != Role::System || !message.says_nothing());
}

/// Decides which fields of a message are sent.
struct SentFields<'a> {
    dialect: &'a Dialect,
    options: &'a RequestOptions,
    message: &'a Message,
    /// True if fields of vendors are sent. Most messages have none, and need no look at the model.
    with_vendors: OnceCell<bool>,
}

impl<'a> SentFields<'a> {
    fn of(message: &'a Message, dialect: &'a Dialect, options: &'a RequestOptions) -> Self {
        Self { dialect, options, message, with_vendors: OnceCell::new() }
    }

    fn with_vendors(&self) -> bool {
        *self.with_vendors.get_or_init(|| {
            let maker = self.message.notes.as_ref().and_then(|notes| notes.model.as_deref());
            let vendors = self.dialect.fields.vendors;
            vendors.is_some_and(|vendors| vendors.go_back(self.options, maker, self.message))
        })
    }

    /// Reports whether the field is sent: the target defines it with the meaning that it has in its source. (Two
    /// formats may give one name to two fields.)
    fn has(&self, place: FieldPlace, origin: Option<Format>, name: &str) -> bool {
        if self.options.mode == Mode::Keep {
            return [STRUCTURED, WRITTEN_AS].contains(&name)
                || self.dialect.fields.keeps(self.options, place, name);
        }
        let is_own = origin == Some(self.dialect.format);
        let is_meant = is_own || origin.is_none() || (self.dialect.fields.is_shared)(place, name);
        let vendors = self.dialect.fields.vendors.filter(|_| is_own && self.with_vendors());
        (is_meant && (self.dialect.fields.defined)(place).contains(&name))
            || vendors.is_some_and(|vendors| vendors.take_field(self.options, place, name))
            || (is_own && self.passes(place, name))
    }
}

impl SentFields<'_> {
    /// Reports whether an unmodelled part is sent. Its own format gets it back, except a vendor's part that goes to
    /// another vendor.
    fn has_part(&self, made_for: Format, json: &str) -> bool {
        let kind = kind_of(json);
        let vendors = self.dialect.fields.vendors.filter(|vendors| vendors.parts.contains(&kind.as_str()));
        let is_taken = |vendors: &VendorFields| self.with_vendors() && vendors.take_part(self.options, &kind);
        made_for == self.dialect.format && vendors.is_none_or(is_taken)
    }

    /// Reports whether a field that we do not know is sent back to the format that it came from.
    fn passes(&self, place: FieldPlace, name: &str) -> bool {
        let is_of_block = match place {
            FieldPlace::Message(Role::System | Role::User | Role::Assistant) => self.dialect.turns.are_items,
            FieldPlace::Message(Role::Tool)
            | FieldPlace::Text
            | FieldPlace::Media
            | FieldPlace::Reasoning
            | FieldPlace::Call => true,
        };
        // Reasoning is no place for a cache breakpoint (`thinking.cache_control: Extra inputs are not permitted`).
        let is_breakpoint = place == FieldPlace::Reasoning && name == CACHE_CONTROL;
        let added = self.dialect.fields.not_sent_back.filter(|_| is_of_block && !is_breakpoint);
        added.is_some_and(|added| ![STRUCTURED, WRITTEN_AS].contains(&name) && !added.contains(&name))
    }
}

/// Reports whether the loss of a field is reported: null and empty values say nothing.
pub(crate) fn says_something(json: &str) -> bool {
    !matches!(json, "null" | "[]" | "{}" | "\"\"")
}

fn drop_fields(work: &mut Work<'_>, index: usize) {
    let Some(message) = work.messages.get(index) else { return };
    let owners = FieldOwner::all(message);
    if owners.iter().all(|owner| owner.extras(message).is_none_or(Extras::is_empty)) {
        return;
    }
    let sent = SentFields::of(message, work.dialect, work.options);
    let (fields, is_kept) = (work.dialect.fields.defined, work.options.mode == Mode::Keep);
    let (mut is_any_lost, mut names) = (false, Vec::new());
    for owner in &owners {
        let Some(extras) = owner.extras(message) else { continue };
        let (place, origin) = (owner.place(message), extras.origin());
        for (name, json) in extras.iter().filter(|(name, _)| ![STRUCTURED, WRITTEN_AS].contains(name)) {
            if sent.has(place, origin, name) {
                continue;
            }
            is_any_lost = true;
            if is_kept || says_something(json) {
                // A repaired body reports each field that it lost, even one that says nothing.
                names.append(&mut reported_names(name, json, is_kept));
            }
        }
    }
    names.dedup();
    let is_structured = !is_kept
        && !fields(FieldOwner::Message.place(message)).contains(&STRUCTURED)
        && FieldOwner::Message.extras(message).is_some_and(|extras| extras.get(STRUCTURED).is_some());
    let is_silent = |owner: &FieldOwner| {
        let says_how = owner.extras(message).is_some_and(|extras| extras.get(WRITTEN_AS).is_some());
        says_how && !fields(owner.place(message)).contains(&WRITTEN_AS)
    };
    let says_how = !is_kept && owners.iter().any(is_silent);
    if !is_any_lost && !is_structured && !says_how {
        return;
    }
    // The message shows its own role, so the loss of a field with that role is not reported.
    names.retain(|name| name != OWN_ROLE);
    let mut copy = Message::clone(message);
    for owner in owners {
        let place = owner.place(&copy);
        if let Some(extras) = owner.extras_mut(&mut copy) {
            let origin = extras.origin();
            extras.retain(|name| sent.has(place, origin, name));
        }
    }
    if !is_kept {
        drop_carriers(message, &mut copy);
    }
    if !names.is_empty() {
        let detail = format!("left out what the format does not define: {}", names.join(", "));
        let rule = work.dialect.form_rule.filter(|_| is_kept);
        work.report_message(index, RepairCode::FieldDropped, rule, detail);
    }
    work.edit(index, |message| *message = copy);
}

/// Drops empty texts that only carried fields, such as a signature, after these fields were dropped.
fn drop_carriers(before: &Message, after: &mut Message) {
    let had_fields = |at: usize| before.content().parts().get(at).is_some_and(|part| !part.extras.is_empty());
    let is_carrier =
        |at: usize, part: &Part| part.as_text() == Some("") && part.extras.is_empty() && had_fields(at);
    after.retain_parts(|at, part| !is_carrier(at, part));
}

/// Leaves out names and hints of media that the target has no place for.
fn drop_media_fields(work: &mut Work<'_>, index: usize) {
    let Some(message) = work.messages.get(index) else { return };
    let written = work.dialect.media.hints;
    let mut reports = Vec::new();
    for part in message.content().parts() {
        let Some(media) = part.as_media() else { continue };
        for (name, is_given) in [("name", media.name.is_some()), ("detail", media.detail.is_some())] {
            if is_given && !written(&part.kind).contains(&name) {
                reports.push(format!("the {} is sent without its `{name}`", part.noun()));
            }
        }
    }
    if reports.is_empty() {
        return;
    }
    reports.into_iter().for_each(|detail| work.report_message(index, RepairCode::FieldDropped, None, detail));
    work.edit(index, |message| {
        let Content::Parts(parts) = message.content_mut() else { return };
        for part in parts {
            let names = written(&part.kind);
            let Some(media) = part.as_media_mut() else { continue };
            media.name = media.name.take().filter(|_| names.contains(&"name"));
            media.detail = media.detail.take().filter(|_| names.contains(&"detail"));
        }
    });
}

/// Gives documents a name, if the target requires one.
fn name_files(work: &mut Work<'_>, index: usize) {
    let Some(name) = work.dialect.media.unnamed_file else { return };
    let Some(message) = work.messages.get(index) else { return };
    let is_unnamed = |part: &Part| matches!(&part.kind, PartKind::File(media) if media.name.is_none() && media.data.is_some());
    if !message.content().parts().iter().any(is_unnamed) {
        return;
    }
    let detail = format!("a document without a name is sent as `{name}`");
    work.report_message(index, RepairCode::NameMapped, work.dialect.media.source_rule, detail);
    work.edit(index, |message| {
        let Content::Parts(parts) = message.content_mut() else { return };
        for part in parts.iter_mut().filter(|part| is_unnamed(part)) {
            if let Some(media) = part.as_media_mut() {
                media.name = Some(name.into());
            }
        }
    });
}

/// Marks a `role` field that repeats the role of its message.
const OWN_ROLE: &str = "";

/// Fields that hold unmodelled fields of the source.
const NESTED: [&str; 3] = ["function", "custom", "item"];

/// Reports whether a field is an object of unmodelled fields of the source. Each format names this object after itself,
/// or with the ending `Fields`.
fn is_nested(name: &str) -> bool {
    NESTED.contains(&name)
        || name.ends_with("Fields")
        || Format::ALL.iter().any(|format| format.as_str() == name)
}

/// The names under which a lost field is reported: its own, or for an object of unmodelled fields the names in it, those
/// that say nothing only if `all`.
fn reported_names(name: &str, json: &str, all: bool) -> Vec<String> {
    if (name, json) == ("role", "\"system\"") {
        return vec![OWN_ROLE.to_owned()];
    }
    let inner = Node::parse(json).and_then(Node::fields).filter(|_| is_nested(name) && json != "{}");
    match inner {
        Some(inner) => {
            let lost = inner.iter().filter(|(_, node)| all || says_something(node.json()));
            lost.map(|(inner, _)| format!("`{name}.{inner}`")).listed()
        }
        None => vec![format!("`{name}`")],
    }
}

/// The name of a part in a report.
pub(super) fn name_of(part: &Part) -> String {
    part.as_other().map_or_else(|| part.noun().to_owned(), |(_, json)| kind_of(json))
}

/// The type of an unmodelled part: its field `type`. In a format whose parts have no `type`, the name of the first
/// field that holds an object, else of the first field that is not null.
pub(crate) fn kind_of(json: &str) -> String {
    let Some(fields) = Node::parse(json).and_then(Node::fields) else { return String::new() };
    let holds =
        || fields.iter().find(|(_, node)| node.kind() == Kind::Object).map(|(name, _)| name.to_owned());
    let first = || fields.iter().find(|(_, node)| !node.is_null()).map(|(name, _)| name.to_owned());
    fields.text("type").map(|kind| kind.into_owned()).or_else(holds).or_else(first).unwrap_or_default()
}
