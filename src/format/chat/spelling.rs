//! The two spellings of fields: `tool_calls` of the provider, and `toolCalls` of its own client. Readers accept both,
//! and pass on the provider's spelling. The writer writes the target's spelling.

use super::form::ChatForm;
use crate::json::{Fields, ListWriter, Node, ObjectWriter};
use crate::list::PushAll;
use crate::sanitize::Spelling;

/// The provider's name of a field.
pub(super) fn own_name<'a>(form: &ChatForm, name: &'a str) -> &'a str {
    form.client_names.iter().find(|(client, _)| *client == name).map_or(name, |(_, own)| own)
}

/// The client's name of a field.
fn client_name<'a>(form: &ChatForm, name: &'a str) -> &'a str {
    form.client_names.iter().find(|(_, own)| *own == name).map_or(name, |(client, _)| client)
}

/// The spelling of a name; `None` when the field has one name only.
fn of_name(form: &ChatForm, name: &str) -> Option<Spelling> {
    form.client_names.iter().find_map(|(client, own)| match name {
        _ if name == *client => Some(Spelling::Camel),
        _ if name == *own => Some(Spelling::Snake),
        _ => None,
    })
}

/// The spelling of a body or an answer: the client's if any field has it.
pub(super) fn of_body(form: &ChatForm, body: &Fields<'_>) -> Option<Spelling> {
    if form.client_names.is_empty() {
        return None;
    }
    let list = |name: &str| body.get(name).and_then(Node::list).unwrap_or_default();
    let mut nodes = list("messages");
    for choice in list("choices") {
        nodes.push(choice);
        nodes.push_all(choice.fields().and_then(|choice| choice.get("message")));
    }
    nodes.push_all(body.get("usage"));
    let mut found = None;
    for node in nodes {
        found = clearer(found, of_message(form, node));
    }
    found.or_else(|| of_params(form, body))
}

/// The spelling of params. No field of the provider has a capital letter.
pub(super) fn of_params(form: &ChatForm, params: &Fields<'_>) -> Option<Spelling> {
    if form.client_names.is_empty() {
        return None;
    }
    let mut found = None;
    for (name, _) in params.iter() {
        if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
            return Some(Spelling::Camel);
        }
        found = found.or(name.as_bytes().contains(&b'_').then_some(Spelling::Snake));
    }
    found
}

/// The spelling of a message, by its own fields and the fields of its content's parts.
pub(super) fn of_message(form: &ChatForm, node: Node<'_>) -> Option<Spelling> {
    if form.client_names.is_empty() {
        return None;
    }
    let fields = node.fields().unwrap_or_default();
    let parts = fields.get("content").and_then(Node::list).unwrap_or_default();
    let mut found = of_fields(form, &fields);
    for part in parts {
        found = clearer(found, of_fields(form, &part.fields().unwrap_or_default()));
    }
    found
}

fn of_fields(form: &ChatForm, fields: &Fields<'_>) -> Option<Spelling> {
    let mut found = None;
    for (name, _) in fields.iter() {
        found = clearer(found, of_name(form, name));
    }
    found
}

/// Combines two spellings: one field in the client's spelling makes the body the client's.
fn clearer(one: Option<Spelling>, other: Option<Spelling>) -> Option<Spelling> {
    if one == Some(Spelling::Camel) { one } else { other.or(one) }
}

/// The message with the provider's names of fields; `None` when it has them already.
pub(super) fn as_own(form: &ChatForm, node: Node<'_>) -> Option<String> {
    (of_message(form, node) == Some(Spelling::Camel)).then(|| {
        let mut out = Vec::new();
        write_message(node, &|name| own_name(form, name), &mut out);
        String::from_utf8(out).unwrap_or_default()
    })
}

/// Writes a message that has the provider's names with the client's names.
pub(super) fn write_as_client(form: &ChatForm, message: Vec<u8>, out: &mut Vec<u8>) {
    let json = String::from_utf8(message).unwrap_or_default();
    if let Some(node) = Node::parse(&json) {
        write_message(node, &|name| client_name(form, name), out);
    }
}

/// Writes a message, and renames its fields and the fields of its content. Arguments of calls belong to the tools, and
/// keep their names.
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

/// Writes content with the fields of its parts renamed. All names in a part belong to the provider.
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
