//! Cache breakpoints of a message: a field of its blocks, and of the blocks inside blocks that are not modelled.

use crate::json::{ListWriter, Node, ObjectWriter};
use crate::message::{Body, Content, Extras, Message, Part, PartKind};

/// The breakpoints, in the order in which the message is written.
pub(super) fn of<'a>(message: &'a Message, field: &str) -> Vec<Node<'a>> {
    let mut found = Vec::new();
    for holder in holders(message) {
        match holder {
            Holder::Part(at) => {
                let Some(part) = message.content().parts().get(at) else { continue };
                match part.as_other().and_then(|(_, json)| marked(json, field)) {
                    Some(node) => collect(node, field, &mut found),
                    None => found.extend(in_extras(&part.extras, field)),
                }
            }
            Holder::Call(at) => {
                let call = message.calls().get(at);
                found.extend(call.and_then(|call| in_extras(&call.extras, field)));
            }
            Holder::Message => {
                let notes = message.notes.as_ref();
                found.extend(notes.and_then(|notes| in_extras(&notes.extras, field)));
            }
        }
    }
    found
}

/// Leaves out the breakpoints that do not stay; `stays` is asked for each in order.
pub(super) fn retain(message: &mut Message, field: &str, stays: &mut impl FnMut() -> bool) {
    for holder in holders(message) {
        let extras = match (holder, &mut message.body) {
            (Holder::Part(at), _) => match message.content_mut() {
                Content::Parts(parts) => {
                    parts.get_mut(at).and_then(|part| retain_in_part(part, field, stays))
                }
                Content::Null | Content::Text(_) => None,
            },
            (Holder::Call(at), Body::Assistant { calls, .. }) => {
                calls.get_mut(at).map(|call| &mut call.extras)
            }
            (Holder::Call(_), _) => None,
            (Holder::Message, _) => message.notes.as_mut().map(|notes| &mut notes.extras),
        };
        if let Some(extras) = extras.filter(|extras| in_extras(extras, field).is_some())
            && !stays()
        {
            extras.retain(|name| name != field);
        }
    }
}

/// What can hold a breakpoint.
#[derive(Clone, Copy)]
enum Holder {
    Part(usize),
    Call(usize),
    Message,
}

fn holders(message: &Message) -> Vec<Holder> {
    let parts = message.content().parts().len();
    let mut holders = Vec::new();
    // A call stands behind as many parts as `after_parts` says, or behind all that are left.
    let calls_at = |place: usize| {
        let stands = move |after: Option<usize>| after.map_or(parts, |after| after.min(parts)) == place;
        let calls = message.calls().iter().enumerate();
        calls.filter(move |(_, call)| stands(call.after_parts)).map(|(at, _)| Holder::Call(at))
    };
    for at in 0..parts {
        holders.extend(calls_at(at));
        holders.push(Holder::Part(at));
    }
    holders.extend(calls_at(parts));
    holders.push(Holder::Message);
    holders
}

fn in_extras<'a>(extras: &'a Extras, field: &str) -> Option<Node<'a>> {
    extras.get(field).and_then(Node::parse).filter(|node| !node.is_null())
}

/// A block that is not modelled, when the field's name stands anywhere in its text.
fn marked<'a>(json: &'a str, field: &str) -> Option<Node<'a>> {
    json.contains(field).then(|| Node::parse(json)).flatten()
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

/// Settles a part that is not modelled; gives back the fields of one that is.
fn retain_in_part<'a>(
    part: &'a mut Part,
    field: &str,
    stays: &mut impl FnMut() -> bool,
) -> Option<&'a mut Extras> {
    let PartKind::Other { json, .. } = &mut part.kind else { return Some(&mut part.extras) };
    if let Some(node) = marked(json, field) {
        let mut out = Vec::with_capacity(json.len());
        write_retained(node, field, stays, &mut out);
        *json = String::from_utf8_lossy(&out).into();
    }
    None
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
