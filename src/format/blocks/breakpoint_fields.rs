//! Cache breakpoints of a message: a field of its blocks, and of the blocks inside blocks that are not modelled.

use crate::json::{ListWriter, Node, ObjectWriter};
use crate::list::PushAll;
use crate::message::{Content, Extras, Message, Part, PartKind};
use crate::sanitize::FieldOwner;
use crate::text::find;

/// The breakpoints, in the order in which the message is written.
pub(super) fn of<'a>(message: &'a Message, field: &str) -> Vec<Node<'a>> {
    let mut found = Vec::new();
    for owner in FieldOwner::all(message) {
        match unmodelled(owner, message).and_then(|json| marked(json, field)) {
            Some(node) => collect(node, field, &mut found),
            None => found.push_all(owner.extras(message).and_then(|extras| in_extras(extras, field))),
        }
    }
    found
}

/// Leaves out the breakpoints for which `stays` returns false; it is called for each, in order.
pub(super) fn retain(message: &mut Message, field: &str, stays: &mut impl FnMut() -> bool) {
    for owner in FieldOwner::all(message) {
        let rewritten = unmodelled(owner, message).and_then(|json| marked(json, field)).map(|node| {
            let mut out = Vec::with_capacity(node.json().len());
            write_retained(node, field, stays, &mut out);
            Box::from(String::from_utf8_lossy(&out))
        });
        if let (Some(new), FieldOwner::Part(at)) = (rewritten, owner) {
            put(message, at, new);
            continue;
        }
        let extras = owner.extras_mut(message).filter(|extras| in_extras(extras, field).is_some());
        if let Some(extras) = extras
            && !stays()
        {
            extras.retain(|name| name != field);
        }
    }
    // If a breakpoint is a separate block, nothing is left of it.
    let is_nothing = |part: &Part| part.as_other().is_some_and(|(_, json)| json == "{}");
    if message.content().parts().iter().any(is_nothing) {
        message.retain_parts(|_, part| !is_nothing(part));
    }
}

/// The JSON of a part that is not modelled.
fn unmodelled(owner: FieldOwner, message: &Message) -> Option<&str> {
    let FieldOwner::Part(at) = owner else { return None };
    message.content().parts().get(at)?.as_other().map(|(_, json)| json)
}

fn put(message: &mut Message, at: usize, new: Box<str>) {
    let Content::Parts(parts) = message.content_mut() else { return };
    if let Some(PartKind::Other { json, .. }) = parts.get_mut(at).map(|part| &mut part.kind) {
        *json = new;
    }
}

fn in_extras<'a>(extras: &'a Extras, field: &str) -> Option<Node<'a>> {
    extras.get(field).and_then(Node::parse).filter(|node| !node.is_null())
}

/// An unmodelled block, if the field's name is anywhere in its text.
fn marked<'a>(json: &'a str, field: &str) -> Option<Node<'a>> {
    find(json, field).is_some().then(|| Node::parse(json)).flatten()
}

/// Fields of a block that hold other blocks.
const HOLDS_BLOCKS: [&str; 2] = ["source", "content"];

fn collect<'a>(node: Node<'a>, field: &str, found: &mut Vec<Node<'a>>) {
    node.list().unwrap_or_default().into_iter().for_each(|inner| collect(inner, field, found));
    for (name, value) in node.fields().unwrap_or_default().iter() {
        if name == field && !value.is_null() {
            found.push(value);
        } else if HOLDS_BLOCKS.contains(&name) {
            collect(value, field, found);
        }
    }
}

/// Writes a block, asking for each breakpoint in the order of [`collect`].
fn write_retained(node: Node<'_>, field: &str, stays: &mut impl FnMut() -> bool, out: &mut Vec<u8>) {
    if let Some(items) = node.list() {
        let mut list = ListWriter::begin(out);
        items.into_iter().for_each(|item| write_retained(item, field, stays, list.item()));
        return list.end();
    }
    let Some(fields) = node.fields() else { return out.extend_from_slice(node.json().as_bytes()) };
    let mut object = ObjectWriter::begin(out);
    for (name, value) in fields.iter() {
        if name == field && !value.is_null() {
            if stays() {
                object.json(name, value.json());
            }
        } else if HOLDS_BLOCKS.contains(&name) {
            write_retained(value, field, stays, object.key(name));
        } else {
            object.json(name, value.json());
        }
    }
    object.end();
}
