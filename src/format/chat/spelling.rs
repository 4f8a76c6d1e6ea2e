//! The two spellings of fields: `tool_calls`, and `toolCalls` as the provider's own client has it. Readers know both;
//! everything between them and the writer knows the first.

use super::form::Form;
use crate::json::{Fields, ListWriter, Node, ObjectWriter};
use crate::sanitize::Spelling;

/// What the provider's own client calls fields, and what the provider does.
pub(in crate::format) type Names = &'static [(&'static str, &'static str)];

/// What the provider calls a field.
pub(super) fn own_name<'a>(form: &Form, name: &'a str) -> &'a str {
    form.client_names.iter().find(|(client, _)| *client == name).map_or(name, |(_, own)| own)
}

/// What the client calls a field.
fn client_name<'a>(form: &Form, name: &'a str) -> &'a str {
    form.client_names.iter().find(|(_, own)| *own == name).map_or(name, |(client, _)| client)
}

/// How a name is spelled, when it is one of the two that a field has.
fn of_name(form: &Form, name: &str) -> Option<Spelling> {
    form.client_names.iter().find_map(|(client, own)| match name {
        _ if name == *client => Some(Spelling::Camel),
        _ if name == *own => Some(Spelling::Snake),
        _ => None,
    })
}

/// How a body is spelled, or an answer: as the client does when any field is.
pub(super) fn of_body(form: &Form, body: &Fields<'_>) -> Option<Spelling> {
    if form.client_names.is_empty() {
        return None;
    }
    let list = |name: &str| body.get(name).and_then(Node::list).unwrap_or_default().into_iter();
    let choices = list("choices");
    let told = list("messages").chain(choices.clone());
    let told = told.chain(choices.filter_map(|choice| choice.fields()?.get("message")));
    let found = told.chain(body.get("usage")).map(|node| of_message(form, node));
    most_telling(found).or_else(|| of_params(form, body))
}

/// How params are spelled. No field of the provider has a capital letter.
pub(super) fn of_params(form: &Form, params: &Fields<'_>) -> Option<Spelling> {
    if form.client_names.is_empty() {
        return None;
    }
    most_telling(params.iter().map(|(name, _)| match name {
        _ if name.bytes().any(|byte| byte.is_ascii_uppercase()) => Some(Spelling::Camel),
        _ => name.as_bytes().contains(&b'_').then_some(Spelling::Snake),
    }))
}

/// How a message is spelled: its own fields, and those of the parts of its content.
pub(super) fn of_message(form: &Form, node: Node<'_>) -> Option<Spelling> {
    let fields = node.fields().unwrap_or_default();
    let parts = fields.get("content").and_then(Node::list).unwrap_or_default();
    let own = fields.iter().map(|(name, _)| of_name(form, name));
    let inner = parts
        .into_iter()
        .filter_map(Node::fields)
        .map(|part| most_telling(part.iter().map(|(name, _)| of_name(form, name))));
    most_telling(own.chain(inner))
}

fn most_telling(found: impl Iterator<Item = Option<Spelling>>) -> Option<Spelling> {
    found.flatten().max_by_key(|spelling| *spelling == Spelling::Camel)
}

/// The message by the provider's names, when it has others.
pub(super) fn as_own(form: &Form, node: Node<'_>) -> Option<String> {
    (of_message(form, node) == Some(Spelling::Camel)).then(|| {
        let mut out = Vec::new();
        write_message(node, &|name| own_name(form, name), &mut out);
        String::from_utf8(out).unwrap_or_default()
    })
}

/// Writes a message, which has the provider's names, by the client's.
pub(super) fn write_as_client(form: &Form, message: Vec<u8>, out: &mut Vec<u8>) {
    let json = String::from_utf8(message).unwrap_or_default();
    if let Some(node) = Node::parse(&json) {
        write_message(node, &|name| client_name(form, name), out);
    }
}

/// Writes a message with its fields and those of its content renamed. What is in its calls is the tools'.
fn write_message(node: Node<'_>, rename: &dyn Fn(&str) -> &str, out: &mut Vec<u8>) {
    let fields = node.fields().unwrap_or_default();
    let mut object = ObjectWriter::begin(out);
    for (name, node) in fields.iter() {
        match name {
            "content" => write_content(node, rename, object.key(name)),
            _ => object.json(rename(name), node.json()),
        }
    }
    object.end();
}

/// Writes content with the fields of its parts renamed. No part holds what is not the provider's own.
pub(super) fn write_content(node: Node<'_>, rename: &dyn Fn(&str) -> &str, out: &mut Vec<u8>) {
    if let Some(items) = node.list() {
        let mut list = ListWriter::begin(out);
        items.into_iter().for_each(|item| write_content(item, rename, list.item()));
        return list.end();
    }
    let Some(fields) = node.fields() else { return out.extend_from_slice(node.json().as_bytes()) };
    let mut object = ObjectWriter::begin(out);
    for (name, value) in fields.iter() {
        write_content(value, rename, object.key(rename(name)));
    }
    object.end();
}
